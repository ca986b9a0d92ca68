internal import GRDB

/// Tells the store's history triggers who makes the changes of a transaction, and with what.
///
/// The triggers do the recording, so that a write by another program is recorded too; one that
/// does not tell is `external`.
enum HistoryRecorder {
  static func begin(_ db: Database, author: String, command: String) throws {
    try db.execute(
      sql: "UPDATE historyState SET author = ?, command = ?, currentTransaction = NULL",
      arguments: [author, command])
  }

  static func end(_ db: Database) throws {
    try db.execute(
      sql: "UPDATE historyState SET author = NULL, command = NULL, currentTransaction = NULL")
  }
}
