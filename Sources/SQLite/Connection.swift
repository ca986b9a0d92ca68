internal import CSQLite
internal import Platform

/// A connection to a database file. Only one thread at a time may use it.
package final class Connection {
  package struct Flags: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let readOnly = Flags(rawValue: SQLITE_OPEN_READONLY)
    /// Read-only if the file or its file system is write-protected.
    package static let readWrite = Flags(rawValue: SQLITE_OPEN_READWRITE)
    package static let create = Flags(rawValue: SQLITE_OPEN_CREATE)
  }

  package let handle: OpaquePointer
  private let busyHandler: BusyHandler
  private var cachedStatements: [String: Statement] = [:]
  var progress: (() -> Bool)?

  /// Opens a file. Nothing in its schema may run SQL functions with side effects
  /// (https://www.sqlite.org/security.html#untrusted_sqlite_database_files).
  ///
  /// - Parameters:
  ///   - path: `""` for a private database in a temporary file, `:memory:` for one in memory.
  ///   - busyTimeout: seconds to wait for each lock of another connection.
  ///   - isShared: whether other processes may open the file, which is then locked.
  package init(
    _ path: String, _ flags: Flags = [.readWrite, .create], busyTimeout: Double = 0,
    isShared: Bool = true
  ) throws {
    _ = Self.configured
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &handle, flags.rawValue | SQLITE_OPEN_NOMUTEX, isShared ? nil : "unix-none")
    guard code == SQLITE_OK, let handle else {
      let error = SQLiteError(handle, code)
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    busyHandler = BusyHandler(limit: .seconds(busyTimeout))
    sqlite3_extended_result_codes(handle, 1)
    distrustSchema(handle)
    sqlite3_busy_handler(
      handle,
      { busyHandler, tries in
        Unmanaged<BusyHandler>.fromOpaque(busyHandler!).takeUnretainedValue().wait(tries) ? 1 : 0
      }, Unmanaged.passUnretained(busyHandler).toOpaque())
  }

  deinit {
    cachedStatements = [:]
    // A statement that still exists keeps the file open until it is gone.
    sqlite3_close_v2(handle)
  }

  private static let configured: Void = disableMemoryStatistics()
}

/// Waits for a lock. SQLite's own busy timeout sleeps longer each time, up to 100 ms, while most
/// writers finish in 2 ms.
private final class BusyHandler {
  private let limit: Duration
  private var start = ContinuousClock.now

  init(limit: Duration) { self.limit = limit }

  /// Sleeps.
  ///
  /// - Returns: whether to try again.
  func wait(_ tries: Int32) -> Bool {
    if tries == 0 { start = .now }
    guard start.duration(to: .now) < limit else { return false }
    usleep(tries < 50 ? 1_000 : 10_000)
    return true
  }
}

// MARK: - Statements

extension Connection {
  /// Runs statements without parameters one after the other, as a script.
  package func execute(_ script: String) throws {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    if code != SQLITE_OK { throw SQLiteError(handle, code, sql: script) }
  }

  /// Runs one statement to its end.
  package func run(_ statement: SQL) throws {
    try Statement(statement, in: self).run(statement.arguments)
  }

  /// A statement that is compiled once for the life of the connection. It is reset; a second user
  /// of the same SQL must wait until the first one has finished.
  package func cachedStatement(sql: String) throws -> Statement {
    if let statement = cachedStatements[sql] {
      statement.reset()
      return statement
    }
    let statement = try Statement(sql: sql, in: self, isKept: true)
    cachedStatements[sql] = statement
    return statement
  }

  /// The results of `value` for all rows of a query.
  package func rows<Value>(_ query: SQL, _ value: (Statement) throws -> Value) throws -> [Value] {
    try Statement(query, in: self).map(value)
  }

  /// The first value of a query; nil without a row, and for NULL.
  package func integer(_ query: SQL) throws -> Int64? {
    let row = try Statement(query, in: self)
    return try row.step() && !row.isNull(0) ? row.integer(0) : nil
  }

  /// Like `integer(_:)`, for text.
  package func text(_ query: SQL) throws -> String? {
    let row = try Statement(query, in: self)
    return try row.step() && !row.isNull(0) ? row.text(0) : nil
  }

  /// The first column of a query.
  package func integers(_ query: SQL) throws -> [Int64] { try rows(query) { $0.integer(0) } }

  /// The first column of a query.
  package func texts(_ query: SQL) throws -> [String] { try rows(query) { $0.text(0) } }
}

// MARK: - State

extension Connection {
  /// The rows that the last INSERT, UPDATE or DELETE wrote, except by its triggers.
  package var changes: Int64 { sqlite3_changes64(handle) }

  /// The rows written since the connection was opened, including by triggers.
  package var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
}
