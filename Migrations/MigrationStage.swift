internal import SQLite

/// A step from one schema version to the next.
package struct MigrationStage: Sendable {
  /// Work on a store's rows, inside the transaction of the migration.
  package typealias Work = @Sendable (StageContext) throws -> Void

  package let fromVersion: SchemaVersion
  package let toVersion: SchemaVersion
  private let willMigrate: Work?
  private let didMigrate: Work?

  /// A stage with code for the rows, before and after the schema changes.
  package static func custom(
    fromVersion: SchemaVersion, toVersion: SchemaVersion, willMigrate: Work?, didMigrate: Work?
  ) -> MigrationStage {
    MigrationStage(
      fromVersion: fromVersion, toVersion: toVersion, willMigrate: willMigrate,
      didMigrate: didMigrate)
  }

  /// A stage whose rows fit the new schema: new columns have defaults, or the version's `fill`.
  package static func lightweight(
    fromVersion: SchemaVersion, toVersion: SchemaVersion
  ) -> MigrationStage {
    MigrationStage(
      fromVersion: fromVersion, toVersion: toVersion, willMigrate: nil, didMigrate: nil)
  }

  /// `custom` or `lightweight`.
  package var kind: String {
    willMigrate == nil && didMigrate == nil ? "lightweight" : "custom"
  }

  /// `V1toV2`, as recorded in `migrationRecord`.
  package var name: String { "\(fromVersion)to\(toVersion)" }

  /// Migrates a store with its rows, within the caller's transaction.
  func run(_ context: StageContext) throws {
    let schema = try StoreSchema(of: toVersion)
    try schema.dropOthers(of: StoreSchema(of: fromVersion), in: context.db)
    try willMigrate?(context)
    try schema.changeTables(in: context.db)
    try context.db.execute(toVersion.fill)
    try schema.create(in: context.db)
    try didMigrate?(context)
    try context.db.execute("PRAGMA user_version = \(toVersion.rawValue)")
  }
}

extension StoreSchema {
  /// Drops the triggers of the previous version, so that no step fires one, and its indexes and
  /// views that this version does not have.
  fileprivate func dropOthers(of old: StoreSchema, in db: Connection) throws {
    for object in old.objects where object.type != "table" {
      if object.type == "trigger" || self[object]?.meaning != object.meaning {
        try db.execute(object.drop)
      }
    }
  }

  /// Gives the tables their columns and constraints, and creates those that are missing.
  ///
  /// ALTER TABLE cannot change constraints, and a new table that takes the old one's place would
  /// delete all children by their foreign keys, fail because of a user's view, and lose their
  /// indexes and the AUTOINCREMENT mark. So the text in `sqlite_schema` is replaced, and no row is
  /// rewritten: new columns come last, and read as their default, or as NULL until the version's
  /// `fill`.
  fileprivate func changeTables(in db: Connection) throws {
    let stored = try StoreSchema(db)
    try db.execute("PRAGMA writable_schema = ON")
    for table in objects where table.type == "table" {
      guard let old = stored[table], old.meaning != table.meaning else { continue }
      try db.run(
        "UPDATE sqlite_schema SET sql = \(table.sql) WHERE type = 'table' AND name = \(table.name)")
    }
    // This connection reads the new text. The objects that are created next change the schema cookie,
    // so other connections read it as well.
    try db.execute("PRAGMA writable_schema = RESET")
    try create(objects.filter { $0.type == "table" }.map(\.name), in: db)
  }

  /// Creates the objects of these names that the store does not have; all of them if nil.
  func create(_ names: [String]? = nil, in db: Connection) throws {
    let stored = try StoreSchema(db)
    for object in objects where names?.contains(object.name) ?? true && stored[object] == nil {
      try db.execute(object.sql)
    }
  }
}
