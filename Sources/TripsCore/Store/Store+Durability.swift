internal import GRDB
internal import GRDBSQLite
import Platform

extension Store {
  /// Syncs the deletion of the journal to disk: a journal that reappeared after a power cut would
  /// roll back the commit.
  ///
  /// `synchronous = EXTRA` does the same in each commit, but this comes after the lock is released,
  /// so the next writer need not wait. It must be called before a change is reported.
  ///
  /// - Throws: `DatabaseError` if the disk fails. The change is made then, but may not last.
  static func syncFolder(of db: Database) throws {
    guard let name = sqlite3_db_filename(db.sqliteConnection, "main") else { return }
    // The name that SQLite opened, with symbolic links resolved, beside which the journal was.
    let code = SystemFile.syncFolder(UnfinishedFile.folder(of: String(cString: name)))
    // Some file systems cannot sync a folder.
    guard [0, EINVAL, ENOTSUP].contains(code) else {
      throw DatabaseError(
        resultCode: .SQLITE_IOERR_DIR_FSYNC, message: String(cString: strerror(code)))
    }
  }
}
