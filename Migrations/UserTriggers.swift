internal import CSQLite
package import SQLite

/// A trigger in a store that is not part of its schema.
package struct UserTrigger: Hashable, Sendable {
  package let name: String
  /// The table or view of the trigger.
  package let table: String
  /// The statement that creates it.
  package let sql: String

  /// The statement that drops it.
  package var drop: String { "DROP TRIGGER \(name.asIdentifier)" }
}

/// The triggers that the user has added to a store.
package enum UserTriggers {
  /// Their names.
  package static func names(in db: Connection) throws -> [String] {
    try all(db).map(\.name)
  }

  /// The triggers that can abandon a write without an error.
  package static func ignoring(in db: Connection) throws -> [String] {
    try all(db).filter(\.raisesIgnore).map(\.name)
  }

  /// The triggers that a migration would fire by changing the schema's tables.
  static func onOwnTables(in db: Connection) throws -> [UserTrigger] {
    try all(db).filter {
      DeclaredSchema.ownObjects.contains(DeclaredSchema.key("table", $0.table))
    }
  }

  private static func all(_ db: Connection) throws -> [UserTrigger] {
    try stored(db).filter { !$0.isOwn }
  }

  /// All triggers, including the schema's, in the order of their creation.
  private static func stored(_ db: Connection, where condition: String = "1") throws
    -> [UserTrigger]
  {
    let rows = try db.query(
      """
      SELECT name, tbl_name, sql FROM sqlite_schema
      WHERE type = 'trigger' AND sql IS NOT NULL AND \(condition) ORDER BY rowid
      """)
    return try rows.map { row in
      UserTrigger(
        name: try row.decode(atIndex: 0), table: try row.decode(atIndex: 1),
        sql: try row.decode(atIndex: 2))
    }
  }
}

// MARK: - What may go wrong

extension UserTriggers {
  /// A trigger that can make the history, and so an undo, inexact.
  package struct Unsafe: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    /// The reason, as the end of a sentence that begins with the trigger.
    package let reason: String

    package var description: String { "'\(name)' \(reason)" }

    package var warning: String { "your trigger \(self): the history may miss it" }
  }

  /// Finds the user's triggers that can make the history inexact: SQLite decides the order of
  /// triggers, and may hide their writes from ours.
  ///
  /// Triggers named in `broken` are not examined.
  package static func unsafe(in db: Connection) throws -> [Unsafe] {
    var found: [Unsafe] = []
    for table in MigratedEntity.allCases.map(\.table) {
      let order = try stored(db, where: "tbl_name = '\(table)'")
      let ours = order.firstIndex { $0.isOwn && $0.name == "\(table)_afterInsert" } ?? 0
      for (index, trigger) in order.enumerated() where !trigger.isOwn {
        func note(_ reason: String) { found.append(Unsafe(name: trigger.name, reason: reason)) }
        let words = trigger.words
        let head = words.prefix { $0 != "on" }
        let writes = try writes(of: trigger, on: table, by: head.last.map(String.init) ?? "", db)
        if head.contains("after"), index > ours, writes.contains(table) {
          note("writes to its own table, \(table)")
        }
        // It may run during a REPLACE on the very row that the statement writes, which SQLite
        // leaves undefined.
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

  /// Finds triggers that cannot run, with the reason: for example those that write to a virtual
  /// table, which `trusted_schema=OFF` forbids. Nil if there are none.
  package static func broken(in db: Connection) throws -> String? {
    var (names, reasons): ([String], [String]) = ([], [])
    for table in MigratedEntity.allCases.map(\.table) {
      for event in ["insert", "update", "delete"] {
        let effects = try WriteEffects(at: event, of: table, in: db)
        guard let problem = effects.problem else { continue }
        // SQLite does not name the trigger, and reports others only once the first is fixed.
        let user = try Self.names(in: db)
        let seen = user.filter { effects.writes[$0.lowercased()] != nil }
        names += (seen.isEmpty ? user : seen).filter { !names.contains($0) }
        if !reasons.contains(problem) { reasons.append(problem) }
      }
    }
    guard let name = names.first else { return nil }
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    return "your \(names == [name] ? "trigger" : "triggers") \(list) cannot run: "
      + reasons.joined(separator: "; ")
  }

  /// The tables of the schema that a trigger writes to.
  private static func writes(
    of trigger: UserTrigger, on table: String, by event: String, _ db: Connection
  ) throws -> Set<String> {
    let events = ["insert", "update", "delete"].contains(event) ? [event] : ["update"]
    return try events.reduce(into: []) { tables, event in
      tables.formUnion(
        try WriteEffects(at: event, of: table, in: db).writes[trigger.name.lowercased()] ?? [])
    }
  }

  /// The effects of a write, as SQLite reports them while compiling the statement.
  private struct WriteEffects {
    /// The tables written to by each trigger that would fire, by its name in lower case.
    private(set) var writes: [String: Set<String>] = [:]
    private(set) var problem: String?

    init(at event: String, of table: String, in db: Connection) throws {
      let sql =
        switch event {
        case "insert": "INSERT INTO \(table) DEFAULT VALUES"
        case "delete": "DELETE FROM \(table)"
        default:
          try db.text(
            SQL(
              sql: """
                SELECT 'UPDATE \(table) SET ' || group_concat(format('"%w" = "%w"', name, name))
                FROM pragma_table_info('\(table)')
                """)) ?? ""
        }
      var writes: [String: Set<String>] = [:]
      problem = ConnectionTools.actions(of: sql, in: db) { action, table, trigger in
        guard let trigger = trigger?.lowercased() else { return }
        if writes[trigger] == nil { writes[trigger] = [] }
        if [SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action), let table {
          writes[trigger]?.insert(table)
        }
      }
      self.writes = writes
    }
  }
}

extension UserTrigger {
  fileprivate var isOwn: Bool {
    DeclaredSchema.ownObjects.contains(DeclaredSchema.key("trigger", name))
  }

  fileprivate var words: [Substring] { SchemaTokens.normalized(sql).parts(separatedBy: " ") }

  fileprivate var raisesIgnore: Bool { words.contains("raise") && words.contains("ignore") }
}
