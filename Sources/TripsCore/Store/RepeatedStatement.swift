internal import GRDB
internal import GRDBSQLite

/// A statement that runs for each of many records: its arguments go to SQLite as they are. Through
/// GRDB's arguments and cursors, a run takes twice as long.
final class RepeatedStatement {
  private let sql: String
  private let db: Database
  private var prepared: Statement?

  /// The statement is compiled when it runs first.
  init(_ sql: String, in db: Database) {
    self.sql = sql
    self.db = db
  }

  /// Runs it to its end or its first row.
  ///
  /// - Returns: the first column of that row; nil where there is no row.
  /// - Throws: `DatabaseError`.
  @discardableResult
  func run(_ values: [DatabaseValue]) throws -> Int64? {
    let statement = try prepare().sqliteStatement
    for (index, value) in values.enumerated() {
      try check(Self.bind(value, to: statement, at: Int32(index + 1)))
    }
    defer { sqlite3_reset(statement) }
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return sqlite3_column_int64(statement, 0)
    case SQLITE_DONE: return nil
    case let code: throw error(code)
    }
  }

  private func prepare() throws -> Statement {
    if let prepared { return prepared }
    let statement = try db.makeStatement(sql: sql)
    prepared = statement
    return statement
  }

  private static func bind(
    _ value: DatabaseValue, to statement: OpaquePointer, at index: Int32
  ) -> Int32 {
    switch value.storage {
    case .null: sqlite3_bind_null(statement, index)
    case .int64(let number): sqlite3_bind_int64(statement, index, number)
    case .double(let number): sqlite3_bind_double(statement, index, number)
    // A null pointer would bind NULL.
    case .string(""): sqlite3_bind_text(statement, index, "", 0, makesCopy)
    case .string(var text):
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(
            statement, index, $0.baseAddress, Int32($0.count), makesCopy)
        }
      }
    case .blob(let data):
      data.withUnsafeBytes {
        sqlite3_bind_blob(statement, index, $0.baseAddress, Int32($0.count), makesCopy)
      }
    }
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw error(code) }
  }

  private func error(_ code: Int32) -> DatabaseError {
    DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage, sql: sql)
  }
}

/// `SQLITE_TRANSIENT`, which Swift cannot import: SQLite makes a copy.
private let makesCopy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
