internal import SQLite

/// The user's additions to the schema: tables, views and indexes, which a migration keeps.
struct UserObjects {
  private let db: Connection
  private let stages: [MigrationStage]
  private let version: SchemaVersion
  private let violations: [String: Int64]

  init(_ db: Connection, _ stages: [MigrationStage]) throws {
    self.db = db
    self.stages = stages
    version = stages[0].fromVersion
    violations = try Self.violations(in: db)
  }

  /// Refuses a schema that differs from its version's, and the user's objects that would stop the
  /// migration.
  func check() throws {
    if let difference = try StoreSchema.difference(of: db, from: version) {
      throw MigrationProblem.schemaDiffers(difference)
    }
    let obstacles = try StoreSchema.obstacles(in: db, beside: version)
    if !obstacles.isEmpty { throw MigrationProblem.objects(obstacles) }
    let added = try StoreSchema.added(to: db, beside: version)
    for stage in stages {
      let names = Set(try StoreSchema(of: stage.toVersion).objects.map { $0.name.lowercased() })
      if let object = added.first(where: { names.contains($0.name.lowercased()) }) {
        throw MigrationProblem.obstacle(
          "\(stage.toVersion) needs the name of your \(object.type) '\(object.name)'")
      }
    }
  }

  /// Refuses to delete rows to which a table of the user's refers.
  func checkReferences() throws {
    let now = try Self.violations(in: db)
    if let table = now.keys.sorted().first(where: {
      now[$0, default: 0] > violations[$0, default: 0]
    }) {
      throw MigrationProblem.obstacle("your table '\(table)' refers to rows that would be merged")
    }
  }

  /// The number of dangling references in each of the user's tables.
  private static func violations(in db: Connection) throws -> [String: Int64] {
    let own = MigratedEntity.allCases.map(\.table)
    let tables = try db.texts(
      """
      SELECT name FROM main.sqlite_schema AS t WHERE type = 'table' AND name NOT IN \(own)
        AND EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name))
      """)
    return try tables.reduce(into: [:]) { counts, table in
      counts[table] = try db.integer("SELECT count(*) FROM pragma_foreign_key_check(\(table))")
    }
  }
}
