import TripsCore

/// The result of a sync, one line per trip.
struct SyncOutput {
  let report: SyncReport

  func print(in context: Context) throws {
    if context.globals.isJSON {
      try context.output.writeJSONObject(writeMembers)
    } else if context.terminal.isOutput {
      try writeTable(in: context)
    } else {
      let rows = report.entries.map { entry in
        row(entry) + [Table.Cell(text: details(entry).joined(separator: "; "))]
      }
      let table = Table(columns: Self.columns + [Table.Column(title: "DETAILS")], rows: rows)
      try table.writeTabSeparated(to: context.output, palette: context.palette)
    }
    for row in report.cancelled { context.note(cancelled: row, "in the calendar, and not synced") }
    if report.foreign > 0 {
      context.reporter.note(
        "left \(counted(report.foreign, "event")) alone that \(report.foreign == 1 ? "was" : "were") "
          + "not created by trips")
    }
    let rivals = report.entries.filter { $0.rival != nil }
    if let first = rivals.first, let rival = first.rival {
      // If each device deleted its own trip, both would be gone.
      context.reporter.hint(
        "on one device only, \(context.quoted("delete \(rival)")) or "
          + "\(context.quoted("edit \(rival) --name NAME")) makes room for '\(first.name)' of the "
          + "calendar" + (rivals.count > 1 ? "; likewise for the other \(rivals.count - 1)" : ""))
    }
  }

  /// Writes a row for each trip, with its changes in full below it, since conflicts cannot be
  /// settled from cut text.
  private func writeTable(in context: Context) throws {
    if report.entries.isEmpty { return try context.output.write("Nothing to sync\n") }
    let table = Table(columns: Self.columns, rows: report.entries.map(row))
    let lines = table.lines(within: context.terminal.width, palette: context.palette)
    try context.output.write(lines[0] + "\n")
    for (entry, line) in zip(report.entries, lines.dropFirst()) {
      try context.output.write(line + "\n")
      for detail in details(entry) { try context.print(line: detail, indent: 2) }
    }
  }

  private static let columns = [
    Table.Column(title: "DIRECTION"), Table.Column(title: "WHAT", rank: 1),
    Table.Column(title: "ID", alignment: .right, rank: 3), Table.Column(title: "START", rank: 2),
    Table.Column(title: "END", rank: 4), Table.Column(title: "NAME", isFlexible: true),
  ]

  private func row(_ entry: SyncEntry) -> [Table.Cell] {
    let isLeft = entry.isLeft
    return [
      Table.Cell(text: entry.direction.words, style: isLeft ? .warning : .plain),
      Table.Cell(text: isLeft ? "" : entry.action.rawValue),
      Table.Cell(text: entry.id.map(String.init) ?? ""), Table.Cell(text: entry.startDate ?? ""),
      Table.Cell(text: entry.endDate ?? ""), Table.Cell(text: entry.name),
    ]
  }

  private func details(_ entry: SyncEntry) -> [String] {
    var parts: [String] = []
    if let reason = entry.reason { parts.append(reason) }
    parts += entry.conflicts.map { conflict in
      "\(conflict.label): \(Self.quoted(conflict.old, of: conflict.property)) here, "
        + "\(Self.quoted(conflict.new, of: conflict.property)) in the calendar"
    }
    // A new trip needs no list of its values.
    if entry.action != .added {
      let changes =
        entry.fromCalendar + entry.toCalendar.filter { !entry.fromCalendar.contains($0) }
      if entry.isLeft, !changes.isEmpty { parts.append("but these changes were merged:") }
      parts += changes.map(\.words)
    }
    return parts
  }

  /// A value in full.
  private static func quoted(_ text: String?, of property: String) -> String {
    guard let text, !text.isEmpty else { return "none" }
    if let flag = PropertyWords.flag(text, of: property) { return flag }
    return text.unicodeScalars.contains(where: " \n".unicodeScalars.contains) ? "'\(text)'" : text
  }

  // MARK: - JSON

  private func writeMembers(to json: inout JSONWriter) {
    json.member("trips", report.entries)
    json.member("unchanged", report.unchanged)
    json.member("otherEvents", report.foreign)
    for (name, entity) in [
      ("cancelled", HistoryEntity.trip), ("cancelledStays", .livingAccommodation),
      ("cancelledItems", .bucketListItem),
    ] {
      json.member(name, report.cancelled.filter { $0.entity == entity }.map(\.id))
    }
  }
}

extension SyncEntry: JSONObject {
  package func writeMembers(to json: inout JSONWriter) {
    json.member("id", id)
    json.member("direction", direction.rawValue)
    json.member("action", isLeft ? nil : action.rawValue)
    json.member("uid", uid)
    json.member("name", name)
    json.member("startDate", startDate)
    json.member("endDate", endDate)
    json.member("reason", reason)
    json.member("toCalendar", toCalendar)
    json.member("fromCalendar", fromCalendar)
    json.member("conflicts", conflicts.map(Conflict.init))
  }
}

private struct Conflict: JSONObject {
  let change: PropertyChange

  func writeMembers(to json: inout JSONWriter) {
    change.writeOwner(to: &json)
    json.member("store", change.old)
    json.member("calendar", change.new)
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
