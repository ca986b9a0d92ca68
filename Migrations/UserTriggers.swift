package import GRDB
internal import GRDBSQLite

/// The triggers that the user has put on tables of ours.
package struct UserTriggers {
  private let statements: [StoredStatement]

  /// Drops the triggers, within the transaction of the walk: they do not fire on its work.
  init(suspendedIn db: Database) throws {
    statements = try Self.statements(db)
    for trigger in statements {
      try db.execute(sql: "DROP TRIGGER \(trigger.name.asIdentifier)")
    }
  }

  /// What the triggers in a store are called that are not of its schema.
  package static func names(in db: Database) throws -> [String] {
    try statements(db).map(\.name)
  }

  /// Those that can give a write up without an error.
  package static func ignoring(in db: Database) throws -> [String] {
    try statements(db).filter(\.raisesIgnore).map(\.name)
  }

  /// Makes them again, in their own words.
  func restore(in db: Database) throws {
    for trigger in statements { try trigger.run(in: db) }
  }

  private static func statements(_ db: Database) throws -> [StoredStatement] {
    try StoredStatement.all(db, where: "type = 'trigger'").filter { !$0.isOwn }
  }

  /// Puts ours nearest to the write on both sides of it, so that a row is noted after what the user's
  /// triggers do before it, and recorded before what they do after it.
  ///
  /// Of the triggers of one event, SQLite fires the one made last first: ours for AFTER are made anew
  /// behind the user's, and those for BEFORE come before them.
  static func arrange(in db: Database) throws {
    let triggers = try UserTriggers(suspendedIn: db)
    if triggers.statements.isEmpty { return }
    try triggers.restore(in: db)
    for own in try StoredStatement.all(db, where: "type = 'trigger' AND name GLOB '*_after*'")
    where own.isOwn {
      try db.execute(sql: "DROP TRIGGER \(own.name.asIdentifier)")
      try own.run(in: db)
    }
  }
}

// MARK: - What may go wrong

extension UserTriggers {
  /// A trigger beside which the history, and so an undo, cannot be exact.
  package struct Unsafe: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    /// As the end of a sentence that begins with the trigger.
    package let reason: String

    package var description: String { "'\(name)' \(reason)" }

    package var warning: String { "your trigger \(self): the history may miss it" }
  }

  /// Names the triggers of the user's beside which the history cannot be exact: SQLite decides the
  /// order of triggers, and that of these hides from ours what they do.
  ///
  /// `migrate` puts ours into the right order, and so does `arrange`; a trigger made later is named
  /// here if it needs that. What `broken` names is not looked into.
  package static func unsafe(in db: Database) throws -> [Unsafe] {
    var found: [Unsafe] = []
    for table in MigratedEntity.allCases.map(\.table) {
      let order = try StoredStatement.all(db, where: "type = 'trigger' AND tbl_name = '\(table)'")
      let ours = order.firstIndex { $0.isOwn && $0.name == "\(table)_afterInsert" } ?? 0
      for (index, trigger) in order.enumerated() where !trigger.isOwn {
        func note(_ reason: String) { found.append(Unsafe(name: trigger.name, reason: reason)) }
        let words = trigger.words
        let head = words.prefix { $0 != "on" }
        let writes = try writes(of: trigger, on: table, by: head.last.map(String.init) ?? "", db)
        if head.contains("after"), head.contains("insert"), index > ours, writes.contains(table) {
          note("changes the row that was just added to \(table)")
        }
        // It may run in the midst of a REPLACE, on the very row that the statement writes: SQLite
        // leaves undefined what comes of it.
        if head.contains("delete"), writes.contains(MigratedEntity.trip.table) {
          note("changes trips while \(table) loses a row")
        }
        if trigger.raisesIgnore {
          note("raises IGNORE, which stops other triggers")
        }
      }
    }
    return found
  }

  /// Names the triggers that cannot run, and why: those that write to a virtual table, say, which
  /// `trusted_schema=OFF` does not allow. Nil where there are none.
  package static func broken(in db: Database) throws -> String? {
    var (names, reasons): ([String], [String]) = ([], [])
    for table in MigratedEntity.allCases.map(\.table) {
      for event in ["insert", "update", "delete"] {
        let look = try Look(at: event, of: table, in: db)
        guard let problem = look.problem else { continue }
        // SQLite does not say in which it was; it goes on with others after the first mistake.
        let user = try statements(db).map(\.name)
        let seen = user.filter { look.writes[$0.lowercased()] != nil }
        names += (seen.isEmpty ? user : seen).filter { !names.contains($0) }
        if !reasons.contains(problem) { reasons.append(problem) }
      }
    }
    guard let name = names.first else { return nil }
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    return "your \(names == [name] ? "trigger" : "triggers") \(list) cannot run: "
      + reasons.joined(separator: "; ")
  }

  /// The tables of ours that a trigger writes to.
  private static func writes(
    of trigger: StoredStatement, on table: String, by event: String, _ db: Database
  ) throws -> Set<String> {
    let events = ["insert", "update", "delete"].contains(event) ? [event] : ["update"]
    return try events.reduce(into: []) { tables, event in
      tables.formUnion(
        try Look(at: event, of: table, in: db).writes[trigger.name.lowercased()] ?? [])
    }
  }

  /// What a write would do, as SQLite tells while it compiles the statement, which is not run.
  private struct Look {
    /// The tables written to by each trigger that would fire, by its name in lower case.
    private(set) var writes: [String: Set<String>] = [:]
    private(set) var problem: String?

    init(at event: String, of table: String, in db: Database) throws {
      let sql =
        switch event {
        case "insert": "INSERT INTO \(table) DEFAULT VALUES"
        case "delete": "DELETE FROM \(table)"
        default:
          try String.fetchOne(
            db,
            sql: """
              SELECT 'UPDATE \(table) SET ' || group_concat(format('"%w" = "%w"', name, name))
              FROM pragma_table_info('\(table)')
              """) ?? ""
        }
      var writes: [String: Set<String>] = [:]
      let (code, statement, _) = ConnectionTools.compile(sql, in: db) { action, table, _, trigger in
        guard let trigger = trigger?.lowercased() else { return true }
        if writes[trigger] == nil { writes[trigger] = [] }
        if [SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action), let table {
          writes[trigger]?.insert(table)
        }
        return true
      }
      defer { sqlite3_finalize(statement) }
      self.writes = writes
      if code != SQLITE_OK { problem = String(cString: sqlite3_errmsg(db.sqliteConnection)) }
    }
  }
}

extension StoredStatement {
  fileprivate var isOwn: Bool {
    DeclaredSchema.ownObjects.contains(DeclaredSchema.key(type, name))
  }

  fileprivate var words: [Substring] { SchemaTokens.normalized(sql).parts(separatedBy: " ") }

  fileprivate var raisesIgnore: Bool { words.contains("raise") && words.contains("ignore") }
}
