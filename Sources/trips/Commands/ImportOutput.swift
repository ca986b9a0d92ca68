import TripsCore

/// The result of an import or of its dry run.
struct ImportOutput {
  let report: ImportReport
  let isDryRun: Bool
  /// Whether all events were added to one trip.
  let isTargeted: Bool

  func write(in context: Context) throws {
    for problem in report.problems { context.reporter.warning("skipped \(problem)") }
    if report.omittedProblems > 0 {
      context.reporter.warning("skipped \(report.omittedProblems) more")
    }
    for note in report.notes { context.reporter.note(note) }
    for warning in warnings { context.reporter.warning(warning) }
    for row in report.cancelled { context.note(cancelled: row, "in the file") }
    noteLeftOut(in: context)
    if report.deletedHere > 0 {
      let count = report.deletedHere
      context.reporter.note(
        "\(counted(count, "event")) \(count == 1 ? "was" : "were") deleted here, and left deleted")
    }
    try writeChanges(in: context)
    noteOmittedUpdates(in: context)
  }

  private var warnings: [String] {
    let more = report.omittedWarnings
    return report.warnings.flatMap(Context.sentences)
      + (more > 0 ? ["\(counted(more, "more change")) with warnings"] : [])
  }

  /// The maximum number of events listed for one reason; a dry run lists all.
  private static let maxListed = 10

  /// Lists the events that are left out, by reason, each with the stored trip on its day.
  private func noteLeftOut(in context: Context) {
    var reasons: [LeftOutEvent.Reason] = []
    for event in report.leftOut where !reasons.contains(event.reason) {
      reasons.append(event.reason)
    }
    for reason in reasons {
      let events = report.leftOut.filter { $0.reason == reason }
      let listed = events.prefix(isDryRun ? events.count : Self.maxListed).map { event in
        let title = event.title.isEmpty ? "an event without a title" : "'\(event.title)'"
        let moment = event.moment.isEmpty ? "" : " (\(event.moment))"
        let advice =
          reason.isSettledByInto && !isTargeted
          ? event.trip.map { " (use --into \($0))" } ?? "" : ""
        return title + moment + advice
      }
      let rest = events.count - listed.count
      context.reporter.note(
        "left out \(counted(events.count, "event")) (\(reason.words)): "
          + listed.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""))
    }
  }

  private func noteOmittedUpdates(in context: Context) {
    let listed = report.changes.count { $0.kind == .update }
    guard !isDryRun, report.updated > listed else { return }
    context.reporter.note(
      "\(report.updated - listed) more were updated; "
        + "\(context.quoted("history --limit 1")) shows each change")
  }

  /// In a pipe, a dry run prints one line per changed property, always with the same cells: action,
  /// id, name, start, end, property, old, new.
  private func writeChanges(in context: Context) throws {
    if context.globals.isJSON { return try context.output.writeJSONObject(writeMembers) }
    let isPiped = !context.terminal.isOutput
    for change in report.changes {
      switch (isDryRun, isPiped) {
      case (_, false): try write(change, in: context)
      case (true, true): try writeCells(of: change, in: context)
      case (false, true): note(change, in: context)
      }
    }
    guard isDryRun, isPiped else { return try context.print(line: sentence) }
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
      try context.print(
        line: "\(isDryRun ? "Would add" : "Added") '\(change.trip.name)', \(change.trip.dates)")
    case .update:
      try context.print(line: "\(isDryRun ? "Would update" : "Updated") \(change.trip.description)")
    }
    for change in change.changes { try context.print(line: change.words, indent: 2) }
  }

  /// Prints a change as a note, so that the output of a pipe has only the counts.
  private func note(_ change: ImportedChange, in context: Context) {
    if change.kind == .insert { return }
    context.reporter.note(
      "updated \(change.trip.description): "
        + change.changes.map(\.words).joined(separator: "; "))
  }

  private func writeCells(of change: ImportedChange, in context: Context) throws {
    let trip = change.trip
    let lead = [
      change.kind.rawValue, change.kind == .insert ? "" : String(trip.id), trip.name,
      trip.startDate.description, trip.endDate.description,
    ]
    let changes = change.changes.map { [$0.label, $0.old ?? "", $0.new ?? ""] }
    for cells in changes.isEmpty ? [["", "", ""]] : changes {
      try context.print(cells: lead + cells)
    }
  }

  private func writeMembers(to json: inout JSONWriter) {
    json.member("added", report.added)
    json.member("updated", report.updated)
    json.member("unchanged", report.unchanged)
    json.member("skipped", report.skipped)
    json.member("problems", report.problems)
    json.member("omittedProblems", report.omittedProblems)
    json.member("notes", report.notes + warnings)
    json.member("cancelled", report.cancelled)
    json.member("leftOut", report.leftOut)
    json.member("deletedHere", report.deletedHere)
    if isDryRun { json.member("changes", report.changes) }
  }
}

extension ImportProblem: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    if let file { json.member("file", file) }
    json.member("line", line)
    json.member("reason", reason)
  }
}

extension LeftOutEvent.Reason {
  var words: String {
    switch self {
    case .isNoTrip: "shorter than two days and in no trip of the import"
    case .isWithinSeveral: "in several trips"
    case .repeats: "repeating"
    case .isCancelled: "cancelled"
    case .cannotBeRead(let problem): problem
    }
  }

  /// Whether '--into' imports such an event.
  fileprivate var isSettledByInto: Bool { self == .isNoTrip || self == .isWithinSeveral }
}

extension LeftOutEvent: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("title", title)
    json.member("moment", moment)
    json.member("reason", reason.words)
    json.member("trip", trip)
  }
}

extension CancelledRow: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("entity", entity.rawValue)
    json.member("id", id)
    json.member("trip", trip)
    json.member("name", name)
  }
}

extension ImportedChange: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("action", kind.rawValue)
    json.member("id", kind == .insert ? nil : trip.id)
    json.member("name", trip.name)
    json.member("startDate", trip.startDate.description)
    json.member("endDate", trip.endDate.description)
    json.member("line", line)
    json.member("changes", changes)
  }
}
