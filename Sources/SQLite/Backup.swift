internal import CSQLite

/// An online copy of a database (https://www.sqlite.org/backup.html).
package final class Backup {
  private let source: Connection
  private let destination: Connection
  private let handle: OpaquePointer

  /// - Parameter destination: whose contents are replaced.
  package init(of source: Connection, to destination: Connection) throws(SQLiteError) {
    guard let handle = sqlite3_backup_init(destination.handle, "main", source.handle, "main") else {
      throw SQLiteError(destination.handle, sqlite3_errcode(destination.handle))
    }
    self.source = source
    self.destination = destination
    self.handle = handle
  }

  deinit {
    sqlite3_backup_finish(handle)
  }

  /// Copies pages.
  ///
  /// - Parameter pages: how many; -1 for all that remain.
  /// - Returns: whether some remain.
  package func step(_ pages: Int32 = -1) throws(SQLiteError) -> Bool {
    switch sqlite3_backup_step(handle, pages) {
    case SQLITE_OK: return true
    case SQLITE_DONE: return false
    // The code is of either connection, and its message may be of the other one.
    case let code: throw SQLiteError(SQLiteError.Code(rawValue: code))
    }
  }

  /// From 0 to 1.
  package var completedFraction: Double {
    let total = sqlite3_backup_pagecount(handle)
    return total == 0 ? 1 : 1 - Double(sqlite3_backup_remaining(handle)) / Double(total)
  }
}
