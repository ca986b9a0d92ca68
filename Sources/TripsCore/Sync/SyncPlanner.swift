internal import GRDB
import Platform

/// Decides what a sync does about each trip. It changes nothing.
struct SyncPlanner {
  private(set) var plans: [SyncPlan] = []
  /// Events whose files were touched, and hold what they held.
  let restamped: [SyncedEvent]
  /// Where the history was.
  let position: HistoryToken
  private let options: SyncOptions
  private let zone: ZoneClock
  private let timestamp: String
  /// Names that no new file may have.
  private var names: Set<String>
  private var filesGone = 0
  /// What is reported beside the trips of the plans.
  private var others = SyncReport()

  /// - Parameters:
  ///   - folder: nil for one that has yet to be made.
  ///   - timestamp: now, as `20261120T101500Z`.
  init(
    _ folder: CalendarFolder?, _ events: SyncedEvents, _ options: SyncOptions, _ zone: ZoneClock,
    _ timestamp: String, in db: Database
  ) throws {
    (self.options, self.zone, self.timestamp) = (options, zone, timestamp)
    position = try HistoryPosition(db).newest
    let scan = try SyncScan(folder, events, zone, in: db)
    (restamped, names) = (scan.restamped, scan.names)
    others.unchanged = scan.unchanged
    others.entries = scan.unreadable.sorted { $0.key < $1.key }.map { file, reason in
      SyncEntry(direction: .left, uid: "", name: file, reason: reason)
    }
    for one in scan.cases { plan(one) }
    planStrangers(scan)
    try checkLosses(scan)
    try plans.order(in: db)
  }

  /// The report of these plans, some of which may have been left since they were made.
  func report(of plans: [SyncPlan]) -> SyncReport {
    var report = others
    report.unchanged += plans.count { $0.isEmpty && !$0.entry.isLeft }
    report.entries += plans.filter { !$0.isEmpty || $0.entry.isLeft }.map(\.entry)
      .sorted { ($0.startDate ?? "", $0.uid) < ($1.startDate ?? "", $1.uid) }
    return report
  }

  private func checkLosses(_ scan: SyncScan) throws {
    if options.isConfirmed || filesGone == 0 { return }
    if !scan.hasEvents || (filesGone > 3 && filesGone * 2 > scan.paired) {
      throw TripsError.sync(.filesGone(filesGone, of: scan.paired))
    }
  }

  // MARK: - One trip

  private mutating func plan(_ one: SyncCase, adopts: Bool = false) {
    var plan = SyncPlan(uid: one.uid, entry: SyncEntry(one))
    do {
      if let reason = one.heldBecause { throw ValueError(reason) }
      try decide(&plan, one, adopts: adopts)
    } catch {
      plan.leave("\(error)")
    }
    plans.append(plan)
  }

  /// - Throws: `ValueError` or `TripsError.value` for what a trip cannot have.
  private mutating func decide(_ plan: inout SyncPlan, _ one: SyncCase, adopts: Bool) throws {
    let (base, found, store) = (one.base, one.event.found, one.trip?.facts)
    let side = one.trip.flatMap(options.side)
    if found?.stated.isCancelled == true, store != nil || base == nil {
      if let trip = one.trip { others.cancelled.append(TripSummary(trip)) }
      return
    }
    let reading = found.map {
      EventReading($0.stated, base: one.event.base, takesText: store == nil || side == .calendar)
    }
    let event = one.facts(reading)
    if reading == nil, base != nil, store != nil { filesGone += 1 }
    switch (store, reading) {
    case (nil, nil): return deleteEvents(&plan, one)
    case (nil, _): plan.entry.direction = .fromCalendar
    case (_, nil): plan.entry.direction = .toCalendar
    default: break
    }
    if store == nil || reading == nil {
      plan.entry.action = base == nil ? .added : .revived
      if let base, event.isSame(as: base), store?.isSame(as: base) ?? true,
        reading?.textProblem == nil
      {
        return delete(&plan, one)
      }
    }
    if let problem = found?.stated.daysProblem { throw ValueError(problem) }
    // What the store does not have is taken as the event states it.
    var merge = TripMerge(prefers: store == nil ? .calendar : side)
    var merged = merge.trip(
      base: store == nil ? nil : base, store: store ?? TripFacts(values: [:]), event: event)
    let textConflict = merge.prefers == nil ? reading?.conflict(merged) : nil
    if !merge.conflicts.isEmpty || (textConflict != nil && base == nil) {
      return plan.leave(
        reading?.textProblem, conflicts: merge.conflicts + [textConflict].compactMap(\.self))
    }
    EventCodec.addKeys(
      to: &merged.items, ofTripWithUID: one.uid, taken: event.items.compactMap(\.key))
    let values = try SyncWriter.values(of: merged, over: one.trip)
    merged = try SyncWriter.stored(merged, values)
    plan.facts = merged
    if let trip = one.trip, let store {
      plan.entry.fromCalendar = store.changes(to: merged)
      let isSame = values == TripValues(trip) && merged.isSame(as: store)
      if !isSame { plan.storeChange = .update(trip, values) }
    } else {
      plan.storeChange = .insert(values)
      plan.entry.describe(merged)
    }
    var stated = event.filled(from: merged)
    if textConflict != nil {
      (stated.values["notes"], stated.items) = (merged.notes, merged.items)
    }
    plan.entry.toCalendar = stated.changes(to: merged)
    if let reading, let found {
      put(merged, over: stated, reading, found, one, adopts: adopts, side, &plan)
    } else {
      write(merged, one, &plan)
    }
    putStays(merged, over: stated, one, &plan)
    if let textConflict {
      plan.events[0].unsettled = one.event.base
      (plan.entry.direction, plan.entry.conflicts) = (.conflict, [textConflict])
      plan.entry.reason = reading?.textProblem
    } else if store != nil, reading != nil {
      plan.entry.setDirection()
    }
  }

  /// Deletes a trip that one side has deleted and the other has not changed.
  private func delete(_ plan: inout SyncPlan, _ one: SyncCase) {
    plan.entry.action = .deleted
    plan.entry.direction = one.trip == nil ? .toCalendar : .fromCalendar
    if let trip = one.trip { plan.storeChange = .delete(trip.id) }
    deleteEvents(&plan, one)
  }

  private func deleteEvents(_ plan: inout SyncPlan, _ one: SyncCase) {
    plan.events = ([one.event] + one.stays.values).map { EventPlan(deleting: $0) }
  }

  // MARK: - Events

  /// Makes the event state the merged facts.
  private func put(
    _ merged: TripFacts, over stated: TripFacts, _ reading: EventReading, _ found: FoundEvent,
    _ one: SyncCase, adopts: Bool, _ side: SyncSide?, _ plan: inout SyncPlan
  ) {
    var file = found.event
    var text = reading.text ?? one.event.base?.text ?? ""
    let new = EventText(merged).text(
      estimate: merged.estimate, keepsHeader: EventText.hasHeader(text))
    var hasChanged = !stated.tripChanges(to: merged).isEmpty
    if reading.textProblem != nil, side != nil, !hasChanged {
      // A person has decided about a text that had lost its form.
      hasChanged = true
      plan.entry.toCalendar.append(PropertyChange(property: "description", old: text, new: new))
    }
    if hasChanged || adopts {
      let isTextLeft = reading.textProblem != nil && side == nil
      let writesText = !isTextLeft && EventText.plain(new) != reading.text ?? ""
      file.put(merged, text: writesText ? new : nil, zone)
      if hasChanged { file.touch(at: timestamp) }
      if writesText { text = EventText.plain(new) }
    }
    plan.events.append(EventPlan(one.event, file, file: found.file, text: text, zone))
  }

  /// Writes the trip's event anew.
  private mutating func write(_ merged: TripFacts, _ one: SyncCase, _ plan: inout SyncPlan) {
    let stamp = EventStamp(timestamp: timestamp)
    let file = EventFile(trip: merged, uid: one.uid, stamp, inPlaceOf: one.event.base)
    let text = EventText.plain(file.first("DESCRIPTION")?.text ?? "")
    plan.events.append(EventPlan(one.event, file, file: newName(one.uid), text: text, zone))
  }

  /// Makes the events of the stays state the merged facts.
  private mutating func putStays(
    _ merged: TripFacts, over stated: TripFacts, _ one: SyncCase, _ plan: inout SyncPlan
  ) {
    let (stays, old) = (merged.stays.byKey, stated.stays.byKey)
    for uid in Set(stays.keys).union(one.stays.keys).sorted() {
      let sides = one.stays[uid] ?? EventSides()
      guard let stay = stays[uid] else {
        plan.events.append(EventPlan(deleting: sides))
        continue
      }
      var file: EventFile
      if let found = sides.found {
        file = found.event
        // A stay that had the trip's nights keeps having them.
        if let before = one.base?.nights, let days = found.stated.days,
          before == (days.first, days.last), let now = merged.nights, now != before
        {
          file.move(to: now.first, through: now.last, zone)
          plan.entry.toCalendar.append(
            PropertyChange(
              property: "stay: nights", old: "\(before.first) to \(before.last)",
              new: "\(now.first) to \(now.last)"))
          file.touch(at: timestamp)
        }
        if old[uid]?.values != stay.values {
          file.put(stay)
          file.touch(at: timestamp)
        }
      } else {
        file = EventFile(
          stay: stay, of: one.uid, merged, EventStamp(timestamp: timestamp),
          isSuccessor: sides.known != nil)
      }
      plan.events.append(
        EventPlan(
          sides, file, file: sides.found?.file ?? newName(uid), text: "", isStay: true, zone))
    }
  }

  private mutating func newName(_ uid: String) -> String {
    let name = CalendarFolder.name(forUID: uid, taken: names)
    names.insert(name)
    return name
  }

  // MARK: - Events of other programs

  /// Takes in the events of other programs that last a whole day or touch two.
  private mutating func planStrangers(_ scan: SyncScan) {
    others.foreign = scan.strangers.count
    guard options.adopts else { return }
    let counts = Dictionary(scan.strangers.map { ($0.stated.uid, 1) }, uniquingKeysWith: +)
    let groups = Dictionary(grouping: scan.strangers) { found in
      found.stated.owner.flatMap { counts[$0] == nil ? nil : $0 }
    }
    for found in groups[nil] ?? [] where found.stated.mayBeTrip {
      var one = SyncCase(uid: found.stated.uid, event: EventSides(found: found))
      for stay in groups[one.uid] ?? [] { one.stays[stay.stated.uid] = EventSides(found: stay) }
      others.foreign -= 1 + one.stays.count
      if found.event.repeats {
        one.heldBecause = "it repeats, and a trip is made once"
      } else if counts[one.uid] ?? 1 > 1 {
        one.heldBecause = "its event is in several files"
      }
      plan(one, adopts: true)
    }
  }
}

extension StatedEvent {
  fileprivate var mayBeTrip: Bool {
    kind == .other && !isCancelled
      && days.map { $0.isOfWholeDays || $0.first != $0.last } ?? true
  }
}

extension EventReading {
  /// The conflict of a description that cannot be read, with the notes of the other side; nil for one
  /// that can be.
  fileprivate func conflict(_ merged: TripFacts) -> SyncConflict? {
    textProblem == nil
      ? nil : SyncConflict(field: "description", store: merged.notes, calendar: text)
  }
}

extension SyncCase {
  /// What the events state. One that is missing is taken to state what it stated last: it says nothing
  /// about the trip's facts. The events of stays that are gone went with that of their trip.
  fileprivate func facts(_ reading: EventReading?) -> TripFacts {
    let found = stays.compactMap { uid, sides in
      sides.found.map { RowFacts(key: uid, row: nil, values: $0.stated.values(sides.base)) }
    }
    var facts = reading?.facts ?? base ?? trip?.facts ?? TripFacts(values: [:])
    let keys = Set(found.map(\.key))
    let gone = reading == nil ? facts.stays.filter { !keys.contains($0.key) } : []
    facts.stays = (found + gone).sorted { $0.key ?? "" < $1.key ?? "" }
    return facts
  }
}

extension TripFacts {
  /// What an event does not state is no change: it has the values of the merged trip then.
  fileprivate func filled(from merged: TripFacts) -> TripFacts {
    var facts = self
    facts.values.merge(merged.values) { one, _ in one }
    let stays = merged.stays.byKey
    for index in facts.stays.indices {
      let stay = stays[facts.stays[index].key ?? ""]
      facts.stays[index].values.merge(stay?.values ?? [:]) { one, _ in one }
    }
    return facts
  }
}

extension [RowFacts] {
  fileprivate var byKey: [String: RowFacts] {
    Dictionary(
      compactMap { row in row.key.map { ($0, row) } }, uniquingKeysWith: { one, _ in one })
  }
}

extension SyncEntry {
  fileprivate init(_ one: SyncCase) {
    self.init(direction: .both, uid: one.uid, id: one.trip?.id, name: "")
    let event = one.event.found?.stated.facts ?? [:]
    describe(one.trip?.facts ?? one.event.base?.trip ?? TripFacts(values: event))
  }

  fileprivate mutating func describe(_ facts: TripFacts) {
    (name, startDate, endDate) = (facts.name, facts.values["startDate"], facts.values["endDate"])
  }

  fileprivate mutating func setDirection() {
    switch (fromCalendar.isEmpty, toCalendar.isEmpty) {
    case (false, false): direction = .both
    case (false, true): direction = .fromCalendar
    case (true, _): direction = .toCalendar
    }
  }
}
