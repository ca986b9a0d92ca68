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

/// The one SQLite file that holds all trips, opened for one command.
///
/// Each method that changes it is one transaction and leaves the store as it was when it throws.
package final class Store {
  package enum Access: Sendable {
    /// Makes no file and changes no byte.
    case reading
    /// Changes a store that is there; where there is none, there is nothing to change.
    case writing
    /// Makes a store where there is none.
    case creating
  }

  /// Who opens the store and how patient they are.
  package struct Options: Sendable {
    /// Whose name the history gives to the changes.
    package var author: String
    /// The command that makes them, as the history names it: `add`, `bucket done`.
    package var command: String
    /// Seconds to wait for another process that holds the lock.
    package var busyTimeout: Double

    package init(author: String, command: String, busyTimeout: Double = 5) {
      self.author = author
      self.command = command
      self.busyTimeout = busyTimeout
    }
  }

  package let path: String
  /// Whether there is no store yet, so that a reader sees one without trips.
  package private(set) var isMissing: Bool
  /// Whether a change of this process is on the disk.
  package private(set) var hasChanged = false
  let options: Options
  private let access: Access
  /// Whether this process made the store and has not changed it yet.
  private var isNew: Bool
  private var queue: DatabaseQueue

  /// Opens the store.
  ///
  /// - Parameter path: absolute, so that no name has a meaning of its own for SQLite
  ///   (`:memory:`, `file:`).
  /// - Throws: `TripsError.store` for what is no store of this version.
  package init(path: String, access: Access, options: Options) throws(TripsError) {
    self.path = path
    self.access = access
    self.options = options
    do {
      (queue, isMissing, isNew) = try Self.openOrCreate(path, access, options)
    } catch {
      throw Self.tripsError(error, path: path, options: options)
    }
  }

  /// Checks that this is a store of the latest version that can be read.
  package func verify() throws(TripsError) {
    try read { _ in }
  }

  /// Runs `work` in one transaction that sees one state of the store.
  ///
  /// It must not print: a reader that waits for a pipe would hold up every writer.
  func read<Result>(_ work: (Database) throws -> Result) throws(TripsError) -> Result {
    do {
      return try transactionOnStoreOrNothing(.deferred) { (try work($0), .commit) }
    } catch {
      throw Self.tripsError(error, path: path, options: options)
    }
  }

  /// Runs `work` in one transaction under the author and the command, on the disk when it returns.
  ///
  /// Where `work` changes nothing, no byte of the file is changed.
  func write<Result>(_ work: (Database) throws -> Result) throws(TripsError) -> Result {
    do {
      return try transactionOnStoreOrNothing(.immediate) { db in
        let (result, isChanged) = try recorded(work, in: db)
        return (result, isChanged ? .commit : .rollback)
      }
    } catch {
      if isNew { try? queue.inDatabase { try Self.removeUntouched($0, at: path) } }
      throw Self.tripsError(error, path: path, options: options)
    }
  }

  /// Runs `work` as `write` does, and then takes everything back.
  func rehearse<Result>(_ work: (Database) throws -> Result) throws(TripsError) -> Result {
    do {
      return try transactionOnStoreOrNothing(.immediate) { db in
        (try recorded(work, in: db).result, .rollback)
      }
    } catch {
      throw Self.tripsError(error, path: path, options: options)
    }
  }

  private func recorded<Result>(
    _ work: (Database) throws -> Result, in db: Database
  ) throws -> (result: Result, isChanged: Bool) {
    try HistoryRecorder.begin(db, author: options.author, command: options.command)
    let changesBefore = db.totalChangesCount
    let result = try work(db)
    let isChanged = db.totalChangesCount > changesBefore
    // Also what a trigger cleared: a new name may fold to the old text.
    if isChanged { try SearchText.fill(in: db) }
    try HistoryRecorder.end(db)
    return (result, isChanged)
  }

  /// Runs `work`, which may write, with foreign keys off: what an undo brings back may be of
  /// a program that does not keep them. The pragma does nothing inside a transaction.
  func withoutForeignKeys<Result>(
    _ work: () throws(TripsError) -> Result
  ) throws(TripsError) -> Result {
    func set(_ isOn: Bool) throws {
      try queue.inDatabase { try $0.execute(sql: "PRAGMA foreign_keys = \(isOn ? "ON" : "OFF")") }
    }
    do {
      try set(false)
    } catch {
      throw Self.tripsError(error, path: path, options: options)
    }
    defer { try? set(true) }
    return try work()
  }

  /// Makes the next transactions fit for very many rows.
  func prepareForManyRows() throws(TripsError) {
    do {
      try queue.inDatabase { db in
        // Each uid goes to a random page of its index. 64 MiB hold the inner pages of millions.
        // Before each statement SQLite notes the pages that it changes, to take it back alone: with
        // triggers these are so many that they would go to a file.
        try db.execute(sql: "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY")
      }
    } catch {
      throw Self.tripsError(error, path: path, options: options)
    }
  }

  /// A number that changes when another connection commits
  /// (https://www.sqlite.org/pragma.html#pragma_data_version). No transaction stays open.
  func dataVersion() throws(TripsError) -> Int64 {
    func version() throws -> Int64 {
      try queue.inDatabase { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    }
    do {
      do {
        return try version()
      } catch let error as DatabaseError where Self.needsRecovery(error) {
        queue = try Self.open(path, .writing, options)
        return try version()
      }
    } catch {
      throw Self.tripsError(error, path: path, options: options)
    }
  }

  /// As `transaction`; a file that a killed writer left behind is made usable first, and one that was
  /// removed is made again.
  private func transactionOnStoreOrNothing<Result>(
    _ kind: Database.TransactionKind,
    _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> Result {
    do {
      return try transaction(kind, work)
    } catch let error as DatabaseError where Self.needsRecovery(error) {
      // A writer was killed after this reader had opened the store.
      queue = try Self.open(path, .writing, options)
    } catch is StoreRemoved {
      (queue, isMissing, isNew) = try Self.openOrCreate(path, access, options)
      return try transactionOnStoreOrNothing(kind, work)
    } catch is NothingStored where access != .creating {
      queue = try Self.emptyStore()
      isMissing = true
    }
    return try transaction(kind, work)
  }

  private func transaction<Result>(
    _ kind: Database.TransactionKind,
    _ work: (Database) throws -> (Result, Database.TransactionCompletion)
  ) throws -> Result {
    try queue.inDatabase { db in
      var result: Result?
      var isCommitted = false
      try db.inTransaction(kind) {
        if kind == .immediate, Self.isRemoved(db) { throw StoreRemoved() }
        try Self.check(db, command: options.command)
        let (value, completion) = try work(db)
        result = value
        if completion == .commit && kind == .immediate {
          hasChanged = true
          isNew = false
          isCommitted = true
        }
        return completion
      }
      if isCommitted { try Self.syncFolder(of: db) }
      guard let result else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
      return result
    }
  }

  /// The file holds neither a schema nor anybody's mark.
  struct NothingStored: Error {}
}

// MARK: - Opening

extension Store {
  /// The number of the schema version that this build works with.
  package static var latestVersion: Int { SchemaVersion.latest.rawValue }
}

extension Store {
  private static func openOrCreate(
    _ path: String, _ access: Access, _ options: Options
  ) throws -> (queue: DatabaseQueue, isMissing: Bool, isNew: Bool) {
    if try StoreFile.state(at: path) == .missing {
      if access != .creating { return (try emptyStore(), isMissing: true, isNew: false) }
      try StoreFile.create(at: path)
    }
    let queue = try open(path, access, options, syncsFolder: false)
    let isNew = access == .creating ? try buildIfEmpty(queue) : false
    return (queue, isMissing: false, isNew: isNew)
  }

  /// - Parameter syncsFolder: whether a commit makes the end of its journal durable by itself;
  ///   otherwise that is left to `syncFolder(of:)`.
  static func open(
    _ path: String, _ access: Access, _ options: Options, syncsFolder: Bool = true
  ) throws -> DatabaseQueue {
    do {
      return try DatabaseQueue(
        path: path, configuration: configuration(access, options, syncsFolder: syncsFolder))
    } catch let error as DatabaseError where access == .reading && needsRecovery(error) {
      // SQLite must roll the journal of a killed writer back before anyone reads.
      return try DatabaseQueue(path: path, configuration: configuration(.writing, options))
    }
  }

  static func needsRecovery(_ error: DatabaseError) -> Bool {
    [.SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY].contains(error.extendedResultCode)
  }

  static func configuration(
    _ access: Access, _ options: Options, syncsFolder: Bool = true
  ) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = access == .reading
    configuration.busyMode = .callback(patience(seconds: options.busyTimeout))
    configuration.prepareDatabase { db in
      // A view or trigger that somebody added must not reach functions with side effects.
      try db.execute(sql: "PRAGMA trusted_schema = OFF")
      // Another program may have put the file into WAL mode, with its side files. While that one
      // holds it open, it stays so; nothing is lost then.
      if access != .reading { _ = try? String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") }
      // EXTRA also syncs the folder after the journal is deleted: what is reported as done
      // survives a power cut (https://www.sqlite.org/pragma.html#pragma_synchronous).
      if access != .reading {
        try db.execute(sql: "PRAGMA synchronous = \(syncsFolder ? "EXTRA" : "FULL")")
      }
      // GRDB's authorizer looks at each column of each statement for observers, which we have none
      // of: a tenth of an 'add', whose triggers are long.
      sqlite3_set_authorizer(db.sqliteConnection, nil, nil)
    }
    return configuration
  }

  /// Short sleeps at first: most writers are done in 2 ms, and SQLite's own back-off leaves a tail.
  private static func patience(seconds: Double) -> @Sendable (Int) -> Bool {
    { tries in
      let waited = tries < 50 ? Double(tries) * 0.001 : 0.05 + Double(tries - 50) * 0.01
      guard waited < seconds else { return false }
      usleep(tries < 50 ? 1_000 : 10_000)
      return true
    }
  }

  /// A store without trips, in memory, for readers of a file that is not there yet.
  private static func emptyStore() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try buildIfEmpty(queue)
    return queue
  }

  /// Walks an empty file from V1 to the latest version.
  ///
  /// - Returns: whether it was empty.
  @discardableResult
  private static func buildIfEmpty(_ queue: DatabaseQueue) throws -> Bool {
    try queue.inDatabase { db in
      guard try isEmpty(db) else { return false }
      return try SchemaMigrationPlan.trips.build(in: db, isStillEmpty: isEmpty)
    }
  }

  /// Whether nothing was ever stored in the file: no schema and nobody's mark.
  static func isEmpty(_ db: Database) throws -> Bool {
    try header(db) == (0, 0) && Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
  }

  static func header(_ db: Database) throws -> (application: Int32, version: Int) {
    (
      Int32(truncatingIfNeeded: try StatementCursor.integer("PRAGMA application_id", in: db) ?? 0),
      Int(try StatementCursor.integer("PRAGMA user_version", in: db) ?? 0)
    )
  }

  /// Refuses a store that is not ours or not of the latest version.
  private static func check(_ db: Database, command: String) throws {
    let version = try Self.version(db)
    if version != .latest { throw StoreProblem.needsMigration(version, command: command) }
  }

  /// The version of a store that is ours.
  static func version(_ db: Database) throws -> SchemaVersion {
    let (application, version) = try header(db)
    if application != SchemaMigrationPlan.applicationID {
      if try isEmpty(db) { throw NothingStored() }
      throw StoreProblem.foreign
    }
    guard let known = SchemaVersion(rawValue: version) else {
      throw version > SchemaVersion.latest.rawValue
        ? StoreProblem.newer(version) : .unknownModel("its version is \(version)")
    }
    return known
  }

  static func tripsError(
    _ error: any Error, path: String, options: Options
  ) -> TripsError {
    switch error {
    case let error as TripsError: error
    case let error as ValueError: .value(error.description)
    case is RowDecodingError: .store(.unfitValue, path: path)
    case let error as ImportProblem: .invalidRecord(error)
    case let error as FileError: .file(error)
    case let error as StoreProblem: .store(error, path: path)
    case let error as HistoryTokenProblem: .token(error)
    case let error as MigrationProblem: .migration(error, path: path)
    case let error as DatabaseError:
      .store(StoreProblem(error, busyTimeout: options.busyTimeout), path: path)
    default: .store(.inputOutput("\(error)"), path: path)
    }
  }
}
