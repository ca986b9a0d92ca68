internal import SQLite

/// A past state of the store: a token, a transaction or a time.
package enum HistoryMoment: Hashable, Sendable {
  /// The state that a token covers.
  case token(HistoryToken)
  /// The state after the transaction of this number; 0 is before the first.
  case transaction(Int64)
  /// The state after the last transaction with an earlier timestamp (UTC,
  /// `2026-11-20T10:15:00.000Z`). Clocks may be set back, so the last one is the last in the order
  /// of commits.
  ///
  /// - Parameter words: as the user typed it.
  case before(timestamp: String, words: String)
}

extension HistoryMoment {
  /// The token that covers this state.
  ///
  /// - Throws: `HistoryTokenProblem` if the history does not reach that far.
  func token(_ position: HistoryPosition, in db: Connection) throws -> HistoryToken {
    switch self {
    case .token(let token):
      try position.check(token, in: db)
      return token
    case .transaction(let number):
      return try Self.token(after: number, position, in: db)
    case .before(let timestamp, let words):
      let last = try db.integer(
        """
        SELECT id FROM main.historyTransaction WHERE timestamp < \(timestamp)
        ORDER BY id DESC LIMIT 1
        """)
      if let last { return try Self.token(after: last, position, in: db) }
      // Before its first transaction a new store was empty.
      if let since = position.knownSince, timestamp <= since {
        throw HistoryTokenProblem.tooEarly(words, begins: since)
      }
      return position.purged
    }
  }

  private static func token(
    after number: Int64, _ position: HistoryPosition, in db: Connection
  ) throws -> HistoryToken {
    let newest = try newestTransaction(db)
    if number > newest { throw HistoryTokenProblem.noTransaction(number, newest: newest) }
    // The state before the first remaining transaction is known.
    let first = try db.integer("SELECT min(id) FROM main.historyTransaction") ?? newest + 1
    guard number >= first - 1 else {
      throw HistoryTokenProblem.tooEarly("transaction \(number)", begins: position.knownSince)
    }
    let row = try Statement(
      """
      SELECT id, nonce FROM main.historyChange WHERE transactionId <= \(number)
      ORDER BY transactionId DESC, id DESC LIMIT 1
      """, in: db)
    return try row.step() ? position.token(row.values) : position.purged
  }

  /// The number of the last transaction, even if it was purged; 0 for none.
  static func newestTransaction(_ db: Connection) throws -> Int64 {
    try db.integer(
      """
      SELECT coalesce((SELECT max(id) FROM main.historyTransaction),
        (SELECT seq FROM main.sqlite_sequence WHERE name = 'historyTransaction'))
      """) ?? 0
  }
}
