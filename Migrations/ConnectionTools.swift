package import GRDB
internal import GRDBSQLite

/// What GRDB does not offer of a connection, through SQLite's C interface.
package enum ConnectionTools {
  /// The number that every committed change adds one to, at bytes 24 to 27 of the file
  /// (https://www.sqlite.org/fileformat2.html#file_change_counter); nil for what is no such file.
  ///
  /// It is read through SQLite's own file handle: to close another one of the same file would take
  /// this process's locks away (https://www.sqlite.org/howtocorrupt.html, 2.2).
  package static func changeCounter(_ db: Database) -> UInt32? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(
      db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    var header = [UInt8](repeating: 0, count: 100)
    guard code == SQLITE_OK, let file, let read = file.pointee.pMethods?.pointee.xRead,
      read(file, &header, 100, 0) == SQLITE_OK
    else { return nil }
    // A file in WAL mode counts its changes elsewhere.
    guard header[18] == 1, header[19] == 1 else { return nil }
    return header[24..<28].reduce(0) { $0 << 8 | UInt32($1) }
  }

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
