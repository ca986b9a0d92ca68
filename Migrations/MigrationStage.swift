package import GRDB

/// A step from one version of the schema to the next. A stage that has shipped is never edited.
package enum MigrationStage: Sendable {
  /// Work on a store's rows, done inside the transaction of the walk.
  package typealias Work = @Sendable (Database) throws -> Void

  /// The schema alone changes, and no row is rewritten for it.
  case lightweight(from: SchemaVersion, to: SchemaVersion, script: SchemaScript)
  /// Rows change as well: before the script makes the new schema, or after.
  case custom(
    from: SchemaVersion, to: SchemaVersion, script: SchemaScript, willMigrate: Work? = nil,
    didMigrate: Work? = nil)

  package var fromVersion: SchemaVersion {
    switch self {
    case .lightweight(let from, _, _), .custom(let from, _, _, _, _): from
    }
  }

  package var toVersion: SchemaVersion {
    switch self {
    case .lightweight(_, let to, _), .custom(_, let to, _, _, _): to
    }
  }

  /// Takes the store from `fromVersion` to `toVersion`, within the caller's transaction.
  func run(in db: Database) throws {
    switch self {
    case .lightweight(_, _, let script):
      try script.run(in: db)
    case .custom(_, _, let script, let willMigrate, let didMigrate):
      try willMigrate?(db)
      try script.run(in: db)
      try didMigrate?(db)
    }
  }
}

/// The SQL of a step: a file of the folder `SQL`, embedded in the program.
package struct SchemaScript: Sendable {
  let text: @Sendable () -> [UInt8]

  static let v1 = SchemaScript { PackageResources.V1_sql }
  static let v1toV2 = SchemaScript { PackageResources.V1toV2_sql }
  static let v2toV3 = SchemaScript { PackageResources.V2toV3_sql }
  static let v3toV4 = SchemaScript { PackageResources.V3toV4_sql }

  func run(in db: Database) throws {
    try db.execute(sql: String(decoding: text(), as: UTF8.self))
  }
}
