package import SQLite

/// How a migration treats rows that a later version cannot hold.
package struct MigrationOptions: Sendable {
  /// Whether such rows are moved to `migrationRecord` instead of stopping the migration.
  package var quarantines = false

  package init(quarantines: Bool = false) {
    self.quarantines = quarantines
  }
}

/// What happened to a row, as recorded in `migrationRecord`.
package enum MigrationAction: String, Sendable {
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
  /// It is without a trip.
  case orphaned
  /// It is kept in `migrationRecord` alone, because no later version can hold it.
  case quarantined
}

/// What a stage can use for its work on the rows.
package struct StageContext {
  package let db: Connection
  package let stage: MigrationStage
  package let options: MigrationOptions
  /// Called before each step of the work, with its name.
  package let report: (String) throws -> Void

  /// Records a row as it is now.
  ///
  /// - Parameter survivor: the row into which it is merged, or the trip to which it moves.
  func record(
    _ action: MigrationAction, _ entity: MigratedEntity, _ id: Int64, survivor: Int64? = nil
  ) throws {
    let row = try db.kept(sql: "SELECT * FROM \(entity) WHERE id = ?")
    row.bind(id)
    guard try row.step() else { return }
    let members = (0..<row.columnCount).map { "\(quoted(row.name($0))):\(row.value($0).json)" }
    row.reset()
    try db.kept(
      sql: """
        INSERT INTO migrationRecord(stage, action, entity, rowId, "row", survivorId)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).run([
      .text(stage.name), .text(action.rawValue), .text(entity.rawValue), .integer(id),
      .text("{\(members.joined(separator: ","))}"), survivor.map { .integer($0) } ?? .null,
    ])
  }
}

extension SQLiteValue {
  /// The value in JSON; what that cannot hold is an object: `{"blob":"C3"}`, `{"text":"C3"}` for
  /// bytes that are not UTF-8, `{"real":"inf"}`.
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

  /// The value in readable form; bytes that are not text become `x'C3'`.
  var shown: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text) where !text.utf8.contains(0): text
    case .text(let text): "x'\(hexadecimal(text.utf8))'"
    case .malformedText(let bytes), .blob(let bytes): "x'\(hexadecimal(bytes))'"
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
