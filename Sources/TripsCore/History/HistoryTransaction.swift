/// Changes that were committed together, by a command or by a statement of another program.
package struct HistoryTransaction: Sendable {
  /// Reverting an undo is a redo, reverting anything else an undo.
  enum Kind: String, Sendable { case change, undo, redo }

  package let id: Int64
  /// UTC: `2026-11-20T10:15:00.123Z`. Not suitable for sorting, since clocks may be set back.
  package let timestamp: String
  /// `external` if the program gives no author.
  package let author: String
  /// `add`, `bucket done`, `undo 12`; empty for another program.
  package let command: String
  let kind: Kind
  /// The transaction that this undo or redo reverts, which may have been purged.
  let reverts: Int64?
  /// In the order in which they were made; only those that the fetch requested.
  package internal(set) var changes: [HistoryChange] = []

  /// `transaction 12 (edit by trips, 2026-11-20 10:15:00)`.
  ///
  /// - Parameter time: formats a timestamp.
  package func summary(_ time: (String) -> String) -> String {
    "transaction \(id) (\(origin), \(time(timestamp)))"
  }

  /// `edit by trips`.
  package var origin: String { (command.isEmpty ? "" : "\(command) ") + "by \(author)" }
}

/// A change to one row.
package struct HistoryChange: RowChange {
  package let id: Int64
  package let entity: HistoryEntity
  package let rowID: Int64
  package let oldValues: HistoryValues?
  package let newValues: HistoryValues?
  /// The token that covers this change and nothing later.
  package let token: HistoryToken
  package let name: String?
  package let trip: RowOwner?
}
