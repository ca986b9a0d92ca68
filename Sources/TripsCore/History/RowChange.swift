internal import SQLite

/// A change to one row, in the history or between two states.
package protocol RowChange: Sendable {
  /// The current kind of row, or the last kind of a deleted row.
  var entity: HistoryEntity { get }
  var rowID: Int64 { get }
  /// The row before; nil for an insert.
  var oldValues: HistoryValues? { get }
  /// The row after; nil for a delete.
  var newValues: HistoryValues? { get }
  /// The current name of the row, or the last name of a deleted row.
  var name: String? { get }
  /// The trip that an item or a stay belongs to; nil for a trip itself, or if it has none.
  var trip: RowOwner? { get }
}

package enum RowChangeKind: String, Sendable { case insert, update, delete }

/// A trip by its id and its current name, or its last name if it was deleted.
package struct RowOwner: Hashable, Sendable {
  package let id: Int64
  /// Nil if there was no such trip, which another program may cause.
  package let name: String?
}

extension RowChange {
  package var kind: RowChangeKind {
    if oldValues == nil { .insert } else if newValues == nil { .delete } else { .update }
  }

  /// The properties that differ, with an amount and its currency as one; of an added or deleted row
  /// those that have a value.
  package var properties: [PropertyChange] {
    switch entity.base {
    case .trip: properties(TripColumn.self)
    case .item: properties(ItemColumn.self)
    case .stay: properties(StayColumn.self)
    }
  }

  private func properties<Column: StoredColumn>(_ columns: Column.Type) -> [PropertyChange] {
    let none = [SQLiteValue](repeating: .null, count: Column.allCases.count)
    return Column.changes(
      from: oldValues?.row ?? none, to: newValues?.row ?? none,
      Column.allCases.filter { !$0.declaration.isCurrency })
  }
}
