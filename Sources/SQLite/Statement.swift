internal import CSQLite
internal import Platform

/// A prepared statement: its parameters, and the current row of its result.
///
/// Columns and parameters are numbered from 0. A column's bytes are valid until the next step.
package final class Statement {
  package let sql: String
  private let handle: OpaquePointer
  /// Keeps the connection open; nil for a statement that the connection itself keeps.
  private let owner: Connection?

  /// Compiles one statement; text after it is ignored.
  ///
  /// - Throws: for a syntax error, and for text without a statement.
  package convenience init(sql: String, in db: Connection) throws {
    try self.init(sql: sql, in: db, isKept: false)
  }

  /// Compiles a query and binds its values.
  package convenience init(_ query: SQL, in db: Connection) throws {
    try self.init(sql: query.text, in: db)
    try bind(query.arguments)
  }

  init(sql: String, in db: Connection, isKept: Bool) throws {
    self.sql = sql
    owner = isKept ? nil : db
    var handle: OpaquePointer?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(db.handle, sql, -1, flags, &handle, nil)
    guard code == SQLITE_OK else { throw SQLiteError(db.handle, code, sql: sql) }
    guard let handle else { throw SQLiteError(.misuse, message: "no statement", sql: sql) }
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(sqlite3_db_handle(handle), code, sql: sql)
  }
}

// MARK: - Running

extension Statement {
  /// Advances to the next row.
  ///
  /// - Returns: false at the end.
  package func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Ends the run. Bound values stay.
  package func reset() { sqlite3_reset(handle) }

  /// Resets the statement and binds these values to its parameters.
  package func bind(_ values: [SQLiteValue]) throws {
    sqlite3_reset(handle)
    var index: Int32 = 0
    for value in values {
      index += 1
      let code = value.bind(to: handle, at: index)
      if code != SQLITE_OK { throw error(code) }
    }
  }

  /// Like `bind(_:)`, for whole numbers, without an array.
  package func bind(_ first: Int64, _ second: Int64? = nil) {
    sqlite3_reset(handle)
    sqlite3_bind_int64(handle, 1, first)
    if let second { sqlite3_bind_int64(handle, 2, second) }
  }

  /// Binds the values, and runs the statement to its end.
  package func run(_ values: [SQLiteValue] = []) throws {
    try bind(values)
    defer { sqlite3_reset(handle) }
    while try step() {}
  }

  /// Binds the values, and returns the first integer of the first row; nil without a row, and for
  /// NULL.
  package func integer(for values: [SQLiteValue]) throws -> Int64? {
    try bind(values)
    defer { sqlite3_reset(handle) }
    return try step() && !isNull(0) ? integer(0) : nil
  }

  /// The results of `value` for all rows.
  package func map<Value>(_ value: (Statement) throws -> Value) throws -> [Value] {
    defer { sqlite3_reset(handle) }
    var values: [Value] = []
    while try step() { values.append(try value(self)) }
    return values
  }
}

// MARK: - The current row

extension Statement {
  package var columnCount: Int32 { sqlite3_column_count(handle) }

  package func name(_ column: Int32) -> String {
    sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
  }

  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// 0 for NULL, and for text that is not a number.
  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// The bytes of a string, in UTF-8 unless another program has stored others; empty for NULL.
  package func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    // The value is looked up once, without a lock: one thread at a time uses a connection.
    SQLiteValue.text(sqlite3_column_value(handle, column))
  }

  /// The text with U+FFFD for bytes that are not UTF-8; empty for NULL.
  package func text(_ column: Int32) -> String { String(streamSafe: bytes(column)) }

  package func value(_ column: Int32) -> SQLiteValue {
    SQLiteValue(sqlite3_column_value(handle, column))
  }

  /// All values of the row.
  package var values: [SQLiteValue] { (0..<columnCount).map(value) }
}
