internal import GRDB

/// A step from one version of the schema to the next. A stage that has shipped is never edited.
package enum MigrationStage: Sendable {
  /// Work on a store's rows, done inside the transaction of the walk.
  package typealias Work = @Sendable (StageContext) throws -> Void

  /// The schema alone changes, and no row is rewritten for it.
  case lightweight(from: SchemaVersion, to: SchemaVersion, script: SchemaScript)
  /// Rows change as well: before the script makes the new schema, or after.
  case custom(
    from: SchemaVersion, to: SchemaVersion, script: SchemaScript, willMigrate: Work? = nil,
    didMigrate: Work? = nil)
  /// A version as an earlier release made it becomes the version as it is.
  case renewal(of: SchemaVersion, madeBy: String, script: SchemaScript)

  package var fromVersion: SchemaVersion {
    switch self {
    case .lightweight(let from, _, _), .custom(let from, _, _, _, _): from
    case .renewal(let version, _, _): version
    }
  }

  package var toVersion: SchemaVersion {
    switch self {
    case .lightweight(_, let to, _), .custom(_, let to, _, _, _): to
    case .renewal(let version, _, _): version
    }
  }

  /// `V1toV2`, or `V4of0.1.0toV4`, as `migrationRecord` names it.
  package var name: String {
    switch self {
    case .lightweight, .custom: "\(fromVersion)to\(toVersion)"
    case .renewal(let version, let release, _): "\(version)of\(release)to\(version)"
    }
  }

  package var isLightweight: Bool {
    switch self {
    case .lightweight: true
    case .custom, .renewal: false
    }
  }

  var script: SchemaScript {
    switch self {
    case .lightweight(_, _, let script), .custom(_, _, let script, _, _),
      .renewal(_, _, let script):
      script
    }
  }

  /// Takes a store to `toVersion`, with its rows, within the caller's transaction.
  func run(_ context: StageContext) throws {
    let db = context.db
    let parts = script.parts
    if case .custom(_, _, _, let willMigrate?, _) = self {
      try withoutUserTriggers(db) { try willMigrate(context) }
    }
    try context.report("schema")
    try db.execute(sql: parts.schema)
    if case .custom(_, _, _, _, let didMigrate?) = self {
      try withoutUserTriggers(db) { try didMigrate(context) }
    }
    if let fill = parts.fill {
      try context.report("new columns")
      try withoutUserTriggers(db) {
        try db.execute(sql: fill)
      }
    }
  }

  private func withoutUserTriggers(_ db: Database, _ work: () throws -> Void) throws {
    let triggers = try UserTriggers(suspendedIn: db)
    try work()
    try triggers.restore(in: db)
  }
}

/// The SQL of a step: a file of the folder `SQL`, embedded in the program.
package struct SchemaScript: Sendable {
  let text: @Sendable () -> [UInt8]

  static let v1 = SchemaScript { PackageResources.V1_sql }
  static let v1toV2 = SchemaScript { PackageResources.V1toV2_sql }
  static let v2toV3 = SchemaScript {
    PackageResources.V2toV3_sql + PackageResources.History_sql + PackageResources.V3history_sql
  }
  static let v3toV4 = SchemaScript {
    PackageResources.V3toV4_sql + PackageResources.V4history_sql
  }
  static let v3of010 = SchemaScript {
    PackageResources.V3of010_sql + PackageResources.History_sql + PackageResources.V3history_sql
  }
  static let v4of010 = SchemaScript {
    PackageResources.V4of010_sql + PackageResources.History_sql + PackageResources.V3history_sql
      + PackageResources.V4history_sql
  }

  /// What changes the schema alone, and what fills new columns of the rows that are there: the
  /// line `-- fill` is between them.
  var parts: (schema: String, fill: String?) {
    let text = String(decoding: text(), as: UTF8.self)
    guard let line = text.firstRange(of: "\n-- fill\n") else { return (text, nil) }
    return (String(text[..<line.lowerBound]), String(text[line.upperBound...]))
  }

  func run(in db: Database) throws {
    try db.execute(sql: String(decoding: text(), as: UTF8.self))
  }
}
