internal import SQLite

/// The end of a purge.
package enum HistoryPurgeLimit: Sendable {
  /// Before the first transaction at or after this time (UTC, in the form of the history).
  case time(String)
  /// Everything that a token covers.
  case token(HistoryToken)
}

/// The result of a purge.
package struct HistoryPurgeOutcome: Sendable {
  package let transactions: Int
  package let changes: Int
  /// The oldest token that is still valid.
  package let token: HistoryToken
  /// The consumer that stopped the purge, or that a forced purge passed; nil for none.
  package let slowest: HistoryConsumer?
}

extension Store {
  /// Deletes the oldest part of the history, in whole transactions. Earlier tokens expire.
  ///
  /// It stops at the first change that a consumer has not read, unless it is forced.
  package func purgeHistory(
    before limit: HistoryPurgeLimit, force: Bool = false
  ) throws(TripsError) -> HistoryPurgeOutcome {
    try write { db in
      let position = try HistoryPosition(db)
      var end = try Self.end(of: limit, position, in: db)
      let slowest = try Self.slowestConsumer(before: end, position, in: db)
      if let slowest, !force { end = slowest.token.place }
      return try Self.purge(through: end, position, slowest, in: db)
    }
  }

  /// The id of the last change within the limit.
  private static func end(
    of limit: HistoryPurgeLimit, _ position: HistoryPosition, in db: Connection
  ) throws -> Int64 {
    switch limit {
    case .token(let token):
      try position.check(token, in: db)
      return token.place
    case .time(let timestamp):
      // In commit order: a transaction with an earlier time after a later one does not count.
      let first = try db.integer(
        """
        SELECT id FROM historyChange WHERE transactionId >= (
          SELECT id FROM historyTransaction WHERE timestamp >= \(timestamp) ORDER BY id LIMIT 1)
        ORDER BY transactionId, id LIMIT 1
        """)
      return first.map { $0 - 1 } ?? position.newest.place
    }
  }

  /// The consumer that has read least, if the purge would pass it. A consumer that needs a reset
  /// anyway does not count.
  private static func slowestConsumer(
    before end: Int64, _ position: HistoryPosition, in db: Connection
  ) throws -> HistoryConsumer? {
    try consumers(in: db).filter { consumer in
      consumer.token.place < end && (try? position.check(consumer.token, in: db)) != nil
    }.min { $0.token.place < $1.token.place }
  }

  private static func purge(
    through end: Int64, _ position: HistoryPosition, _ slowest: HistoryConsumer?, in db: Connection
  ) throws -> HistoryPurgeOutcome {
    // A transaction that extends beyond the end is kept whole.
    let last = try Statement(
      """
      SELECT id, nonce, transactionId FROM historyChange
      WHERE id <= \(end) AND transactionId IS NOT (
        SELECT transactionId FROM historyChange WHERE id > \(end) ORDER BY id LIMIT 1)
      ORDER BY id DESC LIMIT 1
      """, in: db)
    guard try last.step() else {
      return HistoryPurgeOutcome(
        transactions: 0, changes: 0, token: position.purged, slowest: slowest)
    }
    // Packing needs the history, which shows outdated texts, so it comes first.
    try SearchIndex(db).pack()
    let token = try position.token(last)
    let transactionID = try last.checkedInteger(2)
    try db.run(
      "UPDATE historyState SET purgedThrough = \(token.place), purgedNonce = \(token.nonce)")
    try db.run("DELETE FROM historyChange WHERE id <= \(token.place)")
    let changes = db.changes
    try db.run("DELETE FROM historyTransaction WHERE id <= \(transactionID)")
    return HistoryPurgeOutcome(
      transactions: Int(db.changes), changes: Int(changes), token: token, slowest: slowest)
  }
}
