internal import SQLite

/// Proves that a migration lost nothing: each value of the old store is in the same row and column
/// of the new one, or `migrationRecord` has an action that may change it, with the row before.
struct MigrationAccount {
  private let db: Connection
  /// The last record of an earlier migration.
  private let mark: Int64

  /// Keeps the rows of the old store in temporary tables.
  init(_ db: Connection, at version: SchemaVersion) throws {
    self.db = db
    mark = version == .v1 ? 0 : try db.integer("SELECT max(id) FROM migrationRecord") ?? 0
    for entity in Entity.allCases {
      try db.execute("CREATE TEMP TABLE old\(entity.table) AS SELECT * FROM main.\(entity.table)")
    }
  }

  /// - Returns: the number of rows in each table, before and after.
  /// - Throws: `MigrationProblem.unbalanced`.
  func prove() throws -> (before: [Entity: Int64], after: [Entity: Int64]) {
    var (before, after): ([Entity: Int64], [Entity: Int64]) = ([:], [:])
    for entity in Entity.allCases {
      let (old, new) = ("temp.old\(entity.table)", "main.\(entity.table)")
      if let id = try changed(entity, old, new) ?? lost(entity, new) {
        throw MigrationProblem.unbalanced("\(entity.noun) \(id) was changed without a record")
      }
      before[entity] = try db.integer("SELECT count(*) FROM \(sql: old)")
      after[entity] = try db.integer("SELECT count(*) FROM \(sql: new)")
      let removed = try db.integer("SELECT count(*) FROM (\(sql: rows(entity, with: \.isRemoval)))")
      guard let removed, before[entity] == after[entity].map({ $0 + removed }) else {
        throw MigrationProblem.unbalanced(
          "the table \(entity.table) had \(before[entity] ?? 0) rows, has \(after[entity] ?? 0), and "
            + "\(removed ?? 0) are recorded")
      }
      try db.execute("DROP TABLE \(old)")
    }
    return (before, after)
  }

  /// A row that is gone, or has a different value, without a record that allows it. New columns
  /// come last.
  private func changed(_ entity: Entity, _ old: String, _ new: String) throws -> Int64? {
    let columns = try db.texts("SELECT name FROM pragma_table_info(\(entity.table))")
    let former = try db.texts("SELECT name FROM pragma_table_info(\("old\(entity.table)"), 'temp')")
    let differences = zip(former, columns).map { former, column in
      let allowed = rows(entity) { $0.isRemoval || $0.columns.contains(column) }
      return "old.\(former) IS NOT new.\(column) AND old.id NOT IN (\(allowed))"
    }
    return try db.integer(
      """
      SELECT old.id FROM \(sql: old) AS old LEFT JOIN \(sql: new) AS new ON new.id = old.id
      WHERE \(sql: differences.joined(separator: " OR "))
      """)
  }

  /// A row that was merged into one that is gone without a record.
  private func lost(_ entity: Entity, _ new: String) throws -> Int64? {
    try db.integer(
      """
      SELECT rowId FROM migrationRecord
      WHERE id > \(mark) AND entity = \(entity.table) AND action = 'merged'
        AND survivorId NOT IN (SELECT id FROM \(sql: new))
        AND survivorId NOT IN (\(sql: rows(entity, with: \.isRemoval)))
      """)
  }

  /// The query of the ids of the rows that have such a record.
  private func rows(_ entity: Entity, with isMeant: (MigrationAction) -> Bool) -> String {
    let actions = MigrationAction.allCases.filter(isMeant).map { "'\($0.rawValue)'" }
    return """
      SELECT rowId FROM migrationRecord WHERE id > \(mark) AND entity = '\(entity.table)'
        AND action IN (\(actions.joined(separator: ", ")))
      """
  }
}
