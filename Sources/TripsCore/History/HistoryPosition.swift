internal import GRDB

/// Where the history of a store begins and ends, as one transaction sees it.
struct HistoryPosition {
  /// A change, and the nonce that tells it from the same id in another copy; 0 is before the first.
  struct Place: Hashable {
    let id: Int64
    let nonce: String
  }

  let storeID: String
  /// The last change that a purge took away.
  let purged: Place
  let newest: Place

  init(_ db: Database) throws {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT storeId, purgedThrough, purgedNonce, c.id, c.nonce FROM historyState
        LEFT JOIN historyChange AS c ON c.id = (SELECT max(id) FROM historyChange)
        """)
    guard let row else { throw StoreProblem.unknownModel("historyState is empty") }
    storeID = row[0]
    purged = Place(id: row[1], nonce: row[2] ?? HistoryToken.firstNonce)
    newest = Place(id: row[3] ?? purged.id, nonce: row[4] ?? purged.nonce)
  }

  func token(_ place: Place) -> HistoryToken {
    HistoryToken(storeID: storeID, place: place.id, nonce: place.nonce)
  }

  /// Refuses a token that cannot be answered in full.
  ///
  /// - Throws: `HistoryTokenProblem`.
  func check(_ token: HistoryToken, in db: Database) throws {
    if token == .beginning {
      if purged.id > 0 { throw HistoryTokenProblem.expired(purgedThrough: purged.id) }
      return
    }
    if token.storeID != storeID { throw HistoryTokenProblem.otherStore }
    if token.place > newest.id {
      throw HistoryTokenProblem.future(place: token.place, newest: newest.id)
    }
    if token.place < purged.id { throw HistoryTokenProblem.expired(purgedThrough: purged.id) }
    let nonce =
      token.place == purged.id
      ? purged.nonce
      : try String.fetchOne(
        db, sql: "SELECT nonce FROM historyChange WHERE id = ?", arguments: [token.place])
    if nonce != token.nonce { throw HistoryTokenProblem.diverged(place: token.place) }
  }
}
