internal import SQLite

/// The result of a purge.
package struct HistoryPurgeOutcome: Equatable, Sendable {
  package let transactions: Int
  package let changes: Int
  /// The oldest token that is still valid.
  package let token: HistoryToken
}

extension Store {
  /// Deletes the history before a moment, in whole transactions: a transaction given by its number
  /// is kept, one given by a token is deleted. Earlier tokens expire.
  ///
  /// - Parameter shown: the outcome that was confirmed; nil for any.
  /// - Throws: `TripsError.token` if there is no such moment, `.changedMeanwhile`.
  package func purgeHistory(
    before moment: HistoryMoment, expecting shown: HistoryPurgeOutcome? = nil
  ) throws(TripsError) -> HistoryPurgeOutcome {
    try write { db in
      let position = try HistoryPosition(db)
      var last = moment
      if case .transaction(let number) = moment {
        let newest = try HistoryMoment.newestTransaction(db)
        if number > newest + 1 {
          throw HistoryTokenProblem.noTransaction(number, newest: newest)
        }
        last = .transaction(max(0, number - 1))
      }
      var end = position.purged
      // Everything before this position was purged already.
      do { end = try last.token(position, in: db) } catch HistoryTokenProblem.tooEarly {}
      let outcome = try Self.purge(through: end.changeID, position, in: db)
      if let shown, shown != outcome { throw TripsError.changedMeanwhile("the history") }
      return outcome
    }
  }

  private static func purge(
    through end: Int64, _ position: HistoryPosition, in db: Connection
  ) throws -> HistoryPurgeOutcome {
    // A transaction that extends beyond the end is kept whole.
    let found = try Statement(
      """
      SELECT c.id, c.nonce, t.id, t.timestamp FROM historyChange AS c
      JOIN historyTransaction AS t ON t.id = c.transactionId
      WHERE c.id <= \(end) AND t.id IS NOT (
        SELECT transactionId FROM historyChange WHERE id > \(end) ORDER BY id LIMIT 1)
      ORDER BY c.id DESC LIMIT 1
      """, in: db)
    guard try found.step() else {
      return HistoryPurgeOutcome(transactions: 0, changes: 0, token: position.purged)
    }
    let last = found.values
    found.reset()
    let token = try position.token(last)
    let (transaction, timestamp) = (try last.checkedInteger(2), try last.checkedText(3))
    try db.run(
      """
      UPDATE historyState SET purgedThrough = \(token.changeID), purgedNonce = \(token.nonce),
        knownSince = \(timestamp)
      """)
    for entity in Entity.allCases {
      try db.run("DELETE FROM \(sql: entity.pastTable) WHERE changeId <= \(token.changeID)")
    }
    // Imports and syncs that were undone would count again without their undo.
    let undone = Array(try Reversions(db).reverted.filter { $0.value <= transaction }.keys).json
    for table in ["importedRecord", "syncedEvent"] {
      try db.run(
        """
        DELETE FROM \(sql: table) WHERE transactionId IN (SELECT value FROM json_each(\(undone)))
        """)
    }
    try db.run("DELETE FROM historyChange WHERE id <= \(token.changeID)")
    let changes = Int(db.changes)
    try db.run("DELETE FROM historyTransaction WHERE id <= \(transaction)")
    return HistoryPurgeOutcome(
      transactions: Int(db.changes), changes: changes, token: token)
  }
}
