internal import GRDB
internal import GRDBSQLite

/// The rows of a query as SQLite holds them: nothing is copied or turned into a string unless asked
/// for. For a million trips, and for a cold start, which a row of GRDB makes 0.1 ms longer.
struct StatementCursor {
  let statement: OpaquePointer
  private let db: Database
  /// Whether text is stored in the form in which it is asked for.
  private let isUTF8: Bool
  // Keeps the statement alive.
  private let owner: Statement

  /// - Parameter isUTF8: whether the store's text is (`isUTF8(_:)`); it is read faster then.
  init(_ query: SQL, in db: Database, isUTF8: Bool = false) throws {
    let (sql, arguments) = try query.build(db)
    owner = try db.makeStatement(sql: sql)
    // A query with ?1 in it gets its arguments by `restart`.
    if !arguments.isEmpty { try owner.setArguments(arguments) }
    statement = owner.sqliteStatement
    self.db = db
    self.isUTF8 = isUTF8
  }

  /// Whether the store holds its text in UTF-8: another program may have made it with UTF-16.
  static func isUTF8(_ db: Database) throws -> Bool {
    let cursor = try StatementCursor("PRAGMA encoding", in: db)
    return try cursor.next() && cursor.text(0).elementsEqual("UTF-8".utf8)
  }

  /// The first value of a query; nil where there is no row.
  static func integer(_ query: SQL, in db: Database) throws -> Int64? {
    let cursor = try StatementCursor(query, in: db)
    return try cursor.next() ? cursor.integer(0) : nil
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

  /// Begins anew, with these arguments.
  func restart(with first: Int64, _ second: Int64? = nil) {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, first)
    if let second { sqlite3_bind_int64(statement, 2, second) }
  }

  /// Runs a statement without rows, with these arguments.
  func execute(with first: Int64, _ second: [UInt8]) throws {
    restart(with: first)
    try second.withUnsafeBytes { bytes in
      // SQLite reads the bytes before this returns. Without an address it would bind NULL.
      sqlite3_bind_blob64(
        statement, 2, bytes.baseAddress ?? .init(bitPattern: 1), sqlite3_uint64(bytes.count), nil)
      _ = try next()
    }
    sqlite3_reset(statement)
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  /// The values of a column as the schema declares it: a damaged file may hold anything.
  ///
  /// - Throws: `StoreProblem.corrupt` for a value of another type.
  func checkedInteger(_ column: Int32) throws -> Int64 {
    try check(column, is: SQLITE_INTEGER)
    return integer(column)
  }

  func checkedFlag(_ column: Int32) throws -> Bool { try checkedInteger(column) != 0 }

  func checkedText(_ column: Int32) throws -> String {
    try check(column, is: SQLITE_TEXT)
    return String(decoding: text(column), as: UTF8.self)
  }

  func checkedIntegerIfAny(_ column: Int32) throws -> Int64? {
    isNull(column) ? nil : try checkedInteger(column)
  }

  func checkedTextIfAny(_ column: Int32) throws -> String? {
    isNull(column) ? nil : try checkedText(column)
  }

  private func check(_ column: Int32, is type: Int32) throws {
    if sqlite3_column_type(statement, column) != type { throw StoreProblem.unfitValue }
  }

  /// Valid until the next row.
  func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
  }

  /// Valid until the next row.
  func text(_ column: Int32) -> UnsafeRawBufferPointer {
    // As a blob it stays where it is; as text it is copied, to end in a NUL.
    let start =
      isUTF8
      ? sqlite3_column_blob(statement, column)
      : sqlite3_column_text(statement, column).map { UnsafeRawPointer($0) }
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }
}
