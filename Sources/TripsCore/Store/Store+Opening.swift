internal import GRDB
internal import GRDBSQLite
internal import Migrations
import Platform

extension Store {
  /// The number of the schema version that this build works with.
  package static var latestVersion: Int { SchemaVersion.latest.rawValue }
}

extension Store {
  /// Whether there is no file.
  ///
  /// - Throws: `TripsError.store` where it cannot be told, or where it is no regular file.
  package static func isMissing(at path: String) throws(TripsError) -> Bool {
    try StoreFile.state(at: path) == .missing
  }

  /// Whether two paths lead to one file, by symbolic and hard links too; a file that is not there is
  /// the same as none.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    path == other
      || StoreFile.identity(at: path).map { $0 == StoreFile.identity(at: other) } ?? false
  }

  /// Opens the store as `access` says; where there is none, one in memory or a new one.
  ///
  /// - Returns: also whether there is none.
  static func openOrCreate(
    _ path: String, _ access: Access, _ options: Options
  ) throws -> (queue: DatabaseQueue, isMissing: Bool) {
    if try StoreFile.state(at: path) == .missing {
      if access != .creating { return (try emptyStore(), isMissing: true) }
      try StoreFile.create(at: path)
    }
    let queue = try open(path, access, options, syncsFolder: false)
    if access == .creating { try buildIfEmpty(queue) }
    return (queue, isMissing: false)
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
    let clock = WaitingClock()
    return { tries in
      if tries == 0 { clock.restart() }
      guard clock.seconds < seconds else { return false }
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
  private static func buildIfEmpty(_ queue: DatabaseQueue) throws {
    try queue.inDatabase { db in
      guard try isEmpty(db) else { return }
      try SchemaMigrationPlan.trips.build(in: db, isStillEmpty: isEmpty)
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

/// How long a lock has been waited for: on a busy machine a sleep takes longer than it should. One
/// connection asks it, one time after the other.
private final class WaitingClock: @unchecked Sendable {
  private var start = ContinuousClock.now

  func restart() { start = .now }

  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}
