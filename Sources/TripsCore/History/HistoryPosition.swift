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
      stored: row.checkedText(0), changeID: row.checkedInteger(1),
      nonce: row.checkedTextIfAny(2) ?? HistoryToken.firstNonce)
    newest = try HistoryToken(
      stored: purged.storeID, changeID: row.checkedIntegerIfAny(3) ?? purged.changeID,
      nonce: row.checkedTextIfAny(4) ?? purged.nonce)
    knownSince = try row.checkedTextIfAny(5)
  }

  var storeID: String { newest.storeID }

  /// The token of a row whose first two columns are the id of a change and its nonce.
  func token(_ row: [SQLiteValue]) throws -> HistoryToken {
    try HistoryToken(stored: storeID, changeID: row.checkedInteger(0), nonce: row.checkedText(1))
  }

  /// Refuses a token whose changes are not all available.
  ///
  /// - Throws: `HistoryTokenProblem`.
  func check(_ token: HistoryToken, in db: Connection) throws {
    if token == .beginning {
      if purged.changeID > 0 { throw HistoryTokenProblem.expired(purgedThrough: purged.changeID) }
      return
    }
    if token.storeID != storeID { throw HistoryTokenProblem.otherStore }
    if token.changeID > newest.changeID {
      throw HistoryTokenProblem.future(changeID: token.changeID, newest: newest.changeID)
    }
    if token.changeID < purged.changeID {
      throw HistoryTokenProblem.expired(purgedThrough: purged.changeID)
    }
    let nonce =
      token.changeID == purged.changeID
      ? purged.nonce
      : try db.text("SELECT nonce FROM \(sql: changes) WHERE id = \(token.changeID)")
    if nonce != token.nonce { throw HistoryTokenProblem.diverged(changeID: token.changeID) }
  }
}
