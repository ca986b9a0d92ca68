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

  /// What a statement is for, in a table where that is not said.
  private enum Purpose: Hashable {
    case tripOfUID, tripOfKey, tripsOfStart, stayOfUID
    case rows(String)
    case id(String)
    case insertion(String)
  }

  private var statements: [Purpose: StatementCursor] = [:]

  private func statement(
    _ purpose: Purpose, _ sql: @autoclosure () -> String
  ) throws -> StatementCursor {
    if let statement = statements[purpose] { return statement }
    let statement = try StatementCursor(sql: sql(), in: db)
    statements[purpose] = statement
    return statement
  }

  func tripID(uid: String) throws -> Int64? {
    try statement(.tripOfUID, "SELECT id FROM trip WHERE uid = ?").run([uid.databaseValue])
  }

  func tripID(_ name: String, _ start: CalendarDate, _ end: CalendarDate) throws -> Int64? {
    try statement(
      .tripOfKey, "SELECT id FROM trip WHERE name = ? AND startDate = ? AND endDate = ?"
    ).run([name, start.description, end.description].map(\.databaseValue))
  }

  /// At most two.
  func tripIDs(_ name: String, _ start: CalendarDate) throws -> [Int64] {
    let row = try statement(
      .tripsOfStart, "SELECT id FROM trip WHERE name = ? AND startDate = ? LIMIT 2")
    try row.bind([name.databaseValue, start.description.databaseValue])
    return try row.map { $0.integer(0) }
  }

  /// The rows of a trip's bucket list, in its order.
  func items(ofTrip id: Int64) throws -> [[DatabaseValue]] {
    try rows(id, ItemColumn.self)
  }

  /// The rows of a trip's stays, in their order.
  func stays(ofTrip id: Int64) throws -> [[DatabaseValue]] {
    try rows(id, StayColumn.self)
  }

  private func rows<Column: StoredColumn>(
    _ id: Int64, _ columns: Column.Type
  ) throws -> [[DatabaseValue]] {
    let row = try statement(
      .rows(Column.table),
      """
      SELECT \(Column.list) FROM \(Column.table) WHERE tripId = ? ORDER BY \(Column.orderClause())
      """)
    try row.bind([id.databaseValue])
    return try row.map { row in Column.allCases.map { row.value($0.rawValue) } }
  }

  func insert(_ values: TripValues, id: Int64?, uid: String?) throws -> Int64 {
    let id = try keptID(id, TripColumn.table)
    return try insert(values.row(id: id, uid: uid ?? Trip.newUID()), TripColumn.self)
  }

  /// Adds an item or a stay. A uid that a stay of another trip has is not taken twice.
  func insert<Column: StoredColumn>(_ row: ImportedRow<Column>, ofTrip id: Int64) throws {
    var row = row
    if let uid = row.uid {
      let taken = try statement(.stayOfUID, "SELECT id FROM livingAccommodation WHERE uid = ?")
      if try taken.run([uid.databaseValue]) != nil { row.uid = nil }
    }
    _ = try insert(row.row(id: try keptID(row.id, Column.table), tripID: id), Column.self)
  }

  private func insert<Column: StoredColumn>(
    _ row: [DatabaseValue], _ columns: Column.Type
  ) throws -> Int64 {
    try statement(.insertion(Column.table), Column.insertion).run(row)
    try db.checkWritten(Column.table)
    return db.lastInsertedRowID
  }

  /// The id of the file, where it is to be kept and free.
  private func keptID(_ id: Int64?, _ table: String) throws -> Int64? {
    guard keepsIDs, let id else { return nil }
    let statement = try statement(.id(table), "SELECT id FROM \(table) WHERE id = ?")
    return try statement.run([id.databaseValue]) == nil ? id : nil
  }
}
