/// What was committed together: the changes of one command, or of one statement of another program.
package struct HistoryTransaction: Hashable, Sendable {
  package let id: Int64
  /// UTC: `2026-11-20T10:15:00.123Z`. Never an order: clocks are set back.
  package let timestamp: String
  /// `external` for a program that does not say.
  package let author: String
  /// `add`, `bucket done`, `undo 12`; empty for another program.
  package let command: String
  /// In the order in which they were made; those alone that were asked for.
  package internal(set) var changes: [HistoryChange] = []

  /// `transaction 12 (edit by trips, 2026-11-20 10:15:00)`.
  ///
  /// - Parameter time: how a timestamp is shown.
  package func summary(_ time: (String) -> String) -> String {
    "transaction \(id) (\(command.isEmpty ? "" : "\(command) ")by \(author), \(time(timestamp)))"
  }
}

/// What became of one row.
package struct HistoryChange: Hashable, RowChange {
  package let id: Int64
  let transactionID: Int64
  package let entity: HistoryEntity
  /// The row's id, before the change.
  package let rowID: Int64
  package let kind: RowChangeKind
  package let oldValues: HistoryValues
  package let newValues: HistoryValues
  package let isReadable: Bool
  /// The token of a reader that knows this change and nothing later.
  package let token: HistoryToken
  /// What the row was called after the change, or, if that took it away, before; nil where nothing
  /// says so.
  package internal(set) var name: String?
  package internal(set) var trip: RowOwner?
}
