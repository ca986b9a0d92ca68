import TripsCore

extension Context {
  /// Prints a change to a bucket list.
  func printItems(_ outcome: RelationOutcome, verb: String) throws {
    let changes = outcome.changes.map(\.words)
    let isOnTerminal = !globals.isJSON && terminal.isOutput
    let changed = outcome.items.count - outcome.unchanged.count
    if isOnTerminal {
      let isAdding = verb == "Added" && outcome.addedCount > 0
      let isIdle = changed == 0
      let count = isAdding ? outcome.addedCount : isIdle ? outcome.items.count : changed
      let verb = verb == "Added" && !isAdding ? "Changed" : verb
      let done = "\(isIdle ? "Nothing to change in" : verb) \(counted(count, "item"))"
      try print(
        line: "\(done) \(isAdding ? "to" : "of") '\(outcome.trip.name)' (\(outcome.trip.id))")
    }
    try print(outcome.items)
    if verb == "Removed" { hintUndo() }
    if outcome.existing.isEmpty {
      if !isOnTerminal || changed > 0 { note(outcome.unchanged, as: "unchanged") }
      return
    }
    if isOnTerminal {
      for change in changes { try print(line: change, indent: 2) }
      noteExisting(outcome.existing)
    } else {
      note(outcome.existing, as: Self.present, changes: changes)
    }
    reporter.hint(
      "to add a second one, give it another title"
        + (changes.isEmpty ? "" : "; \(quoted("undo")) takes the change back"))
  }

  /// Prints the items of a bucket list.
  func print(_ items: [BucketListItem]) throws {
    if let fields = try globals.fields(of: BucketListField.self) {
      try output.writeJSON {
        $0.lines(items) { json, item in json.item(item, fields: fields) }
      }
    } else if terminal.isOutput {
      for item in items { try print(lines: TripDetails.text(item), indent: 2) }
    } else {
      for item in items { try print(cells: Self.cells(item)) }
    }
  }

  /// Prints the items of several trips, grouped by trip on a terminal, with their trip in a pipe.
  ///
  /// - Parameter isOne: whether the user named the trip, which is printed only on request.
  func print(itemsOf trips: [Trip], isOne: Bool) throws {
    let items = trips.flatMap(\.bucketList)
    if var fields = try globals.fields(of: ListedItemField.self) {
      if isOne, globals.fieldNames == nil { fields.removeAll { $0 == .trip } }
      try output.writeJSON {
        $0.lines(items) { json, item in json.item(item, fields: fields) }
      }
    } else if isOne {
      try print(items)
    } else if terminal.isOutput {
      for trip in trips where !trip.bucketList.isEmpty {
        try print(line: trip.summary, style: trip.type.style)
        try print(trip.bucketList)
      }
    } else {
      for item in items {
        let trip = [item.trip.map { String($0.id) }, item.trip?.name].map { $0 ?? "" }
        try print(cells: Self.cells(item) + trip)
      }
    }
  }

  private static func cells(_ item: BucketListItem) -> [String] {
    let facts = [item.isDone, item.isInPlan, item.hasReservation].map { $0 ? "yes" : "no" }
    let day = [item.date?.description, item.time?.description, item.cost?.description]
    return [String(item.id)] + facts + [item.title, item.details] + day.map { $0 ?? "" }
  }

  /// Notes items that were not added because they are already on the bucket list.
  func noteExisting(_ items: [BucketListItem]) { note(items, as: Self.present) }

  private static let present = "already on the bucket list"

  private func note(_ items: [BucketListItem], as state: String, changes: [String] = []) {
    let titles = items.prefix(5).map { "'\($0.title)' (\($0.id))" }.joined(separator: ", ")
    if items.isEmpty { return }
    let rest = items.count - 5
    reporter.note(
      "\(titles)\(rest > 0 ? " and \(rest) more" : "") \(items.count == 1 ? "is" : "are") "
        + state
        + (changes.isEmpty ? "" : "; changed \(changes.joined(separator: ", "))"))
  }

  /// Prints a change to a stay.
  func printStay(_ outcome: RelationOutcome, isNew: Bool = false) throws {
    let isRemoved = outcome.changes.contains { $0.property == "stay" && $0.new == nil }
    if !globals.isJSON, terminal.isOutput {
      let summary = "'\(outcome.trip.name)' (\(outcome.trip.id))"
      if isRemoved || isNew && !outcome.isExistingStay {
        try print(line: "\(isRemoved ? "Removed a stay of" : "Added a stay to") \(summary)")
        for stay in outcome.stays { try print(stay, indent: 2) }
      } else {
        let name = outcome.stays.first.map { "'\($0.placeName)' (\($0.id)) " } ?? ""
        try print(line: "Stay \(name)of \(summary)")
        try print(changes: outcome.changes)
      }
    } else if let fields = try globals.fields(of: StayField.self) {
      try output.writeJSON { json in
        // A removed stay has no details to print.
        let stay = outcome.trip.livingAccommodations.first { $0.id == outcome.stays.first?.id }
        if let stay { json.stay(stay, fields: fields) } else { json.null() }
      }
    } else {
      let ids = Set(outcome.stays.map(\.id))
      try print(outcome.trip.livingAccommodations.filter { ids.contains($0.id) })
    }
    note(outcome)
    if isRemoved { hintUndo() }
  }

  /// A stay that got another name may be another hotel.
  ///
  /// - Parameters:
  ///   - rename: the old name and the new one.
  ///   - changed: the properties that changed too.
  func noteKept(by stay: LivingAccommodation, after rename: PropertyChange, changed: [String]) {
    guard let old = rename.old, let new = rename.new,
      SearchText.folded(old) != SearchText.folded(new)
    else { return }
    let values = [
      ("address", !stay.address.isEmpty), ("isConfirmed", stay.isConfirmed),
      ("cost", stay.cost != nil),
    ]
    let kept = values.filter { name, isSet in isSet && !changed.contains(name) }
    if kept.isEmpty { return }
    let names = kept.map { PropertyWords.label(of: $0.0) }.joined(separator: ", ")
    reporter.note("'\(new)' (\(stay.id)) keeps what '\(old)' had: \(names)")
  }

  private func note(_ outcome: RelationOutcome) {
    guard let stay = outcome.stays.first else { return }
    let name = "'\(stay.placeName)' (\(stay.id))"
    if outcome.isExistingStay {
      reporter.note(
        "\(name) is already there on these nights"
          + (outcome.changes.isEmpty ? "" : "; the given values were set"))
    }
    if outcome.changes.isEmpty, !outcome.isExistingStay, globals.isJSON || !terminal.isOutput {
      reporter.note("\(name) is unchanged")
    }
    if outcome.isUnconfirmed {
      reporter.note("\(name) was confirmed for other nights and is no longer confirmed")
    }
    let changed = outcome.changes.map(\.property)
    if let rename = outcome.changes.first(where: { $0.property == "stay" }) {
      noteKept(by: stay, after: rename, changed: changed)
    }
    if changed.contains("startDate") || changed.contains("endDate"), !changed.contains("stay"),
      let start = stay.startDate, start == stay.endDate
    {
      reporter.note("\(name) is a day room now, without a night")
    }
    warnOfNights(of: stay, with: outcome.overlaps, in: outcome.trip)
  }

  /// Warns about nights that a stay shares with others of its trip.
  func warnOfNights(
    of stay: LivingAccommodation, with others: [LivingAccommodation], in trip: Trip
  ) {
    let most = 5
    let name = "'\(stay.placeName)' (\(stay.id))"
    for other in others.prefix(most) {
      guard let shared = trip.sharedNights(of: stay, and: other) else { continue }
      let count = shared.lowerBound.days(until: shared.upperBound)
      reporter.warning(
        "\(name) shares \(counted(count, "night")), \(shared.short(in: trip)), "
          + "with '\(other.placeName)' (\(other.id))")
    }
    let rest = others.count - most
    if rest > 0 { reporter.warning("\(name) shares nights with \(counted(rest, "other stay"))") }
  }

  /// Notes trips that were found by a text outside their names.
  func noteFound(_ trips: [Trip], by references: [TripReference]) {
    for (trip, reference) in zip(trips, references) where trips.count == references.count {
      let text = reference.words
      if text == String(trip.id) || text == trip.uid
        || SearchText.folded(trip.name).firstRange(of: SearchText.folded(text)) != nil
      {
        continue
      }
      reporter.note(
        "'\(text)' is not the name of a trip; found in \(TripSummary(trip).description)")
    }
  }

  /// Prints a stay on a terminal, with its further lines indented below the place.
  private func print(_ stay: LivingAccommodation, indent: Int = 0) throws(OutputError) {
    try print(
      lines: "\(stay.id) \(TripDetails.text(stay))", indent: indent,
      hanging: "\(stay.id) ".utf8.count)
  }

  /// Prints the stays of a trip.
  func print(_ stays: [LivingAccommodation]) throws {
    if let fields = try globals.fields(of: StayField.self) {
      return try output.writeJSON {
        $0.lines(stays) { json, stay in json.stay(stay, fields: fields) }
      }
    }
    for stay in stays {
      if terminal.isOutput {
        try print(stay)
      } else {
        let more = [stay.startDate?.description, stay.endDate?.description, stay.cost?.description]
        try print(
          cells: [stay.placeName, stay.isConfirmed ? "yes" : "no", stay.address, String(stay.id)]
            + more.map { $0 ?? "" })
      }
    }
  }
}
