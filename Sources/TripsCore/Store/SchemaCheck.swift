internal import Migrations
internal import SQLite

/// Compares the schema of a store with its version's schema.
enum SchemaCheck {
  /// Refuses a file that is not a store of the latest version with its schema, and, for a write,
  /// the user's triggers and unique indexes on our tables. Nothing in the file can say that it was
  /// checked before: the file may be a stranger's.
  static func refuseDrift(_ db: Connection, command: String, isWriting: Bool) throws {
    let version = try Store.version(db)
    if version != .latest { throw StoreProblem.needsMigration(version, command: command) }
    try refuseDifference(db, from: version)
    if isWriting { try refuseObstacles(db, version) }
  }

  /// Refuses the user's triggers and unique indexes on our tables.
  static func refuseObstacles(_ db: Connection, _ version: SchemaVersion) throws {
    let obstacles = try StoreSchema.obstacles(in: db, version: version)
    if !obstacles.isEmpty { throw StoreProblem.obstacles(obstacles) }
  }

  /// Refuses a schema that differs from its version's schema, and a history without its state.
  static func refuseDifference(_ db: Connection, from version: SchemaVersion) throws {
    if let difference = try StoreSchema.difference(of: db, from: version) {
      throw StoreProblem.schemaDiffers(difference, version)
    }
    if version >= .v3, try db.integer("SELECT 1 FROM main.historyState") == nil {
      throw StoreProblem.unknownModel("'historyState' is empty")
    }
  }

  /// Refuses a file whose pages are inconsistent.
  static func refuseDamage(_ db: Connection) throws {
    let found = try db.text("PRAGMA quick_check(1)") ?? "ok"
    // The first line has the name of the database, the others have the problems.
    guard let problem = found.parts(separatedBy: "\n").last(where: { !$0.isEmpty }), problem != "ok"
    else { return }
    throw StoreProblem.corrupt(String(problem))
  }
}
