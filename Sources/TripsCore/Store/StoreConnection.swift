import Platform
internal import SQLite

/// Opens the file of a store, in the same way for all commands.
enum StoreConnection {
  /// Opens the file for reading and writing, or for reading alone where it or its folder is
  /// write-protected. When the file is first read, SQLite completes or rolls back the write of a
  /// killed process.
  ///
  /// - Throws: `StoreProblem.folderNotWritable` for a write, which needs a journal next to the file.
  static func open(
    _ path: String, _ access: Store.Access, _ options: Store.Options, patience: Double = 1
  ) throws -> Connection {
    let folder = UnfinishedFile.folder(of: StoreFile.target(of: path))
    let isWritable = StoreFile.isWritable(folder)
    if !isWritable, access == .writing || access == .creating {
      throw StoreProblem.folderNotWritable(folder)
    }
    // Where the journal of a killed process cannot be deleted, a rollback would fail half-way: a
    // read-only connection refuses it before the first byte.
    let db = try Connection(
      path, isWritable ? .readWrite : .readOnly, busyTimeout: options.busyTimeout * patience)
    if access == .reading { return db }
    // Another program may have put the file into WAL mode. The mode cannot change while that program
    // has the file open; nothing is lost.
    if try db.text("PRAGMA journal_mode") == "wal" {
      try? db.execute("PRAGMA journal_mode = DELETE")
    }
    // EXTRA also syncs the folder after the journal is deleted, so that a reported change survives a
    // power cut (https://www.sqlite.org/pragma.html#pragma_synchronous).
    try db.execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA")
    return db
  }

  /// Opens a file that no other process opens, since it has no name yet.
  static func unfinished(_ path: String) throws -> Connection {
    let db = try Connection(path, [.readWrite], isShared: false)
    // The file is worthless until it is complete, and is synced then.
    try db.execute(
      "PRAGMA foreign_keys = ON; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    return db
  }

  /// An empty database that no other process sees: in memory, or, if it may become large, in an
  /// unnamed temporary file (https://www.sqlite.org/inmemorydb.html#temp_db).
  static func temporary(inMemory: Bool = false) throws -> Connection {
    let db = try Connection(inMemory ? ":memory:" : "")
    try db.execute("PRAGMA foreign_keys = ON")
    return db
  }
}
