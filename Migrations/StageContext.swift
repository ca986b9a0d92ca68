package import SQLite

/// What happened to a row, as recorded in `migrationRecord`.
package enum MigrationAction: String, CaseIterable, Sendable {
  /// Its text was trimmed or normalised.
  case normalized
  /// It was merged into another row of its kind.
  case merged
  /// It was kept, with a value of a row that was merged into it.
  case updated
  /// It was moved to another trip.
  case moved
  /// It was renamed, because V2 allows each name once.
  case renamed
  /// Its name was put back.
  case restored
  /// It belongs to no trip.
  case orphaned
  /// It is kept in `migrationRecord` alone, because no later version can hold it.
  case quarantined

  /// Whether the row is only in `migrationRecord` afterwards.
  var isRemoval: Bool { self == .merged || self == .quarantined }

  /// The columns that it may change in a row that stays.
  var columns: [String] {
    switch self {
    case .normalized: Entity.allCases.flatMap(\.labels)
    case .updated: ["destination"]
    case .moved, .orphaned: ["tripId"]
    case .renamed, .restored: ["name"]
    case .merged, .quarantined: []
    }
  }
}

/// The tools of a stage for its work on the rows.
package final class StageContext {
  package let db: Connection
  package let stage: MigrationStage
  /// Whether rows that the next version cannot hold are moved to `migrationRecord`, instead of
  /// stopping the migration.
  package let quarantines: Bool
  var report: MigrationReport

  init(_ db: Connection, _ stage: MigrationStage, quarantines: Bool, _ report: MigrationReport) {
    (self.db, self.stage, self.quarantines, self.report) = (db, stage, quarantines, report)
  }

  /// Records a row as it is now.
  ///
  /// - Parameters:
  ///   - survivor: the row into which it is merged, or the trip to which it moves.
  ///   - givenName: the name that it gets for V2 alone; a member of the JSON.
  /// - Returns: the row as JSON.
  @discardableResult
  func record(
    _ action: MigrationAction, _ entity: Entity, _ id: Int64, survivor: Int64? = nil,
    givenName: SQLiteValue? = nil
  ) throws -> String {
    let row = try db.cachedStatement(sql: "SELECT * FROM \(entity.table) WHERE id = ?")
    row.bind(id)
    guard try row.step() else {
      throw MigrationProblem.unbalanced("\(entity.table) \(id) is missing")
    }
    var members = (0..<row.columnCount).map { "\(quoted(row.name($0))):\(row.value($0).json)" }
    row.reset()
    if let givenName { members.append("\"givenName\":\(givenName.json)") }
    let json = "{\(members.joined(separator: ","))}"
    try run(
      """
      INSERT INTO migrationRecord(stage, action, entity, rowId, "row", survivorId)
      VALUES (\(stage.name), \(action.rawValue), \(entity.table), \(id), \(json), \(survivor))
      """)
    return json
  }

  /// Runs a statement that is compiled once for the whole stage.
  func run(_ statement: SQL) throws {
    try db.cachedStatement(sql: statement.text).run(statement.arguments)
  }
}

extension SQLiteValue {
  /// The value in JSON; a value that JSON cannot hold is an object: `{"blob":"C3"}`,
  /// `{"text":"C3"}` for bytes that are not UTF-8, `{"real":"inf"}`.
  var json: String {
    switch self {
    case .null: "null"
    case .integer(let number): "\(number)"
    case .real(let number): number.isFinite ? "\(number)" : "{\"real\":\"\(number)\"}"
    case .text(let text): quoted(text)
    case .malformedText(let bytes): "{\"text\":\"\(hexadecimal(bytes))\"}"
    case .blob(let bytes): "{\"blob\":\"\(hexadecimal(bytes))\"}"
    }
  }
}

private func quoted(_ text: String) -> String {
  var json = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": json += "\\\(scalar)"
    case "\0"..<" ":
      json += "\\u00\(hexadecimal([UInt8(scalar.value)]))"
    default: json.unicodeScalars.append(scalar)
    }
  }
  return json + "\""
}

/// `C3`: two digits per byte.
private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { String(0x100 + Int($0), radix: 16, uppercase: true).dropFirst() }.joined()
}
