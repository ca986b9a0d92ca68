internal import GRDB
internal import GRDBSQLite
internal import Migrations

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A command that makes the store and then fails takes it away again, so that it has changed nothing.
extension Store {
  /// The file was removed after it was opened.
  struct StoreRemoved: Error {}

  /// Removes the file if nothing was ever written to the store in it.
  ///
  /// Another process may have opened it already. It finds out under the lock, by `isRemoved`: the
  /// file is removed under the lock, too.
  static func removeUntouched(_ db: Database, at path: String) throws {
    try db.inTransaction(.exclusive) {
      // Its building was the first change.
      if !isRemoved(db), ConnectionTools.changeCounter(db) == 1 { unlink(path) }
      return .rollback
    }
  }

  /// Whether the file of the connection is no longer the one that its path names
  /// (https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved).
  static func isRemoved(_ db: Database) -> Bool {
    var hasMoved: Int32 = 0
    let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }
}
