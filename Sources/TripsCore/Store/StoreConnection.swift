internal import GRDB
internal import GRDBSQLite
import Platform
internal import SQLiteSettings

/// A store's file, opened as all commands open it: recovered after a killed writer, with one
/// patience for the locks of others, and read without side files.
final class StoreConnection {
  private(set) var queue: DatabaseQueue
  /// How often the file was opened anew, which SQLite's own counters do not tell.
  private(set) var reopenings: Int64 = 0
  private let patience: LockPatience
  private let path: String
  private let access: Store.Access
  /// How the file was when it was opened without locks; nil where SQLite locks it.
  private var sign: FileSign?

  /// - Parameters:
  ///   - watched: as of `LockPatience`.
  ///   - syncsFolder: whether a commit makes the end of its journal durable by itself; otherwise that is
  ///     left to `Store.syncFolder(of:)`.
  init(
    _ path: String, _ access: Store.Access, _ options: Store.Options,
    watching watched: String? = nil, syncsFolder: Bool = true
  ) throws {
    self.path = path
    self.access = access
    patience = LockPatience(seconds: options.busyTimeout, watching: watched)
    (queue, sign) = try Self.open(path, access, patience, syncsFolder: syncsFolder)
  }

  /// A store that no file holds: an empty one, or a copy.
  init(inMemory queue: DatabaseQueue, _ options: Store.Options) {
    self.queue = queue
    patience = LockPatience(seconds: options.busyTimeout)
    path = ""
    access = .reading
  }

  /// Runs `work`, and runs it anew on what is there then, where a writer was killed after the file was
  /// opened, or where it changed while it was read without locks.
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
        // Half of one state and half of another: whatever was wrong with it.
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
  /// As GRDB's `inTransaction`, with a result.
  func transaction<Result>(
    _ kind: TransactionKind, _ work: () throws -> (Result, TransactionCompletion)
  ) throws -> Result {
    var result: Result?
    try inTransaction(kind) {
      let (value, completion) = try work()
      result = value
      return completion
    }
    guard let result else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
    return result
  }
}

extension StoreConnection {
  /// The file is in WAL mode: the path is SQLite's, symbolic links followed.
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

  /// A plain reader would make side files, or fail where it may not. Where a writer has made them, it
  /// makes none; where there is nothing in them, the file alone is read, without any lock.
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

  /// Opens what a killed writer has left: SQLite puts it right before anyone reads.
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

  /// Where the system lets no file be as large as the store, a write stops half-way, and so does taking
  /// it back.
  private static func refuseGreaterThanAllowed(_ path: String) throws {
    if let limit = ResourceLimit.fileSize, let size = FileStamp(of: path)?.size, size > limit {
      throw StoreProblem.inputOutput("it is larger than a file may be here")
    }
  }

  /// Opens a store's backup, which nobody writes to.
  static func unlocked(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// An empty database that no other process sees: in memory, and where it is large in a temporary file
  /// without a name (https://www.sqlite.org/inmemorydb.html#temp_db).
  static func temporary() throws -> DatabaseQueue {
    try DatabaseQueue(path: "", configuration: settings(LockPatience(seconds: 0)) { _ in })
  }

  /// SQLite reads a file that is said not to change without locks and side files.
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
    // They concern writers alone.
    configuration.foreignKeysEnabled = false
    return configuration
  }

  private static func writer(_ patience: LockPatience, syncsFolder: Bool) -> Configuration {
    settings(patience) { db in
      // Another program may have put the file into WAL mode, with its side files. While that one
      // holds it open, it stays so; nothing is lost then.
      if FileHeader(db)?.isWAL == true {
        _ = try? String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
      }
      // EXTRA also syncs the folder after the journal is deleted: what is reported as done
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
      // A view or trigger that somebody added must not reach functions with side effects.
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      try prepare(db)
      // GRDB's authorizer looks at each column of each statement for observers, which we have none
      // of: a tenth of an 'add', whose triggers are long. Without it GRDB does not see either that a
      // schema changes, so nothing here asks GRDB for one (`tableExists`, `columns(in:)`).
      sqlite3_set_authorizer(db.sqliteConnection, nil, nil)
    }
    return configuration
  }
}

/// What changes when somebody writes to a file in WAL mode.
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
