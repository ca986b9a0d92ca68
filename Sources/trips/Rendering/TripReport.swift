import TripsCore

/// What a command did to a trip: the trip on the output, the rest as notes.
struct TripReport {
  let context: Context

  /// Prints the trip, what changed if it was there before, and a warning for each overlap.
  ///
  /// - Parameter isRehearsal: whether nothing was changed in truth.
  func print(_ outcome: TripOutcome, verb: String, isRehearsal: Bool = false) throws {
    let trip = outcome.trip
    let fields = try context.globals.fields(of: TripField.self)
    if let fields {
      try context.output.writeJSON { $0.trip(trip, fields: fields) }
    } else if context.terminal.isOutput {
      try context.print(line: "\(verb) \(trip.summary)", style: trip.type.style)
      if outcome.isNew {
        try TripDetails(trip: trip, today: context.today(), isNamed: false).write(in: context)
      } else {
        try context.print(changes: outcome.changes)
      }
    } else {
      try TripListing(in: context).write([trip])
    }
    if !outcome.isNew || isRehearsal, fields != nil || !context.terminal.isOutput {
      context.reporter.note(ChangeText.sentence(verb: verb, outcome))
    }
    context.noteExisting(outcome.existing)
    if let stay = trip.livingAccommodation, outcome.changes.contains(where: \.takesConfirmation) {
      context.reporter.note(
        "the stay '\(stay.placeName)' was confirmed for other nights and is no longer confirmed")
    }
    warnOfOverlaps(outcome)
  }

  /// A change that leaves the dates alone repeats no warning.
  private func warnOfOverlaps(_ outcome: TripOutcome) {
    let hasMoved = outcome.changes.contains { ["startDate", "endDate"].contains($0.property) }
    guard outcome.isNew || hasMoved else { return }
    for other in outcome.overlaps.prefix(TripOutcome.overlapLimit) {
      context.reporter.warning("\(outcome.trip.summary), overlaps \(other.description)")
    }
    if outcome.overlaps.count > TripOutcome.overlapLimit {
      context.reporter.warning("\(outcome.trip.summary), overlaps other trips too")
    }
  }
}

extension Context {
  /// Prints what changed, a line a property.
  func print(changes: [PropertyChange]) throws(OutputError) {
    if changes.isEmpty { return try print(line: "nothing to change", indent: 2) }
    for change in changes { try print(line: ChangeText.line(change), indent: 2) }
  }
}

/// Changed properties in words.
enum ChangeText {
  /// `start: 2026-05-01 → 2026-05-03`.
  static func line(_ change: PropertyChange) -> String {
    let (old, new) = (change.old, change.new)
    return "\(PropertyWords.label(of: change.property)): "
      + "\(PropertyWords.value(old, of: change.property)) → "
      + PropertyWords.value(new, of: change.property)
  }

  /// `updated 'Paris' (3), 2026-12-10 to 2026-12-15: perdiem: 100.00 EUR → 120.00 EUR`.
  static func sentence(verb: String, _ outcome: TripOutcome) -> String {
    let start = "\(verb.lowercased()) \(outcome.trip.summary)"
    if outcome.isNew { return start }
    let changes = outcome.changes.map(line).joined(separator: ", ")
    return start + ": " + (changes.isEmpty ? "nothing to change" : changes)
  }
}

extension PropertyChange {
  fileprivate var takesConfirmation: Bool { property == "isConfirmed" && new == "false" }
}
