/// What was committed together: the changes of one command, or of one statement of another program.
package struct HistoryTransaction: Sendable {
  package let id: Int64
  /// UTC: `2026-11-20T10:15:00.123Z`. Never an order: clocks are set back.
  package let timestamp: String
  /// `external` for a program that does not say.
  package let author: String
  /// `add`, `bucket done`, `undo 12`; empty for another program.
  package let command: String
  /// In the order in which they were made; those alone that were asked for.
  package internal(set) var changes: [HistoryChange] = []

  /// `2026-11-20 10:15:00 UTC`.
  package var time: String {
    guard timestamp.utf8.count == 24 else { return timestamp }
    return "\(timestamp.prefix(10)) \(timestamp.dropFirst(11).prefix(8)) UTC"
  }

  /// `transaction 12 (edit by trips, 2026-11-20 10:15:00 UTC)`.
  package var summary: String {
    "transaction \(id) (\(command.isEmpty ? "" : "\(command) ")by \(author), \(time))"
  }
}

/// What became of one row.
package struct HistoryChange: Sendable {
  package enum Kind: String, Sendable { case insert, update, delete }

  /// What one property was and became.
  package struct Property: Hashable, Sendable {
    package let name: String
    package let old: HistoryValue
    package let new: HistoryValue

    package init(name: String, old: HistoryValue, new: HistoryValue) {
      self.name = name
      self.old = old
      self.new = new
    }
  }

  package let id: Int64
  package let entity: HistoryEntity
  /// The row's id, before the change.
  package let rowID: Int64
  package let kind: Kind
  /// For an update those that changed; for a delete all: the tombstone. Empty for an insert.
  package let oldValues: HistoryValues
  /// For an update those that changed; for an insert all. Empty for a delete.
  package let newValues: HistoryValues
  /// The token of a reader that knows this change and nothing later.
  package let token: HistoryToken
  /// What the row is or was called; nil where nothing that was read says so.
  package internal(set) var name: String?

  /// The properties that an update changed.
  package var updatedProperties: [Property] {
    guard kind == .update else { return [] }
    return oldValues.pairs.map { pair in
      Property(name: pair.property, old: pair.value, new: newValues[pair.property] ?? .null)
    }
  }
}
