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
    let watch = Watch(type: type, name: name)
    sqlite3_set_authorizer(
      db.sqliteConnection,
      { context, action, first, second, _, _ in Watch.judge(context, action, first, second) },
      Unmanaged.passUnretained(watch).toOpaque())
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let (code, hasTail) = sql.withCString { start -> (Int32, Bool) in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(db.sqliteConnection, start, -1, &statement, &tail)
      return (code, tail.map { !SchemaTokens.normalized(String(cString: $0)).isEmpty } ?? false)
    }
    // SQLite asks while it compiles. (GRDB's own authorizer is off: see Store.configuration.)
    sqlite3_set_authorizer(db.sqliteConnection, nil, nil)
    if code == SQLITE_AUTH || hasTail || (code == SQLITE_OK && !watch.isMade) {
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

  /// Lets through what it takes to make one object, and notes that it is made.
  private final class Watch {
    private let creation: Set<Int32>
    private let name: String
    private(set) var isMade = false

    init(type: String, name: String) {
      creation =
        switch type {
        case "table": [SQLITE_CREATE_TABLE, SQLITE_CREATE_VTABLE]
        case "index": [SQLITE_CREATE_INDEX]
        case "view": [SQLITE_CREATE_VIEW]
        default: [SQLITE_CREATE_TRIGGER]
        }
      self.name = name.lowercased()
    }

    /// What SQLite asks of a statement that makes an object, besides its making: it writes to its own
    /// tables, and looks through the rows that an index is made for.
    private static let besides: Set<Int32> = [
      SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE, SQLITE_READ, SQLITE_SELECT, SQLITE_REINDEX,
      SQLITE_FUNCTION, SQLITE_RECURSIVE,
    ]
    private static let writes: Set<Int32> = [SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE]

    /// Virtual tables that keep all that is theirs in the store.
    private static let modules: Set = ["fts3", "fts4", "fts5", "rtree", "rtree_i32", "geopoly"]

    static func judge(
      _ context: UnsafeMutableRawPointer?, _ action: Int32, _ first: UnsafePointer<CChar>?,
      _ second: UnsafePointer<CChar>?
    ) -> Int32 {
      let watch = Unmanaged<Watch>.fromOpaque(context!).takeUnretainedValue()
      let object = first.map { String(cString: $0).lowercased() } ?? ""
      if watch.creation.contains(action), object == watch.name {
        let module = second.map { String(cString: $0).lowercased() } ?? ""
        if action == SQLITE_CREATE_VTABLE, !modules.contains(module) { return SQLITE_DENY }
        watch.isMade = true
        return SQLITE_OK
      }
      let isSQLites = object.hasPrefix("sqlite_")
      let isAllowed =
        if besides.contains(action) {
          !writes.contains(action) || isSQLites
        } else {
          // With AUTOINCREMENT comes sqlite_sequence, with UNIQUE an index.
          isSQLites && [SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX].contains(action)
        }
      return isAllowed ? SQLITE_OK : SQLITE_DENY
    }
  }
}

extension String {
  /// The text as a name in SQL. (GRDB's `quotedDatabaseIdentifier` leaves a quote within as it is.)
  var asIdentifier: String { "\"\(replacing("\"", with: "\"\""))\"" }
}
