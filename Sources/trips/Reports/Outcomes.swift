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

  /// Prints the items or stays of a change.
  func print<Kind: PartKind>(
    partsOf outcome: TripOutcome, _ kind: Kind.Type, verb: String, isRehearsal: Bool
  ) throws {
    let parts = Kind.Stored.parts(of: outcome)
    let isEdit = verb == "Changed"
    let head = Self.head(
      ofParts: counted(parts.count, kind.noun), outcome, verb: verb, isRehearsal: isRehearsal)
    if globals.isJSON || !terminal.isOutput {
      try Report(kind.columns, in: self).write(parts)
      if isEdit || isRehearsal { note(head, isEdit ? outcome.changes : []) }
    } else {
      try print(line: head)
      if isEdit {
        try print(changes: outcome.changes)
      } else {
        for part in parts { try print(kind.line(part), indent: 2) }
      }
    }
    warn(of: outcome)
    if isRehearsal { noteDryRun() }
  }

  /// `Added 2 items to 'Paris' (3)`.
  private static func head(
    ofParts count: String, _ outcome: TripOutcome, verb: String, isRehearsal: Bool
  ) -> String {
    let trip = outcome.trip.named
    let isEdit = verb == "Changed"
    if isEdit, outcome.changes.isEmpty { return "Unchanged \(trip)" }
    let verb = isRehearsal ? "Would have \(verb.lowercased())" : verb
    return isEdit
      ? "\(verb) \(trip)" : "\(verb) \(count) \(verb.ends(with: "emoved") ? "of" : "to") \(trip)"
  }
}
