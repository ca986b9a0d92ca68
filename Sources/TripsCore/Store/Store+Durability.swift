internal import GRDB
internal import GRDBSQLite
import Platform

extension Store {
  /// Puts the deletion of the journal on the disk: a journal that came back after a power cut would
  /// take back what was committed.
  ///
  /// This is what `synchronous = EXTRA` does in each commit, but after the lock is given back: the
  /// next writer need not wait for it. Whoever reports a change as done calls this before.
  ///
  /// - Throws: `DatabaseError` where the disk refuses. The change is made then, and may not last.
  static func syncFolder(of db: Database) throws {
    guard let name = sqlite3_db_filename(db.sqliteConnection, "main") else { return }
    // The name that SQLite opened, symbolic links followed: the journal stood beside that one.
    let code = SystemFile.syncFolder(UnfinishedFile.folder(of: String(cString: name)))
    // Some file systems know no sync of a folder.
    guard [0, EINVAL, ENOTSUP].contains(code) else {
      throw DatabaseError(
        resultCode: .SQLITE_IOERR_DIR_FSYNC, message: String(cString: strerror(code)))
    }
  }
}
