internal import CSQLite

/// An error of SQLite.
package struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code (https://www.sqlite.org/rescode.html).
  package let extendedCode: Code
  /// SQLite's message about the error.
  package let message: String
  /// The statement that failed.
  package let sql: String?

  /// The primary result code.
  package var code: Code { Code(rawValue: extendedCode.rawValue & 0xFF) }

  package init(_ code: Code, message: String? = nil, sql: String? = nil) {
    extendedCode = code
    self.message = message ?? code.description
    self.sql = sql
  }

  /// The last error of a connection.
  init(_ connection: OpaquePointer?, _ code: Int32, sql: String? = nil) {
    // A statement is prepared and run again if the schema changes; only the connection has the
    // extended code of everything else.
    let extended = connection.map(sqlite3_extended_errcode) ?? code
    self.init(
      Code(rawValue: extended & 0xFF == code & 0xFF ? extended : code),
      message: connection.flatMap(sqlite3_errmsg).map { String(cString: $0) }, sql: sql)
  }

  /// A result code, named as in SQLite's C interface.
  package struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// SQLite's words for it: `disk I/O error`.
    package var description: String {
      sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "SQLite error \(rawValue)"
    }
  }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String { message }
}

extension SQLiteError.Code {
  package static let error = Self(rawValue: SQLITE_ERROR)
  package static let permission = Self(rawValue: SQLITE_PERM)
  package static let busy = Self(rawValue: SQLITE_BUSY)
  package static let locked = Self(rawValue: SQLITE_LOCKED)
  package static let readOnly = Self(rawValue: SQLITE_READONLY)
  package static let interrupt = Self(rawValue: SQLITE_INTERRUPT)
  package static let inputOutput = Self(rawValue: SQLITE_IOERR)
  package static let corrupt = Self(rawValue: SQLITE_CORRUPT)
  package static let full = Self(rawValue: SQLITE_FULL)
  package static let cannotOpen = Self(rawValue: SQLITE_CANTOPEN)
  package static let schema = Self(rawValue: SQLITE_SCHEMA)
  package static let constraint = Self(rawValue: SQLITE_CONSTRAINT)
  package static let misuse = Self(rawValue: SQLITE_MISUSE)
  package static let authorization = Self(rawValue: SQLITE_AUTH)
  package static let notADatabase = Self(rawValue: SQLITE_NOTADB)
}

/// Extended codes.
extension SQLiteError.Code {
  package static let readOnlyRecovery = Self(rawValue: SQLITE_READONLY | 1 << 8)
  package static let readOnlyRollback = Self(rawValue: SQLITE_READONLY | 3 << 8)
  package static let readOnlyDirectory = Self(rawValue: SQLITE_READONLY | 6 << 8)
  package static let writeFailed = Self(rawValue: SQLITE_IOERR | 3 << 8)
  package static let syncFailed = Self(rawValue: SQLITE_IOERR | 4 << 8)
  package static let truncationFailed = Self(rawValue: SQLITE_IOERR | 6 << 8)
}
