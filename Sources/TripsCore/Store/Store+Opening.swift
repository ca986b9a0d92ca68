internal import Migrations
import Platform
internal import SQLite

extension Store {
  /// Whether two paths lead to one file, even through links; false if either is missing.
  package static func isSameFile(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return path == other
      || stat(path, &one) == 0 && stat(other, &two) == 0
        && (one.st_dev, one.st_ino) == (two.st_dev, two.st_ino)
  }

  /// Opens the store as `access` requires; nil if nothing is stored.
  static func open(_ path: String, _ access: Access, _ options: Options) throws -> Connection? {
    guard try StoreFile.state(at: path) == .present else { return nil }
    return access == .rehearsing
      ? try privateCopy(path, options) : try StoreConnection.open(path, access, options)
  }

  /// A copy of the store that no other process sees; nil if nothing is stored.
  private static func privateCopy(_ path: String, _ options: Options) throws -> Connection? {
    do {
      let db = try StoreConnection.open(path, .reading, options)
      let copy = try StoreConnection.temporary()
      try db.transaction {
        // Check the store before copying it.
        try SchemaCheck.refuseDrift(db, command: options.command, isWriting: false)
        try db.backup(to: copy)
      }
      return copy
    } catch is NothingStored {
      return nil
    }
  }

  /// A store without trips, in memory, for commands other than those that create one.
  static func emptyStore() throws -> Connection {
    let db = try StoreConnection.temporary(inMemory: true)
    try SchemaMigrationPlan.trips.build(in: db)
    return db
  }

  /// Whether nothing was ever stored in the file: it has no schema and no application id.
  static func isEmpty(_ db: Connection) throws -> Bool {
    try header(db) == (0, 0) && db.integer("SELECT count(*) FROM sqlite_schema") == 0
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
