internal import GRDB

/// The columns of a change in the order in which a fetch reads them, and what they become.
enum HistoryRow {
  static let columns: SQL = """
    t.id, t.timestamp, t.author, t.command, c.id, c.entity, c.rowId, c.kind, c.oldValues, \
    c.newValues, c.nonce
    """

  /// Without its changes, from a row that begins with its columns.
  static func transaction(_ row: StatementCursor) throws -> HistoryTransaction {
    HistoryTransaction(
      id: try row.checkedInteger(0), timestamp: try row.checkedText(1),
      author: try row.checkedText(2), command: try row.checkedText(3))
  }

  /// Transactions without their changes; `clauses` is what follows FROM and the table.
  static func transactions(_ clauses: SQL, in db: Database) throws -> StatementCursor {
    try StatementCursor(
      "SELECT id, timestamp, author, command FROM historyTransaction \(clauses)", in: db)
  }

  /// The transaction of the next row; nil after the last.
  static func nextTransaction(_ row: StatementCursor) throws -> HistoryTransaction? {
    try row.next() ? transaction(row) : nil
  }

  /// - Throws: `StoreProblem.corrupt` for a record that the triggers did not write.
  static func change(_ row: StatementCursor, storeID: String) throws -> HistoryChange {
    let id = try row.checkedInteger(4)
    guard let entity = HistoryEntity(rawValue: try row.checkedText(5)),
      let kind = RowChangeKind(rawValue: try row.checkedText(7)),
      let old = values(row, 8, entity), let new = values(row, 9, entity)
    else { throw StoreProblem.corrupt("change \(id) of the history cannot be read") }
    return HistoryChange(
      id: id, transactionID: try row.checkedInteger(0), entity: entity,
      rowID: try row.checkedInteger(6), kind: kind,
      oldValues: old, newValues: new,
      token: HistoryToken(storeID: storeID, place: id, nonce: try row.checkedText(10)),
      name: new.text(entity.nameProperty) ?? old.text(entity.nameProperty))
  }

  /// In the order in which they were made.
  static func changes(ofTransaction id: Int64, in db: Database) throws -> [HistoryChange] {
    try changes(where: "c.transactionId = \(id)", in: db)
  }

  static func changes(after place: Int64, in db: Database) throws -> [HistoryChange] {
    try changes(where: "c.id > \(place)", in: db)
  }

  private static func changes(where condition: SQL, in db: Database) throws -> [HistoryChange] {
    let storeID = try HistoryPosition(db).storeID
    let row = try StatementCursor(
      """
      SELECT \(columns) FROM historyChange AS c
      JOIN historyTransaction AS t ON t.id = c.transactionId
      WHERE \(condition) ORDER BY c.id
      """, in: db)
    let names = try RowNames(db)
    var changes: [HistoryChange] = []
    while try row.next() { changes.append(try change(row, storeID: storeID)) }
    for index in changes.indices { try names.complete(&changes[index], in: db) }
    return changes
  }

  /// Nil where it cannot be read; without values for none.
  static func values(
    _ row: StatementCursor, _ column: Int32, _ entity: HistoryEntity
  ) -> HistoryValues? {
    row.isNull(column) ? HistoryValues() : try? HistoryValues(row.text(column), of: entity)
  }
}
