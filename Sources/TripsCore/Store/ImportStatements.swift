internal import GRDB

/// The statements that run for each record of an import; most imports need few of them, and each is
/// compiled when it runs first.
final class ImportStatements {
  let db: Database
  /// Ids of the file are kept only in a store that never held anything: there they are what makes an
  /// export of it the same file again.
  private let keepsIDs: Bool

  init(_ db: Database, keepsIDs: Bool) {
    self.db = db
    self.keepsIDs = keepsIDs
  }

  private var withID: [String: StatementCursor] = [:]
  private var insertions: [String: StatementCursor] = [:]
  private var withUID: StatementCursor?
  private var withKey: StatementCursor?
  private var withStart: StatementCursor?
  private var itemRows: StatementCursor?
  private var stayRow: StatementCursor?

  private func statement(
    _ kept: ReferenceWritableKeyPath<ImportStatements, StatementCursor?>, _ sql: String
  ) throws -> StatementCursor {
    if let statement = self[keyPath: kept] { return statement }
    let statement = try StatementCursor(sql: sql, in: db)
    self[keyPath: kept] = statement
    return statement
  }

  func tripID(uid: String) throws -> Int64? {
    try statement(\.withUID, "SELECT id FROM trip WHERE uid = ?").run([uid.databaseValue])
  }

  func tripID(_ name: String, _ start: CalendarDate, _ end: CalendarDate) throws -> Int64? {
    let query = "SELECT id FROM trip WHERE name = ? AND startDate = ? AND endDate = ?"
    return try statement(\.withKey, query).run(
      [name, start.description, end.description].map(\.databaseValue))
  }

  /// At most two.
  func tripIDs(_ name: String, _ start: CalendarDate) throws -> [Int64] {
    let row = try statement(
      \.withStart, "SELECT id FROM trip WHERE name = ? AND startDate = ? LIMIT 2")
    try row.bind([name.databaseValue, start.description.databaseValue])
    var ids: [Int64] = []
    while try row.next() { ids.append(row.integer(0)) }
    return ids
  }

  /// The rows of a trip's bucket list, in its order.
  func items(ofTrip id: Int64) throws -> [[DatabaseValue]] {
    let query =
      "SELECT \(ItemColumn.list) FROM \(ItemColumn.table) WHERE tripId = ? ORDER BY id"
    return try rows(try statement(\.itemRows, query), id, ItemColumn.self)
  }

  func stay(ofTrip id: Int64) throws -> [DatabaseValue]? {
    let query = """
      SELECT \(StayColumn.list) FROM \(StayColumn.table) WHERE tripId = ?
      ORDER BY isConfirmed DESC, id DESC LIMIT 1
      """
    return try rows(try statement(\.stayRow, query), id, StayColumn.self).first
  }

  private func rows<Column: StoredColumn>(
    _ row: StatementCursor, _ id: Int64, _ columns: Column.Type
  ) throws -> [[DatabaseValue]] {
    try row.bind([id.databaseValue])
    var rows: [[DatabaseValue]] = []
    while try row.next() { rows.append(Column.allCases.map { row.value($0.rawValue) }) }
    return rows
  }

  func insert(_ values: TripValues, id: Int64?, uid: String?) throws -> Int64 {
    let id = try keptID(id, TripColumn.table)
    return try insert(values.row(id: id, uid: uid ?? Trip.newUID()), TripColumn.self)
  }

  func insert<Column: StoredColumn>(_ row: ImportedRow<Column>, ofTrip id: Int64) throws {
    _ = try insert(row.row(id: try keptID(row.id, Column.table), tripID: id), Column.self)
  }

  private func insert<Column: StoredColumn>(
    _ row: [DatabaseValue], _ columns: Column.Type
  ) throws -> Int64 {
    let statement =
      try insertions[Column.table] ?? StatementCursor(sql: Column.insertion, in: db)
    insertions[Column.table] = statement
    try statement.run(row)
    return db.lastInsertedRowID
  }

  /// The id of the file, where it is to be kept and free.
  private func keptID(_ id: Int64?, _ table: String) throws -> Int64? {
    guard keepsIDs, let id else { return nil }
    let statement =
      try withID[table] ?? StatementCursor(sql: "SELECT id FROM \(table) WHERE id = ?", in: db)
    withID[table] = statement
    return try statement.run([id.databaseValue]) == nil ? id : nil
  }
}
