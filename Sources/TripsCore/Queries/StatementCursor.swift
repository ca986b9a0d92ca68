internal import GRDB
internal import GRDBSQLite

/// The rows of a query as SQLite holds them: no value is copied or turned into a string.
///
/// GRDB's rows are for thousands of trips, this is for a million.
struct StatementCursor {
  let statement: OpaquePointer
  private let db: Database
  // Keeps the statement alive.
  private let owner: Statement

  init(_ query: SQL, in db: Database) throws {
    let (sql, arguments) = try query.build(db)
    owner = try db.makeStatement(sql: sql)
    try owner.setArguments(arguments)
    statement = owner.sqliteStatement
    self.db = db
  }

  /// Goes to the next row; false at the end.
  func next() throws -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
    }
  }

  /// Begins anew, with one argument.
  func restart(with argument: Int64) {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, argument)
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// Valid until the next row.
  func text(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(statement, column)
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}
