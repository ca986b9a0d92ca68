import TripsCore

/// What an import did, or would do.
struct ImportOutput {
  private let report: ImportReport
  private let isDryRun: Bool

  init(_ report: ImportReport, isDryRun: Bool) {
    self.report = report
    self.isDryRun = isDryRun
  }

  /// In a pipe, a dry run has a line for each property that would change and nothing else, so that
  /// each line has the same cells: what happens, id, name, start, end, property, old, new.
  func write(in context: Context) throws {
    if context.globals.json != nil { return try context.output.writeJSON { json(&$0) } }
    let isList = isDryRun && !context.terminal.isOutput
    for change in report.changes {
      try isList ? writeCells(of: change, in: context) : write(change, in: context)
    }
    guard isList else { return try context.print(line: sentence) }
    context.reporter.note(sentence)
  }

  private var sentence: String {
    let verb = isDryRun ? "would be " : ""
    var parts = ["\(report.added) \(verb)added", "\(report.updated) \(verb)updated"]
    parts.append("\(report.unchanged) unchanged")
    if report.skipped > 0 { parts.append("\(report.skipped) skipped") }
    return parts.joined(separator: ", ")
  }

  private func write(_ change: ImportedChange, in context: Context) throws {
    switch change.kind {
    case .insert:
      try context.print(line: "Would add '\(change.trip.name)', \(change.trip.dates)")
    case .update:
      try context.print(line: "Would update \(change.trip.description)")
      for change in change.changes { try context.print(line: ChangeText.line(change), indent: 2) }
    }
  }

  private func writeCells(of change: ImportedChange, in context: Context) throws {
    let trip = change.trip
    let lead = [
      change.kind.rawValue, change.kind == .insert ? "" : String(trip.id), trip.name,
      trip.startDate.description, trip.endDate.description,
    ]
    let changes = change.changes.map { [$0.property, $0.old ?? "", $0.new ?? ""] }
    for cells in changes.isEmpty ? [["", "", ""]] : changes {
      let line = (lead + cells).map(SafeText.visible).joined(separator: "\t")
      try context.output.write(line + "\n")
    }
  }

  private func json(_ json: inout JSONWriter) {
    json.object { json in
      let counts = [
        ("added", report.added), ("updated", report.updated), ("unchanged", report.unchanged),
        ("skipped", report.skipped),
      ]
      for (name, count) in counts {
        json.key(name)
        json.value(Int64(count))
      }
      json.key("problems")
      json.array { json in for problem in report.problems { json.problem(problem) } }
      json.key("notes")
      json.array { json in for note in report.notes { json.value(note) } }
      guard isDryRun else { return }
      json.key("changes")
      json.array { json in for change in report.changes { json.change(change) } }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func problem(_ problem: ImportProblem) {
    object { json in
      if let file = problem.file {
        json.key("file")
        json.value(file)
      }
      json.key("line")
      json.value(Int64(problem.line))
      json.key("reason")
      json.value(problem.reason)
    }
  }

  fileprivate mutating func change(_ change: ImportedChange) {
    object { json in
      json.key("action")
      json.value(change.kind.rawValue)
      json.key("id")
      if change.kind == .insert { json.null() } else { json.value(change.trip.id) }
      json.key("name")
      json.value(change.trip.name)
      json.key("startDate")
      json.value(change.trip.startDate.description)
      json.key("endDate")
      json.value(change.trip.endDate.description)
      json.key("line")
      json.value(Int64(change.line))
      json.key("changes")
      json.array { json in
        for change in change.changes {
          json.object { json in
            json.key("property")
            json.value(change.property)
            json.key("old")
            json.value(change.old)
            json.key("new")
            json.value(change.new)
          }
        }
      }
    }
  }
}
