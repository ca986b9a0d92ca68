import TripsCore

// The output of commands that change a trip: the trip on stdout, notes on stderr.

extension Context {
  /// Prints a trip, its changes if it already existed, and a warning for each overlap.
  ///
  /// - Parameter isRehearsal: whether this is a dry run.
  func print(_ outcome: TripOutcome, verb: String, isRehearsal: Bool = false) throws {
    if let fields = try globals.fields(of: TripField.self) {
      try output.writeJSON { $0.trip(outcome.trip, fields: fields) }
    }
    try report(outcome, verb: verb, isRehearsal: isRehearsal)
    if isRehearsal { noteDryRun() }
  }

  /// Prints the changes to several trips in the same way.
  func print(_ outcomes: [TripOutcome], verb: String, isRehearsal: Bool) throws {
    if let fields = try globals.fields(of: TripField.self) {
      try output.writeJSON(outcomes.map(\.trip), fields: fields)
    }
    for outcome in outcomes { try report(outcome, verb: verb, isRehearsal: isRehearsal) }
    if isRehearsal { noteDryRun() }
  }

  func noteDryRun() { reporter.note("this was a dry run: nothing was changed") }

  /// Everything except the JSON.
  private func report(_ outcome: TripOutcome, verb: String, isRehearsal: Bool) throws {
    let trip = outcome.trip
    let head = head(of: outcome, verb: verb, isRehearsal: isRehearsal)
    if !globals.isJSON, terminal.isOutput {
      try print(line: head, style: trip.type.style)
      if outcome.isNew {
        try TripDetails(trip: trip, today: today(), isNamed: false).fields.write(in: self)
      } else {
        for change in outcome.changes { try print(line: change.words, indent: 2) }
      }
    } else {
      if !globals.isJSON { try TripListing(in: self).write([trip]) }
      if !outcome.isNew || isRehearsal {
        let changes = outcome.changes.map(\.words).joined(separator: ", ")
        reporter.note(
          head.prefix(1).lowercased() + head.dropFirst() + (changes.isEmpty ? "" : ": " + changes))
      }
    }
    noteExisting(outcome.existing)
    noteMove(outcome)
    noteConfirmation(outcome)
    warnOfDates(outcome)
    warnOfRule(outcome)
  }

  /// `Changed 'Paris' (3), 2026-12-10 to 2026-12-15`.
  private func head(of outcome: TripOutcome, verb: String, isRehearsal: Bool) -> String {
    let summary = outcome.trip.summary
    if !outcome.isNew, outcome.changes.isEmpty { return "Unchanged \(summary)" }
    if isRehearsal { return "Would have \(verb.lowercased()) \(summary)" }
    // The user may not know that the trip already existed.
    if verb == "Updated" {
      return "Updated \(summary), which already existed; \(quoted("undo")) reverts it"
    }
    return "\(verb) \(summary)"
  }

  /// Notes confirmations that no longer apply, because the nights or the place changed.
  private func noteConfirmation(_ outcome: TripOutcome) {
    for place in outcome.unconfirmed.prefix(Self.maxNotes) {
      reporter.note(
        "the stay '\(place)' was confirmed for other nights and is no longer confirmed")
    }
    let rest = outcome.unconfirmed.count - Self.maxNotes
    if rest > 0 {
      reporter.note("\(counted(rest, "other stay")) \(rest == 1 ? "is" : "are") unconfirmed, too")
    }
    if let change = outcome.changes.first(where: { $0.property == "stay" }), let old = change.old,
      let new = change.new,
      outcome.changes.contains(where: { $0.property == "isConfirmed" && $0.new == "false" })
    {
      reporter.note("the stay '\(old)' was confirmed, and '\(new)' is not")
    }
  }

  private static let maxNotes = 5

  /// Notes the dates that moved with the trip.
  private func noteMove(_ outcome: TripOutcome) {
    let stays = outcome.trip.livingAccommodations.count { $0.startDate != nil }
    let items = outcome.trip.bucketList.count { $0.date != nil }
    let moved = [(stays, "stay"), (items, "item")].filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
    guard outcome.movedDays != 0, !moved.isEmpty else { return }
    reporter.note(
      "the dates of \(moved.joined(separator: " and ")) moved by "
        + counted(abs(outcome.movedDays), "day"))
    let reserved = outcome.trip.bucketList.count { $0.date != nil && $0.hasReservation }
    if reserved > 0 {
      reporter.note(
        "\(counted(reserved, "reserved item")) moved too; check "
          + (reserved == 1 ? "its reservation" : "their reservations"))
    }
  }

  /// Warns about stays and items outside the trip, which are kept.
  func warnOfDaysOutside(_ trip: Trip) {
    let outside =
      trip.staysOutside.map { stay in
        let words = Wording.outside(stay) ?? ""
        return "the stay '\(stay.placeName)' (\(stay.id)), "
          + "\(Wording.nights(of: stay) ?? "the whole trip"), "
          + (words.begins(with: "outside") ? "is \(words)" : words)
      }
      + trip.itemsOutside.map { item in
        "the item '\(item.title)' (\(item.id)), \(item.date?.short(in: trip) ?? ""), "
          + "is outside the trip"
      }
    for what in outside.prefix(Self.maxNotes) { reporter.warning(what) }
    let rest = outside.count - Self.maxNotes
    if rest > 0 { reporter.warning("\(rest) more are outside the trip") }
  }

  /// Warnings are not repeated if the dates are unchanged.
  private func warnOfDates(_ outcome: TripOutcome) {
    let hasMoved = outcome.changes.contains { ["startDate", "endDate"].contains($0.property) }
    guard outcome.isNew || hasMoved else { return }
    warnOfDaysOutside(outcome.trip)
    let years = [outcome.trip.startDate, outcome.trip.endDate].map(\.components.year)
    if let year = years.first(where: { !(1900...2199).contains($0) }) {
      reporter.warning("the year \(year) may be a typo: \(outcome.trip.summary)")
    }
    if let other = outcome.namesake {
      reporter.warning(
        "\(outcome.trip.summary), begins on the same day as \(other.description), and the names "
          + "differ only in case or accents")
    }
    for other in outcome.overlaps.prefix(TripOutcome.overlapLimit) where other != outcome.namesake {
      reporter.warning("\(outcome.trip.summary), overlaps \(other.description)")
    }
    if outcome.overlaps.count > TripOutcome.overlapLimit {
      reporter.warning("\(outcome.trip.summary), overlaps other trips too")
    }
  }

  /// If the first and last day get more than a full day, the amount was probably meant as a
  /// percentage. Their amount has the currency of the per diem, and so changes with it.
  private func warnOfRule(_ outcome: TripOutcome) {
    let isSet = outcome.changes.contains { ["perdiem", "perdiemRule"].contains($0.property) }
    guard outcome.isNew || isSet, let trip = outcome.trip as? BusinessTrip,
      let perdiem = trip.perdiem, case .firstLastAmount(let units)? = trip.perdiemRule
    else { return }
    let amount = trip.ruleText.rest(after: "first-last:") ?? ""
    let old = outcome.changes.first { $0.property == "perdiem" }?.old
    if let old, !old.ends(with: perdiem.currency.code),
      !outcome.changes.contains(where: { $0.property == "perdiemRule" })
    {
      reporter.warning(
        "the first and the last day bring \(amount) \(perdiem.currency.code) now; '--perdiem-rule' "
          + "sets another amount")
    }
    if units <= perdiem.minorUnits { return }
    reporter.warning(
      "the first and the last day bring \(amount), more than the \(perdiem) of a full day; "
        + "a share of it is a percentage, such as 'first-last:75%'")
  }

  /// Prints the changes, one property per line.
  func print(changes: [PropertyChange]) throws(OutputError) {
    if changes.isEmpty { return try print(line: "nothing to change", indent: 2) }
    for change in changes { try print(line: change.words, indent: 2) }
  }
}

extension PropertyChange {
  /// `start: 2026-05-01 → 2026-05-03`; for a list, what was added or removed.
  var words: String {
    let label = PropertyWords.label(of: property)
    if ["bucketList", "stay"].contains(property), old == nil || new == nil {
      return "\(label): \(old == nil ? "added" : "removed") '\(new ?? old ?? "")'"
    }
    return "\(label): "
      + "\(PropertyWords.value(old, of: property)) → \(PropertyWords.value(new, of: property))"
  }
}
