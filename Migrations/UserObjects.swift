internal import SQLite

/// The user's additions to the schema: tables, views and indexes, which a migration keeps.
struct UserObjects {
  private let db: Connection
  private let stages: [MigrationStage]
  private let version: SchemaVersion
  private let dangling: Set<String>

  init(_ db: Connection, _ stages: [MigrationStage]) throws {
    self.db = db
    self.stages = stages
    version = stages[0].fromVersion
    dangling = try Self.dangling(in: db)
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

  /// Refuses to merge rows to which one of the user's tables refers.
  func checkReferences() throws {
    if let row = try Self.dangling(in: db).subtracting(dangling).min() {
      throw MigrationProblem.obstacle("\(row) refers to a row that would be merged")
    }
  }

  /// The rows of the user's tables that refer to rows that do not exist.
  private static func dangling(in db: Connection) throws -> Set<String> {
    let own = Entity.allCases.map(\.table)
    return Set(
      try db.texts(
        """
        SELECT 'row ' || ifnull(rowid, '') || ' of your table ' || "table"
        FROM pragma_foreign_key_check WHERE "table" NOT IN \(own)
        """))
  }
}
