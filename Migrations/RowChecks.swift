internal import Platform
internal import SQLite

/// Finds the rows that the next version cannot hold, and either reports them or moves them to
/// `migrationRecord`, a trip with its items and stays.
struct UnfitRows {
  let context: StageContext
  private var db: Connection { context.db }

  /// - Throws: `MigrationProblem.unfitRows`, unless quarantine was requested.
  func run() throws {
    try db.addFunction("isText") { bytes in
      !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }
    try db.addFunction("isBlank") { bytes in
      String(decoding: bytes, as: UTF8.self).normalizedLabel.isEmpty
    }
    let unfit = try Entity.allCases.flatMap(find)
    guard unfit.isEmpty || context.quarantines else {
      throw MigrationProblem.unfitRows(unfit)
    }
    for row in unfit { try quarantine(row.entity, row.id) }
  }

  /// Moves a row to `migrationRecord`, unless it is already there with its trip.
  private func quarantine(_ entity: Entity, _ id: Int64) throws {
    let label = SQL(sql: "SELECT \(entity.nameColumn) FROM \(entity.table) WHERE id = ") + "\(id)"
    guard let label = try db.text(label) else { return }
    let json = try context.record(.quarantined, entity, id)
    context.report.quarantined.append(
      .init(row: .init(entity: entity, id: id, label: label), json: json))
    try context.run("DELETE FROM \(sql: entity.table) WHERE id = \(id)")
    guard entity == .trip else { return }
    for child in Entity.children {
      let ids = try db.integers(
        "SELECT id FROM \(sql: child.table) WHERE tripId = \(id) ORDER BY id")
      for id in ids { try quarantine(child, id) }
    }
  }

  private func find(_ entity: Entity) throws -> [UnfitRow] {
    let rules = rules(for: entity)
    let all = rules.map { "(\($0.condition))" }.joined(separator: " AND ")
    let ids = try db.integers("SELECT id FROM \(sql: entity.table) WHERE (\(sql: all)) IS NOT TRUE")
    return try ids.flatMap { id in
      try rules.flatMap { rule in
        try db.rows(
          """
          SELECT iif(isText(\(sql: rule.column)), \(sql: rule.column),
            'x''' || hex(\(sql: rule.column)) || '''')
          FROM \(sql: entity.table) WHERE id = \(id) AND (\(sql: rule.condition)) IS NOT TRUE
          """
        ) {
          UnfitRow(
            entity: entity, id: id, column: rule.column, value: $0.text(0), reason: rule.reason)
        }
      }
    }
  }

  /// A condition on a value, with the reason given if it fails.
  private struct Rule {
    let column: String
    let condition: String
    let reason: String

    init(_ column: String, _ condition: String, _ reason: String) {
      (self.column, self.condition, self.reason) = (column, condition, reason)
    }
  }

  private func rules(for entity: Entity) -> [Rule] {
    let id = Rule("id", "id BETWEEN 1 AND 9007199254740991", "is not between 1 and 2^53 - 1")
    func text(_ column: String) -> Rule {
      Rule(column, "typeof(\(column)) = 'text' AND isText(\(column))", "is not text")
    }
    func date(_ column: String) -> Rule {
      Rule(
        column, "\(column) >= '0001' AND \(column) IS date(\(column), '+0 days')", "is not a date")
    }
    func flag(_ column: String) -> Rule {
      Rule(column, "typeof(\(column)) = 'integer' AND \(column) IN (0, 1)", "is neither 0 nor 1")
    }
    switch entity {
    case .trip:
      let isV1 = context.stage.fromVersion == .v1
      let (start, end) = isV1 ? ("start_date", "end_date") : ("startDate", "endDate")
      let order = "\(end) >= \(start) OR \(start) IS NOT date(\(start), '+0 days')"
      return [
        id, text("name"), Rule("name", "NOT isBlank(name)", "is empty"), text("destination"),
        date(start), date(end), Rule(end, order, "is before the start"),
      ]
    case .item:
      return [id, text("title"), text("details"), flag("hasReservation"), flag("isInPlan")]
    case .stay:
      return [id, text("placeName"), text("address"), flag("isConfirmed")]
    }
  }
}

/// Trims and normalises names, destinations, titles and places.
struct Normalization {
  let context: StageContext

  func run() throws {
    try context.db.addFunction("isNormalized") { bytes in
      let isASCII = bytes.endOfPrintableASCII() == bytes.count
      if isASCII, bytes.first != 0x20, bytes.last != 0x20 { return true }
      return String(decoding: bytes, as: UTF8.self).isNormalizedLabel
    }
    for entity in Entity.allCases {
      let labels = entity.labels
      let columns = labels.joined(separator: ", ")
      let condition = labels.map { "NOT isNormalized(\($0))" }.joined(separator: " OR ")
      let rows = try context.db.rows(
        "SELECT id, \(sql: columns) FROM \(sql: entity.table) WHERE \(sql: condition)"
      ) { row in
        let texts = labels.indices.map { String(decoding: row.bytes(Int32($0) + 1), as: UTF8.self) }
        return (id: row.integer(0), label: row.text(1), texts: texts)
      }
      for row in rows {
        try context.record(.normalized, entity, row.id)
        for (label, old) in zip(labels, row.texts) where !old.isNormalizedLabel {
          let new = old.normalizedLabel
          try context.run(
            "UPDATE \(sql: entity.table) SET \(sql: label) = \(new) WHERE id = \(row.id)")
          context.report.textChanges.append(
            .init(
              row: .init(entity: entity, id: row.id, label: row.label), property: label,
              old: old.streamSafe, new: new.streamSafe))
        }
      }
    }
  }
}

/// Finds the rows that belong to no trip: rows of a deleted trip, and those whose trip was deleted
/// while foreign keys were off.
struct Orphans {
  let context: StageContext

  func run() throws {
    for entity in Entity.children {
      let orphans = try context.db.rows(
        """
        SELECT id, \(sql: entity.nameColumn) FROM \(sql: entity.table)
        WHERE (tripId IS NULL OR \(sql: Entity.isOrphan)) AND id NOT IN (
          SELECT rowId FROM migrationRecord
          WHERE action = 'orphaned' AND entity = \(entity.table))
        """
      ) { MigrationReport.Row(entity: entity, id: $0.integer(0), label: $0.text(1)) }
      for row in orphans {
        try context.record(.orphaned, entity, row.id)
        try context.run("UPDATE \(sql: entity.table) SET tripId = NULL WHERE id = \(row.id)")
      }
      context.report.orphans += orphans
    }
  }
}

extension String {
  /// The text trimmed and in NFC. If it has a longer run of combining marks than is normalised, it
  /// is only trimmed.
  package var normalizedLabel: String {
    let text = trimmingWhitespace()
    return text.inNFC ?? text
  }

  var isNormalizedLabel: Bool { normalizedLabel.utf8.elementsEqual(utf8) }

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
