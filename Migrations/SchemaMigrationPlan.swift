package import GRDB

/// The versions of the schema in order, and the stages that lead from each to the next.
package struct SchemaMigrationPlan: Sendable {
  /// The mark in the file's header that says whose store it is: `TRIP`.
  package static let applicationID: Int32 = 0x5452_4950

  /// The schema of the first version; a new store begins with it and walks.
  let origin: SchemaScript
  package let stages: [MigrationStage]

  /// The stages that bring a version as an earlier release made it to the version as it is.
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
  /// It walks through every version, so that a store made new and a store walked up have the same
  /// schema.
  ///
  /// - Parameter isStillEmpty: asked again under the lock, as another process may have been faster.
  package func build(
    in db: Database, to target: SchemaVersion = .latest, isStillEmpty: (Database) throws -> Bool
  ) throws {
    try withoutForeignKeys(db) {
      // A script that fails half-way leaves writable_schema on, which no rollback takes back.
      defer { try? db.execute(sql: "PRAGMA writable_schema = RESET") }
      try db.inTransaction(.immediate) {
        guard try isStillEmpty(db) else { return .rollback }
        try origin.run(in: db)
        for stage in stages where stage.toVersion <= target { try stage.script.run(in: db) }
        try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
        try db.execute(sql: "PRAGMA user_version = \(target.rawValue)")
        return .commit
      }
    }
  }

  /// Foreign keys are off while tables change, or a changed table would cascade to its children
  /// (https://www.sqlite.org/lang_altertable.html#otheralter). The pragma does nothing inside a
  /// transaction.
  func withoutForeignKeys<Result>(
    _ db: Database, _ work: () throws -> Result
  ) throws -> Result {
    let wereOn = try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") ?? true
    try db.execute(sql: "PRAGMA foreign_keys = OFF")
    defer { try? db.execute(sql: "PRAGMA foreign_keys = \(wereOn ? "ON" : "OFF")") }
    return try work()
  }
}
