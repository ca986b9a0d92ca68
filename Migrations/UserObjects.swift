internal import GRDB
internal import Platform

/// What the user has added to the schema.
enum UserObjects {
  /// Runs `work`, and names the object that stops it.
  ///
  /// - Throws: `MigrationProblem.obstacle` where a unique index does not allow what the rules ask for, and
  ///   where SQLite finds that an object does not fit the new schema, or has a name that it needs.
  static func naming<Result>(in db: Database, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      let own = DeclaredSchema.ownObjects
      let names = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE %'
          """
      ).filter { !own.contains(DeclaredSchema.key("index", $0)) }
      if names.isEmpty { throw error }
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      throw MigrationProblem.obstacle(
        "your unique index \(list) does not allow it (\(error.message ?? "constraint failed"))")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      throw MigrationProblem.obstacle(error.message ?? "\(error)")
    }
  }
}

/// The user's own tables that refer to rows of the walk.
struct UserReferences {
  let context: StageContext

  /// Lets references to rows that merge follow to the row that stays.
  ///
  /// - Parameter pairs: a query of two columns, the id that goes and the id that stays.
  func follow(_ entity: MigratedEntity, _ pairs: String) throws {
    let references = try references(to: entity)
    if references.isEmpty { return }
    try context.execute(
      """
      CREATE TEMP TABLE following(goes INTEGER PRIMARY KEY, stays INTEGER);
      INSERT INTO temp.following \(pairs);
      """)
    for (table, column) in references {
      try context.execute(
        """
        UPDATE \(table)
        SET \(column) = (SELECT stays FROM temp.following WHERE goes = \(table).\(column))
        WHERE \(column) IN (SELECT goes FROM temp.following)
        """)
    }
    try context.execute("DROP TABLE temp.following")
  }

  private func references(to entity: MigratedEntity) throws -> [(table: String, column: String)] {
    let own = MigratedEntity.allCases.map { "'\($0.table)'" }.joined(separator: ", ")
    let rows = try Row.fetchAll(
      context.db,
      sql: """
        SELECT t.name AS tableName, k."from" AS columnName
        FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k
        WHERE t.type = 'table' AND t.name NOT IN (\(own)) AND lower(k."table") = lower(?)
          AND lower(coalesce(k."to", 'id')) = 'id'
          AND (SELECT count(*) FROM pragma_foreign_key_list(t.name) AS o WHERE o.id = k.id) = 1
        """, arguments: [entity.table])
    return try rows.map { row in
      let table: String = try row.decode(forColumn: "tableName")
      let column: String = try row.decode(forColumn: "columnName")
      return (table.asIdentifier, column.asIdentifier)
    }
  }
}

extension String {
  /// The text as a name in SQL. (GRDB's `quotedDatabaseIdentifier` leaves a quote within as it is.)
  var asIdentifier: String { "\"\(parts(separatedBy: "\"").joined(separator: "\"\""))\"" }
}
