internal import GRDB

/// Where a purge stops.
package enum HistoryPurgeLimit: Sendable {
  /// Before the first transaction of this time (UTC, as the history writes it) or a later one.
  case time(String)
  /// Everything that a reader with this token knows.
  case token(HistoryToken)
}

/// What a purge did.
package struct HistoryPurgeOutcome: Sendable {
  package let transactions: Int
  package let changes: Int
  /// The oldest token that is still good.
  package let token: HistoryToken
  /// The consumer that the purge stopped at, or, if it was forced, passed; nil for none.
  package let slowest: HistoryConsumer?
}

extension Store {
  /// Deletes the oldest part of the history, in whole transactions. Tokens from before its end
  /// expire.
  ///
  /// It stops at what a consumer has not read yet, unless it is forced.
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

  /// The id of the last change that the limit lets go.
  private static func end(
    of limit: HistoryPurgeLimit, _ position: HistoryPosition, in db: Database
  ) throws -> Int64 {
    switch limit {
    case .token(let token):
      try position.check(token, in: db)
      return token.place
    case .time(let timestamp):
      // The order is that of the commits: one that a wrong clock dated back does not count.
      let first = try StatementCursor.integer(
        """
        SELECT id FROM historyChange WHERE transactionId >= (
          SELECT id FROM historyTransaction WHERE timestamp >= \(timestamp) ORDER BY id LIMIT 1)
        ORDER BY transactionId, id LIMIT 1
        """, in: db)
      return first.map { $0 - 1 } ?? position.newest.place
    }
  }

  /// The one that has read least, if that is less than the purge would take away. One that
  /// must be reset anyway is not waited for.
  private static func slowestConsumer(
    before end: Int64, _ position: HistoryPosition, in db: Database
  ) throws -> HistoryConsumer? {
    try consumers(in: db).filter { consumer in
      consumer.token.place < end && (try? position.check(consumer.token, in: db)) != nil
    }.min { $0.token.place < $1.token.place }
  }

  private static func purge(
    through end: Int64, _ position: HistoryPosition, _ slowest: HistoryConsumer?, in db: Database
  ) throws -> HistoryPurgeOutcome {
    // A transaction that reaches beyond the end stays whole.
    let last = try StatementCursor(
      """
      SELECT id, nonce, transactionId FROM historyChange
      WHERE id <= \(end) AND transactionId IS NOT (
        SELECT transactionId FROM historyChange WHERE id > \(end) ORDER BY id LIMIT 1)
      ORDER BY id DESC LIMIT 1
      """, in: db)
    guard try last.next() else {
      return HistoryPurgeOutcome(
        transactions: 0, changes: 0, token: position.purged, slowest: slowest)
    }
    // The history tells which packed texts are old.
    try SearchIndex(db).pack()
    let token = try position.token(last)
    let transactionID = try last.checkedInteger(2)
    try db.execute(
      sql: "UPDATE historyState SET purgedThrough = ?, purgedNonce = ?",
      arguments: [token.place, token.nonce])
    try db.execute(sql: "DELETE FROM historyChange WHERE id <= ?", arguments: [token.place])
    let changes = db.changesCount
    try db.execute(sql: "DELETE FROM historyTransaction WHERE id <= ?", arguments: [transactionID])
    return HistoryPurgeOutcome(
      transactions: db.changesCount, changes: changes, token: token, slowest: slowest)
  }
}
