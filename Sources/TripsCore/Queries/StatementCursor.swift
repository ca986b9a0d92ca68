internal import GRDB
internal import GRDBSQLite

/// An SQLite statement that reads rows or writes records. Values are passed in SQLite's own form,
/// without copies or strings unless requested.
///
/// GRDB prepares and caches it. GRDB's own rows cost a cold start 0.1 ms and take several times as
/// long for a million trips; with its arguments, a run takes twice as long.
final class StatementCursor {
  private let db: Database
  private let owner: Statement
  private let statement: OpaquePointer

  convenience init(_ query: SQL, in db: Database) throws {
    try self.init(sql: query.text, in: db)
    try bind(query.arguments)
  }

  /// The arguments are set by `bind`, or with each run.
  ///
  /// - Parameter isKept: whether GRDB caches it for the next call with the same SQL.
  init(sql: String, in db: Database, isKept: Bool = false) throws {
    owner = try isKept ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
    statement = owner.sqliteStatement
    self.db = db
  }

  /// The first value of a query; nil without a row, and for NULL.
  static func integer(_ query: SQL, in db: Database) throws -> Int64? {
    let row = try StatementCursor(query, in: db)
    return try row.next() && !row.isNull(0) ? row.integer(0) : nil
  }

  /// Like `integer(_:in:)`, for text.
  static func text(_ query: SQL, in db: Database) throws -> String? {
    let row = try StatementCursor(query, in: db)
    return try row.next() ? row.checkedTextIfAny(0) : nil
  }

  /// The first value of each row of a query.
  static func integers(_ query: SQL, in db: Database) throws -> [Int64] {
    try StatementCursor(query, in: db).map { $0.integer(0) }
  }

  /// The results of `value` for all rows.
  func map<Value>(_ value: (StatementCursor) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    while try next() { values.append(try value(self)) }
    return values
  }

  /// Advances to the next row; false at the end.
  func next() throws -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }
}

// MARK: - Arguments

extension StatementCursor {
  /// Restarts with these arguments.
  func bind(_ values: [DatabaseValue]) throws {
    sqlite3_reset(statement)
    for (index, value) in values.enumerated() {
      let code = value.bind(to: statement, at: Int32(index + 1))
      if code != SQLITE_OK { throw error(code) }
    }
  }

  /// Restarts with these arguments.
  func restart(with first: Int64, _ second: Int64? = nil) {
    sqlite3_reset(statement)
    sqlite3_bind_int64(statement, 1, first)
    if let second { sqlite3_bind_int64(statement, 2, second) }
  }

  /// Runs the statement to its end or first row.
  ///
  /// - Returns: the first column of that row; nil without a row.
  @discardableResult
  func run(_ values: [DatabaseValue]) throws -> Int64? {
    try bind(values)
    defer { sqlite3_reset(statement) }
    return try next() ? integer(0) : nil
  }

  /// Runs a statement without rows, with the values of a record, which SQLite reads in place.
  func run(_ record: RecordSpans, in json: UnsafeRawBufferPointer) throws {
    guard let start = json.baseAddress else { return }
    sqlite3_reset(statement)
    for (index, span) in record.spans.enumerated() {
      let column = Int32(index + 1)
      switch span {
      case .missing, .null: sqlite3_bind_null(statement, column)
      case .integer(let number): sqlite3_bind_int64(statement, column, number)
      case .text(let range, _):
        let text = (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_text(statement, column, text, Int32(range.count), nil)
      }
    }
    _ = try next()
    sqlite3_reset(statement)
  }

  private func error(_ code: Int32) -> DatabaseError {
    DatabaseError(
      resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage, sql: owner.sql)
  }
}

// MARK: - Rows

extension StatementCursor: RowValues {
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func isNull(_ column: Int32) -> Bool { has(SQLITE_NULL, column) }

  func has(_ type: Int32, _ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == type
  }

  /// Valid until the next row.
  func text(_ column: Int32) -> UnsafeRawBufferPointer {
    // The value is looked up once, without a lock: only one thread uses the connection at a time.
    let value = sqlite3_column_value(statement, column)
    let start = UnsafeRawPointer(sqlite3_value_text(value))
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  /// Valid until the next row.
  func blob(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(statement, column),
      count: Int(sqlite3_column_bytes(statement, column)))
  }

  func value(_ column: Int32) -> DatabaseValue {
    DatabaseValue(sqliteStatement: statement, index: column)
  }

  /// The value as stored, with text in the form of `RecordedText.databaseValue`.
  func recordedValue(_ column: Int32) -> DatabaseValue {
    has(SQLITE_TEXT, column)
      ? RecordedText(text(column)).databaseValue : value(column)
  }
}
