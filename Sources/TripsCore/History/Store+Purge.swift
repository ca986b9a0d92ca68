internal import SQLite

/// The end of a purge.
package enum HistoryPurgeLimit: Sendable {
  /// Before the first transaction at or after this time (UTC, in the form of the history).
  case time(String)
  /// Before the transaction of this number.
  case transaction(Int64)
  /// Everything that a token covers.
  case token(HistoryToken)
}

/// The result of a purge.
package struct HistoryPurgeOutcome: Sendable {
  package let transactions: Int
  package let changes: Int
  /// The oldest token that is still valid.
  package let token: HistoryToken
}

extension Store {
  /// Deletes the oldest part of the history, in whole transactions. Earlier tokens expire.
  package func purgeHistory(
    before limit: HistoryPurgeLimit
  ) throws(TripsError) -> HistoryPurgeOutcome {
    try write { db in
      let position = try HistoryPosition(db)
      return try Self.purge(through: Self.end(of: limit, position, in: db), position, in: db)
    }
  }

  /// The id of the last change within the limit.
  private static func end(
    of limit: HistoryPurgeLimit, _ position: HistoryPosition, in db: Connection
  ) throws -> Int64 {
    let first: Int64?
    switch limit {
    case .token(let token):
      try position.check(token, in: db)
      return token.place
    case .transaction(let number):
      // The number must belong to a transaction.
      _ = try HistoryMoment.transaction(number).token(position, in: db)
      first = number
    case .time(let timestamp):
      // In commit order: a transaction with an earlier time after a later one does not count.
      first = try db.integer(
        "SELECT min(id) FROM historyTransaction WHERE timestamp >= \(timestamp)")
    }
    guard let first else { return position.newest.place }
    return try db.integer("SELECT max(id) FROM historyChange WHERE transactionId < \(first)")
      ?? position.purged.place
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
      UPDATE historyState SET purgedThrough = \(token.place), purgedNonce = \(token.nonce),
        knownSince = \(timestamp)
      """)
    for entity in HistoryEntity.stored {
      try db.run("DELETE FROM \(sql: entity.pastTable) WHERE changeId <= \(token.place)")
    }
    try db.run("DELETE FROM historyChange WHERE id <= \(token.place)")
    let changes = Int(db.changes)
    try db.run("DELETE FROM historyTransaction WHERE id <= \(transaction)")
    return HistoryPurgeOutcome(
      transactions: Int(db.changes), changes: changes, token: token)
  }
}
