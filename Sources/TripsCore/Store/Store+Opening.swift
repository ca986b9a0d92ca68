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

extension Store {
  /// The number of the schema version that this build works with.
  package static var latestVersion: Int { SchemaVersion.latest.rawValue }
}

extension Store {
  /// Opens the store as `access` says; where there is none, one in memory or a new one.
  ///
  /// - Returns: also whether there is none, and whether this process has just built it.
  static func openOrCreate(
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
  static func emptyStore() throws -> DatabaseQueue {
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
  static func check(_ db: Database, command: String) throws {
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
}
