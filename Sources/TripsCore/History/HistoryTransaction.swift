/// Changes that were committed together: those of one command, or of one statement of another
/// program.
package struct HistoryTransaction: Hashable, Sendable {
  package let id: Int64
  /// UTC: `2026-11-20T10:15:00.123Z`. Not suitable for sorting, since clocks may be set back.
  package let timestamp: String
  /// `external` for a program that gives none.
  package let author: String
  /// `add`, `bucket done`, `undo 12`; empty for another program.
  package let command: String
  /// In the order in which they were made; only those that the fetch requested.
  package internal(set) var changes: [HistoryChange] = []

  /// `transaction 12 (edit by trips, 2026-11-20 10:15:00)`.
  ///
  /// - Parameter time: formats a timestamp.
  package func summary(_ time: (String) -> String) -> String {
    "transaction \(id) (\(command.isEmpty ? "" : "\(command) ")by \(author), \(time(timestamp)))"
  }
}

/// A change to one row.
package struct HistoryChange: Hashable, RowChange {
  package let id: Int64
  let transactionID: Int64
  package let entity: HistoryEntity
  /// The row's id before the change.
  package let rowID: Int64
  package let kind: RowChangeKind
  package let oldValues: HistoryValues
  package let newValues: HistoryValues
  package let isReadable: Bool
  /// The token that covers this change and nothing later.
  package let token: HistoryToken
  /// The row's name after the change, or before its deletion; nil if unknown.
  package internal(set) var name: String?
  package internal(set) var trip: RowOwner?
}
