import TripsCore

/// What a sync did, a line a trip.
struct SyncOutput {
  private let report: SyncReport
  private let isDryRun: Bool

  init(_ report: SyncReport, isDryRun: Bool) {
    self.report = report
    self.isDryRun = isDryRun
  }

  func print(in context: Context) throws {
    if context.globals.json != nil {
      try context.output.writeJSON { writeJSON(&$0) }
    } else {
      let table = Table(columns: Self.columns, rows: report.entries.map(row))
      if context.terminal.isOutput {
        try table.write(
          to: context.output, width: context.terminal.width, palette: context.palette)
        if report.entries.isEmpty { try context.output.write("Nothing to sync\n") }
      } else {
        try table.writeTabSeparated(to: context.output, palette: context.palette)
      }
    }
    for note in report.notes { context.reporter.note(note) }
    if report.foreign > 0 {
      context.reporter.note(
        "left \(counted(report.foreign, "event")) alone that \(report.foreign == 1 ? "is" : "are") "
          + "not of trips")
    }
    if isDryRun { context.reporter.note("this was a dry run: nothing was changed") }
  }

  private static let columns = [
    Table.Column(title: "DIRECTION"), Table.Column(title: "WHAT", rank: 2),
    Table.Column(title: "ID", alignment: .right, rank: 3), Table.Column(title: "START", rank: 1),
    Table.Column(title: "END", rank: 4), Table.Column(title: "NAME", isFlexible: true),
    Table.Column(title: "DETAILS", isFlexible: true),
  ]

  private func row(_ entry: SyncEntry) -> [Table.Cell] {
    let isLeft = entry.isLeft
    return [
      Table.Cell(text: entry.direction.words, style: isLeft ? .warning : .plain),
      Table.Cell(text: isLeft ? "" : entry.action.rawValue),
      Table.Cell(text: entry.id.map(String.init) ?? ""), Table.Cell(text: entry.startDate ?? ""),
      Table.Cell(text: entry.endDate ?? ""), Table.Cell(text: entry.name),
      Table.Cell(text: details(entry)),
    ]
  }

  private func details(_ entry: SyncEntry) -> String {
    var parts: [String] = []
    if let reason = entry.reason { parts.append(reason) }
    parts += entry.conflicts.map { conflict in
      "\(conflict.field): \(Self.quoted(conflict.store)) here, "
        + "\(Self.quoted(conflict.calendar)) in the calendar"
    }
    // A trip that is new somewhere is told by its name.
    if entry.action == .changed || entry.action == .revived {
      var seen: Set<PropertyChange> = []
      parts += (entry.fromCalendar + entry.toCalendar).filter { seen.insert($0).inserted }.map {
        "\($0.property): \(Self.quoted($0.old)) → \(Self.quoted($0.new))"
      }
    }
    return parts.joined(separator: "; ")
  }

  private static func quoted(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "none" }
    return text.contains(" ") || text.contains("\n") ? "'\(text)'" : text
  }

  // MARK: - JSON

  private func writeJSON(_ json: inout JSONWriter) {
    json.object { json in
      json.key("trips")
      json.array { json in for entry in report.entries { Self.write(entry, &json) } }
      json.key("unchanged")
      json.value(Int64(report.unchanged))
      json.key("otherEvents")
      json.value(Int64(report.foreign))
      json.key("notes")
      json.array { json in for note in report.notes { json.value(note) } }
    }
  }

  private static func write(_ entry: SyncEntry, _ json: inout JSONWriter) {
    json.object { json in
      let texts = [
        ("direction", entry.direction.rawValue),
        ("action", entry.isLeft ? nil : entry.action.rawValue),
        ("uid", entry.uid), ("name", entry.name), ("startDate", entry.startDate),
        ("endDate", entry.endDate), ("reason", entry.reason),
      ]
      json.key("id")
      if let id = entry.id { json.value(id) } else { json.null() }
      for (key, text) in texts {
        json.key(key)
        json.value(text)
      }
      write("toCalendar", entry.toCalendar, &json)
      write("fromCalendar", entry.fromCalendar, &json)
      json.key("conflicts")
      json.array { json in
        for conflict in entry.conflicts {
          write(
            [
              ("field", conflict.field), ("store", conflict.store),
              ("calendar", conflict.calendar),
            ], &json)
        }
      }
    }
  }

  private static func write(
    _ key: String, _ changes: [PropertyChange], _ json: inout JSONWriter
  ) {
    json.key(key)
    json.array { json in
      for change in changes {
        write([("field", change.property), ("old", change.old), ("new", change.new)], &json)
      }
    }
  }

  private static func write(_ members: [(String, String?)], _ json: inout JSONWriter) {
    json.object { json in
      for (key, text) in members {
        json.key(key)
        json.value(text)
      }
    }
  }
}

extension SyncEntry.Direction {
  fileprivate var words: String {
    switch self {
    case .toCalendar: "to the calendar"
    case .fromCalendar: "from the calendar"
    case .both: "both ways"
    case .conflict: "conflict"
    case .left: "left as it is"
    }
  }
}
