internal import SQLite

// The events of other programs, which are sorted together in all files.

extension TripImporter {
  mutating func put(_ events: ForeignEvents) throws {
    if events.events.isEmpty { return }
    report.account.records += events.events.count
    if let zone = options.unknownZone, let event = events.events.first(where: \.isInUTC) {
      throw ImportProblem(
        line: event.line,
        "the event has times in UTC, and the zone of this computer is unknown: '\(zone)'",
        isFatal: true)
    }
    let identified = try identify(events.events)
    let roles = EventSorting.roles(
      of: identified, ownTrips: events.trips, target: options.target,
      takesAll: options.takesAllEvents)
    var statements = EventStatements(identified, roles)
    let all = statements.all()
    for (event, role) in zip(identified, roles) {
      if case .deleted = role {
        report.deletedHere.append(event.name)
        report.account.leftOut += event.count
      }
    }
    for (stated, line, file) in all { try Store.naming(file) { try put(stated, line: line) } }
    for (event, reason) in statements.left { try leaveOut(event, reason) }
    try listMissing(identified, roles)
    noteLosses(identified, roles)
    report.zoneOfFile = events.zoneName
  }

  /// Lists the times that were converted, and what the changed rows of events do not have.
  private mutating func noteLosses(_ events: [ForeignEvent], _ roles: [EventSorting.Role]) {
    var (ends, categories, times): ([String], [String], [String]) = ([], [], [])
    for (event, role) in zip(events, roles) where changed.contains(event.key) {
      if event.isInUTC { report.converted.append(event.leftOut(.isNoTrip)) }
      if let problem = event.endProblem { ends.append("'\(event.name)' (\(problem))") }
      var others = event.categories
      if case .trip = role { others = event.tags.others }
      if !others.isEmpty {
        categories.append("'\(event.name)' (\(others.joined(separator: ", ")))")
      }
      guard let time = event.time else { continue }
      switch role {
      case .item: break
      default:
        let end = event.end?.time.map { "–\($0)" } ?? ""
        times.append("'\(event.title)' (\(time)\(end))")
      }
    }
    for (names, words) in [
      (ends, "without an end, which cannot be read"),
      (categories, "categories that are not stored"),
      (times, "times of trips and stays, which are not stored"),
    ] where !names.isEmpty {
      report.notes.append("\(words): \(names.joined(separator: ", "))")
    }
  }

  /// The events that count, each with what the store remembers of it.
  private mutating func identify(_ all: [ForeignEvent]) throws -> [ForeignEvent] {
    let (memory, lookup) = (memory, lookup)
    var identities = try EventIdentities(
      all.filter { $0.booking == nil },
      EventMemory(record: { try memory.record(.event, $0) }, family: memory.events(withUID:)))
    try identities.findRenamed(isTaken: lookup.isTaken, memory.events)
    for (event, reason) in identities.left { try leaveOut(event, reason) }
    let bookings = try BookingIdentities.identified(
      all.filter { $0.booking != nil },
      BookingMemory(
        records: { try memory.records(.booking, from: $0, to: $1) }, rows: lookup.parts(reference:))
    )
    var events = identities.events + bookings
    if options.row != nil { try assign(&events) }
    for index in events.indices {
      events[index].isAnew = options.isAnew
      let isOfStore = options.intoEach || events[index].booking != nil
      if isOfStore, events[index].knownTrip == nil, let day = events[index].days?.lowerBound {
        events[index].storedTrips = try lookup.tripIDs(on: day)
      }
      if events[index].origin.isOutdated { try leaveOut(events[index], .isOutdated) }
    }
    return events
  }

  /// Assigns the one event of the file to a row.
  private func assign(_ events: inout [ForeignEvent]) throws {
    guard let (entity, row) = options.row, let target = options.target else { return }
    guard events.count == 1, events[0].problem == nil else {
      throw ImportProblem(
        line: 1,
        "the file must have exactly one \((report.account.kind ?? .record).rawValue), "
          + "but it has \(events.count)", isFatal: true)
    }
    if let known = events[0].known, known.entity == entity, known.row == row { return }
    events[0].known = RememberedRecord(
      key: events[0].key, entity: entity, row: row, trip: target)
  }

  /// Reports an event that is left out, with the stored trip on its day, or with its row if it was
  /// cancelled.
  private mutating func leaveOut(_ event: ForeignEvent, _ reason: LeftOutEvent.Reason) throws {
    report.account.leftOut += event.count
    if reason == .isCancelled, let known = event.known, let trip = known.trip {
      report.cancelled.append(
        CancelledRow(entity: known.entity, id: known.row, trip: trip, name: event.title))
      return
    }
    var left = event.leftOut(reason)
    if let day = event.days?.lowerBound, report.leftOut.count < ImportReport.changeLimit {
      left.trip = try lookup.tripIDs(on: day).first
    }
    report.leftOut.append(left)
  }

  /// Lists the rows of events that came with a trip's event earlier and are missing now.
  private mutating func listMissing(
    _ events: [ForeignEvent], _ roles: [EventSorting.Role]
  ) throws {
    var present = rowsOfEvents
    for known in events.compactMap(\.known) { present.insert(known) }
    for (event, role) in zip(events, roles) {
      guard case .trip = role, let known = event.known, let trip = known.trip,
        !event.origin.isOutdated
      else { continue }
      for record in try memory.parts(ofTrip: trip, home: known.key)
      where !present.contains(record) {
        report.missing.append(
          CancelledRow(
            entity: record.entity, id: record.row, trip: trip, name: record.title ?? record.key))
      }
    }
  }
}
