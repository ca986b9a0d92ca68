internal import GRDB

/// A program that follows the history by a name, and what it has read of it.
package struct HistoryConsumer: Sendable {
  package let name: String
  package let token: HistoryToken
}

extension Store {
  /// Where a consumer stands; nil for one that has never acknowledged anything.
  ///
  /// - Throws: `TripsError.token` for a consumer that has missed something and must be reset.
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

  /// Remembers what a consumer has read. One that is further already stays there.
  ///
  /// - Parameter isReset: whether the consumer begins anew at the token, wherever it stands.
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
      try db.execute(
        sql: """
          INSERT INTO historyConsumer(name, token) VALUES (?, ?)
          ON CONFLICT(name) DO UPDATE
          SET token = excluded.token, acknowledged = excluded.acknowledged
          """, arguments: [name, token.description])
    }
  }

  /// Forgets a consumer, so that a purge does not wait for it.
  ///
  /// - Returns: whether there was one.
  package func forgetConsumer(_ name: String) throws(TripsError) -> Bool {
    try write { db in
      try db.execute(sql: "DELETE FROM historyConsumer WHERE name = ?", arguments: [name])
      return db.changesCount == 1
    }
  }

  static func consumers(_ db: Database) throws -> [HistoryConsumer] {
    let rows = try Row.fetchAll(db, sql: "SELECT name, token FROM historyConsumer ORDER BY name")
    return try rows.map { row in
      HistoryConsumer(name: row[0], token: try HistoryToken(row[1]))
    }
  }

  private static func consumer(_ name: String, in db: Database) throws -> HistoryConsumer? {
    let text = try String.fetchOne(
      db, sql: "SELECT token FROM historyConsumer WHERE name = ?", arguments: [name])
    return try text.map { HistoryConsumer(name: name, token: try HistoryToken($0)) }
  }
}
