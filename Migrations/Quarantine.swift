internal import SQLite

/// Finds the rows of V1 that V2 cannot hold, and either reports them or moves them to the ledger.
struct Quarantine {
  let context: StageContext

  /// A condition of V2 on a value of V1, with the reason given if it fails.
  private struct Rule {
    let column: String
    let condition: String
    let reason: String
    /// The SQL function that checks the condition for several columns at once.
    var function: String?

    init(_ column: String, _ condition: String, _ reason: String) {
      (self.column, self.condition, self.reason) = (column, condition, reason)
    }

    init(_ column: String, by function: String, _ reason: String) {
      self.init(column, "\(function)(\(column))", reason)
      self.function = function
    }
  }

  /// - Throws: `MigrationProblem.unfitRows` if there are such rows and quarantine was not
  ///   requested.
  func run() throws {
    try context.report("values")
    try context.execute(
      "CREATE TEMP TABLE unfit(entity TEXT, id INTEGER, PRIMARY KEY (entity, id)) WITHOUT ROWID")
    for entity in MigratedEntity.allCases {
      try context.execute(
        """
        INSERT INTO temp.unfit SELECT '\(entity.rawValue)', id FROM \(entity.table)
        WHERE (\(Self.condition(Self.rules(entity)))) IS NOT TRUE
        """)
    }
    if try !context.isEmpty("temp.unfit") {
      guard context.options.quarantines else { throw MigrationProblem.unfitRows(try unfitRows()) }
      try setApart()
    }
    try context.execute("DROP TABLE temp.unfit")
  }

  /// Everything that belongs to such a row is moved with it.
  private func setApart() throws {
    for child in MigratedEntity.children {
      try context.execute(
        """
        INSERT OR IGNORE INTO temp.unfit SELECT '\(child.rawValue)', id FROM \(child.table)
        WHERE tripId IN (SELECT id FROM temp.unfit WHERE entity = 'Trip')
        """)
    }
    for entity in MigratedEntity.allCases {
      try context.ledger.enter(
        .quarantined, entity, of: "temp.unfit", where: "m.entity = '\(entity.rawValue)'")
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
        let found = try context.db.query(
          """
          SELECT r.id, asShown(r.\(rule.column)) AS value
          FROM \(entity.table) AS r
          WHERE r.id IN (SELECT id FROM temp.unfit WHERE entity = '\(entity.rawValue)')
            AND (\(rule.condition)) IS NOT TRUE
          """)
        while try found.step() {
          let row = found
          let stored = try row.decode(SQLiteValue.self, forColumn: "value")
          rows.append(
            UnfitRow(
              table: entity.table, id: try row.decode(forColumn: "id"), column: rule.column,
              value: stored.shown, reason: rule.reason))
        }
      }
    }
    return rows
  }

  /// All rules as one condition, with one call of each function, since there may be millions of
  /// rows.
  private static func condition(_ rules: [Rule]) -> String {
    let columns = Dictionary(grouping: rules.filter { $0.function != nil }) { $0.function ?? "" }
      .mapValues { $0.map(\.column).joined(separator: ", ") }
    let calls = columns.sorted { $0.key < $1.key }.map { "\($0)(\($1))" }
    let others = rules.filter { $0.function == nil }.map { "(\($0.condition))" }
    return (calls + others).joined(separator: " AND ")
  }

  private static func rules(_ entity: MigratedEntity) -> [Rule] {
    let id = Rule("id", "id > 0", "is not above 0")
    func text(_ column: String) -> Rule { Rule(column, by: "isText", "is not text") }
    func date(_ column: String) -> Rule { Rule(column, by: "isDate", "is not a date") }
    func flag(_ column: String) -> Rule { Rule(column, by: "isFlag", "is neither 0 nor 1") }
    switch entity {
    case .trip:
      // SQLite evaluates all operands of an OR.
      let order = """
        iif(end_date >= start_date, 1, isDate(start_date) IS 0 OR isDate(end_date) IS 0)
        """
      return [
        id, text("name"), Rule("name", "NOT isBlank(name)", "is empty"), text("destination"),
        date("start_date"), date("end_date"), Rule("end_date", order, "is before the start"),
      ]
    case .bucketListItem:
      return [id, text("title"), text("details"), flag("hasReservation"), flag("isInPlan")]
    case .livingAccommodation:
      return [id, text("placeName"), text("address"), flag("isConfirmed")]
    }
  }
}

extension SQLiteValue {
  fileprivate var shown: String {
    switch self {
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .null, .blob: ""
    case .text, .malformedText: text ?? ""
    }
  }
}
