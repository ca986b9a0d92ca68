package import SQLite

/// Counts dangling references between rows.
package enum ForeignKeys {
  /// Whether a row of an entity belongs to a trip that does not exist.
  package static let isOrphan = "tripId IS NOT NULL AND tripId NOT IN (SELECT id FROM trip)"

  /// The number of dangling references in each of the user's own tables.
  package static func violations(_ db: Connection) throws -> [String: Int] {
    let own = Set(MigratedEntity.allCases.map(\.table))
    let tables = try db.texts(
      """
      SELECT name FROM sqlite_schema AS t WHERE type = 'table'
        AND EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name))
      """)
    return Dictionary(
      uniqueKeysWithValues: try tables.filter { !own.contains($0) }.map { ($0, try count($0, db)) })
  }

  /// A table of the user's with more dangling references than before; nil if there is none.
  package static func broken(
    _ db: Connection, since before: [String: Int]
  ) throws -> String? {
    try before.keys.sorted().first { try count($0, db) > before[$0, default: 0] }
  }

  /// - Parameter violationsBefore: the counts for the user's tables before the migration.
  static func prove(_ db: Connection, except violationsBefore: [String: Int]) throws {
    for entity in MigratedEntity.children {
      // Uses the index on tripId, which PRAGMA foreign_key_check does not.
      let orphan = try db.integer(
        SQL(sql: "SELECT tripId FROM \(entity.table) WHERE \(isOrphan) LIMIT 1"))
      if orphan != nil {
        throw MigrationProblem.unbalanced("a row of \(entity.table) belongs to no trip")
      }
    }
    if let table = try broken(db, since: violationsBefore) {
      throw MigrationProblem.obstacle("your table '\(table)' refers to rows that would be deleted")
    }
  }

  private static func count(_ table: String, _ db: Connection) throws -> Int {
    try db.integer("SELECT count(*) FROM pragma_foreign_key_check(\(table))").map(Int.init) ?? 0
  }
}
