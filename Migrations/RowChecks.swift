internal import Platform
internal import SQLite

/// Finds the rows that the next version cannot hold, and either reports them or moves them to
/// `migrationRecord`, a trip with its items and stays.
struct UnfitRows {
  let context: StageContext
  private var db: Connection { context.db }

  /// - Throws: `MigrationProblem.unfitRows`, unless quarantine was requested.
  func run() throws {
    try context.report("values")
    try db.addFunction("isText", argumentCount: 1) { values in
      let bytes = values.bytes(0)
      let isText = !bytes.contains(0) && SQLiteValue(text: bytes).text != nil
      return isText.sqliteValue
    }
    try db.addFunction("isBlank", argumentCount: 1) { values in
      let text = String(decoding: values.bytes(0), as: UTF8.self)
      return text.normalizedLabel.isEmpty.sqliteValue
    }
    let unfit = try MigratedEntity.allCases.flatMap(find)
    if unfit.isEmpty { return }
    guard context.options.quarantines else { throw MigrationProblem.unfitRows(unfit) }
    for entity in MigratedEntity.allCases {
      for id in Set(unfit.filter { $0.entity == entity }.map(\.id)).sorted() {
        try setApart(entity, id)
      }
    }
  }

  private func setApart(_ entity: MigratedEntity, _ id: Int64) throws {
    try context.record(.quarantined, entity, id)
    try db.run("DELETE FROM \(sql: entity.table) WHERE id = \(id)")
    guard entity == .trip else { return }
    for child in MigratedEntity.children {
      let ids = try db.integers(
        "SELECT id FROM \(sql: child.table) WHERE tripId = \(id) ORDER BY id")
      for id in ids { try setApart(child, id) }
    }
  }

  private func find(_ entity: MigratedEntity) throws -> [UnfitRow] {
    let rules = rules(for: entity)
    let all = rules.map { "(\($0.condition))" }.joined(separator: " AND ")
    let ids = try db.integers("SELECT id FROM \(sql: entity.table) WHERE (\(sql: all)) IS NOT TRUE")
    return try ids.flatMap { id in
      try rules.flatMap { rule in
        try db.rows(
          """
          SELECT \(sql: rule.column) FROM \(sql: entity.table)
          WHERE id = \(id) AND (\(sql: rule.condition)) IS NOT TRUE
          """
        ) {
          UnfitRow(
            entity: entity, id: id, column: rule.column, value: $0.value(0).shown,
            reason: rule.reason)
        }
      }
    }
  }

  /// A condition on a value, with the reason given if it fails.
  private struct Rule {
    let column: String
    let condition: String
    let reason: String
  }

  private func rules(for entity: MigratedEntity) -> [Rule] {
    func text(_ column: String) -> Rule {
      Rule(
        column: column, condition: "typeof(\(column)) = 'text' AND isText(\(column))",
        reason: "is not text")
    }
    func date(_ column: String) -> Rule {
      let isDate = "\(column) >= '0001' AND \(column) IS date(\(column), '+0 days')"
      return Rule(
        column: column, condition: "typeof(\(column)) = 'text' AND \(isDate)",
        reason: "is not a date")
    }
    func flag(_ column: String) -> Rule {
      Rule(
        column: column, condition: "typeof(\(column)) = 'integer' AND \(column) IN (0, 1)",
        reason: "is neither 0 nor 1")
    }
    let id = Rule(
      column: "id", condition: "id BETWEEN 1 AND 9007199254740991",
      reason: "is not between 1 and 2^53 - 1")
    switch entity {
    case .trip:
      let isV1 = context.stage.fromVersion == .v1
      let (start, end) = isV1 ? ("start_date", "end_date") : ("startDate", "endDate")
      return [
        id, text("name"), text("destination"), date(start), date(end),
        Rule(column: "name", condition: "NOT isBlank(name)", reason: "is empty"),
        Rule(
          column: end, condition: "\(end) >= \(start) OR \(start) IS NOT date(\(start), '+0 days')",
          reason: "is before the start"),
      ]
    case .bucketListItem:
      return [id, text("title"), text("details"), flag("hasReservation"), flag("isInPlan")]
    case .livingAccommodation:
      return [id, text("placeName"), text("address"), flag("isConfirmed")]
    }
  }
}

/// Trims and normalises names, destinations, titles and places.
struct Normalization {
  let context: StageContext

  func run() throws {
    try context.report("text")
    let db = context.db
    try db.addFunction("isNormalized", argumentCount: 1) { values in
      let bytes = values.bytes(0)
      let isASCII = bytes.endOfPrintableASCII() == bytes.count
      if isASCII, bytes.first != 0x20, bytes.last != 0x20 { return 1 }
      let text = String(decoding: bytes, as: UTF8.self)
      return text.normalizedLabel.utf8.elementsEqual(text.utf8).sqliteValue
    }
    for entity in MigratedEntity.allCases {
      let columns = entity.labels.joined(separator: ", ")
      let condition = entity.labels.map { "NOT isNormalized(\($0))" }.joined(separator: " OR ")
      let rows = try db.rows(
        "SELECT id, \(sql: columns) FROM \(sql: entity.table) WHERE \(sql: condition)"
      ) { row in (id: row.integer(0), labels: entity.labels.indices.map { row.text(Int32($0) + 1) })
      }
      for row in rows {
        try context.record(.normalized, entity, row.id)
        for (column, label) in zip(entity.labels, row.labels) {
          try db.kept(sql: "UPDATE \(entity) SET \(column) = ? WHERE id = ?")
            .run([.text(label.normalizedLabel), .integer(row.id)])
        }
      }
    }
  }
}

/// Finds the rows that belong to no trip: those of a deleted trip, and in V1 also those whose trip
/// was deleted while foreign keys were off.
struct Orphans {
  let context: StageContext

  func run() throws {
    try context.report("relations")
    for entity in MigratedEntity.children {
      let ids = try context.db.integers(
        """
        SELECT id FROM \(sql: entity.table)
        WHERE (tripId IS NULL OR \(sql: MigratedEntity.isOrphan)) AND id NOT IN (
          SELECT rowId FROM migrationRecord
          WHERE action = 'orphaned' AND entity = \(entity.rawValue))
        """)
      for id in ids {
        try context.record(.orphaned, entity, id)
        try context.db.kept(sql: "UPDATE \(entity) SET tripId = NULL WHERE id = ?")
          .run([.integer(id)])
      }
    }
  }
}

extension String {
  /// The text trimmed and in NFC. With more successive marks than NFC allows here, it is only
  /// trimmed.
  package var normalizedLabel: String {
    let text = trimmingWhitespace()
    return text.inNFC ?? text
  }

  package func trimmingWhitespace() -> String {
    func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
      guard let scalar else { return false }
      return scalar.isASCII
        ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value)
        : scalar.properties.isWhitespace
    }
    guard isSpace(unicodeScalars.first) || isSpace(unicodeScalars.last) else { return self }
    var rest = unicodeScalars[...]
    while isSpace(rest.first) { rest.removeFirst() }
    while isSpace(rest.last) { rest.removeLast() }
    return String(rest)
  }
}
