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
  private let changes: String

  /// - Parameter isPresent: whether it is that of the file, also where the connection sees a past
  ///   state (`PastState`).
  init(_ db: Database, isPresent: Bool = false) throws {
    changes = isPresent ? "main.historyChange" : "historyChange"
    let row = try StatementCursor(
      """
      SELECT storeId, purgedThrough, purgedNonce, c.id, c.nonce FROM historyState
      LEFT JOIN \(sql: changes) AS c ON c.id = (SELECT max(id) FROM \(sql: changes))
      """, in: db)
    guard try row.next() else { throw StoreProblem.unknownModel("historyState is empty") }
    storeID = try row.checkedText(0)
    purged = Place(
      id: try row.checkedInteger(1),
      nonce: try row.checkedTextIfAny(2) ?? HistoryToken.firstNonce)
    newest = Place(
      id: try row.checkedIntegerIfAny(3) ?? purged.id,
      nonce: try row.checkedTextIfAny(4) ?? purged.nonce)
    try HistoryToken.check(storeID: storeID)
    try HistoryToken.check(nonce: purged.nonce)
    try HistoryToken.check(nonce: newest.nonce)
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
      : try StatementCursor.text(
        "SELECT nonce FROM \(sql: changes) WHERE id = \(token.place)", in: db)
    if nonce != token.nonce { throw HistoryTokenProblem.diverged(place: token.place) }
  }
}

extension HistoryPosition.Place {
  /// Reads a row of which these are the first two columns.
  init(_ row: StatementCursor) throws {
    self.init(id: try row.checkedInteger(0), nonce: try row.checkedText(1))
    try HistoryToken.check(nonce: nonce)
  }
}
