package import SQLite

/// The schema versions in order, and the stages between them.
package struct SchemaMigrationPlan: Sendable {
  /// The `application_id` in the file's header, which identifies a store: `TRIP`.
  package static let applicationID: Int32 = 0x5452_4950

  /// The schema of the first version, with which every new store begins.
  let origin: SchemaScript
  package let stages: [MigrationStage]

  /// The stages that convert a version's form by an earlier release to the current one.
  let renewals: [MigrationStage]

  package static let trips = SchemaMigrationPlan(
    origin: .v1,
    stages: [
      .init(
        fromVersion: .v1, toVersion: .v2, script: .v1toV2, willMigrate: V1toV2.willMigrate),
      .init(
        fromVersion: .v2, toVersion: .v3, script: .v2toV3, willMigrate: V2toV3.willMigrate),
      .init(fromVersion: .v3, toVersion: .v4, script: .v3toV4),
      .init(
        fromVersion: .v4, toVersion: .v5, script: .v4toV5, didMigrate: V4toV5.didMigrate),
    ],
    renewals: [
      .init(fromVersion: .v3, toVersion: .v3, release: "0.1.0", script: .v3of010),
      .init(fromVersion: .v4, toVersion: .v4, release: "0.1.0", script: .v4of010),
    ])

  /// Builds a store of the latest version in an empty file, in one transaction.
  ///
  /// It goes through every version, so that new and migrated stores have the same schema.
  ///
  /// - Parameter isStillEmpty: called again under the lock, since another process may have been
  ///   faster.
  package func build(
    in db: Connection, to target: SchemaVersion = .latest, isStillEmpty: (Connection) throws -> Bool
  ) throws {
    try withoutForeignKeys(db) {
      // A script that fails half-way leaves writable_schema on, and no rollback resets it.
      defer { try? db.execute("PRAGMA writable_schema = RESET") }
      try db.transaction(.immediate) {
        guard try isStillEmpty(db) else { return }
        try origin.run(in: db)
        for stage in stages where stage.toVersion <= target { try stage.script.run(in: db) }
        try db.execute("PRAGMA application_id = \(Self.applicationID)")
        try db.execute("PRAGMA user_version = \(target.rawValue)")
      }
    }
  }

  /// Foreign keys are off while tables change, otherwise a changed table would cascade to its
  /// children (https://www.sqlite.org/lang_altertable.html#otheralter). The pragma has no effect
  /// inside a transaction.
  func withoutForeignKeys<Result>(
    _ db: Connection, _ work: () throws -> Result
  ) throws -> Result {
    let wereEnabled = try db.integer("PRAGMA foreign_keys").map({ $0 != 0 }) ?? true
    try db.execute("PRAGMA foreign_keys = OFF")
    defer { try? db.execute("PRAGMA foreign_keys = \(wereEnabled ? "ON" : "OFF")") }
    return try work()
  }
}
