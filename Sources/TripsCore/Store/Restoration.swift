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
    /// A file that cannot be read.
    case damaged
    /// A store with this many trips and transactions that the backup lacks.
    case store(trips: Int64, transactions: Int64)
  }

  package struct Report: Sendable {
    package let restored: StoreCopy
    /// The path of the replaced store; nil if there was none.
    package let replaced: String?
    /// Whether the restored store had been synced with a folder.
    package let isSynced: Bool
  }

  package let replaced: Replaced
  private let place: String
  /// The place with its symbolic links resolved, so that their target is replaced.
  private let path: String
  private let options: Store.Options
  private let file: OutputFile
  private let contents: (version: Int, trips: Int)
  private let isSynced: Bool

  package init(of backup: String, at place: String, options: Store.Options) throws(TripsError) {
    self.place = place
    self.options = options
    let path = StoreFile.target(of: place)
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
    isSynced = try Store.withErrors(backup, options) { try Self.assignNewIdentity(prepared) }
    replaced = try Store.withErrors(path, options) {
      try Self.replaced(path, by: prepared, options)
    }
  }

  /// Replaces the store, which is kept next to it.
  package func run() throws(TripsError) -> Report {
    try Store.withErrors(path, options) {
      Report(
        restored: StoreCopy(path: place, version: contents.version, trips: contents.trips),
        replaced: try StoreReplacement.replace(path, with: file.temporaryPath, options: options),
        isSynced: isSynced)
    }
  }

  /// Gives the history a new identity, so that tokens given out before are refused, instead of
  /// missing changes; and forgets what a sync has read, so that the next one deletes nothing.
  /// Versions before V3 have neither.
  ///
  /// - Returns: whether the store had been synced with a folder.
  private static func assignNewIdentity(_ path: String) throws -> Bool {
    let db = try Connection(path)
    let tables = Set(try StoreSchema(db).objects.filter { $0.type == "table" }.map(\.name))
    guard let version = SchemaVersion(rawValue: try Store.header(db).version), version >= .v3,
      tables.isSuperset(of: version >= .v4 ? ["historyState", "syncedEvent"] : ["historyState"])
    else { return false }
    // A user's trigger could keep the old values.
    let obstacles = try StoreSchema.obstacles(in: db, beside: version)
      .filter { ["historyState", "syncedEvent"].contains($0.table) }
    if !obstacles.isEmpty { throw StoreProblem.obstacles(obstacles) }
    return try db.transaction {
      try db.run("UPDATE historyState SET storeId = lower(hex(randomblob(16)))")
      guard version >= .v4 else { return false }
      try db.run("DELETE FROM syncedEvent")
      return db.changes > 0
    }
  }

  private static func replaced(
    _ path: String, by prepared: String, _ options: Store.Options
  ) throws -> Replaced {
    guard try StoreFile.state(at: path) == .present else { return .nothing }
    do {
      let db = try StoreConnection.open(path, .reading, options)
      if try Store.header(db).application != SchemaMigrationPlan.applicationID {
        if try Store.isEmpty(db) { return .nothing }
        throw StoreProblem.foreign
      }
      try db.run("ATTACH \(prepared) AS backup")
      return .store(trips: try tripsLacking(db), transactions: try transactionsLacking(db))
    } catch let error as SQLiteError
      where [.notADatabase, .corrupt, .error].contains(error.code)
    {
      return .damaged
    }
  }

  private static func version(of schema: String, _ db: Connection) throws -> Int64 {
    try db.integer("PRAGMA \(sql: schema).user_version") ?? 0
  }

  /// The trips of the store that the backup, attached to it, lacks.
  private static func tripsLacking(_ db: Connection) throws -> Int64 {
    let versions = [try version(of: "main", db), try version(of: "backup", db)]
    let column = versions.contains { $0 < SchemaVersion.v4.rawValue } ? "id" : "uid"
    return try db.integer(
      """
      SELECT count(*) FROM main.trip
      WHERE \(sql: column) NOT IN (SELECT \(sql: column) FROM backup.trip)
      """) ?? 0
  }

  private static func transactionsLacking(_ db: Connection) throws -> Int64 {
    let first = SchemaVersion.v3.rawValue
    guard try version(of: "main", db) >= first else { return 0 }
    // The nonce tells apart changes of two histories with the same id.
    let lacking: SQL =
      try version(of: "backup", db) < first
      ? ""
      : """
      WHERE NOT EXISTS (
        SELECT 1 FROM backup.historyChange AS b WHERE b.id = c.id AND b.nonce = c.nonce)
      """
    return try db.integer(
      "SELECT count(DISTINCT transactionId) FROM main.historyChange AS c \(lacking)") ?? 0
  }
}
