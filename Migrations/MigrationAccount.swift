internal import SQLite

/// Proves that a migration lost nothing: every row of the old store is in the new one with its
/// values, or `migrationRecord` has it.
struct MigrationAccount {
  private let db: Connection
  /// The last record of an earlier migration.
  let mark: Int64

  /// Keeps the rows of the old store in temporary tables.
  init(_ db: Connection, at version: SchemaVersion) throws {
    self.db = db
    mark = version == .v1 ? 0 : try db.integer("SELECT max(id) FROM migrationRecord") ?? 0
    for entity in MigratedEntity.allCases {
      let columns = entity.columns.map { column in
        guard version == .v1, entity == .trip else { return column }
        return ["startDate": "start_date AS startDate", "endDate": "end_date AS endDate"][column]
          ?? column
      }
      try db.execute(
        """
        CREATE TEMP TABLE old\(entity) AS
        SELECT \(columns.joined(separator: ", ")) FROM main.\(entity)
        """)
    }
  }

  /// - Throws: `MigrationProblem.unbalanced`.
  func prove() throws {
    for entity in MigratedEntity.allCases {
      let table = entity.table
      let records = "migrationRecord WHERE id > \(mark) AND entity = '\(table)'"
      let gone = "SELECT rowId FROM \(records) AND action IN ('merged', 'quarantined')"
      let difference = try db.integer(
        """
        SELECT (SELECT count(*) FROM temp.old\(sql: table)) - (SELECT count(*) FROM main.\(sql: table))
          - (SELECT count(*) FROM (\(sql: gone)))
        """)
      let changed = try db.integer(
        """
        SELECT id FROM (
          SELECT * FROM temp.old\(sql: table)
          EXCEPT SELECT \(sql: entity.columns.joined(separator: ", ")) FROM main.\(sql: table))
        WHERE id NOT IN (SELECT rowId FROM \(sql: records))
        """)
      let lost = try db.integer(
        """
        SELECT rowId FROM \(sql: records) AND action = 'merged'
          AND survivorId NOT IN (SELECT id FROM main.\(sql: table))
          AND survivorId NOT IN (\(sql: gone))
        """)
      if let id = changed ?? lost {
        throw MigrationProblem.unbalanced("\(table) \(id) was changed without a record")
      }
      if difference != 0 {
        throw MigrationProblem.unbalanced("\(table) has \(difference ?? 0) rows less than recorded")
      }
      try db.execute("DROP TABLE temp.old\(table)")
    }
  }
}
