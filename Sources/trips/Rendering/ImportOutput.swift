import TripsCore

/// The result of an import or of its dry run.
struct ImportOutput {
  let report: ImportReport
  let isDryRun: Bool
  /// Whether all events were given to one trip.
  let isTargeted: Bool

  func write(in context: Context) throws {
    for problem in report.problems { context.reporter.warning("skipped \(problem)") }
    if report.omittedProblems > 0 {
      context.reporter.warning("skipped \(report.omittedProblems) more")
    }
    for note in report.notes { context.reporter.note(note) }
    if report.hasHotels {
      context.reporter.hint(
        "a hotel that is imported with '--into TRIP' becomes a stay of that trip")
    }
    for warning in report.warnings { context.reporter.warning(warning) }
    if report.hasOverlaps {
      context.reporter.hint("'--into TRIP' instead adds the events of a file to that trip")
    }
    if report.hasTwins {
      context.reporter.hint(
        "if they are the same trip, "
          + (isDryRun ? "" : "run \(context.quoted("undo")), ")
          + "give it the name and dates of the file with \(context.quoted("edit TRIP"))"
          + (isDryRun ? " before the import" : ", and import the file again"))
    }
    for trip in report.tripsOfStays {
      context.reporter.note(
        "\(trip.description), was imported from the event of a stay; "
          + "\(context.quoted("delete \(trip.id)")) deletes this trip")
    }
    context.noteCancelled(report.cancelled, report.cancelledStays, "in the file")
    for reason in LeftOutEvent.Reason.allCases { noteLeftOut(reason, in: context) }
    for item in report.remainingItems { note(item, in: context) }
    try writeChanges(in: context)
    noteOmittedUpdates(in: context)
  }

  /// The number of events that one line names, except in a dry run.
  private static let maxOmitted = 10

  private func noteLeftOut(_ reason: LeftOutEvent.Reason, in context: Context) {
    let events = report.leftOut.filter { $0.reason == reason }
    if events.isEmpty { return }
    let named = events.prefix(isDryRun ? events.count : Self.maxOmitted)
    let rest = events.count - named.count
    let isOne = events.count == 1
    let words =
      switch reason {
      case .isNoTrip where isTargeted: "not within the trip"
      case .isNoTrip: isOne ? "that is not a trip" : "that are not trips"
      case .isWithinSeveral: "within several trips"
      case .repeats: isOne ? "that repeats" : "that repeat"
      case .isCancelled: "within a cancelled one"
      }
    context.reporter.note(
      "left out \(counted(events.count, "event")) \(words): "
        + named.map(\.description).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""))
    switch reason {
    case .isNoTrip where !isTargeted:
      context.reporter.hint(
        "'--all-events' makes trips of them; '--into TRIP' adds those on the days of that trip to it"
      )
    case .isNoTrip:
      context.reporter.hint("to add them too, lengthen the trip first")
    case .isWithinSeveral:
      context.reporter.hint(
        "import the file again with '--into TRIP' to give them to one of these trips")
    case .repeats, .isCancelled: break
    }
  }

  private func note(_ item: RemainingItem, in context: Context) {
    let name = "the item '\(item.title)' (\(item.id))"
    let row = "\(item.trip.id) \(item.id)"
    if item.namesakes > 1 {
      return context.reporter.note(
        "one of the \(item.namesakes) items '\(item.title)' on \(item.moment) in "
          + "\(item.trip.description), is of "
          + (item.event == nil ? "a cancelled event" : "an event that is now elsewhere")
          + "; \(context.quoted("bucket list \(item.trip.id)")) shows them")
    }
    guard let (day, time) = item.event else {
      return context.reporter.note(
        "\(name) on \(item.moment) in \(item.trip.description), has the title of a cancelled event; "
          + "\(context.quoted("bucket remove \(row)")) removes it")
    }
    let isWithin = (item.trip.startDate...item.trip.endDate).contains(day)
    let command = "bucket edit \(row) --on \(day)" + (time.map { " --time \($0)" } ?? "")
    context.reporter.note(
      "\(name) in \(item.trip.description), remains on \(item.moment); "
        + (isWithin ? "" : "lengthen the trip, then ") + "\(context.quoted(command)) moves it")
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

  /// Keeps the output of a pipe to the counts.
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
    let changes = change.changes.map { [$0.property, $0.old ?? "", $0.new ?? ""] }
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
    json.member("notes", report.notes + report.warnings)
    json.member("cancelled", report.cancelled.map(\.id))
    json.member("cancelledStays", report.cancelledStays.compactMap(\.id))
    json.member("leftOut", report.leftOut.map(\.description))
    json.member("remainingItems", report.remainingItems.map(\.id))
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

extension PropertyChange: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("property", property)
    json.member("old", old)
    json.member("new", new)
  }
}
