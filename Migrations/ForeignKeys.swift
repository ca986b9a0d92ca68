package import GRDB

/// References from row to row, counted where they lead to nothing.
package enum ForeignKeys {
  /// Whether a row of an entity belongs to a trip that is not there.
  package static let isOrphan = "tripId IS NOT NULL AND tripId NOT IN (SELECT id FROM trip)"

  /// How many references to nothing the user's own tables have, by table.
  package static func violations(_ db: Database) throws -> [String: Int] {
    let own = Set(MigratedEntity.allCases.map(\.table))
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_schema AS t WHERE type = 'table'
          AND EXISTS (SELECT 1 FROM pragma_foreign_key_list(t.name))
        """)
    return Dictionary(
      uniqueKeysWithValues: try tables.filter { !own.contains($0) }.map { ($0, try count($0, db)) })
  }

  /// A table of the user's that has more references to nothing than before; nil where none has.
  package static func broken(
    _ db: Database, since before: [String: Int]
  ) throws -> String? {
    try before.keys.sorted().first { try count($0, db) > before[$0, default: 0] }
  }

  /// - Parameter strangers: those of the user's tables before the walk.
  static func prove(_ db: Database, except strangers: [String: Int]) throws {
    for entity in MigratedEntity.children {
      // In the order of the index on tripId, which the pragma that checks keys does not use.
      let orphan = try Int64.fetchOne(
        db, sql: "SELECT tripId FROM \(entity.table) WHERE \(isOrphan) LIMIT 1")
      if orphan != nil {
        throw MigrationProblem.unbalanced("a row of \(entity.table) belongs to no trip")
      }
    }
    if let table = try broken(db, since: strangers) {
      throw MigrationProblem.obstacle("your table '\(table)' refers to rows that do not stay")
    }
  }

  private static func count(_ table: String, _ db: Database) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM pragma_foreign_key_check(?)", arguments: [table]) ?? 0
  }
}
