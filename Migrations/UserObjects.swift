internal import Platform
internal import SQLite

/// Objects that the user has added to the schema.
enum UserObjects {
  /// Runs `work`, and names the user's object that makes it fail.
  ///
  /// - Throws: `MigrationProblem.obstacle` if a unique index rejects a row, if an object does not
  ///   fit the new schema, or if it has a name that the schema needs.
  static func naming<Result>(in db: Connection, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as SQLiteError where error.code == .constraint {
      let own = DeclaredSchema.ownObjects
      let names = try db.texts(
        """
        SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE %'
        """
      ).filter { !own.contains(DeclaredSchema.key("index", $0)) }
      if names.isEmpty { throw error }
      let list = names.map { "'\($0)'" }.joined(separator: ", ")
      throw MigrationProblem.obstacle(
        "your unique index \(list) does not allow it (\(error.message))")
    } catch let error as SQLiteError where error.code == .error {
      throw MigrationProblem.obstacle(error.message)
    }
  }
}

/// The user's tables that reference rows of the schema.
struct UserReferences {
  let context: StageContext

  /// Redirects references from merged rows to the rows that remain.
  ///
  /// - Parameter pairs: a query of two columns, the id that disappears and the id that remains.
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
    let rows = try context.db.query(
      """
      SELECT t.name AS tableName, k."from" AS columnName
      FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS k
      WHERE t.type = 'table' AND t.name NOT IN (\(own)) AND lower(k."table") = lower(?)
        AND lower(coalesce(k."to", 'id')) = 'id'
        AND (SELECT count(*) FROM pragma_foreign_key_list(t.name) AS o WHERE o.id = k.id) = 1
      """, [entity.table])
    return try rows.map { row in
      let table: String = try row.decode(forColumn: "tableName")
      let column: String = try row.decode(forColumn: "columnName")
      return (table.asIdentifier, column.asIdentifier)
    }
  }
}

extension String {
  /// The text as an SQL name.
  var asIdentifier: String { "\"\(parts(separatedBy: "\"").joined(separator: "\"\""))\"" }
}
