import TripsCore

/// The output of `trips migrate`: the report of a migration, the status of a store, an undo.
struct MigrationOutput {
  let context: Context

  private var isJSON: Bool { context.globals.isJSON }

  /// Prints the report of a migration or of its dry run.
  func print(
    _ report: StoredReport, from: SchemaVersion, to: SchemaVersion, isRehearsal: Bool
  ) throws {
    if isJSON { return try printJSON(report, from: from, to: to) }
    try context.print(line: "\(isRehearsal ? "Would migrate" : "Migrated") \(from) → \(to)")
    try printText(report)
  }

  /// Prints the reports of all migrations of a store.
  func print(_ report: StoredReport) throws {
    if isJSON { return try printJSON(report, from: nil, to: nil) }
    if report.stages.isEmpty { return try context.print(line: "This store was never migrated") }
    try printText(report)
  }

  func printNothingToDo(at version: SchemaVersion) throws {
    if isJSON {
      try context.output.writeJSONObject { json in
        json.member("from", version.description)
        json.member("to", version.description)
        json.member("stages", [String]())
        json.member("records", [String]())
      }
    } else {
      try context.print(line: "Nothing to do: the store has schema \(version)")
    }
  }

  func print(_ restoration: StoreMigration.Restoration) throws {
    if isJSON {
      try context.output.writeJSON { $0.value(restoration) }
    } else {
      try context.print(
        line: "Put '\(restoration.backup)' back: the store has schema \(restoration.to) again")
      context.reporter.note("the replaced store is kept as '\(restoration.replaced)'")
    }
  }

  /// - Throws: if the schema differs from what its version declares, after that was printed.
  func print(_ status: MigrationStatus, path: String) throws {
    if isJSON {
      try context.output.writeJSON { $0.value(status) }
    } else {
      try fields(of: status).write(in: context)
    }
    if let difference = status.difference {
      throw TripsError.migration(.schemaDiffers(difference), path: path)
    }
  }

  private func fields(of status: MigrationStatus) -> FieldList {
    let pending = status.pending.map { "\(Self.arrow($0.name)) (\($0.kind))" }
    let release = status.release.map { "as created by release \($0) for \(status.current)" }
    let values =
      [
        ("current", "\(status.current) (\(status.current.versionIdentifier))"),
        ("latest", "\(status.latest) (\(status.latest.versionIdentifier))"),
      ] + (pending.isEmpty ? ["none"] : pending).map { ("pending", $0) }
      + [("schema", status.difference ?? release ?? "as \(status.current) declares it")]
    var list = FieldList()
    for (label, value) in values { list.add(label, value) }
    return list
  }
}

// MARK: - The account as text

extension MigrationOutput {
  private func printText(_ report: StoredReport) throws {
    for stage in report.stages {
      let duration = stage.seconds.map { ", " + Self.duration($0) } ?? ""
      try context.print(line: "\(Self.arrow(stage.name)) (\(stage.kind)\(duration))")
      for account in stage.accounts { try context.print(line: Self.sentence(account), indent: 2) }
    }
    let arrows = report.stages.reduce(into: [:]) { $0[$1.name] = Self.arrow($1.name) }
    try report.forEachEntry {
      try context.print(line: "\(arrows[$0.stage] ?? $0.stage): \(Self.sentence($0))")
    }
  }

  /// `V1 → V2`, `V4 of 0.1.0 → V4`.
  private static func arrow(_ stage: String) -> String {
    stage.replacing("of", with: " of ").replacing("to", with: " → ")
  }

  /// Seconds with the precision that a reader needs.
  private static func duration(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return tenths == 0 ? "under 0.1 s" : "\(tenths / 10).\(tenths % 10) s"
  }

  /// `trips: 5 before, 4 kept, 1 merged, 1 renamed`.
  private static func sentence(_ account: MigrationReport.Account) -> String {
    let counts = MigrationAction.allCases.compactMap { action -> String? in
      guard let count = account.counts[action], count > 0 else { return nil }
      return "\(count) \(action)"
    }
    return "\(singular(account.entity))s: "
      + (["\(account.before) before", "\(account.kept) kept"] + counts).joined(separator: ", ")
  }

  /// `merged trip 2 'Paris' into trip 1`.
  private static func sentence(_ entry: MigrationReport.Entry) -> String {
    let row = "\(singular(entry.entity)) \(entry.rowId) '\(entry.label)'"
    let survivor = entry.survivorId.map(String.init) ?? "?"
    let former = row + (entry.details.map { " (\($0))" } ?? "")
    return switch entry.action {
    case .merged: "merged \(former) into \(singular(entry.entity)) \(survivor)"
    case .updated: "updated \(former) with the values of the latest row merged into it"
    case .renamed: "renamed \(row) to '\(entry.newName ?? "")'"
    case .restored: "restored the name of \(row) to '\(entry.newName ?? "")'"
    case .unnormalized:
      "did not normalize the name of \(row): not in NFC, or with white space at an end"
    case .reassigned: "reassigned \(row) to trip \(survivor)"
    case .orphaned: "orphaned \(row): it is kept without a trip"
    case .quarantined: "quarantined \(row): it is kept only in the table migrationRecord"
    }
  }

  private static func singular(_ entity: MigratedEntity) -> String {
    switch entity {
    case .trip: "trip"
    case .bucketListItem: "bucket list item"
    case .livingAccommodation: "accommodation"
    }
  }
}

// MARK: - The account as JSON

extension MigrationOutput {
  /// The records are written in pieces, since there may be one per row.
  private func printJSON(
    _ report: StoredReport, from: SchemaVersion?, to: SchemaVersion?
  ) throws {
    var head = JSONWriter()
    head.object { json in
      if let from, let to {
        json.member("from", from.description)
        json.member("to", to.description)
      }
      json.member("stages", report.stages)
    }
    try context.output.write(bytes: head.bytes.dropLast())
    try context.output.write(",\"records\":[")
    var isFirst = true
    try report.forEachEntry { entry in
      var json = JSONWriter()
      json.value(entry)
      try context.output.write(isFirst ? "\n" : ",\n")
      try context.output.write(bytes: json.bytes)
      isFirst = false
    }
    try context.output.write(isFirst ? "]}\n" : "\n]}\n")
  }
}

extension StoreMigration.Restoration: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("from", from.description)
    json.member("to", to.description)
    json.member("backup", backup)
    json.member("replaced", replaced)
  }
}

extension MigrationStatus: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("current", current.description)
    json.member("latest", latest.description)
    json.member("pending", pending)
    json.member("fingerprint", current.fingerprint)
    json.member("schemaMatches", difference == nil)
    json.member("difference", difference)
    json.member("release", release)
  }
}

extension MigrationStage: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("stage", name)
    json.member("kind", kind)
  }
}

extension MigrationReport.Stage: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("stage", name)
    json.member("kind", kind)
    if let seconds { json.member("milliseconds", Int((seconds * 1_000).rounded())) }
    json.member("account", accounts)
  }
}

extension MigrationReport.Account: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("entity", entity.rawValue)
    json.member("before", before)
    json.member("after", after)
    json.member("kept", kept)
    for action in MigrationAction.allCases { json.member(action.rawValue, counts[action] ?? 0) }
  }
}

extension MigrationReport.Entry: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("stage", stage)
    json.member("action", action.rawValue)
    json.member("entity", entity.rawValue)
    json.member("id", rowId)
    json.member("survivorId", survivorId)
    if let newName { json.member("newName", newName) }
    json.key("row")
    json.json(row)
  }
}
