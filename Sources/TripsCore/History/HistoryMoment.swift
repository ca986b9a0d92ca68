internal import GRDB

/// A state that the store had once, by one of its names.
package enum HistoryMoment: Hashable, Sendable {
  /// What a reader with this token knows.
  case token(HistoryToken)
  /// What the store held after the transaction of this number; 0 is before the first.
  case transaction(Int64)
  /// What the last transaction left whose timestamp is before this one (UTC,
  /// `2026-11-20T10:15:00.000Z`). Clocks are set back: the last one counts by the order of commits.
  ///
  /// - Parameter words: what the user called it.
  case before(timestamp: String, words: String)
}

extension HistoryMoment {
  /// The token of a reader that knows this state.
  ///
  /// - Throws: `HistoryTokenProblem` where the history does not reach.
  func token(_ position: HistoryPosition, in db: Database) throws -> HistoryToken {
    switch self {
    case .token(let token):
      try position.check(token, in: db)
      return token
    case .transaction(let number):
      return try Self.token(after: number, position, in: db)
    case .before(let timestamp, let words):
      let last = try StatementCursor.integer(
        """
        SELECT id FROM main.historyTransaction WHERE timestamp < \(timestamp)
        ORDER BY id DESC LIMIT 1
        """, in: db)
      guard let last else {
        throw HistoryTokenProblem.tooEarly(words, begins: try Self.firstTransaction(db))
      }
      return try Self.token(after: last, position, in: db)
    }
  }

  private static func token(
    after number: Int64, _ position: HistoryPosition, in db: Database
  ) throws -> HistoryToken {
    let newest = try newestTransaction(db)
    if number > newest { throw HistoryTokenProblem.noTransaction(number, newest: newest) }
    let first = try firstTransaction(db)
    // What the last purged transaction left is what the first one found.
    guard number >= (first?.id ?? newest + 1) - 1 else {
      throw HistoryTokenProblem.tooEarly("transaction \(number)", begins: first)
    }
    let row = try StatementCursor(
      """
      SELECT id, nonce FROM main.historyChange WHERE transactionId <= \(number)
      ORDER BY transactionId DESC, id DESC LIMIT 1
      """, in: db)
    return try row.next() ? position.token(row) : position.purged
  }

  /// The number of the last transaction, be it purged; 0 for none.
  static func newestTransaction(_ db: Database) throws -> Int64 {
    try StatementCursor.integer(
      """
      SELECT coalesce((SELECT max(id) FROM main.historyTransaction),
        (SELECT seq FROM main.sqlite_sequence WHERE name = 'historyTransaction'))
      """, in: db) ?? 0
  }

  private static func firstTransaction(_ db: Database) throws -> HistoryTransaction? {
    try HistoryRow.nextTransaction(
      StatementCursor(
        "SELECT id, timestamp, author, command FROM main.historyTransaction ORDER BY id LIMIT 1",
        in: db))
  }
}
