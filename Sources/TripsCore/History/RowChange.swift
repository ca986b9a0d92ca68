/// A change to one row, in the history or between two states.
package protocol RowChange: JSONObject, Sendable {
  var entity: HistoryEntity { get }
  /// The row's id before the change.
  var rowID: Int64 { get }
  var kind: RowChangeKind { get }
  /// For an update at least the changed values; for a delete all: the tombstone. Empty for an
  /// insert.
  var oldValues: HistoryValues { get }
  /// For an update at least the changed values; for an insert all. Empty for a delete.
  var newValues: HistoryValues { get }
  /// False for a record that cannot be read: its values are missing.
  var isReadable: Bool { get }
  /// The row's name at that time; nil if unknown.
  var name: String? { get }
  /// The trip that an item or a stay belonged to; nil for a trip, and without one.
  var trip: RowOwner? { get }
}

package enum RowChangeKind: String, Sendable { case insert, update, delete }

/// The old and new value of one property.
package struct RowProperty: Hashable, Sendable {
  package let name: String
  package let old: HistoryValue
  package let new: HistoryValue

  package init(name: String, old: HistoryValue, new: HistoryValue) {
    self.name = name
    self.old = old
    self.new = new
  }
}

/// A trip by its id and its name at that time.
package struct RowOwner: Hashable, Sendable {
  package let id: Int64
  /// Nil if there was no such trip, which another program may cause.
  package let name: String?
}

/// A row by its table and its id.
struct RowKey: Hashable {
  let table: String
  let id: Int64
}

extension RowChange {
  package var isReadable: Bool { true }

  /// The row before the change.
  var key: RowKey { RowKey(table: entity.table, id: rowID) }
  /// The row after the change.
  var newKey: RowKey { RowKey(table: entity.table, id: newRowID) }

  /// The properties that an update changed. A record may contain the whole row or only these.
  package var updatedProperties: [RowProperty] {
    guard kind == .update else { return [] }
    return oldValues.pairs.compactMap { pair in
      guard let new = newValues[pair.property], new != pair.value else { return nil }
      return RowProperty(name: pair.property, old: pair.value, new: new)
    }
  }

  /// The row's id after the change.
  var newRowID: Int64 {
    kind == .update ? newValues.integer("id") ?? rowID : rowID
  }
}
