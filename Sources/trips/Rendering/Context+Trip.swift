import TripsCore

// What a command did to a trip: the trip on the output, the rest as notes.

extension Context {
  /// Prints the trip, what changed if it was there before, and a warning for each overlap.
  ///
  /// - Parameter isRehearsal: whether nothing was changed in truth.
  func print(_ outcome: TripOutcome, verb: String, isRehearsal: Bool = false) throws {
    let verb = isRehearsal ? "Would have \(verb.lowercased())" : verb
    let trip = outcome.trip
    let fields = try globals.fields(of: TripField.self)
    if let fields {
      try output.writeJSON { $0.trip(trip, fields: fields) }
    } else if terminal.isOutput {
      try print(line: "\(verb) \(trip.summary)", style: trip.type.style)
      if outcome.isNew {
        try TripDetails(trip: trip, today: today(), isNamed: false).fields.write(in: self)
      } else {
        try print(changes: outcome.changes)
      }
    } else {
      try TripListing(in: self).write([trip])
    }
    if !outcome.isNew || isRehearsal, fields != nil || !terminal.isOutput {
      reporter.note(Self.sentence(verb: verb, outcome))
    }
    noteExisting(outcome.existing)
    noteConfirmation(outcome)
    warnOfOverlaps(outcome)
  }

  /// Says that a confirmation was for other nights, or for another place.
  private func noteConfirmation(_ outcome: TripOutcome) {
    guard let stay = outcome.trip.livingAccommodation,
      outcome.changes.contains(where: { $0.property == "isConfirmed" && $0.new == "false" })
    else { return }
    let other = outcome.changes.lazy.filter { $0.property == "stay" }.compactMap(\.old).first
    reporter.note(
      other.map { "the stay '\($0)' was confirmed, and '\(stay.placeName)' is not" }
        ?? "the stay '\(stay.placeName)' was confirmed for other nights and is no longer confirmed")
  }

  /// `updated 'Paris' (3), 2026-12-10 to 2026-12-15: perdiem: 100.00 EUR → 120.00 EUR`.
  private static func sentence(verb: String, _ outcome: TripOutcome) -> String {
    let start = "\(verb.lowercased()) \(outcome.trip.summary)"
    if outcome.isNew { return start }
    let changes = outcome.changes.map(\.words).joined(separator: ", ")
    return start + ": " + (changes.isEmpty ? "nothing to change" : changes)
  }

  /// A change that leaves the dates alone repeats no warning.
  private func warnOfOverlaps(_ outcome: TripOutcome) {
    let hasMoved = outcome.changes.contains { ["startDate", "endDate"].contains($0.property) }
    guard outcome.isNew || hasMoved else { return }
    for other in outcome.overlaps.prefix(TripOutcome.overlapLimit) {
      reporter.warning("\(outcome.trip.summary), overlaps \(other.description)")
    }
    if outcome.overlaps.count > TripOutcome.overlapLimit {
      reporter.warning("\(outcome.trip.summary), overlaps other trips too")
    }
  }

  /// Prints what changed, a line a property.
  func print(changes: [PropertyChange]) throws(OutputError) {
    if changes.isEmpty { return try print(line: "nothing to change", indent: 2) }
    for change in changes { try print(line: change.words, indent: 2) }
  }
}

extension PropertyChange {
  /// `start: 2026-05-01 → 2026-05-03`; of a list, what was added or removed.
  var words: String {
    if property == "bucketList", old == nil || new == nil {
      return "bucket list: \(old == nil ? "added" : "removed") '\(new ?? old ?? "")'"
    }
    return "\(PropertyWords.label(of: property)): "
      + "\(PropertyWords.value(old, of: property)) → \(PropertyWords.value(new, of: property))"
  }
}
