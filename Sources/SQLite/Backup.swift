internal import CSQLite

extension Connection {
  /// Replaces the contents of another database with a copy of this one, which may be in use
  /// (https://www.sqlite.org/backup.html).
  package func backup(to other: Connection) throws {
    guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw SQLiteError(other.handle, sqlite3_errcode(other.handle))
    }
    defer { sqlite3_backup_finish(backup) }
    let code = sqlite3_backup_step(backup, -1)
    // The code is of either database, and a message may be of the other one.
    if code != SQLITE_DONE { throw SQLiteError(SQLiteError.Code(rawValue: code)) }
  }
}
