internal import GRDB

/// The columns of a change in the order in which a fetch reads them, and what they become.
enum HistoryRow {
  static let transactionID = 0

  static let columns: SQL = """
    t.id, t.timestamp, t.author, t.command, c.id, c.entity, c.rowId, c.kind, c.oldValues, \
    c.newValues, c.nonce
    """

  /// Without its changes.
  static func transaction(_ row: Row) throws -> HistoryTransaction {
    HistoryTransaction(
      id: try row.decode(atIndex: 0), timestamp: try row.decode(atIndex: 1),
      author: try row.decode(atIndex: 2), command: try row.decode(atIndex: 3))
  }

  /// - Throws: `StoreProblem.corrupt` for a record that the triggers did not write.
  static func change(_ row: Row, storeID: String) throws -> HistoryChange {
    let id: Int64 = try row.decode(atIndex: 4)
    guard let entity = HistoryEntity(rawValue: try row.decode(atIndex: 5)),
      let kind = RowChangeKind(rawValue: try row.decode(atIndex: 7)),
      let old = values(try row.decode(atIndex: 8), entity),
      let new = values(try row.decode(atIndex: 9), entity)
    else { throw StoreProblem.corrupt("change \(id) of the history cannot be read") }
    return HistoryChange(
      id: id, entity: entity, rowID: try row.decode(atIndex: 6), kind: kind,
      oldValues: old, newValues: new,
      token: HistoryToken(storeID: storeID, place: id, nonce: try row.decode(atIndex: 10)),
      name: new.text(entity.nameProperty) ?? old.text(entity.nameProperty))
  }

  /// In the order in which they were made.
  static func changes(ofTransaction id: Int64, in db: Database) throws -> [HistoryChange] {
    try changes(where: "c.transactionId = \(id)", in: db)
  }

  static func changes(after place: Int64, in db: Database) throws -> [HistoryChange] {
    try changes(where: "c.id > \(place)", in: db)
  }

  /// Each with the id of its transaction.
  static func changesWithTransactions(
    after place: Int64, in db: Database
  ) throws -> [(HistoryChange, Int64)] {
    let changes = try changes(after: place, in: db)
    let ids = try Int64.fetchAll(
      db, sql: "SELECT transactionId FROM historyChange WHERE id > ? ORDER BY id",
      arguments: [place])
    return Array(zip(changes, ids))
  }

  private static func changes(where condition: SQL, in db: Database) throws -> [HistoryChange] {
    let storeID = try HistoryPosition(db).storeID
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT \(columns) FROM historyChange AS c
        JOIN historyTransaction AS t ON t.id = c.transactionId
        WHERE \(condition) ORDER BY c.id
        """
    ).fetchCursor(db)
    var changes: [HistoryChange] = []
    while let row = try rows.next() { changes.append(try change(row, storeID: storeID)) }
    let names = try RowNames(db)
    for index in changes.indices { try names.complete(&changes[index], in: db) }
    return changes
  }

  private static func values(_ json: String?, _ entity: HistoryEntity) -> HistoryValues? {
    guard let json else { return HistoryValues() }
    return try? HistoryValues(json: json, entity: entity)
  }
}
