internal import GRDB

/// Finds the rows of V1 that V2 cannot hold; names them, or sets them apart in the ledger.
struct Quarantine {
  let context: StageContext

  /// What V2 asks of a value of V1, and what is wrong where it does not hold.
  private struct Rule {
    let column: String
    let condition: String
    let reason: String
  }

  /// - Throws: `MigrationProblem.unfitRows` where there are such rows and they are not wanted apart.
  func run() throws {
    try context.report("values")
    try context.execute(
      "CREATE TEMP TABLE unfit(entity TEXT, id INTEGER, PRIMARY KEY (entity, id)) WITHOUT ROWID")
    for entity in MigratedEntity.allCases {
      let conditions = Self.rules(entity).map { "(\($0.condition))" }.joined(separator: " AND ")
      try context.execute(
        """
        INSERT INTO temp.unfit SELECT '\(entity.rawValue)', id FROM \(entity.table)
        WHERE (\(conditions)) IS NOT TRUE
        """)
    }
    if try !context.isEmpty("temp.unfit") {
      guard context.options.quarantines else { throw MigrationProblem.unfitRows(try unfitRows()) }
      try setApart()
    }
    try context.execute("DROP TABLE temp.unfit")
  }

  /// The rows go with all that belongs to them.
  private func setApart() throws {
    for child in [MigratedEntity.bucketListItem, .livingAccommodation] {
      try context.execute(
        """
        INSERT OR IGNORE INTO temp.unfit SELECT '\(child.rawValue)', id FROM \(child.table)
        WHERE tripId IN (SELECT id FROM temp.unfit WHERE entity = 'Trip')
        """)
    }
    for entity in MigratedEntity.allCases {
      try context.ledger.enter(
        .quarantined, entity,
        from: """
          temp.unfit AS m CROSS JOIN \(entity.table) AS r ON r.id = m.id
          WHERE m.entity = '\(entity.rawValue)'
          """)
      try context.execute(
        """
        DELETE FROM \(entity.table)
        WHERE id IN (SELECT id FROM temp.unfit WHERE entity = '\(entity.rawValue)')
        """)
    }
  }

  private func unfitRows() throws -> [UnfitRow] {
    var rows: [UnfitRow] = []
    for entity in MigratedEntity.allCases {
      for rule in Self.rules(entity) {
        let found = try Row.fetchCursor(
          context.db,
          sql: """
            SELECT r.id, asShown(r.\(rule.column)) AS value
            FROM \(entity.table) AS r
            WHERE r.id IN (SELECT id FROM temp.unfit WHERE entity = '\(entity.rawValue)')
              AND (\(rule.condition)) IS NOT TRUE
            """)
        while let row = try found.next() {
          let stored = try row.decode(DatabaseValue.self, forColumn: "value").storage.value
          let value = stored.map { "\($0)" }
          rows.append(
            UnfitRow(
              table: entity.table, id: try row.decode(forColumn: "id"), column: rule.column,
              value: value ?? "",
              reason: rule.reason))
        }
      }
    }
    return rows
  }

  private static func rules(_ entity: MigratedEntity) -> [Rule] {
    let id = Rule(column: "id", condition: "id > 0", reason: "is not above 0")
    switch entity {
    case .trip:
      return [
        id, text("name"),
        Rule(column: "name", condition: "nameKey(name) IS NOT ''", reason: "is empty"),
        text("destination"), date("start_date"), date("end_date"),
        // (Of an OR, SQLite computes all sides.)
        Rule(
          column: "end_date",
          condition: """
            iif(end_date >= start_date, 1, isDate(start_date) IS 0 OR isDate(end_date) IS 0)
            """,
          reason: "is before the start"),
      ]
    case .bucketListItem:
      return [id, text("title"), text("details"), flag("hasReservation"), flag("isInPlan")]
    case .livingAccommodation:
      return [id, text("placeName"), text("address"), flag("isConfirmed")]
    }
  }

  private static func text(_ column: String) -> Rule {
    Rule(column: column, condition: "isText(\(column))", reason: "is not text")
  }

  private static func date(_ column: String) -> Rule {
    Rule(column: column, condition: "isDate(\(column))", reason: "is not a date")
  }

  private static func flag(_ column: String) -> Rule {
    Rule(
      column: column, condition: "typeof(\(column)) = 'integer' AND \(column) IN (0, 1)",
      reason: "is neither 0 nor 1")
  }
}
