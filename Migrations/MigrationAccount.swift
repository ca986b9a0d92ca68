internal import SQLite

/// Proves that a migration lost nothing: every row of the old store is in the new one with its
/// values, or `migrationRecord` has it.
struct MigrationAccount {
  private let db: Connection
  /// The last record of an earlier migration.
  let mark: Int64

  /// Keeps the rows of the old store in temporary tables. V1, V2 and V3 have the same columns in the
  /// same order.
  init(_ db: Connection, at version: SchemaVersion) throws {
    self.db = db
    mark = version == .v1 ? 0 : try db.integer("SELECT max(id) FROM migrationRecord") ?? 0
    for entity in Entity.allCases {
      try db.execute("CREATE TEMP TABLE old\(entity.table) AS SELECT * FROM main.\(entity.table)")
    }
  }

  /// - Returns: the number of rows in each table, before and after.
  /// - Throws: `MigrationProblem.unbalanced`.
  func prove() throws -> ([Entity: Int64], [Entity: Int64]) {
    var (before, after): ([Entity: Int64], [Entity: Int64]) = ([:], [:])
    for entity in Entity.allCases {
      let (old, new) = ("temp.old\(entity.table)", "main.\(entity.table)")
      let records = "migrationRecord WHERE id > \(mark) AND entity = '\(entity.table)'"
      let gone = "SELECT rowId FROM \(records) AND action IN ('merged', 'quarantined')"
      let unrecorded = try db.integer(
        """
        SELECT id FROM (
          SELECT * FROM \(sql: old)
          EXCEPT SELECT \(sql: entity.columns.joined(separator: ", ")) FROM \(sql: new))
        WHERE id NOT IN (SELECT rowId FROM \(sql: records))
        """)
      let lost = try db.integer(
        """
        SELECT rowId FROM \(sql: records) AND action = 'merged'
          AND survivorId NOT IN (SELECT id FROM \(sql: new)) AND survivorId NOT IN (\(sql: gone))
        """)
      if let id = unrecorded ?? lost {
        throw MigrationProblem.unbalanced("\(entity.table) \(id) was changed without a record")
      }
      before[entity] = try db.integer("SELECT count(*) FROM \(sql: old)")
      after[entity] = try db.integer("SELECT count(*) FROM \(sql: new)")
      let removed = try db.integer("SELECT count(*) FROM (\(sql: gone))") ?? 0
      guard before[entity] == after[entity].map({ $0 + removed }) else {
        throw MigrationProblem.unbalanced(
          "\(entity.table) had \(before[entity] ?? 0) rows, has \(after[entity] ?? 0), and \(removed) are recorded"
        )
      }
      try db.execute("DROP TABLE \(old)")
    }
    return (before, after)
  }
}
