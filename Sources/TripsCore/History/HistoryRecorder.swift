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

  /// Makes the transaction even if it has changed nothing, so that an undo of a change that
  /// changed nothing is a step too.
  static func ensureTransaction(_ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO historyTransaction(author, command)
        SELECT author, command FROM historyState WHERE currentTransaction IS NULL
        """)
  }

  static func end(_ db: Database) throws {
    try db.execute(
      sql: "UPDATE historyState SET author = NULL, command = NULL, currentTransaction = NULL")
  }
}
