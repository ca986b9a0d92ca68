internal import CSQLite

extension Connection {
  /// Replaces the contents of another database with a copy of this one, which may be in use
  /// (https://www.sqlite.org/backup.html).
  ///
  /// - Parameters:
  ///   - pages: how many to copy between two calls of `progress`; -1 for all.
  ///   - progress: called with the completed fraction, from 0 to 1. If it throws, the other
  ///     database is left incomplete.
  package func backup(
    to other: Connection, pagesPerStep pages: Int32 = -1,
    progress: (Double) throws -> Void = { _ in }
  ) throws {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw SQLiteError(other.handle, sqlite3_errcode(other.handle))
    }
    defer { sqlite3_backup_finish(backup) }
    while true {
      let code = sqlite3_backup_step(backup, pages)
      // The code is of either database, and a message may be of the other one.
      guard code == SQLITE_OK || code == SQLITE_DONE else {
        throw SQLiteError(SQLiteError.Code(rawValue: code))
      }
      let (left, all) = (sqlite3_backup_remaining(backup), sqlite3_backup_pagecount(backup))
      try progress(all == 0 ? 1 : 1 - Double(left) / Double(all))
      if code == SQLITE_DONE { return }
    }
  }
}
