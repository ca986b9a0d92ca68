internal import Migrations
import Platform
internal import SQLite

extension Store {
  /// Whether there is no file.
  ///
  /// - Throws: `TripsError.store` if this cannot be determined, or it is not a regular file.
  package static func isMissing(at path: String) throws(TripsError) -> Bool {
    try StoreFile.state(at: path) == .missing
  }

  /// Whether two paths lead to one file, even through links; false if either is missing.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return path == other
      || stat(path, &one) == 0 && stat(other, &two) == 0
        && (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino)
  }

  /// Opens the store as `access` requires. If the store is missing, it is created, or an empty one
  /// in memory is returned.
  ///
  /// - Returns: also whether the store is missing.
  static func openOrCreate(
    _ path: String, _ access: Access, _ options: Options
  ) throws -> (connection: Connection, isMissing: Bool) {
    if try StoreFile.state(at: path) == .missing {
      if access != .creating { return (try emptyStore(options), isMissing: true) }
      try StoreFile.create(at: path)
    }
    if access == .rehearsing { return try privateCopy(path, options) }
    let connection = try StoreConnection.open(path, access, options)
    if access == .creating { try buildIfEmpty(connection) }
    return (connection, isMissing: false)
  }

  /// A copy of the store that no other process sees; an empty store if nothing is stored.
  private static func privateCopy(
    _ path: String, _ options: Options
  ) throws -> (connection: Connection, isMissing: Bool) {
    do {
      let db = try StoreConnection.open(path, .reading, options)
      let copy = try StoreConnection.temporary()
      try db.transaction {
        // Check the store before copying it.
        try SchemaCheck.refuseDrift(db, command: options.command, isWriting: false)
        try db.backup(to: copy)
      }
      return (copy, isMissing: false)
    } catch is NothingStored {
      return (try emptyStore(options), isMissing: true)
    }
  }

  /// A store without trips, in memory, for readers if there is no file yet.
  static func emptyStore(_ options: Options) throws -> Connection {
    let db = try StoreConnection.temporary(inMemory: true)
    try buildIfEmpty(db)
    return db
  }

  /// Builds a store of the latest version in an empty file.
  private static func buildIfEmpty(_ db: Connection) throws {
    guard try isEmpty(db) else { return }
    try SchemaMigrationPlan.trips.build(in: db, isStillEmpty: isEmpty)
  }

  /// Whether nothing was ever stored in the file: it has no schema and no application id.
  static func isEmpty(_ db: Connection) throws -> Bool {
    try header(db) == (0, 0) && db.integer("SELECT count(*) FROM sqlite_schema").map(Int.init) == 0
  }

  static func header(_ db: Connection) throws -> (application: Int32, version: Int) {
    (
      Int32(truncatingIfNeeded: try db.integer("PRAGMA application_id") ?? 0),
      Int(try db.integer("PRAGMA user_version") ?? 0)
    )
  }

  /// The version of a file that is a store.
  static func version(_ db: Connection) throws -> SchemaVersion {
    let (application, version) = try header(db)
    let isOurs = application == SchemaMigrationPlan.applicationID
    if isOurs, let known = SchemaVersion(rawValue: version) { return known }
    if isOurs, version > SchemaVersion.latest.rawValue { throw StoreProblem.newer(version) }
    if try isEmpty(db) { throw NothingStored() }
    if isOurs || application == 0, let version = try versionByTables(db) {
      throw StoreProblem.lostHeader(version)
    }
    throw isOurs ? StoreProblem.unknownModel("its version is \(version)") : .foreign
  }

  /// The version whose schema the file has, regardless of its header.
  private static func versionByTables(_ db: Connection) throws -> SchemaVersion? {
    try SchemaVersion.allCases.first { try StoreSchema.difference(of: db, from: $0) == nil }
  }
}
