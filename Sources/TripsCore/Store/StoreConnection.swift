internal import GRDB
internal import GRDBSQLite
import Platform
internal import SQLiteSettings

/// Opens a store's file as all commands do: recovered after a killed writer, with a shared timeout
/// for locks, and read without creating side files.
final class StoreConnection {
  private(set) var queue: DatabaseQueue
  /// How often the file was reopened, which SQLite's counters do not show.
  private(set) var reopenings: Int64 = 0
  private let patience: LockPatience
  private let path: String
  private let access: Store.Access
  /// The state of the file if it was opened without locks; nil if SQLite locks it.
  private var sign: FileSign?

  /// - Parameters:
  ///   - watched: as in `LockPatience`.
  ///   - syncsFolder: whether a commit also syncs the deletion of its journal; otherwise
  ///     `Store.syncFolder(of:)` does.
  init(
    _ path: String, _ access: Store.Access, _ options: Store.Options,
    watching watched: String? = nil, syncsFolder: Bool = true
  ) throws {
    self.path = path
    self.access = access
    patience = LockPatience(seconds: options.busyTimeout, watching: watched)
    (queue, sign) = try Self.open(path, access, patience, syncsFolder: syncsFolder)
  }

  /// A store without a file: an empty one, or a copy.
  init(inMemory queue: DatabaseQueue, _ options: Store.Options) {
    self.queue = queue
    patience = LockPatience(seconds: options.busyTimeout)
    path = ""
    access = .reading
  }

  /// Runs `work`, and repeats it on a reopened file if a writer was killed after the file was
  /// opened, or if it changed while it was read without locks.
  func perform<Result>(_ work: (Database) throws -> Result) throws -> Result {
    var recovers = true
    while true {
      do {
        let result = try queue.inDatabase(work)
        if isUnchanged {
          patience.renew()
          return result
        }
      } catch let error as DatabaseError where recovers && Self.needsRecovery(error) {
        recovers = false
        (queue, sign) = (try Self.recovered(path, patience), nil)
        reopenings += 1
        continue
      } catch  where !isUnchanged {
        // A mix of two states: ignore the error.
      }
      (queue, sign) = try Self.open(path, access, patience, syncsFolder: true)
      reopenings += 1
    }
  }

  /// Runs `work` on one state of the file.
  func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
    try perform { db in try db.transaction(.deferred) { (try work(db), .rollback) } }
  }

  private var isUnchanged: Bool { sign.map { $0 == FileSign(of: $0.path) } ?? true }
}

extension Database {
  /// Like GRDB's `inTransaction`, with a result. GRDB's `execute(sql:)` creates generic types at run
  /// time, which takes a twentieth of a start.
  func transaction<Result>(
    _ kind: TransactionKind, _ work: () throws -> (Result, TransactionCompletion)
  ) throws -> Result {
    try run("BEGIN \(kind.rawValue)")
    do {
      let (result, completion) = try work()
      try run(completion == .commit ? "COMMIT" : "ROLLBACK")
      return result
    } catch {
      // Some errors roll back by themselves (https://www.sqlite.org/lang_transaction.html).
      if isInsideTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Runs one statement without arguments and rows.
  fileprivate func run(_ sql: String) throws { _ = try StatementCursor(sql: sql, in: self).next() }
}

extension StoreConnection {
  /// The file is in WAL mode: the path is SQLite's, with symbolic links resolved.
  private struct WALMode: Error { let path: String }

  private static let leaveMemoryUncountedOnce: Void = leaveMemoryUncounted()

  private static func open(
    _ path: String, _ access: Store.Access, _ patience: LockPatience, syncsFolder: Bool
  ) throws -> (DatabaseQueue, FileSign?) {
    leaveMemoryUncountedOnce
    guard access == .reading else {
      try refuseGreaterThanAllowed(path)
      return (
        try DatabaseQueue(path: path, configuration: writer(patience, syncsFolder: syncsFolder)),
        nil
      )
    }
    do {
      return (try DatabaseQueue(path: path, configuration: reader(patience, refusesWAL: true)), nil)
    } catch let mode as WALMode {
      return try openWAL(mode.path, patience)
    } catch let error as DatabaseError where needsRecovery(error) {
      return (try recovered(path, patience), nil)
    }
  }

  /// A plain reader would create side files, or fail if it may not. It creates none if a writer
  /// already has; if they are empty, only the file is read, without locks.
  private static func openWAL(
    _ path: String, _ patience: LockPatience
  ) throws -> (DatabaseQueue, FileSign?) {
    if StoreFile.exists(path + "-wal"), StoreFile.exists(path + "-shm") {
      return (try DatabaseQueue(path: path, configuration: reader(patience)), nil)
    }
    let sign = FileSign(of: path)
    if sign.logSize > 0 { return (try recovered(path, patience), nil) }
    return (try DatabaseQueue(path: uri(path), configuration: reader(patience)), sign)
  }

  /// Opens a store left by a killed writer, so that SQLite recovers it before it is read.
  private static func recovered(_ path: String, _ patience: LockPatience) throws -> DatabaseQueue {
    do {
      return try DatabaseQueue(path: path, configuration: writer(patience, syncsFolder: true))
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_IOERR].contains(
        error.resultCode)
    {
      throw StoreProblem.unrecovered
    }
  }

  /// If the system limits file sizes below that of the store, a write stops half-way, and so does
  /// its rollback.
  private static func refuseGreaterThanAllowed(_ path: String) throws {
    if let limit = ResourceLimit.fileSize, let size = FileStamp(of: path)?.size, size > limit {
      throw StoreProblem.inputOutput("it is larger than a file may be here")
    }
  }

  /// Opens a store's backup, which nothing writes to.
  static func unlocked(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// An empty database that no other process sees: in memory, and if it is large in an unnamed
  /// temporary file (https://www.sqlite.org/inmemorydb.html#temp_db).
  static func temporary() throws -> DatabaseQueue {
    try DatabaseQueue(path: "", configuration: settings(LockPatience(seconds: 0)) { _ in })
  }

  /// SQLite reads a file declared immutable without locks and side files.
  private static func uri(_ path: String) -> String {
    let plain = path.utf8.reduce(into: "") { text, byte in
      let isPlain = byte > 0x20 && byte < 0x7F && !"%?#".utf8.contains(byte)
      text +=
        isPlain ? String(UnicodeScalar(byte)) : "%" + String(Int(byte) + 0x100, radix: 16).suffix(2)
    }
    return "file://\(plain)?immutable=1"
  }

  static func needsRecovery(_ error: DatabaseError) -> Bool {
    [.SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY].contains(error.extendedResultCode)
  }
}

// MARK: - Settings

extension StoreConnection {
  private static func reader(
    _ patience: LockPatience, refusesWAL: Bool = false
  ) -> Configuration {
    var configuration = settings(patience) { db in
      guard refusesWAL, let header = FileHeader(db), header.isWAL,
        let name = sqlite3_db_filename(db.sqliteConnection, "main")
      else { return }
      throw WALMode(path: String(cString: name))
    }
    configuration.readonly = true
    // They concern only writers.
    configuration.foreignKeysEnabled = false
    return configuration
  }

  private static func writer(_ patience: LockPatience, syncsFolder: Bool) -> Configuration {
    settings(patience) { db in
      // Another program may have put the file into WAL mode, with its side files. While that
      // program has it open, it stays so; nothing is lost.
      if FileHeader(db)?.isWAL == true {
        _ = try? String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
      }
      // EXTRA also syncs the folder after the journal is deleted, so that a reported change
      // survives a power cut (https://www.sqlite.org/pragma.html#pragma_synchronous).
      try db.execute(sql: "PRAGMA synchronous = \(syncsFolder ? "EXTRA" : "FULL")")
    }
  }

  private static func settings(
    _ patience: LockPatience, _ prepare: @escaping @Sendable (Database) throws -> Void
  ) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback(patience.wait)
    configuration.prepareDatabase { db in
      // A user's view or trigger must not call functions with side effects.
      try db.run("PRAGMA trusted_schema = OFF")
      try prepare(db)
      // GRDB's authorizer checks each column of each statement for observers, which are not used
      // here: a tenth of an 'add', whose triggers are long. Without it GRDB does not notice schema
      // changes, so its schema functions (`tableExists`, `columns(in:)`) must not be used.
      sqlite3_set_authorizer(db.sqliteConnection, nil, nil)
    }
    return configuration
  }
}

/// Changes when another process writes to a file in WAL mode.
private struct FileSign: Equatable {
  let path: String
  let logSize: off_t
  private let file: FileStamp?

  init(of path: String) {
    self.path = path
    logSize = FileStamp(of: path + "-wal")?.size ?? 0
    file = FileStamp(of: path)
  }
}
