internal import Migrations
internal import SQLite

/// Compares the schema of a store with that of its version.
enum SchemaCheck {
  /// Refuses a file that is not a store of the latest version with its schema, and, for a write,
  /// triggers and unique indexes of the user's on our tables.
  ///
  /// The whole schema is compared only if SQLite's schema cookie differs from the one that the last
  /// write recorded: every change of a schema changes it
  /// (https://www.sqlite.org/pragma.html#pragma_schema_version).
  static func refuseDrift(_ db: Connection, command: String, isWriting: Bool) throws {
    let checked = try checkedCookie(db)
    // The statement above has taken the lock, so the file cannot change meanwhile.
    if let checked, let header = FileHeader(db), !header.isWAL,
      header.applicationID == SchemaMigrationPlan.applicationID,
      header.userVersion == SchemaVersion.latest.rawValue, header.schemaCookie == checked
    {
      return
    }
    let version = try Store.version(db)
    if version != .latest { throw StoreProblem.needsMigration(version, command: command) }
    let cookie = try db.schemaCookie()
    if checked == cookie { return }
    if let difference = try difference(of: db, from: version) { throw difference }
    if try db.integer("SELECT 1 FROM main.historyState") == nil {
      throw StoreProblem.unknownModel("'historyState' is empty")
    }
    guard isWriting else { return }
    try refuseObstacles(db, version)
    try db.run("UPDATE main.historyState SET checkedSchema = \(cookie)")
  }

  /// Nil if nothing was recorded, or nothing can be.
  private static func checkedCookie(_ db: Connection) throws -> Int64? {
    do {
      return try db.integer("SELECT checkedSchema FROM main.historyState")
    } catch let error as SQLiteError where error.code == .error {
      return nil
    }
  }

  /// Refuses triggers and unique indexes of the user's on our tables.
  static func refuseObstacles(_ db: Connection, _ version: SchemaVersion) throws {
    let obstacles = try StoreSchema.obstacles(in: db, beside: version)
    if !obstacles.isEmpty { throw StoreProblem.obstacles(obstacles) }
  }

  /// Describes where a schema differs from that of its version; nil if it does not.
  static func difference(of db: Connection, from version: SchemaVersion) throws -> StoreProblem? {
    guard let text = try StoreSchema.difference(of: db, from: version) else { return nil }
    let expected = try StoreConnection.temporary(inMemory: true)
    try SchemaMigrationPlan.trips.build(in: expected, to: version) { _ in true }
    let tables = try StoreSchema(of: version).objects.filter { $0.type == "table" }.map(\.name)
    let own = Set(try columns(of: tables, in: expected))
    guard let added = try columns(of: tables, in: db).first(where: { !own.contains($0) }) else {
      return .unknownModel(text)
    }
    return .unknownModel(
      "the table '\(added.table)' has a column '\(added.name)' that \(version) does not have",
      repair: "ALTER TABLE \(added.table) DROP COLUMN \(added.name.asIdentifier)")
  }

  private struct Column: Hashable {
    let table: String
    let name: String
  }

  private static func columns(of tables: [String], in db: Connection) throws -> [Column] {
    try tables.flatMap { table in
      try db.texts("SELECT name FROM pragma_table_info(\(table), 'main')")
        .map { Column(table: table, name: $0) }
    }
  }

  /// Refuses a file whose pages are inconsistent.
  static func refuseDamage(_ db: Connection) throws {
    let found = try db.text("PRAGMA quick_check(1)") ?? "ok"
    // The first line names the database, the others the problems.
    guard let problem = found.parts(separatedBy: "\n").last(where: { !$0.isEmpty }), problem != "ok"
    else { return }
    throw StoreProblem.corrupt(String(problem))
  }
}
