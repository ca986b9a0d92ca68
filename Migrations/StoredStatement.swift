package import GRDB
internal import GRDBSQLite

/// A statement out of a store's own schema: somebody else's text, of which nothing may run but the
/// making of the one object that it is stored for.
///
/// SQLite itself reads the first statement of such a text and ignores the rest; `execute` would run
/// all.
package struct StoredStatement {
  package let type: String
  package let name: String
  let sql: String

  /// The statements of a store in the order in which they were made, but for those of SQLite's own
  /// objects and of the tables behind virtual ones.
  package static func all(_ db: Database, where condition: String = "1") throws -> [StoredStatement]
  {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT type, name, sql FROM sqlite_schema AS s
        WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_' AND \(condition)
          AND NOT EXISTS (SELECT 1 FROM pragma_table_list WHERE name = s.name AND type = 'shadow')
        ORDER BY rowid
        """)
    return try rows.map { row in
      StoredStatement(
        type: try row.decode(forColumn: "type"), name: try row.decode(forColumn: "name"),
        sql: try row.decode(forColumn: "sql"))
    }
  }

  /// Makes the object.
  ///
  /// - Throws: `MigrationProblem.obstacle` for a text that is anything but that one statement, and
  ///   what SQLite says of one that it cannot make.
  package func run(in db: Database) throws {
    var isMade = false
    let (code, statement, tail) = ConnectionTools.compile(sql, in: db) { action, first, second, _ in
      let object = first?.lowercased() ?? ""
      guard creation.contains(action), object == name.lowercased() else {
        return Self.isBesides(action, object)
      }
      isMade =
        action != SQLITE_CREATE_VTABLE || Self.modules.contains(second?.lowercased() ?? "")
      return isMade
    }
    defer { sqlite3_finalize(statement) }
    if code == SQLITE_AUTH || !SchemaTokens.normalized(tail).isEmpty
      || (code == SQLITE_OK && !isMade)
    {
      throw MigrationProblem.obstacle("the text of your \(type) '\(name)' is not only that \(type)")
    }
    if code == SQLITE_OK {
      let end = sqlite3_step(statement)
      if end == SQLITE_DONE || end == SQLITE_ROW { return }
    }
    throw DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(db.sqliteConnection)),
      message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
  }

  /// What SQLite asks of the making of the object itself.
  private var creation: Set<Int32> {
    switch type {
    case "table": [SQLITE_CREATE_TABLE, SQLITE_CREATE_VTABLE]
    case "index": [SQLITE_CREATE_INDEX]
    case "view": [SQLITE_CREATE_VIEW]
    default: [SQLITE_CREATE_TRIGGER]
    }
  }

  /// Virtual tables that keep all that is theirs in the store.
  private static let modules: Set = ["fts3", "fts4", "fts5", "rtree", "rtree_i32", "geopoly"]

  /// Whether it belongs to the making: SQLite writes to its own tables, and looks through the rows that
  /// an index is made for.
  private static func isBesides(_ action: Int32, _ object: String) -> Bool {
    switch action {
    case SQLITE_READ, SQLITE_SELECT, SQLITE_REINDEX, SQLITE_FUNCTION, SQLITE_RECURSIVE: true
    // With AUTOINCREMENT comes sqlite_sequence, with UNIQUE an index.
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX:
      object.begins(with: "sqlite_")
    default: false
    }
  }
}

extension String {
  /// The text as a name in SQL. (GRDB's `quotedDatabaseIdentifier` leaves a quote within as it is.)
  var asIdentifier: String { "\"\(parts(separatedBy: "\"").joined(separator: "\"\""))\"" }
}
