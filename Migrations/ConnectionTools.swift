package import GRDB
internal import GRDBSQLite

/// Functions of SQLite's C interface that GRDB does not offer.
package enum ConnectionTools {
  /// Compiles a statement without running it, and calls `note` with each action that SQLite would
  /// take: its code, the object, and the trigger that contains it
  /// (https://www.sqlite.org/c3ref/c_alter_table.html).
  ///
  /// - Returns: why the statement cannot run; nil if it can.
  static func actions(
    of sql: String, in db: Database, _ note: @escaping (Int32, String?, String?) -> Void
  ) -> String? {
    withUnsafePointer(to: note) { note in
      sqlite3_set_authorizer(
        db.sqliteConnection,
        { note, action, name, _, _, trigger in
          func text(_ name: UnsafePointer<CChar>?) -> String? { name.map { String(cString: $0) } }
          let note = note!.assumingMemoryBound(to: ((Int32, String?, String?) -> Void).self)
          note.pointee(action, text(name), text(trigger))
          return SQLITE_OK
        }, UnsafeMutableRawPointer(mutating: note))
      // GRDB's own authorizer is off: see `StoreConnection.settings`.
      defer { sqlite3_set_authorizer(db.sqliteConnection, nil, nil) }
      var statement: OpaquePointer?
      let code = sqlite3_prepare_v2(db.sqliteConnection, sql, -1, &statement, nil)
      defer { sqlite3_finalize(statement) }
      return code == SQLITE_OK ? nil : String(cString: sqlite3_errmsg(db.sqliteConnection))
    }
  }

  /// Runs `work` and calls `shouldStop` every few thousand steps of SQLite's machine; true ends the
  /// running statement with `SQLITE_INTERRUPT`.
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
