internal import SQLite

/// Passes the author and the command of a transaction to the store's history triggers.
///
/// The triggers do the recording, so that other programs' writes are recorded too; without an
/// author they are `external`.
enum HistoryRecorder {
  static func begin(_ db: Connection, author: String, command: String) throws {
    try db.run(
      """
      UPDATE historyState SET author = \(author), command = \(command), currentTransaction = NULL
      """)
  }

  /// Records that the transaction that has begun reverts another one.
  static func mark(
    _ db: Connection, _ kind: HistoryTransaction.Kind, reverts: Int64
  ) throws {
    try db.run("UPDATE historyState SET kind = \(kind.rawValue), reverts = \(reverts)")
  }

  /// The number of the open transaction; nil before its first change.
  static func currentTransaction(_ db: Connection) throws -> Int64? {
    try db.integer("SELECT currentTransaction FROM historyState")
  }

  /// Creates the transaction even without changes, so that undoing an empty transaction is itself
  /// recorded.
  static func ensureTransaction(_ db: Connection) throws {
    try db.execute(
      """
      INSERT INTO historyTransaction(author, command, kind, reverts)
      SELECT author, command, kind, reverts FROM historyState WHERE currentTransaction IS NULL;
      UPDATE historyState SET kind = NULL, reverts = NULL
      """)
  }

  static func end(_ db: Connection) throws {
    try db.execute(
      "UPDATE historyState SET author = NULL, command = NULL, currentTransaction = NULL")
  }
}
