internal import SQLite

/// A step from one schema version to the next. A stage that has shipped is never edited.
package struct MigrationStage: Sendable {
  /// Work on a store's rows, inside the transaction of the migration.
  package typealias Work = @Sendable (StageContext) throws -> Void

  package let fromVersion: SchemaVersion
  package let toVersion: SchemaVersion
  /// The earlier release whose form of the version is converted; nil for a step to the next
  /// version.
  var release: String?
  let script: SchemaScript
  /// Work on the rows before the script creates the new schema.
  var willMigrate: Work?
  /// Work on the rows after the script.
  var didMigrate: Work?

  /// `V1toV2`, or `V4of0.1.0toV4`, as recorded in `migrationRecord`.
  package var name: String { "\(fromVersion)\(release.map { "of\($0)" } ?? "")to\(toVersion)" }

  /// `lightweight` if the rows fit the new schema unchanged, otherwise `custom`.
  package var kind: String { willMigrate == nil && release == nil ? "lightweight" : "custom" }

  /// Migrates a store with its rows to `toVersion`, within the caller's transaction.
  func run(_ context: StageContext) throws {
    let db = context.db
    let parts = script.parts(walkingTo: context.target)
    try willMigrate?(context)
    try context.report("schema")
    try db.execute(parts.schema)
    if let fill = parts.fill {
      try context.report("new columns")
      try db.execute(fill)
    }
    try didMigrate?(context)
  }
}

/// The SQL of a step: concatenated files from the folder `SQL`, embedded in the program.
package struct SchemaScript: Sendable {
  let files: @Sendable () -> [[UInt8]]

  static let v1 = SchemaScript { [PackageResources.V1_sql] }
  static let v1toV2 = SchemaScript { [PackageResources.V1toV2_sql] }
  static let v2toV3 = SchemaScript {
    [PackageResources.V2toV3_sql, PackageResources.History_sql, PackageResources.V3history_sql]
  }
  static let v3toV4 = SchemaScript {
    [PackageResources.V4tables_sql, PackageResources.V3toV4_sql, PackageResources.V4history_sql]
  }
  static let v4toV5 = SchemaScript {
    [PackageResources.V4toV5_sql, PackageResources.V5history_sql]
  }
  static let v3of010 = SchemaScript {
    [PackageResources.Of010_sql, PackageResources.History_sql, PackageResources.V3history_sql]
  }
  static let v4of010 = SchemaScript {
    [
      PackageResources.Of010_sql, PackageResources.V4of010_sql, PackageResources.V4tables_sql,
      PackageResources.History_sql, PackageResources.V3history_sql, PackageResources.V4history_sql,
    ]
  }

  private var text: String { files().map { String(decoding: $0, as: UTF8.self) }.joined() }

  /// Splits the part that changes the schema from the part that fills new columns, at the line `--
  /// fill`. An index marked `-- Until` a version is not created for rows that migrate to that
  /// version.
  func parts(walkingTo target: SchemaVersion) -> (schema: String, fill: String?) {
    var text = text
    for version in SchemaVersion.allCases where version <= target {
      guard let start = text.firstRange(of: "-- Until \(version):")?.lowerBound,
        let end = text[start...].firstRange(of: ";")?.upperBound
      else { continue }
      text.removeSubrange(start..<end)
    }
    guard let line = text.firstRange(of: "\n-- fill\n") else { return (text, nil) }
    return (String(text[..<line.lowerBound]), String(text[line.upperBound...]))
  }

  func run(in db: Connection) throws {
    try db.execute(text)
  }
}
