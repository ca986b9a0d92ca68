/// A change to one row, in the history or between two states.
package protocol RowChange: JSONObject, Sendable {
  /// The current kind of row, or the last kind of a deleted row.
  var entity: HistoryEntity { get }
  var rowID: Int64 { get }
  /// The row before; nil for an insert.
  var oldValues: HistoryValues? { get }
  /// The row after; nil for a delete.
  var newValues: HistoryValues? { get }
  /// The current name of the row, or the last name of a deleted row.
  var name: String? { get }
  /// The trip that an item or a stay belongs to; nil for a trip, and without one.
  var trip: RowOwner? { get }
}

package enum RowChangeKind: String, Sendable { case insert, update, delete }

/// The old and new value of one property.
package struct RowProperty: Hashable, Sendable {
  package let name: String
  package let old: HistoryValue
  package let new: HistoryValue
}

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

  /// The properties that an update changed.
  package var updatedProperties: [RowProperty] {
    guard let oldValues, let newValues else { return [] }
    return oldValues.differences(from: newValues)
  }
}
