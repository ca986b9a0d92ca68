import TripsCore

// The output of commands that change trips, items and stays: the result on stdout and, in a pipe,
// the changes on stderr.

extension Context {
  /// Prints a trip that was added or changed, with its changes and warnings.
  ///
  /// - Parameter isRehearsal: whether this is a dry run.
  func print(_ outcome: TripOutcome, verb: String, isRehearsal: Bool = false) throws {
    if globals.isJSON {
      try output.writeJSON { $0.trip(outcome.trip, fields: globals.tripFields) }
    }
    try report(outcome, verb: verb, isRehearsal: isRehearsal)
    if isRehearsal { noteDryRun() }
  }

  /// Prints several changed trips in the same way.
  func print(_ outcomes: [TripOutcome], verb: String, isRehearsal: Bool) throws {
    if globals.isJSON { try TripListing(in: self).write(outcomes.map(\.trip)) }
    for outcome in outcomes { try report(outcome, verb: verb, isRehearsal: isRehearsal) }
    if isRehearsal { noteDryRun() }
  }

  func noteDryRun() { reporter.note("this was a dry run: nothing was changed") }

  /// Everything except the JSON.
  private func report(_ outcome: TripOutcome, verb: String, isRehearsal: Bool) throws {
    let trip = outcome.trip
    let head = Self.head(of: outcome, verb: verb, isRehearsal: isRehearsal)
    if !globals.isJSON, terminal.isOutput {
      try print(line: head, style: trip.type.style)
      if outcome.isNew {
        try TripDetails(trip: trip, today: today(), isNamed: false).fields.write(in: self)
      }
      try print(changes: outcome.changes)
    } else {
      if !globals.isJSON { try TripListing(in: self).write([trip]) }
      if !outcome.isNew || isRehearsal { note(head, outcome.changes) }
    }
    warn(of: outcome)
  }

  private func note(_ head: String, _ changes: [PropertyChange]) {
    reporter.note(
      head.prefix(1).lowercased() + head.dropFirst()
        + (changes.isEmpty ? "" : ": " + changes.map(\.words).joined(separator: "; ")))
  }

  /// `Changed 'Paris' (3), 2026-12-10 to 2026-12-15`.
  static func head(of outcome: TripOutcome, verb: String, isRehearsal: Bool) -> String {
    let summary = outcome.trip.summary
    if !outcome.isNew, outcome.changes.isEmpty { return "Unchanged \(summary)" }
    return isRehearsal ? "Would have \(verb.lowercased()) \(summary)" : "\(verb) \(summary)"
  }

  /// Prints a change to a bucket list.
  func print(itemsOf outcome: TripOutcome, verb: String) throws {
    let items = outcome.items
    try report(outcome, verb: verb, counted(items.count, "item")) {
      try Report(ItemReport.columns, in: self).write(items)
    } onTerminal: {
      for item in items { try print(TripPage.line(item), indent: 2) }
    }
  }

  /// Prints a change to a stay.
  func print(staysOf outcome: TripOutcome, verb: String) throws {
    let stays = outcome.stays
    try report(outcome, verb: verb, counted(stays.count, "stay")) {
      try Report(StayReport.columns, in: self).write(stays)
    } onTerminal: {
      for stay in stays {
        var line = TripPage.line(stay)
        line.pieces.insert(.words("\(stay.id) "), at: 0)
        try print(line, indent: 2)
      }
    }
  }

  private func report(
    _ outcome: TripOutcome, verb: String, _ count: String, rows: () throws -> Void,
    onTerminal: () throws -> Void
  ) throws {
    let isEdit = verb == "Changed"
    let head =
      isEdit && outcome.changes.isEmpty
      ? "Unchanged \(outcome.trip.named)"
      : isEdit
        ? "Changed \(outcome.trip.named)"
        : "\(verb) \(count) \(verb == "Removed" ? "of" : "to") \(outcome.trip.named)"
    if globals.isJSON || !terminal.isOutput {
      try rows()
      if isEdit { note(head, outcome.changes) }
    } else {
      try print(line: head)
      if isEdit { try print(changes: outcome.changes) } else { try onTerminal() }
    }
    warn(of: outcome)
  }
}
