package import GRDB
internal import GRDBSQLite

/// What GRDB does not offer of a connection, through SQLite's C interface.
package enum ConnectionTools {
  /// Compiles the first statement of a text, for the caller to finalize.
  ///
  /// - Parameter allows: answers what SQLite asks meanwhile: an action, the names that it is about, and
  ///   the trigger that does it (https://www.sqlite.org/c3ref/c_alter_table.html).
  /// - Returns: also what stands behind the statement.
  static func compile(
    _ sql: String, in db: Database, _ allows: @escaping (Int32, String?, String?, String?) -> Bool
  ) -> (code: Int32, statement: OpaquePointer?, tail: String) {
    withUnsafePointer(to: allows) { allows in
      sqlite3_set_authorizer(
        db.sqliteConnection,
        { allows, action, first, second, _, trigger in
          func text(_ name: UnsafePointer<CChar>?) -> String? { name.map { String(cString: $0) } }
          let allows = allows!.assumingMemoryBound(
            to: ((Int32, String?, String?, String?) -> Bool).self)
          return allows.pointee(action, text(first), text(second), text(trigger))
            ? SQLITE_OK : SQLITE_DENY
        }, UnsafeMutableRawPointer(mutating: allows))
      // (GRDB's own authorizer is off: see `StoreConnection.settings`.)
      defer { sqlite3_set_authorizer(db.sqliteConnection, nil, nil) }
      var statement: OpaquePointer?
      return sql.withCString { start in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(db.sqliteConnection, start, -1, &statement, &tail)
        return (code, statement, tail.map { String(cString: $0) } ?? "")
      }
    }
  }

  /// Runs `work` while `shouldStop` is asked every few thousand steps of SQLite's machine; a yes
  /// ends the statement that runs with `SQLITE_INTERRUPT`.
  package static func interruptible<Result>(
    _ db: Database, by shouldStop: @escaping () -> Bool, _ work: () throws -> Result
  ) throws -> Result {
    try withUnsafePointer(to: shouldStop) { shouldStop in
      sqlite3_progress_handler(
        db.sqliteConnection, 20_000,
        { $0!.assumingMemoryBound(to: (() -> Bool).self).pointee() ? 1 : 0 },
        UnsafeMutableRawPointer(mutating: shouldStop))
      defer { sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) }
      return try work()
    }
  }
}
