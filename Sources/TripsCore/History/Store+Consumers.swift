internal import SQLite

/// A program that tracks the history by a name, with what it has read.
package struct HistoryConsumer: Sendable {
  package let name: String
  package let token: HistoryToken
  /// The time of its acknowledgement in UTC: `2026-11-20T10:15:00.123Z`.
  package let acknowledged: String
}

/// The status of a consumer.
package struct HistoryConsumerStatus: Sendable {
  package let consumer: HistoryConsumer
  /// The last transaction that it has read in full; 0 before the first.
  package let transaction: Int64
  /// The number of changes that it has not read.
  package let unread: Int
  /// Why it must be reset; nil if it need not be.
  package let problem: HistoryTokenProblem?
}

extension Store {
  /// The token of a consumer; nil for one that has never acknowledged anything.
  ///
  /// - Throws: `TripsError.token` for a consumer that has missed changes and must be reset.
  package func historyToken(ofConsumer name: String) throws(TripsError) -> HistoryToken? {
    try read { db in
      guard let token = try Self.consumer(name, in: db)?.token else { return nil }
      do {
        try HistoryPosition(db).check(token, in: db)
      } catch let problem as HistoryTokenProblem {
        throw HistoryTokenProblem.ofConsumer(name, problem)
      }
      return token
    }
  }

  /// Records what a consumer has read. Its token never moves back.
  ///
  /// - Parameter isReset: whether the consumer restarts at the token, even if that is earlier.
  package func acknowledge(
    _ token: HistoryToken, byConsumer name: String, isReset: Bool = false
  ) throws(TripsError) {
    try write { db in
      let position = try HistoryPosition(db)
      try position.check(token, in: db)
      if !isReset, let known = try Self.consumer(name, in: db)?.token,
        known.storeID == token.storeID, known.place > token.place
      {
        return
      }
      try db.run(
        """
        INSERT INTO historyConsumer(name, token) VALUES (\(name), \(token.description))
        ON CONFLICT(name) DO UPDATE
        SET token = excluded.token, acknowledged = excluded.acknowledged
        """)
    }
  }

  /// Removes a consumer, so that purges no longer wait for it.
  ///
  /// - Returns: whether there was one.
  package func forgetConsumer(_ name: String) throws(TripsError) -> Bool {
    try write { db in
      try db.run("DELETE FROM historyConsumer WHERE name = \(name)")
      return db.changes == 1
    }
  }

  /// The consumers by name, with what each has read.
  package func historyConsumers() throws(TripsError) -> [HistoryConsumerStatus] {
    try read { db in
      let position = try HistoryPosition(db)
      return try Self.consumers(in: db).map { try Self.status(of: $0, position, in: db) }
    }
  }

  private static func status(
    of consumer: HistoryConsumer, _ position: HistoryPosition, in db: Connection
  ) throws -> HistoryConsumerStatus {
    do {
      try position.check(consumer.token, in: db)
    } catch let problem as HistoryTokenProblem {
      return HistoryConsumerStatus(
        consumer: consumer, transaction: 0, unread: 0, problem: problem)
    }
    let place = consumer.token.place
    let next = try Statement(
      """
      SELECT count(*), (SELECT transactionId FROM historyChange WHERE id > \(place) LIMIT 1)
      FROM historyChange WHERE id > \(place)
      """, in: db)
    guard try next.step() else { throw StoreProblem.unfitValue }
    return HistoryConsumerStatus(
      consumer: consumer,
      transaction: try next.checkedIntegerIfAny(1).map { $0 - 1 }
        ?? HistoryMoment.newestTransaction(db),
      unread: Int(try next.checkedInteger(0)), problem: nil)
  }

  private static func consumer(_ name: String, in db: Connection) throws -> HistoryConsumer? {
    try consumers("name = \(name)", in: db).first
  }

  static func consumers(
    _ condition: SQL = "1", in db: Connection
  ) throws -> [HistoryConsumer] {
    try Statement(
      "SELECT name, token, acknowledged FROM historyConsumer WHERE \(condition) ORDER BY name",
      in: db
    ).map { row in
      HistoryConsumer(
        name: try row.checkedText(0), token: try HistoryToken(row.checkedText(1)),
        acknowledged: try row.checkedText(2))
    }
  }
}
