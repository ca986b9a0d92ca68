internal import Migrations
import Platform
internal import SQLite

/// A backup that is about to replace a store: it is copied to the store's folder and checked, and
/// nothing is left of it unless `run` is called.
package struct Restoration {
  /// The contents of the store's path.
  package enum Replaced: Sendable, Equatable {
    /// No file, or an empty one.
    case nothing
    /// A file that no command can read.
    case damaged
    /// A store with this many trips and transactions that the backup lacks.
    case store(trips: Int, transactions: Int)
  }

  package struct Report: Sendable {
    package let restored: StoreCopy
    /// The path of the replaced store; nil if there was none.
    package let replaced: String?
  }

  package let replaced: Replaced
  private let givenPath: String
  /// The path with its symbolic links resolved, so that their target is replaced.
  private let path: String
  private let options: Store.Options
  private let file: OutputFile
  private let contents: (version: Int, trips: Int)
  private let version: SchemaVersion

  package init(of backup: String, at givenPath: String, options: Store.Options) throws(TripsError) {
    self.givenPath = givenPath
    self.options = options
    let path = StoreFile.target(of: givenPath)
    self.path = path
    (file, contents) = try Store.withErrors(backup, options) {
      guard try StoreFile.state(at: backup) == .present else {
        throw FileError.cannot("restore", backup, reason: "there is no such file")
      }
      do {
        return try Store.copying(backup, options) { db in
          try StoreFile.createFolders(above: path)
          let file = try OutputFile(path: path, replacing: true)
          return (file, try StoreCopy.fill(file, from: db))
        }
      } catch StoreProblem.noBackup(let reason) {
        throw TripsError.store(.cannotCreate(reason), path: path)
      }
    }
    let prepared = file.temporaryPath
    let version = try Store.withErrors(backup, options) { try Self.assignNewIdentity(prepared) }
    self.version = version
    replaced = try Store.withErrors(path, options) {
      try Self.replaced(path, by: prepared, version, options)
    }
  }

  /// The report of a restoration without doing it.
  package func rehearse() -> Report {
    Report(
      restored: StoreCopy(path: givenPath, version: contents.version, trips: contents.trips),
      replaced: nil)
  }

  /// Replaces the store, which is kept next to it.
  ///
  /// - Throws: `TripsError.changedMeanwhile` if `replaced` is no longer what the store has.
  package func run() throws(TripsError) -> Report {
    try Store.withErrors(path, options) {
      guard try Self.replaced(path, by: file.temporaryPath, version, options) == replaced else {
        throw TripsError.changedMeanwhile("the store")
      }
      return Report(
        restored: rehearse().restored,
        replaced: try StoreReplacement.replace(path, with: file.temporaryPath, options: options))
    }
  }

  /// Gives the history a new identity, so that older tokens are refused instead of missing changes,
  /// and forgets the synced events, so that the next sync does not delete anything.
  /// Versions before V3 have neither.
  ///
  /// - Throws: `StoreProblem` for a backup that no command could use.
  private static func assignNewIdentity(_ path: String) throws -> SchemaVersion {
    let db = try Connection(path, isShared: false)
    let version = try Store.version(db)
    try SchemaCheck.refuseDifference(db, from: version)
    guard version >= .v3 else { return version }
    // A trigger of another program could keep the old values.
    let obstacles = try StoreSchema.obstacles(in: db, version: version)
      .filter { ["historyState", "syncedEvent"].contains($0.table) }
    if !obstacles.isEmpty { throw StoreProblem.obstacles(obstacles) }
    try db.transaction {
      try db.run("UPDATE historyState SET storeId = lower(hex(randomblob(16)))")
      if version >= .v4 { try db.run("DELETE FROM syncedEvent") }
    }
    return version
  }

  private static func replaced(
    _ path: String, by prepared: String, _ restored: SchemaVersion, _ options: Store.Options
  ) throws -> Replaced {
    guard try StoreFile.state(at: path) == .present else { return .nothing }
    do {
      let db = try StoreConnection.open(path, .reading, options)
      if try Store.header(db).application != SchemaMigrationPlan.applicationID {
        if try Store.isEmpty(db) { return .nothing }
        throw StoreProblem.foreign
      }
      // A stranger's schema could make any table an endless view.
      guard let version = SchemaVersion(rawValue: try Store.header(db).version),
        try StoreSchema.difference(of: db, from: version) == nil
      else { return .damaged }
      try db.run("ATTACH \(prepared) AS backup")
      return .store(
        trips: try tripsLacking(db, min(version, restored)),
        transactions: version < .v3 ? 0 : try transactionsLacking(db, restored))
    } catch let error as SQLiteError
      where [.notADatabase, .corrupt, .error].contains(error.code)
    {
      return .damaged
    }
  }

  /// The trips that the attached backup lacks. Another store may have other trips with the same ids.
  private static func tripsLacking(_ db: Connection, _ older: SchemaVersion) throws -> Int {
    let key = older >= .v4 ? "uid" : "id, name"
    return Int(
      try db.integer(
        """
        SELECT count(*) FROM main.trip
        WHERE (\(sql: key)) NOT IN (SELECT \(sql: key) FROM backup.trip)
        """) ?? 0)
  }

  private static func transactionsLacking(
    _ db: Connection, _ restored: SchemaVersion
  ) throws -> Int {
    // The nonce distinguishes changes of two histories that have the same id.
    let condition: SQL =
      restored >= .v3
      ? "WHERE (id, nonce) NOT IN (SELECT id, nonce FROM backup.historyChange)" : ""
    return Int(
      try db.integer(
        "SELECT count(DISTINCT transactionId) FROM main.historyChange \(condition)") ?? 0)
  }
}
