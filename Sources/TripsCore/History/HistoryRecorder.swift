internal import SQLite

/// Passes the author and the command of a transaction to the store's history triggers.
///
/// The triggers do the recording, so that other programs' writes are recorded too; without an
/// author they are `external`.
enum HistoryRecorder {
  /// - Parameter reverts: the transaction that this one undoes or redoes.
  static func begin(
    _ db: Connection, author: String, command: String, reverts: Int64? = nil
  ) throws {
    try db.run(
      """
      UPDATE historyState SET author = \(author), command = \(command), reverts = \(reverts),
        currentTransaction = NULL
      """)
  }

  /// Creates the transaction even without changes, so that undoing an empty transaction is a step as
  /// well.
  static func ensureTransaction(_ db: Connection) throws {
    try db.execute(
      """
      INSERT INTO historyTransaction(author, command, reverts)
      SELECT author, command, reverts FROM historyState WHERE currentTransaction IS NULL
      """)
  }

  static func end(_ db: Connection) throws {
    try db.execute(
      """
      UPDATE historyState SET author = NULL, command = NULL, reverts = NULL,
        currentTransaction = NULL
      """)
  }
}
