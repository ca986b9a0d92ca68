import TripsCore

/// What a command did to a bucket list, or what is in it.
struct BucketReport {
  let context: Context

  func print(_ outcome: RelationOutcome, verb: String) throws {
    if !context.globals.isJSON, context.terminal.isOutput {
      let isAdding = verb == "Added"
      let count = isAdding ? outcome.addedCount : outcome.items.count
      let isIdle = outcome.changes.isEmpty && verb == "Changed"
      let done =
        isAdding && count == 0
        ? "Nothing to add" : "\(isIdle ? "Nothing to change in" : verb) \(counted(count, "item"))"
      let line =
        "\(done) \(isAdding ? "to" : "of") '\(outcome.trip.name)' (\(outcome.trip.id))"
      try context.print(line: line)
    }
    try print(outcome.items)
    context.noteExisting(outcome.existing, areChanged: !outcome.changes.isEmpty)
    if verb == "Removed" { context.hintUndo() }
  }

  func print(_ items: [BucketListItem]) throws {
    if let fields = try context.globals.fields(of: BucketListField.self) {
      try context.output.writeJSON {
        $0.lines(items) { json, item in json.item(item, fields: fields) }
      }
    } else if context.terminal.isOutput {
      for item in items { try context.print(lines: TripDetails.text(item), indent: 2) }
    } else {
      for item in items { try context.print(cells: Self.cells(of: item)) }
    }
  }

  private static func cells(of item: BucketListItem) -> [String] {
    func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
    return [
      String(item.id), word(item.isDone), word(item.isInPlan), word(item.hasReservation),
      item.title, item.details,
    ]
  }
}

extension Context {
  /// Says what was not added, because it is on the bucket list already.
  func noteExisting(_ items: [BucketListItem], areChanged: Bool = false) {
    let titles = items.prefix(5).map { "'\($0.title)' (\($0.id))" }.joined(separator: ", ")
    if items.isEmpty { return }
    let rest = items.count - 5
    reporter.note(
      "\(titles)\(rest > 0 ? " and \(rest) more" : "") \(items.count == 1 ? "is" : "are") "
        + "on the bucket list already" + (areChanged ? "; the values given were set" : ""))
  }
}

/// What a command did to the stay of a trip, or what it is.
struct StayReport {
  let context: Context

  func print(_ outcome: RelationOutcome) throws {
    if !context.globals.isJSON, context.terminal.isOutput {
      let summary = "'\(outcome.trip.name)' (\(outcome.trip.id))"
      try context.print(line: "Stay of \(summary)")
      try context.print(changes: outcome.changes)
    } else {
      try print(outcome.trip.livingAccommodation)
    }
    if outcome.changes.contains(where: { $0.property == "stay" && $0.new == nil }) {
      context.hintUndo()
    }
  }

  func print(_ stay: LivingAccommodation?) throws {
    if let fields = try context.globals.fields(of: StayField.self) {
      return try context.output.writeJSON { $0.stay(stay, fields: fields) }
    }
    guard let stay else { return }
    if context.terminal.isOutput {
      try context.print(lines: TripDetails.text(stay))
    } else {
      try context.print(
        cells: [stay.placeName, stay.isConfirmed ? "yes" : "no", stay.address])
    }
  }
}
