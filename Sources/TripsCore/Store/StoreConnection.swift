import Platform
internal import SQLite

/// Opens the file of a store, in the same way for all commands.
enum StoreConnection {
  /// Opens the file for reading and writing, or for reading alone where it is write-protected.
  /// When the file is first read, SQLite completes or rolls back the write of a killed process.
  ///
  /// - Throws: `StoreProblem.unrecovered` if such a rollback would fail half-way, since the journal
  ///   cannot be deleted.
  static func open(
    _ path: String, _ access: Store.Access, _ options: Store.Options, patience: Double = 1
  ) throws -> Connection {
    let target = StoreFile.target(of: path)
    if (FileStamp(of: target + "-journal")?.size ?? 0) > 0,
      !StoreFile.isWritable(UnfinishedFile.folder(of: target))
    {
      throw StoreProblem.unrecovered
    }
    let db = try Connection(path, [.readWrite], busyTimeout: options.busyTimeout * patience)
    try prepare(db)
    if access == .reading { return db }
    // Another program may have put the file into WAL mode. The mode cannot change while that program
    // has the file open; nothing is lost.
    if FileHeader(db)?.isWAL == true { try? db.execute("PRAGMA journal_mode = DELETE") }
    // EXTRA also syncs the folder after the journal is deleted, so that a reported change survives a
    // power cut (https://www.sqlite.org/pragma.html#pragma_synchronous).
    try db.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA")
    return db
  }

  /// Opens a backup, which nothing writes to.
  static func backup(_ path: String) throws -> Connection {
    let db = try Connection(path, [.readOnly])
    try prepare(db)
    return db
  }

  /// A new file.
  static func new(_ path: String) throws -> Connection {
    let db = try Connection(path)
    try prepare(db)
    try db.execute("PRAGMA foreign_keys = ON")
    return db
  }

  /// An empty database that no other process sees: in memory, or, if it may become large, in an
  /// unnamed temporary file (https://www.sqlite.org/inmemorydb.html#temp_db).
  static func temporary(inMemory: Bool = false) throws -> Connection {
    let db = try Connection(inMemory ? ":memory:" : "")
    try prepare(db)
    try db.execute("PRAGMA foreign_keys = ON")
    return db
  }

  private static func prepare(_ db: Connection) throws {
    // Nothing in the store may run as SQL with side effects.
    try db.execute("PRAGMA trusted_schema = OFF")
  }
}
