internal import GRDB
import Platform

/// Decides what a sync does about each trip. It changes nothing.
struct SyncPlanner {
  private(set) var plans: [SyncPlan] = []
  private(set) var report = SyncReport()
  /// Events whose files were touched, and hold what they held.
  let restamped: [SyncedEvent]
  /// Where the history was.
  let position: HistoryToken
  let options: SyncOptions
  let zone: ZoneClock
  let timestamp: String
  let db: Database
  /// Names that no new file may have.
  var names: Set<String>
  private var filesGone = 0

  /// - Parameters:
  ///   - folder: nil for one that has yet to be made.
  ///   - held: why trips must be left as they are, by their UIDs.
  ///   - timestamp: now, as `20261120T101500Z`.
  init(
    _ folder: CalendarFolder?, _ events: SyncedEvents, _ options: SyncOptions,
    held: [String: String], _ zone: ZoneClock, _ timestamp: String, in db: Database
  ) throws {
    (self.options, self.zone, self.timestamp, self.db) = (options, zone, timestamp, db)
    position = try HistoryPosition(db).newest
    let scan = try SyncScan(folder, events, zone, in: db)
    restamped = scan.restamped
    names = scan.names
    report.unchanged = scan.unchanged
    for file in scan.unreadable {
      var entry = SyncEntry(direction: .left, uid: "", name: file.file)
      entry.reason = file.reason
      report.entries.append(entry)
    }
    for var one in scan.cases {
      one.heldBecause = one.heldBecause ?? held[one.uid]
      try plan(one)
    }
    try planStrangers(scan)
    try checkLosses(scan)
    plans = try SyncOrder(plans, in: db).plans
    report.unchanged += plans.count { $0.isEmpty && !$0.entry.isLeft }
    report.entries += plans.filter { !$0.isEmpty || $0.entry.isLeft }.map(\.entry)
      .sorted { ($0.startDate ?? "", $0.uid) < ($1.startDate ?? "", $1.uid) }
  }

  private func checkLosses(_ scan: SyncScan) throws {
    if options.isConfirmed || filesGone == 0 { return }
    if !scan.hasEvents || (filesGone > 3 && filesGone * 2 > scan.paired) {
      throw TripsError.sync(.filesGone(filesGone, of: scan.paired))
    }
  }

  // MARK: - One trip

  private mutating func plan(_ one: SyncCase) throws {
    let known = one.event.base?.trip
    var plan = SyncPlan(uid: one.uid, entry: SyncEntry(one, known))
    plan.forgotten = ([one.event] + one.stays.values).compactMap(\.known?.file)
    if let reason = one.heldBecause {
      plan.leave(reason)
    } else {
      switch (one.trip, one.event.found) {
      case (nil, nil): deleteStays(&plan, one)
      case (nil, let found?): try planMissingTrip(&plan, one, found)
      case (let trip?, nil): planMissingEvent(&plan, one, trip)
      case (let trip?, let found?): try planBoth(&plan, one, trip, found)
      }
    }
    plans.append(plan)
  }

  /// The store has no such trip: it is new, or it was deleted here.
  private mutating func planMissingTrip(
    _ plan: inout SyncPlan, _ one: SyncCase, _ found: FoundEvent
  ) throws {
    if found.stated.isCancelled, one.event.base == nil { return }
    let reading = EventReading(
      found.stated, base: one.event.base, takesText: one.event.base == nil)
    if let base = one.event.base {
      if reading.textProblem == nil, reading.facts.isSame(as: base.trip), hasUnchangedStays(one) {
        if base.isAdopted, try wasUndone(one) { return giveBack(&plan, one, found) }
        plan.entry.direction = .toCalendar
        plan.entry.action = .deleted
        plan.files = [.init(file: found.file, old: found.contents.bytes, new: nil)]
        return deleteStays(&plan, one)
      }
      plan.entry.action = .revived
    } else {
      plan.entry.action = .added
    }
    plan.entry.direction = .fromCalendar
    try insert(&plan, reading, one, isAdopted: one.event.base?.isAdopted ?? false)
  }

  /// The trip's event is not in the folder: it is new here, or it was deleted there.
  private mutating func planMissingEvent(
    _ plan: inout SyncPlan, _ one: SyncCase, _ trip: Trip
  ) {
    plan.entry.direction = .toCalendar
    if let base = one.event.base {
      filesGone += 1
      if trip.facts.isSame(as: base.trip), hasSameStays(trip, one) {
        plan.entry.direction = .fromCalendar
        plan.entry.action = .deleted
        plan.storeChange = .delete(trip.id)
        return deleteStays(&plan, one)
      }
      plan.entry.action = .revived
    } else {
      plan.entry.action = .added
    }
    var facts = trip.facts
    facts.items = withKeys(facts.items, one.event.base)
    EventCodec.addKeys(to: &facts.items, ofTripWithUID: one.uid)
    plan.facts = facts
    let stamp = EventStamp(timestamp: timestamp)
    let event = EventFile(trip: facts, uid: one.uid, stamp, inPlaceOf: one.event.base)
    write(&plan, event, facts)
    var one = one
    // The events of stays that are gone went with that of the trip.
    for (uid, sides) in one.stays where sides.found == nil { one.stays[uid]?.base = nil }
    var merge = TripMerge(prefers: options.side(of: trip))
    let stays = mergedStays(&merge, &plan, one, trip, facts, facts)
    guard merge.conflicts.isEmpty else { return plan.conflict(merge.conflicts) }
    do {
      try change(&plan, trip, facts, stays)
    } catch {
      return plan.leave("\(error)")
    }
    plan.entry.fromCalendar = stayChanges(trip.stayFacts, stays)
  }

  private mutating func planBoth(
    _ plan: inout SyncPlan, _ one: SyncCase, _ trip: Trip, _ found: FoundEvent
  ) throws {
    if found.stated.isCancelled {
      report.cancelled.append(TripSummary(trip))
      plan.leave()
      plan.entry.direction = .both
      return
    }
    if let problem = found.stated.daysProblem { return plan.leave(problem) }
    let prefers = options.side(of: trip)
    let reading = EventReading(
      found.stated, base: one.event.base, takesText: prefers == .calendar)
    var merge = TripMerge(prefers: prefers)
    let store = trip.facts
    var merged = merge.trip(base: one.event.base?.trip, store: store, event: reading.facts)
    let stays = mergedStays(&merge, &plan, one, trip, store, merged)
    let description = SyncConflict(
      field: "description", store: merged.notes, calendar: reading.text)
    let isTextInConflict = reading.textProblem != nil && prefers == nil
    guard merge.conflicts.isEmpty, !isTextInConflict || one.event.base != nil else {
      plan.conflict(merge.conflicts + (isTextInConflict ? [description] : []))
      plan.entry.reason = reading.textProblem
      return
    }
    EventCodec.addKeys(
      to: &merged.items, ofTripWithUID: one.uid, taken: reading.facts.items.compactMap(\.key))
    plan.facts = merged
    do {
      try change(&plan, trip, merged, stays)
    } catch let error as TripsError {
      return plan.leave(error.description)
    } catch let error as ValueError {
      return plan.leave(error.description)
    }
    plan.entry.fromCalendar = store.changes(to: merged) + stayChanges(trip.stayFacts, stays)
    put(merged, over: reading, found, one, isTextInConflict: isTextInConflict, &plan)
    finish(&plan)
    if isTextInConflict {
      (plan.entry.direction, plan.entry.conflicts) = (.conflict, [description])
      plan.entry.reason = reading.textProblem
    }
  }

  /// Makes the event state the merged facts.
  ///
  /// - Parameter isTextInConflict: whether its description stays as it is until a person decides.
  private func put(
    _ merged: TripFacts, over reading: EventReading, _ found: FoundEvent, _ one: SyncCase,
    isTextInConflict: Bool, _ plan: inout SyncPlan
  ) {
    var stated = reading.facts
    stated.values.merge(merged.values) { one, _ in one }
    if isTextInConflict {
      (stated.values["notes"], stated.items) = (merged.notes, merged.items)
    }
    var file = found.event
    var text = reading.text
    var changes = stated.changes(to: merged)
    let isTextLost = reading.textProblem != nil && !isTextInConflict
    let new = EventText(merged).text(
      estimate: merged.estimate, keepsHeader: reading.text.map(EventText.hasHeader) == true)
    if isTextLost, changes.isEmpty {
      changes = [PropertyChange(property: "description", old: reading.text, new: new)]
    }
    if !changes.isEmpty {
      let isTextSame =
        !isTextLost && stated.notes == merged.notes
        && EventText(stated).items == EventText(merged).items
      // The estimate alone is no reason to write a text that a program has given another form.
      let isOurs = found.stated.description.map { !EventText.isHTML($0) } ?? true
      let isStale = isOurs && text != nil && text != new
      let writesText = !isTextInConflict && (!isTextSame || isStale)
      file.put(merged, over: found.stated, text: writesText ? new : nil, zone)
      file.touch(at: timestamp)
      if writesText { text = EventText.plain(new) }
      plan.entry.toCalendar += changes
    }
    // Without a base, an event without our mark is another program's (an import).
    let isAdopted = one.event.base == nil && found.stated.kind == .other
    remember(
      file, found, one.event, text ?? one.event.base?.text ?? "", &plan, isAdopted: isAdopted)
    if isTextInConflict { plan.memories[plan.memories.count - 1].unsettled = one.event.base }
  }

  func remember(
    _ file: EventFile, _ found: FoundEvent, _ sides: SyncSides, _ text: String,
    _ plan: inout SyncPlan, isAdopted: Bool = false
  ) {
    let bytes = file.bytes
    if bytes != found.contents.bytes {
      plan.files.append(.init(file: found.file, old: found.contents.bytes, new: bytes))
    }
    plan.memories.append(
      .init(
        file: found.file, uid: found.stated.uid, text: text,
        stated: StatedEvent(file.own, zone),
        isAdopted: isAdopted || sides.base?.isAdopted == true, stamp: found.contents.stamp,
        hash: found.contents.hash, known: sides.known))
  }

  /// - Throws: `TripsError.value` for what a trip cannot have.
  private func change(
    _ plan: inout SyncPlan, _ trip: Trip, _ merged: TripFacts, _ stays: [StayFacts]?
  ) throws {
    let values = try SyncWriter.values(of: merged, over: trip)
    if values != TripValues(trip) || !trip.facts.hasSameItems(as: merged) {
      plan.storeChange = .update(trip, values, merged)
    }
    if let stays, stays.map(\.values) != trip.stayFacts.map(\.values) {
      try SyncWriter.check(stays)
      plan.stays = stays
      if case .none = plan.storeChange { plan.storeChange = .update(trip, values, merged) }
    }
  }

  private func finish(_ plan: inout SyncPlan) {
    switch (plan.entry.fromCalendar.isEmpty, plan.entry.toCalendar.isEmpty) {
    case (true, false): plan.entry.direction = .toCalendar
    case (false, true): plan.entry.direction = .fromCalendar
    case (true, true): plan.entry.direction = .toCalendar
    case (false, false): plan.entry.direction = .both
    }
  }

  // MARK: - New trips and new events

  /// Brings a trip into the store, with its stays.
  private mutating func insert(
    _ plan: inout SyncPlan, _ reading: EventReading, _ one: SyncCase, isAdopted: Bool
  ) throws {
    guard let found = one.event.found else { return }
    do {
      if let problem = found.stated.daysProblem { throw ValueError(problem) }
      var stated = reading.facts
      // It had these when it was of another kind.
      for fact in stated.factsOfAnotherKind where found.stated.facts[fact] == nil {
        stated.values[fact] = ""
      }
      let values = try SyncWriter.values(of: stated, over: nil)
      var facts = try SyncWriter.complete(stated, values)
      EventCodec.addKeys(to: &facts.items, ofTripWithUID: one.uid)
      plan.facts = facts
      plan.storeChange = .insert(values, facts)
      var stays: [StayFacts] = []
      for (uid, sides) in one.stays.sorted(by: { $0.key < $1.key }) {
        guard let event = sides.found else { continue }
        var stay = StayFacts(uid: uid, row: nil, values: sides.base?.values ?? [:])
        stay.values.merge(event.stated.facts) { $1 }
        stays.append(stay)
        remember(stay, event, sides.known, &plan)
      }
      try SyncWriter.check(stays)
      plan.stays = stays
      var file = found.event
      if isAdopted { file.mark(facts) }
      remember(file, found, one.event, reading.text ?? "", &plan, isAdopted: isAdopted)
      plan.entry.name = facts.name
      plan.entry.startDate = facts.values["startDate"]
      plan.entry.endDate = facts.values["endDate"]
    } catch let error as TripsError {
      plan.leave(error.description)
    } catch let error as ValueError {
      plan.leave(error.description)
    }
  }

  /// Takes in the events of other programs that last a whole day or touch two.
  private mutating func planStrangers(_ scan: SyncScan) throws {
    report.foreign = scan.strangers.count + scan.givenBack.count
    guard options.adopts else { return }
    let uids = Set(scan.strangers.map(\.stated.uid))
    let stays = Dictionary(grouping: scan.strangers) { found in
      found.stated.owner.flatMap { uids.contains($0) ? $0 : nil }
    }
    for found in stays[nil] ?? [] {
      let event = found.stated
      guard event.kind == .other, !event.isCancelled,
        event.days.map({ $0.isOfWholeDays || $0.first != $0.last }) ?? true
      else { continue }
      var one = SyncCase(uid: event.uid, event: SyncSides(found: found))
      for stay in stays[event.uid] ?? [] { one.stays[stay.stated.uid] = SyncSides(found: stay) }
      report.foreign -= 1 + one.stays.count
      var plan = SyncPlan(uid: event.uid, entry: SyncEntry(one, nil))
      (plan.entry.direction, plan.entry.action) = (.fromCalendar, .added)
      plan.entry.name = event.nameOrPlace ?? ""
      if found.event.repeats {
        plan.leave("it repeats, and a trip is made once")
      } else {
        var reading = EventReading(event, base: nil, takesText: true)
        reading.setName(event.nameOrPlace)
        try insert(&plan, reading, one, isAdopted: true)
      }
      plans.append(plan)
    }
  }

  /// Whether an undo took the trip of an adopted event out of the store: then the event is what it was.
  private func wasUndone(_ one: SyncCase) throws -> Bool {
    guard let id = one.event.known?.tripId else { return false }
    let command = try StatementCursor.text(
      """
      SELECT command FROM historyChange AS c
      JOIN historyTransaction AS t ON t.id = c.transactionId
      WHERE entity IN ('Trip', 'BusinessTrip', 'PersonalTrip') AND rowId = \(id)
        AND kind = 'delete'
      ORDER BY c.id DESC LIMIT 1
      """, in: db)
    // Of what was purged nothing is known, and an event that a person made is not deleted for that.
    return command?.begins(with: "undo ") ?? true
  }

  private mutating func giveBack(
    _ plan: inout SyncPlan, _ one: SyncCase, _ found: FoundEvent
  ) {
    (plan.entry.direction, plan.entry.action) = (.toCalendar, .changed)
    plan.entry.toCalendar = [PropertyChange(property: "trip", old: plan.entry.name, new: nil)]
    plan.givesBack = true
    var file = found.event
    file.remove(EventCodec.own)
    remember(file, found, one.event, "", &plan)
  }

  private mutating func write(_ plan: inout SyncPlan, _ file: EventFile, _ facts: TripFacts) {
    let name = CalendarFolder.name(forUID: file.uid, taken: names)
    names.insert(name)
    plan.files.append(.init(file: name, old: nil, new: file.bytes))
    plan.memories.append(
      .init(
        file: name, uid: file.uid, text: EventText.plain(file.first("DESCRIPTION")?.text ?? ""),
        stated: StatedEvent(file.own, zone)))
  }

  /// The items of the store with the keys that they had.
  private func withKeys(_ items: [ItemFacts], _ base: EventBase?) -> [ItemFacts] {
    let keys = Dictionary(
      (base?.items ?? []).compactMap { item in item.row.map { ($0, item.key) } },
      uniquingKeysWith: { $1 })
    return items.map { item in
      var item = item
      item.key = item.row.flatMap { keys[$0] } ?? nil
      return item
    }
  }
}

extension SyncEntry {
  fileprivate init(_ one: SyncCase, _ base: TripFacts?) {
    let facts = one.trip?.facts ?? base
    self.init(direction: .both, uid: one.uid, id: one.trip?.id, name: facts?.name ?? "")
    startDate = facts?.values["startDate"]
    endDate = facts?.values["endDate"]
  }
}
