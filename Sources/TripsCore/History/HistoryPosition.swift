internal import SQLite

/// The beginning and end of a store's history, as one transaction sees it.
struct HistoryPosition {
  /// The last change that was purged.
  let purged: HistoryToken
  let newest: HistoryToken
  /// The time from which past states are known; nil if the history begins with an empty store.
  let knownSince: String?
  private let changes: String

  /// - Parameter isPresent: whether to read the file's position even if the connection shows a past
  ///   state (`PastState`).
  init(_ db: Connection, isPresent: Bool = false) throws {
    changes = isPresent ? "main.historyChange" : "historyChange"
    let found = try Statement(
      """
      SELECT storeId, purgedThrough, purgedNonce, c.id, c.nonce, knownSince FROM historyState
      LEFT JOIN \(sql: changes) AS c ON c.id = (SELECT max(id) FROM \(sql: changes))
      """, in: db)
    guard try found.step() else { throw StoreProblem.unknownModel("historyState is empty") }
    let row = found.values
    purged = try HistoryToken(
      stored: row.checkedText(0), place: row.checkedInteger(1),
      nonce: row.checkedTextIfAny(2) ?? HistoryToken.firstNonce)
    newest = try HistoryToken(
      stored: purged.storeID, place: row.checkedIntegerIfAny(3) ?? purged.place,
      nonce: row.checkedTextIfAny(4) ?? purged.nonce)
    knownSince = try row.checkedTextIfAny(5)
  }

  var storeID: String { newest.storeID }

  /// The token of a row whose first two columns are the id of a change and its nonce.
  func token(_ row: [SQLiteValue]) throws -> HistoryToken {
    try HistoryToken(stored: storeID, place: row.checkedInteger(0), nonce: row.checkedText(1))
  }

  /// Refuses a token whose changes are not all available.
  ///
  /// - Throws: `HistoryTokenProblem`.
  func check(_ token: HistoryToken, in db: Connection) throws {
    if token == .beginning {
      if purged.place > 0 { throw HistoryTokenProblem.expired(purgedThrough: purged.place) }
      return
    }
    if token.storeID != storeID { throw HistoryTokenProblem.otherStore }
    if token.place > newest.place {
      throw HistoryTokenProblem.future(place: token.place, newest: newest.place)
    }
    if token.place < purged.place { throw HistoryTokenProblem.expired(purgedThrough: purged.place) }
    let nonce =
      token.place == purged.place
      ? purged.nonce
      : try db.text("SELECT nonce FROM \(sql: changes) WHERE id = \(token.place)")
    if nonce != token.nonce { throw HistoryTokenProblem.diverged(place: token.place) }
  }
}
