import TripsCore

/// The result of a sync: what it changed on either side, and what it left alone.
struct SyncOutput {
  let report: SyncReport
  let adopts: Bool

  func print(in context: Context) throws {
    if context.printsSentences {
      try writeTable(in: context)
    } else {
      try Report(ChangeReport.ofSync, in: context).write(report.entries.flatMap(\.rows))
    }
    try writeNotes(in: context)
  }

  /// Writes a line for each row, with its changes in full below it, since conflicts cannot be settled
  /// from cut text.
  private func writeTable(in context: Context) throws {
    if report.entries.isEmpty { return try context.output.write("Nothing to sync\n") }
    let columns = [
      Table.Column(title: "WHAT"), Table.Column(title: "WHERE", rank: 1),
      Table.Column(title: "KIND", rank: 2),
      Table.Column(title: "ID", alignment: .right, rank: 3),
      Table.Column(title: "NAME", isFlexible: true), Table.Column(title: "TRIP", rank: 4),
    ]
    let table = Table(columns: columns, rows: report.entries.map(row))
    let lines = table.lines(within: context.terminal.width, palette: context.palette)
    try context.output.write(lines[0] + "\n")
    for (entry, line) in zip(report.entries, lines.dropFirst()) {
      try context.output.write(line + "\n")
      if let reason = entry.reason { try context.print(line: reason, indent: 2) }
      let isOfStay = entry.entity == .stay
      for change in entry.changes {
        let label = PropertyWords.label(of: change.property, isOfStay: isOfStay)
        let words =
          entry.kind == .conflict
          ? "\(label): \(Self.quoted(change.old, of: change.property)) here, "
            + "\(Self.quoted(change.new, of: change.property)) in the calendar"
          : PropertyWords.words(change, isOfStay: isOfStay)
        try context.print(line: words, indent: 2)
      }
    }
  }

  private func row(_ entry: SyncReport.Entry) -> [Table.Cell] {
    let place = entry.side.map { $0 == .store ? "here" : "in the calendar" } ?? ""
    let isLeft = entry.kind == .conflict || entry.kind == .problem
    return [
      Table.Cell(text: entry.kind.words, style: isLeft ? .warning : .plain),
      Table.Cell(text: place),
      Table.Cell(text: entry.entity?.noun ?? ""), Table.Cell(text: entry.id.map(String.init) ?? ""),
      Table.Cell(text: entry.name), Table.Cell(text: entry.trip ?? ""),
    ]
  }

  /// A value in full.
  private static func quoted(_ text: String?, of property: String) -> String {
    guard let text, !text.isEmpty else { return "none" }
    if let flag = PropertyWords.flag(text, of: property) { return flag }
    return text.unicodeScalars.contains(where: " \n".unicodeScalars.contains) ? "'\(text)'" : text
  }

  private func writeNotes(in context: Context) throws {
    for (file, content) in report.removed {
      context.reporter.note("removed '\(file)', which contained: \(content)")
    }
    for row in report.cancelled { context.note(cancelled: row, "in the calendar, and not synced") }
    note(
      report.foreign, "not created by trips",
      advice: adopts ? "" : "; '--adopt' takes those within one trip",
      in: context)
    note(report.orphans, "of a row without a trip", in: context)
    if !report.incomplete.isEmpty {
      context.reporter.note(
        "\(list(report.incomplete)) came without costs and other values that only trips knows")
    }
  }

  private func note(
    _ titles: [String], _ reason: String, advice: String = "", in context: Context
  ) {
    if titles.isEmpty { return }
    context.reporter.note(
      "left \(counted(titles.count, "event")) alone, \(reason): \(list(titles))\(advice)")
  }

  private func list(_ titles: [String]) -> String {
    let shown = titles.sorted().prefix(10).map { "'\($0)'" }.joined(separator: ", ")
    return titles.count > 10 ? "\(shown) and \(titles.count - 10) more" : shown
  }
}

extension SyncReport.Entry {
  /// A row for each changed value, or one for a row that was added, deleted or left alone.
  fileprivate var rows: [ChangeRow] {
    let own = ChangeRow(
      kind: kind.rawValue, entity: entity.map { HistoryEntity($0) }, id: id, name: name,
      trip: tripID, side: side?.rawValue, reason: reason)
    if changes.isEmpty { return [own] }
    return changes.map { change in
      var row = own
      row.change = change
      return row
    }
  }
}

extension SyncReport.Entry.Kind {
  fileprivate var words: String {
    switch self {
    case .insert: "added"
    case .update: "changed"
    case .delete: "deleted"
    case .kept: "kept"
    case .conflict: "conflict"
    case .problem: "left as it is"
    case .waiting: "waits for its trip"
    case .cancelled: "cancelled"
    }
  }
}
