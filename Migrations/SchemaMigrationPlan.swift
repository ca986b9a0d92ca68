package import SQLite

/// The versions of the schema in order, and the stages between them.
package struct SchemaMigrationPlan: Sendable {
  package let schemas: [SchemaVersion]
  package let stages: [MigrationStage]

  package static let trips = SchemaMigrationPlan(
    schemas: [.v1, .v2, .v3, .v4],
    stages: [migrateV1toV2, migrateV2toV3, migrateV3toV4])

  static let migrateV1toV2 = MigrationStage.custom(
    fromVersion: .v1, toVersion: .v2, willMigrate: V1toV2.willMigrate, didMigrate: nil)

  static let migrateV2toV3 = MigrationStage.custom(
    fromVersion: .v2, toVersion: .v3, willMigrate: V2toV3.willMigrate,
    didMigrate: V2toV3.didMigrate)

  static let migrateV3toV4 = MigrationStage.lightweight(fromVersion: .v3, toVersion: .v4)
}

extension SchemaMigrationPlan {
  /// The `application_id` in the file's header, which identifies a store: `TRIP`.
  package static let applicationID: Int32 = 0x5452_4950

  /// The stages from one version to another.
  package func stages(from current: SchemaVersion, to target: SchemaVersion) -> [MigrationStage] {
    stages.filter { $0.fromVersion >= current && $0.toVersion <= target }
  }

  /// Builds a store of a version in an empty file, in one transaction.
  package func build(in db: Connection, to target: SchemaVersion = .latest) throws {
    try db.transaction(.immediate) {
      try db.execute(target.sql)
      try db.execute("PRAGMA application_id = \(Self.applicationID)")
      try db.execute("PRAGMA user_version = \(target.rawValue)")
    }
  }
}
