import TripsCore

/// The result of an import or of its dry run.
struct ImportOutput {
  let report: ImportReport
  let isDryRun: Bool
  /// Whether all events were added to one trip.
  let isTargeted: Bool
  let zone: String

  func write(in context: Context) throws {
    for problem in report.problems { context.reporter.warning("skipped \(problem)") }
    if report.omittedProblems > 0 {
      context.reporter.warning("skipped \(report.omittedProblems) more")
    }
    for note in report.notes { context.reporter.note(note) }
    for warning in warnings { context.reporter.warning(warning) }
    noteConverted(in: context)
    noteKept(in: context)
    noteLeftOut(in: context)
    try writeChanges(in: context)
    context.mentionNewStore()
    guard context.printsSentences else { return context.reporter.note(sum) }
    try context.print(line: sum)
  }

  private var warnings: [String] {
    let more = report.omittedWarnings
    return report.warnings.flatMap(Context.sentences)
      + (more > 0 ? ["\(counted(more, "more change")) with warnings"] : [])
  }

  // MARK: - Notes

  /// The maximum number of names in one note; a dry run lists all.
  private static let maxListed = 10

  private func listed(_ names: [String]) -> String {
    let shown = names.prefix(isDryRun ? names.count : Self.maxListed)
    let rest = names.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Lists the changed rows whose times were converted from UTC: the place may be in another zone.
  private func noteConverted(in context: Context) {
    if report.converted.isEmpty { return }
    let events = report.converted.map { "'\($0.title)' (\($0.moment))" }.joined(separator: ", ")
    var sentence = "converted from UTC to \(zone): \(events)"
    if let other = report.zoneOfFile, other != zone {
      sentence += "; the file names \(other) (use --zone \(other))"
    }
    context.reporter.note(sentence)
  }

  /// Lists the stored values that differ from events that are matched with their rows for the first
  /// time.
  private func noteKept(in context: Context) {
    for (trip, values) in report.kept {
      context.reporter.note(
        "kept in \(trip.description), although the file differs: "
          + listed(values.map(\.words)))
    }
  }

  /// Lists the events that are left out, by reason, each with the stored trip on its day.
  private func noteLeftOut(in context: Context) {
    for row in report.cancelled { context.note(cancelled: row, "in the file") }
    for row in report.missing {
      context.reporter.note(
        "'\(row.name)' is no longer in the file; "
          + "\(context.quoted(row.removal)) removes it")
    }
    var reasons: [LeftOutEvent.Reason] = []
    for event in report.leftOut where !reasons.contains(event.reason) {
      reasons.append(event.reason)
    }
    for reason in reasons {
      let events = report.leftOut.filter { $0.reason == reason }
      let names = events.map { event in
        let title = event.title.isEmpty ? "an event without a title" : "'\(event.title)'"
        let moment = event.moment.isEmpty ? "" : " (\(event.moment))"
        let advice =
          reason.isSettledByInto && !isTargeted
          ? event.trip.map { " (use --into \($0))" } ?? "" : ""
        return title + moment + advice
      }
      context.reporter.note("left out (\(reason.words)): \(listed(names))")
      if reason == .hasNoTrip { noteTrip(of: events, in: context) }
    }
    if !report.deletedHere.isEmpty {
      let names = report.deletedHere.map { "'\($0)'" }
      context.reporter.note(
        "deleted here, and left deleted: \(listed(names)) (use --anew to bring them back)")
    }
  }

  /// Names the command that makes a trip for bookings whose days are in none.
  private func noteTrip(of events: [LeftOutEvent], in context: Context) {
    let days = events.compactMap(\.days)
    guard let first = days.map(\.lowerBound).min(), let last = days.map(\.upperBound).max() else {
      return
    }
    let command = context.quoted("add NAME --start \(first) --end \(last)")
    context.reporter.note("\(command) makes a trip for them; then import the file again")
  }

  // MARK: - Changes

  /// The number of changed trips that a terminal lists.
  private static let maxShown = 100

  private func writeChanges(in context: Context) throws {
    guard context.printsSentences else {
      try Report(ChangeReport.columns, in: context)
        .write(report.changes.lazy.flatMap(\.rows))
      return noteOmitted(report.omittedChanges, in: context)
    }
    let shown = report.changes.prefix(isDryRun ? report.changes.count : Self.maxShown)
    for change in shown { try write(change, in: context) }
    noteOmitted(report.changes.count - shown.count + report.omittedChanges, in: context)
  }

  private func noteOmitted(_ count: Int, in context: Context) {
    guard count > 0 else { return }
    context.reporter.note(
      "\(counted(count, "more change")); \(context.quoted("history --limit 1")) shows each")
  }

  private func write(_ change: ImportedChange, in context: Context) throws {
    let trip =
      change.hasID ? change.trip.description : "'\(change.trip.name)', \(change.trip.dates)"
    let verb =
      change.kind == .insert
      ? isDryRun ? "Would add" : "Added" : isDryRun ? "Would update" : "Updated"
    try context.print(line: "\(verb) \(trip)")
    for change in change.changes { try context.print(line: change.words, indent: 2) }
  }

  // MARK: - Sum

  /// `14 events: 10 added (1 trip, 2 stays, 7 items), 1 updated, 1 unchanged; 2 left out`.
  private var sum: String {
    let account = report.account
    let verb = isDryRun ? "would be " : ""
    let rows = [(account.trips, "trip"), (account.stays, "stay"), (account.items, "item")]
      .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }.joined(separator: ", ")
    let parts = [
      (account.added, "\(verb)added" + (rows.isEmpty ? "" : " (\(rows))")),
      (account.updated, "\(verb)updated"), (account.unchanged, "unchanged"),
    ]
    let done = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    let left = account.leftOut > 0 ? ["\(account.leftOut) left out"] : []
    return counted(account.records, (account.kind ?? .record).rawValue) + ": "
      + ((done.isEmpty ? [] : [done]) + left).joined(separator: "; ")
  }
}

extension LeftOutEvent.Reason {
  var words: String {
    switch self {
    case .isNoTrip: "shorter than two days and in no trip of the import"
    case .isWithinSeveral: "in several trips"
    case .isTask: "a task, for which no trip is given"
    case .repeats: "repeating"
    case .isCancelled: "cancelled"
    case .isOutdated: "an older version"
    case .hasNoTrip: "on days of no trip"
    case .hasNoDay: "without a day, and without '--into TRIP'"
    case .isNoBooking(""): "of an unknown type"
    case .isNoBooking(let type): "a \(type), which is not a booking"
    case .cannotBeRead(let problem): problem
    }
  }

  /// Whether '--into' imports such an event.
  fileprivate var isSettledByInto: Bool {
    [.isNoTrip, .isWithinSeveral, .isTask].contains(self)
  }
}
