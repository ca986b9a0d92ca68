import TripsCore

// The output of commands that change trips, items and stays.

extension Context {
  /// Prints a trip that was added, or updated by `add`.
  func print(added outcome: TripOutcome) throws {
    let head = sentence(outcome.isNew ? "Added" : "Updated", about: outcome)
    if printsSentences {
      try print(line: head, style: outcome.trip.type.style)
      if outcome.isNew {
        try TripDetails(trip: outcome.trip, today: today(), isNamed: false).fields.write(in: self)
      }
      try print(changes: outcome.changes)
    } else {
      try TripListing(in: self).write([outcome.trip])
      if !outcome.isNew || globals.isDryRun {
        let changes = outcome.changes.map(\.words).joined(separator: "; ")
        note(changes.isEmpty ? head : "\(head): \(changes)")
      }
    }
    warn(of: outcome)
  }

  /// Prints the changes of trips.
  func print(changed outcomes: [TripOutcome]) throws {
    if printsSentences {
      for outcome in outcomes {
        try print(line: sentence("Changed", about: outcome), style: outcome.trip.type.style)
        try print(changes: outcome.changes)
      }
    } else {
      try Report(ChangeReport.columns, in: self).write(outcomes.lazy.flatMap(\.rows))
      for outcome in outcomes where outcome.changes.isEmpty {
        note(sentence("Changed", about: outcome))
      }
    }
    for outcome in outcomes { warn(of: outcome) }
  }

  /// `Changed 'Paris' (3), 2026-12-10 to 2026-12-15`.
  private func sentence(_ verb: String, about outcome: TripOutcome) -> String {
    let isUnchanged = !outcome.isNew && outcome.changes.isEmpty
    return "\(isUnchanged ? "Unchanged" : done(verb)) \(outcome.trip.summary)"
  }

  /// `Added`; in a dry run `Would have added`.
  private func done(_ verb: String) -> String {
    globals.isDryRun ? "Would have \(verb.lowercased())" : verb
  }

  private func note(_ sentence: String) {
    reporter.note(sentence.prefix(1).lowercased() + sentence.dropFirst())
  }

  /// Prints the items or stays of a change.
  func print<Kind: PartKind>(
    partsOf outcome: TripOutcome, _ kind: Kind.Type, verb: String
  ) throws {
    let parts = Kind.Stored.parts(of: outcome)
    let isUnchanged = verb == "Changed" && outcome.changes.isEmpty
    let count = verb == "Changed" ? "" : counted(parts.count, kind.noun) + " "
    let link = ["Changed": "", "Removed": "of "][verb] ?? "to "
    let head = "\(isUnchanged ? "Unchanged" : done(verb)) \(count)\(link)\(outcome.trip.named)"
    if printsSentences {
      try print(line: head)
      if verb == "Changed" {
        try print(changes: outcome.changes)
      } else {
        for part in parts { try print(kind.line(part), indent: 2) }
      }
    } else if verb == "Added" {
      try Report(kind.columns, in: self).write(parts)
    } else {
      try Report(ChangeReport.columns, in: self).write(outcome.rows)
      if isUnchanged { note(head) }
    }
    warn(of: outcome)
  }
}

extension TripOutcome {
  /// A row for each change of a trip that is not new.
  fileprivate var rows: [ChangeRow] {
    ChangeRow.rows(ofTrip: trip.id, trip.name, HistoryEntity(trip.type), changes)
  }
}
