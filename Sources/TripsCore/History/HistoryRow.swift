internal import SQLite

/// Reads changes and transactions from rows.
enum HistoryRow {
  static let columns: SQL = """
    c.id, c.entity, c.rowId, c.kind, c.oldValues, c.newValues, c.nonce, t.id, t.timestamp, \
    t.author, t.command
    """

  /// The index of the transaction's id in the row, before the other columns.
  static let transactionID: Int32 = 7

  /// Without its changes.
  ///
  /// - Parameter place: the index of its id in the row.
  static func transaction(
    _ row: Statement, at place: Int32 = transactionID
  ) throws -> HistoryTransaction {
    HistoryTransaction(
      id: try row.checkedInteger(place), timestamp: try row.checkedText(place + 1),
      author: try row.checkedText(place + 2), command: try row.checkedText(place + 3))
  }

  /// Transactions without their changes; `clauses` follows FROM and the table.
  static func transactions(_ clauses: SQL, in db: Connection) throws -> Statement {
    try Statement(
      "SELECT id, timestamp, author, command FROM historyTransaction \(clauses)", in: db)
  }

  /// The transaction of the next row; nil after the last.
  static func nextTransaction(_ row: Statement) throws -> HistoryTransaction? {
    try row.step() ? transaction(row, at: 0) : nil
  }

  static func change(_ row: Statement, storeID: String) throws -> HistoryChange {
    let change = try PastChange(row)
    let (readOld, readNew) = (try? change.oldValues, try? change.newValues)
    let (old, new) = (readOld ?? HistoryValues(), readNew ?? HistoryValues())
    let id = try row.checkedInteger(0)
    let property = change.entity.nameProperty
    return HistoryChange(
      id: id, transactionID: try row.checkedInteger(transactionID), entity: change.entity,
      rowID: change.rowID, kind: change.kind, oldValues: old, newValues: new,
      isReadable: readOld != nil && readNew != nil,
      token: HistoryToken(storeID: storeID, place: id, nonce: try row.checkedText(6)),
      name: new.text(property) ?? old.text(property))
  }

  /// In the order in which they were made.
  static func changes(ofTransaction id: Int64, in db: Connection) throws -> [HistoryChange] {
    try changes(where: "c.transactionId = \(id)", in: db)
  }

  static func changes(after place: Int64, in db: Connection) throws -> [HistoryChange] {
    try changes(where: "c.id > \(place)", in: db)
  }

  /// The number that a record contains for a property; NULL if there is none. Quotes inside a text
  /// are escaped, so only the property matches. SQLite's JSON functions would abort the query at a
  /// record that is not JSON.
  static func number(_ property: String, in record: SQL) -> SQL {
    let key = "\"\(property)\":"
    return """
      nullif(CAST(substr(\(record), nullif(instr(\(record), \(key)), 0) + \(key.utf8.count)) \
      AS INTEGER), 0)
      """
  }

  static func changes(where condition: SQL, in db: Connection) throws -> [HistoryChange] {
    let storeID = try HistoryPosition(db).storeID
    let row = try Statement(
      """
      SELECT \(columns) FROM historyChange AS c
      JOIN historyTransaction AS t ON t.id = c.transactionId
      WHERE \(condition) ORDER BY c.id
      """, in: db)
    let names = try RowNames(db)
    var changes = try row.map { try change($0, storeID: storeID) }
    for index in changes.indices { try names.complete(&changes[index], in: db) }
    return changes
  }
}
