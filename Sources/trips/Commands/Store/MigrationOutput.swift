import TripsCore

/// The output of `trips migrate`: the report of a migration, or the status of a store.
struct MigrationOutput {
  let context: Context

  /// Prints the report of a migration or of its dry run.
  func print(_ report: MigrationReport) throws {
    guard context.printsSentences else {
      return try Report(ChangeReport.columns, in: context).write(report.rows)
    }
    for line in MigrationText(context: context, report: report).lines {
      try context.print(line: line.text, indent: line.indent)
    }
  }

  func printNothingToDo(at version: SchemaVersion) throws {
    let sentence = "othing to do: the store has schema \(version)"
    if context.printsSentences { return try context.print(line: "N" + sentence) }
    try print(MigrationReport())
    context.reporter.note("n" + sentence)
  }

  /// - Throws: if the schema differs from its version's schema; the status is printed first.
  func print(_ status: MigrationStatus, path: String) throws {
    if context.globals.isJSON {
      try context.output.writeJSON { $0.value(status) }
    } else {
      try fields(of: status).write(in: context)
    }
    if let difference = status.difference {
      throw TripsError.store(.schemaDiffers(difference, status.current), path: path)
    }
  }

  private func fields(of status: MigrationStatus) -> FieldList {
    let pending = status.pending.map { "\($0.fromVersion) → \($0.toVersion) (\($0.kind))" }
    let schema = status.difference?.description ?? "matches \(status.current)"
    let values =
      [
        ("current", "\(status.current) (\(status.current.versionIdentifier))"),
        ("latest", "\(status.latest) (\(status.latest.versionIdentifier))"),
      ] + (pending.isEmpty ? ["none"] : pending).map { ("pending", $0) } + [("schema", schema)]
    var list = FieldList()
    for (label, value) in values { list.add(label, value) }
    return list
  }
}

/// The report of a migration as text: its sum in one line, then each merge, rename and change of
/// text, and the rows that need attention.
struct MigrationText {
  let context: Context
  let report: MigrationReport

  typealias Line = (text: String, indent: Int)

  var lines: [Line] {
    [(sum, 0)] + report.merges.flatMap(merge)
      + report.renames.values.sorted { $0.row.id < $1.row.id }.map { (Self.change($0), 0) }
      + report.textChanges.map { (Self.change($0), 0) }
      + report.quarantined.map {
        ("\(Self.named($0.row)) is kept only in the table migrationRecord: \($0.json)", 0)
      } + report.orphans.map { (orphan($0), 0) }
  }

  /// `12 trips → 10: 2 duplicates merged; 2 rows have no trip`.
  private var sum: String {
    let (before, after) = (report.before[.trip] ?? 0, report.after[.trip] ?? 0)
    let parts = [
      (report.merges.reduce(0) { $0 + $1.duplicates.count }, "duplicate", "merged"),
      (report.renames.count, "trip", "renamed"),
      (report.textChanges.count, "text", "trimmed or normalised"),
      (report.quarantined.count, "row", "quarantined"),
    ].filter { $0.0 > 0 }.map { "\(counted($0.0, $0.1)) \($0.2)" }
    let orphans = report.orphans.count
    return counted(Int(before), "trip") + (before == after ? "" : " → \(after)")
      + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")
      + (orphans == 0
        ? "" : "; \(counted(orphans, "row")) \(orphans == 1 ? "has" : "have") no trip")
  }

  private func merge(_ merge: MigrationReport.Merge) -> [Line] {
    let duplicates = merge.duplicates.map(String.init).joined(separator: ", ")
    let trips = merge.duplicates.count == 1 ? "trip" : "trips"
    return [("\(Self.named(merge.survivor)): merged with \(trips) \(duplicates)", 0)]
      + merge.changes.map { (PropertyWords.words($0.values), 2) }
      + merge.moved.map { ("\(Self.named($0)) moved to it", 2) }
      + merge.dropped.map {
        ("\(Self.named($0)) was dropped: the trip already has an equal one", 2)
      }
  }

  private func orphan(_ row: MigrationReport.Row) -> String {
    let group = row.entity == .item ? "bucket" : "stay"
    return "\(Self.named(row)) has no trip: "
      + "\(context.quoted("\(group) attach TRIP \(row.id)")) gives it one"
  }

  /// `trip 3, name: 'Paris ' → Paris`.
  private static func change(_ change: MigrationReport.Change) -> String {
    let row = "\(change.row.entity.noun) \(change.row.id)"
    // Both look the same.
    if change.old == change.new { return "\(row), \(change.property): '\(change.new)' normalised" }
    return "\(row), " + PropertyWords.words(change.values)
  }

  /// `trip 'Paris' (3)`.
  private static func named(_ row: MigrationReport.Row) -> String {
    "\(row.entity.noun) \(Wording.row(row.label, row.id))"
  }
}

// MARK: - JSON

extension MigrationStatus: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("current", current.description)
    json.member("latest", latest.description)
    json.member("pending", pending)
    json.member("schemaMatches", difference == nil)
    json.member("difference", difference?.description)
  }
}

extension MigrationStage: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("stage", name)
    json.member("kind", kind)
  }
}

// MARK: - Rows

extension MigrationReport {
  /// Its changes, and the rows that need attention. A merged duplicate has the survivor's id as its
  /// new one.
  fileprivate var rows: [ChangeRow] {
    merges.flatMap(\.rows)
      + renames.values.sorted { $0.row.id < $1.row.id }.map(\.changeRow)
      + textChanges.map(\.changeRow)
      + quarantined.map { quarantined in
        quarantined.row.changed(
          "quarantine", PropertyChange(property: "row", old: quarantined.json, new: nil))
      } + orphans.map { $0.changed("orphan") }
  }
}

extension MigrationReport.Merge {
  fileprivate var rows: [ChangeRow] {
    let survivor = String(survivor.id)
    let merged = duplicates.map { id in
      var row = self.survivor.changed(
        "merge", PropertyChange(property: "id", old: String(id), new: survivor))
      row.id = id
      return row
    }
    return merged + changes.map(\.changeRow)
      + moved.map { row in
        var row = row.changed(
          "update", PropertyChange(property: "tripId", old: nil, new: survivor))
        row.trip = self.survivor.id
        return row
      } + dropped.map { $0.changed("delete") }
  }
}

extension MigrationReport.Row {
  fileprivate func changed(_ kind: String, _ change: PropertyChange? = nil) -> ChangeRow {
    ChangeRow(
      kind: kind, entity: HistoryEntity(entity), id: id, name: label, change: change)
  }
}

extension MigrationReport.Change {
  fileprivate var values: PropertyChange { PropertyChange(property: property, old: old, new: new) }

  fileprivate var changeRow: ChangeRow { row.changed("update", values) }
}
