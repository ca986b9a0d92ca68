internal import SQLite

/// The user's additions to the schema: tables, views and indexes, which a migration keeps.
struct UserObjects {
  private let db: Connection
  private let stages: [MigrationStage]
  private let version: SchemaVersion

  init(_ db: Connection, _ stages: [MigrationStage]) {
    self.db = db
    self.stages = stages
    version = stages[0].fromVersion
  }

  /// Refuses a schema that differs from its version's, and the user's objects that would stop the
  /// migration.
  func check() throws {
    if let difference = try StoreSchema.difference(of: db, from: version) {
      throw MigrationProblem.schemaDiffers(difference, version)
    }
    let obstacles = try StoreSchema.obstacles(in: db, version: version)
    if !obstacles.isEmpty { throw MigrationProblem.objects(obstacles) }
    let added = try StoreSchema.added(to: db, version: version)
    for stage in stages {
      let names = Set(try StoreSchema(of: stage.toVersion).objects.map { $0.name.lowercased() })
      if let object = added.first(where: { names.contains($0.name.lowercased()) }) {
        throw MigrationProblem.obstacle(
          "\(stage.toVersion) needs the name of your \(object.type) '\(object.name)'")
      }
    }
  }
}
