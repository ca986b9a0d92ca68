package import GRDB
internal import GRDBSQLite

/// What GRDB does not offer of a connection, through SQLite's C interface.
package enum ConnectionTools {
  /// Runs `work` while `shouldStop` is asked every few thousand steps of SQLite's machine; a yes
  /// ends the statement that runs with `SQLITE_INTERRUPT`.
  package static func interruptible<Result>(
    _ db: Database, by shouldStop: @escaping () -> Bool, _ work: () throws -> Result
  ) throws -> Result {
    let handler = Handler(shouldStop)
    sqlite3_progress_handler(
      db.sqliteConnection, 20_000,
      { Unmanaged<Handler>.fromOpaque($0!).takeUnretainedValue().shouldStop() ? 1 : 0 },
      Unmanaged.passUnretained(handler).toOpaque())
    defer {
      sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil)
      withExtendedLifetime(handler) {}
    }
    return try work()
  }

  private final class Handler {
    let shouldStop: () -> Bool

    init(_ shouldStop: @escaping () -> Bool) { self.shouldStop = shouldStop }
  }
}
