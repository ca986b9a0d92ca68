internal import GRDB

/// Passes the author and the command of a transaction to the store's history triggers.
///
/// The triggers do the recording, so that other programs' writes are recorded too; without an
/// author they are `external`.
enum HistoryRecorder {
  static func begin(_ db: Database, author: String, command: String) throws {
    try db.execute(
      sql: "UPDATE historyState SET author = ?, command = ?, currentTransaction = NULL",
      arguments: [author, command])
  }

  /// Creates the transaction even without changes, so that an undo of an empty change is a step
  /// too.
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
