internal import SQLite

/// Records each row before a migration changes it, and proves that no other row was changed.
///
/// A temporary table, because `migrationRecord` does not exist before V2; `close` copies the
/// entries of a stage there. Each entry has a digest of its row, for the proof.
struct MigrationLedger {
  let context: StageContext

  static func open(in db: Connection) throws {
    try db.execute(
      """
      CREATE TEMP TABLE ledger(
        id INTEGER PRIMARY KEY, stage TEXT, action TEXT, entity TEXT, rowId INTEGER,
        "row" TEXT, survivorId INTEGER, digest INTEGER)
      """)
  }

  /// Records rows as they are now, in the order of their ids.
  ///
  /// - Parameters:
  ///   - ids: a table of ids with the alias `m`; the entity's table has the alias `r`.
  ///   - survivor: an expression for the id of the row into which a row is merged, or to which it
  ///     belongs.
  func enter(
    _ action: MigrationAction, _ entity: MigratedEntity, of ids: String,
    where condition: String = "1", survivor: String = "NULL"
  ) throws {
    let columns = entity.columns(in: context.stage.fromVersion)
    let members = columns.map { "'\($0)', asJSON(r.\($0))" }.joined(separator: ", ")
    try context.execute(
      """
      INSERT INTO temp.ledger(stage, action, entity, rowId, "row", survivorId, digest)
      SELECT '\(context.stage.name)', '\(action)', '\(entity.rawValue)', r.id, json_object(\(members)),
        \(survivor), \(Self.digest(columns, of: "r"))
      FROM \(ids) AS m CROSS JOIN \(entity.table) AS r ON r.id = m.id WHERE \(condition)
      ORDER BY m.id
      """)
  }

  /// Copies the stage's entries to `migrationRecord`, with an account of each table.
  ///
  /// - Parameter before: the number of rows in each table before the stage.
  /// - Returns: the number of rows in each table now.
  func close(before: [MigratedEntity: Int64]) throws -> [MigratedEntity: Int64] {
    try context.execute(
      """
      INSERT INTO migrationRecord(stage, action, entity, rowId, "row", survivorId)
      SELECT stage, action, entity, rowId, "row", survivorId FROM temp.ledger
      WHERE stage = ? ORDER BY id
      """, [context.stage.name])
    let counts = try counts()
    var after: [MigratedEntity: Int64] = [:]
    for entity in MigratedEntity.allCases {
      let rows = try context.db.integer(SQL(sql: "SELECT count(*) FROM \(entity.table)")) ?? 0
      after[entity] = rows
      let account = try balance(
        entity, before: before[entity] ?? 0, after: rows,
        MigrationAction.allCases.map { ($0, counts[[entity.rawValue, $0.rawValue]] ?? 0) })
      try context.execute(
        "INSERT INTO migrationRecord(stage, action, entity, \"row\") VALUES (?, 'account', ?, ?)",
        [context.stage.name, entity.rawValue, account])
    }
    return after
  }

  /// The number of the stage's entries by entity and action.
  private func counts() throws -> [[String]: Int64] {
    let rows = try context.db.query(
      "SELECT entity, action, count(*) FROM temp.ledger WHERE stage = ? GROUP BY 1, 2",
      [context.stage.name])
    return Dictionary(
      uniqueKeysWithValues: try rows.map { row -> ([String], Int64) in
        ([try row.decode(atIndex: 0), try row.decode(atIndex: 1)], try row.decode(atIndex: 2))
      })
  }

  /// The account of one table as JSON, after a check that every missing row has exactly one entry,
  /// whose survivor exists.
  private func balance(
    _ entity: MigratedEntity, before: Int64, after: Int64,
    _ counts: [(action: MigrationAction, rows: Int64)]
  ) throws -> String {
    let gone = counts.reduce(0) { $1.action.removes ? $0 + $1.rows : $0 }
    guard before == after + gone else {
      throw MigrationProblem.unbalanced(
        "\(context.stage.name): \(entity.table) had \(before) rows, has \(after), and \(gone) are named"
      )
    }
    if counts.contains(where: { $0.rows > 0 }) { try proveSurvivors(entity) }
    let members =
      [("before", before), ("after", after)] + counts.map { ($0.action.rawValue, $0.rows) }
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  private func proveSurvivors(_ entity: MigratedEntity) throws {
    let entries = "SELECT min(rowId) FROM temp.ledger WHERE stage = ? AND entity = ?"
    let own = "(SELECT id FROM \(entity.table))"
    // Rows are looked up in the order of their ids; in the order of the entries, survivors would be
    // scattered across the table.
    let misnamed = [
      """
      \(entries) AND CASE WHEN action IN ('merged', 'quarantined') THEN rowId IN \(own)
        WHEN action <> 'reassigned' THEN rowId NOT IN \(own) END
      """,
      """
      \(entries) AND action IN ('merged', 'reassigned') GROUP BY action, survivorId
      HAVING CASE action WHEN 'merged' THEN survivorId NOT IN \(own)
        ELSE survivorId NOT IN (SELECT id FROM trip) END
      """,
    ]
    for sql in misnamed {
      let row = try context.db.query(sql, [context.stage.name, entity.rawValue]).first()
      guard let row else { continue }
      throw MigrationProblem.unbalanced("\(context.stage.name): \(entity.table) \(row) is misnamed")
    }
  }
}

// MARK: - The proof over the whole walk

extension MigrationLedger {
  /// The number of rows in a table, and a digest of them that does not depend on their order.
  static func rows(
    of entity: MigratedEntity, _ version: SchemaVersion, _ db: Connection
  ) throws -> (count: Int64, digest: Int64) {
    let digest = digest(entity.columns(in: version), of: "r")
    let row = try db.query("SELECT count(*), digestSum(\(digest)) FROM \(entity.table) AS r")
    _ = try row.step()
    return (row.integer(0), row.integer(1))
  }

  /// Proves that every row without an entry has exactly the values that it had before the
  /// migration.
  ///
  /// The old digest of the table, minus the rows with entries as first recorded, plus those rows as
  /// they are now, must equal the new digest.
  static func prove(
    _ entity: MigratedEntity, digestBefore: Int64, version: SchemaVersion, in db: Connection
  ) throws {
    let table = entity.table
    let entered = try db.integer(
      """
      SELECT digestSum(digest)
      FROM (SELECT digest, min(id) FROM temp.ledger WHERE entity = \(entity.rawValue) GROUP BY rowId)
      """)
    let present = try db.integer(
      """
      SELECT digestSum(\(sql: digest(entity.columns(in: version), of: "r"))) FROM \(sql: table) AS r
      WHERE id IN (SELECT rowId FROM temp.ledger WHERE entity = \(entity.rawValue))
      """)
    let expected = digestBefore &- (entered ?? 0) &+ (present ?? 0)
    guard try rows(of: entity, version, db).digest == expected else {
      throw MigrationProblem.unbalanced("a row of \(table) changed without an entry")
    }
  }

  private static func digest(_ columns: [String], of alias: String) -> String {
    "rowDigest(\(columns.map { "\(alias).\($0)" }.joined(separator: ", ")))"
  }
}
