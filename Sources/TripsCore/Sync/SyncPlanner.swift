import Platform
internal import SQLite

private let confirmed = StayColumn.isConfirmed.fact

/// Plans the changes of a sync for each trip, without making them.
struct SyncPlanner {
  private(set) var plans: [SyncPlan] = []
  /// Events whose files were touched but are unchanged.
  let restamped: [SyncedEvent]
  /// The position in the history.
  let position: HistoryToken
  /// What must be written before these plans can be made.
  let identities: SyncIdentities
  private let options: SyncOptions
  private let zone: ZoneClock
  /// For new events.
  private let stamp: EventStamp
  /// Names that no new file may have.
  private var names: Set<String>
  private var filesGone = 0
  /// Reported in addition to the trips of the plans.
  private var others = SyncReport()

  /// - Parameters:
  ///   - timestamp: the current time, as `20261120T101500Z`.
  init(
    _ folder: CalendarFolder, _ events: SyncedEvents, _ options: SyncOptions, _ zone: ZoneClock,
    _ timestamp: String, in db: Connection
  ) throws {
    (self.options, self.zone, stamp) = (options, zone, EventStamp(timestamp: timestamp))
    position = try HistoryPosition(db).newest
    let scan = try SyncScan(folder, events, zone, in: db)
    (restamped, names) = (scan.restamped, scan.names)
    identities = SyncIdentities(scan.cases)
    others.unchanged = scan.unchanged
    others.entries = scan.unreadable.sorted { $0.key < $1.key }.map { file, reason in
      SyncEntry(direction: .left, uid: "", name: file, reason: reason)
    }
    for one in scan.cases { plan(one) }
    others.foreign = scan.otherEvents
    try checkLosses(scan)
    try plans.order(in: db)
  }

  /// The report of these plans, some of which may have been skipped since.
  func report(of plans: [SyncPlan]) -> SyncReport {
    var report = others
    report.unchanged += plans.count { $0.isEmpty && !$0.entry.isLeft }
    report.entries += plans.filter { !$0.isEmpty || $0.entry.isLeft }.map(\.described)
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

  private mutating func plan(_ one: SyncCase) {
    var plan = SyncPlan(uid: one.uid, entry: SyncEntry(one))
    do {
      if let reason = one.holdReason { throw ValueError(reason) }
      try decide(&plan, one)
    } catch {
      plan.leave("\(error)")
    }
    plans.append(plan)
  }

  /// - Throws: `ValueError` or `TripsError.value` for values that a trip cannot have.
  private mutating func decide(_ plan: inout SyncPlan, _ one: SyncCase) throws {
    guard one.trip != nil || one.event.found != nil else { return deleteEvents(&plan, one) }
    let (base, stated, store) = (one.base, one.event.found?.stated, one.trip?.facts)
    if stated?.isCancelled == true, store != nil || base == nil {
      if let trip = one.trip { others.cancelled.append(TripSummary(trip)) }
      return
    }
    // Facts that are only in the event are accepted.
    let side = one.trip.map(options.side) ?? .calendar
    // A trip may have been imported from it.
    let isOthers = one.trip != nil && base == nil && stated?.kind == .other
    let reading = stated.map {
      EventReading($0, base: one.event.base, takesText: side == .calendar)
    }
    var event = one.facts(reading)
    EventCodec.addKeys(to: &event.items, ofTripWithUID: one.uid)
    if let store { filesGone += one.filesGone(of: store) }
    if store == nil || reading == nil {
      plan.entry.direction = store == nil ? .fromCalendar : .toCalendar
      plan.entry.action = base == nil ? .added : .revived
      if let base, event.isSame(as: base), store?.isSame(as: base) ?? true,
        reading?.textProblem == nil
      {
        return delete(&plan, one)
      }
    }
    for event in [one.event] + one.parts.values {
      if let problem = event.found?.stated.daysProblem { throw ValueError(problem) }
    }
    var merge = FactMerge(prefers: side)
    var merged = merge.trip(
      base: store == nil ? nil : base, store: store ?? TripFacts(values: [:]), event: event)
    for stay in merged.stays where one.parts[stay.key ?? ""]?.found?.stated.isCancelled == true {
      if merge.conflicts.isEmpty, stay.values[confirmed] == Fact.yes { continue }
      others.cancelledStays.append((one.trip?.id, stay.row, stay.values["placeName"] ?? ""))
    }
    for index in event.stays.indices where event.stays[index].values[confirmed] == "" {
      event.stays[index].values[confirmed] = Fact.no
    }
    var conflicts = merge.conflicts
    let textProblem = side == nil ? reading?.textProblem : nil
    if textProblem != nil {
      conflicts.append(
        SyncConflict(
          field: "description", store: store.map { EventText($0).text(estimate: nil) },
          calendar: reading?.text))
    }
    // A description that cannot be read waits for the user, while the event's other facts merge.
    let isTextLeft = textProblem != nil && merge.conflicts.isEmpty && base != nil
    if isOthers, side == nil {
      return plan.leave(
        "its event was not created by trips; '--prefer' with '--trip \(one.trip?.id ?? 0)' syncs them",
        conflicts: conflicts)
    }
    if !conflicts.isEmpty, !isTextLeft { return plan.leave(textProblem, conflicts: conflicts) }
    EventCodec.addKeys(to: &merged.items, ofTripWithUID: one.uid)
    Self.unconfirmStays(of: &merged, [event] + (store.map { [$0] } ?? []))
    let values = try SyncWriter.values(of: merged, over: one.trip)
    merged = try SyncWriter.stored(merged, values)
    putStore(&plan, merged, values, one)
    let old = isOthers ? event : event.filled(from: merged, withoutText: isTextLeft)
    plan.entry.toCalendar = old.changes(to: merged)
    putEvent(
      &plan, merged, over: old, reading, one, adopts: isOthers, isTextLeft: isTextLeft)
    putParts(&plan, merged, over: old, one)
    if store != nil, reading != nil { plan.entry.setDirection() }
    if isTextLeft { plan.entry.leave(textProblem, conflicts: conflicts) }
  }

  /// Deletes a trip that one side has deleted and the other has not changed.
  private func delete(_ plan: inout SyncPlan, _ one: SyncCase) {
    plan.entry.action = .deleted
    plan.entry.direction = one.trip == nil ? .toCalendar : .fromCalendar
    if let trip = one.trip { plan.storeChange = .delete(trip.id) }
    deleteEvents(&plan, one)
  }

  private func deleteEvents(_ plan: inout SyncPlan, _ one: SyncCase) {
    plan.events = ([one.event] + one.parts.values).map { EventPlan(deleting: $0) }
  }

  /// Unconfirms the stays that no side has confirmed for their merged nights.
  private static func unconfirmStays(of merged: inout TripFacts, _ sides: [TripFacts]) {
    let sides = sides.map { ($0, $0.stays.byKey) }
    for (index, stay) in merged.stays.enumerated() where stay.values[confirmed] == Fact.yes {
      guard let nights = merged.days(ofStay: stay.values) else { continue }
      let isForNights = sides.contains { trip, stays in
        stays[stay.key ?? ""].map { own in
          own.values[confirmed] == Fact.yes
            && trip.days(ofStay: own.values).map { $0 == nights } ?? true
        } ?? false
      }
      if !isForNights { merged.stays[index].values[confirmed] = Fact.no }
    }
  }

  private func putStore(
    _ plan: inout SyncPlan, _ merged: TripFacts, _ values: TripValues, _ one: SyncCase
  ) {
    plan.facts = merged
    guard let trip = one.trip else {
      plan.storeChange = .insert(values)
      return
    }
    plan.entry.fromCalendar = trip.facts.changes(to: merged)
    if values != TripValues(trip) || !merged.isSame(as: trip.facts) {
      plan.storeChange = .update(trip, values)
    }
  }

  // MARK: - Events

  /// Makes the event of a trip state the merged facts.
  ///
  /// - Parameter old: what it states now.
  private mutating func putEvent(
    _ plan: inout SyncPlan, _ merged: TripFacts, over old: TripFacts, _ reading: EventReading?,
    _ one: SyncCase, adopts: Bool, isTextLeft: Bool
  ) {
    var text = reading?.text ?? one.event.base?.text ?? ""
    let new = EventText(merged).text(
      estimate: merged.estimate, keepsHeader: EventText.hasHeader(text))
    var file = one.event.found?.event ?? EventFile(trip: merged, uid: one.uid, stamp, text: new)
    var writesText = !isTextLeft && EventText.plain(new) != reading?.text ?? ""
    if one.event.found != nil {
      var hasChanged = !old.tripChanges(to: merged).isEmpty
      if !hasChanged, !isTextLeft, one.trip != nil, reading?.textProblem != nil {
        // The user has decided about a text that had lost its form.
        hasChanged = true
        plan.entry.toCalendar.append(PropertyChange(property: "description", old: text, new: new))
      }
      writesText = writesText && (hasChanged || adopts)
      if hasChanged || adopts { file.put(merged, text: writesText ? new : nil, zone) }
      if hasChanged { file.touch(at: stamp.timestamp) }
    }
    if writesText { text = EventText.plain(new) }
    let name = one.event.found?.file ?? newName(one.uid)
    plan.events.append(EventPlan(one.event, file, file: name, text: text, zone))
    if isTextLeft { plan.events[0].unsettled = one.event.base }
  }

  /// Makes the events of the stays, and of the items with a date, state the merged facts.
  private mutating func putParts(
    _ plan: inout SyncPlan, _ merged: TripFacts, over old: TripFacts, _ one: SyncCase
  ) {
    let (parts, known) = (merged.parts.byKey, old.parts.byKey)
    for uid in Set(parts.keys).union(one.parts.keys).sorted() {
      let sides = one.parts[uid] ?? EventSides()
      guard let part = parts[uid] else {
        plan.events.append(EventPlan(deleting: sides))
        continue
      }
      var file = sides.found?.event ?? EventFile(part, of: one.uid, merged, stamp)
      if let found = sides.found,
        found.stated.owner != one.uid || known[uid]?.row.values != part.row.values
          || (part.kind == .stay && isOutdated(part.row, merged, found, sides, old, one))
      {
        file.put(part, of: one.uid, merged, zone)
        file.touch(at: stamp.timestamp)
      }
      let text = part.kind == .item ? file.first("DESCRIPTION")?.text : nil
      plan.events.append(
        EventPlan(
          sides, file, file: sides.found?.file ?? newName(uid),
          text: text.map { ItemText.plain(StoredText.unifyingLineBreaks($0)) }
            ?? sides.base?.text ?? "",
          kind: part.kind, zone))
    }
  }

  /// Whether the event of a stay states other nights, or another status.
  private func isOutdated(
    _ stay: RowFacts, _ merged: TripFacts, _ found: FoundEvent, _ sides: EventSides,
    _ old: TripFacts, _ one: SyncCase
  ) -> Bool {
    if let stated = found.stated.stay[confirmed], stated != stay.values[confirmed] { return true }
    let before =
      sides.base.flatMap { one.base?.days(ofStay: $0.values) }
      ?? old.stays.first { $0.key == stay.key }.flatMap { old.days(ofStay: $0.values) }
    guard let now = merged.days(ofStay: stay.values), let before, before != now else {
      return false
    }
    return found.stated.days.map { $0.ofNights != now } ?? true
  }

  private mutating func newName(_ uid: String) -> String {
    let name = CalendarFolder.name(forUID: uid, taken: names)
    names.insert(name)
    return name
  }
}

extension SyncCase {
  /// The number of missing files whose trips and stays are still in the store.
  fileprivate func filesGone(of store: TripFacts) -> Int {
    let isGone = event.known != nil && event.found == nil
    let gone = parts.filter { $1.known != nil && $1.found == nil }
    return (isGone ? 1 : 0) + store.parts.count { gone[$0.row.key ?? ""] != nil }
  }

  /// The facts stated by the events. A missing event keeps its last known facts. The events of
  /// deleted stays were deleted with that of their trip.
  fileprivate func facts(_ reading: EventReading?) -> TripFacts {
    let base = base
    var facts = reading?.facts ?? base ?? trip?.facts ?? TripFacts(values: [:])
    let found = parts.values.compactMap { sides in
      sides.found.map { part($0, sides, of: facts) }
    }
    let keys = Set(found.map(\.row.key))
    // An item with an event of its own is no line of the trip's.
    facts.items.removeAll { keys.contains($0.key) }
    facts.stays.removeAll { keys.contains($0.key) || reading != nil }
    let sorted = found.sorted { $0.row.key ?? "" < $1.row.key ?? "" }
    facts.stays += sorted.filter { $0.kind == .stay }.map(\.row)
    facts.items += sorted.filter { $0.kind == .item }.map(\.row)
    facts.stays.sort { $0.key ?? "" < $1.key ?? "" }
    return facts
  }

  private func part(_ found: FoundEvent, _ sides: EventSides, of trip: TripFacts) -> TripPart {
    if sides.known?.kind ?? found.stated.kind == .item {
      return TripPart(kind: .item, row: RowFacts(item: found.stated, base: sides.base))
    }
    var row = RowFacts(
      stay: found.stated, of: trip,
      base: sides.base.flatMap { event in base.map { (event, $0) } })
    // In a merge, a cancellation is a change even of a stay that was not confirmed. The last
    // sync remembers it without a hash.
    if found.stated.isCancelled, sides.known?.hash != 0 { row.values[confirmed] = "" }
    return TripPart(kind: .stay, row: row)
  }
}

extension TripFacts {
  /// Facts that an event does not state are unchanged, and have the values of the merged trip.
  ///
  /// - Parameter withoutText: whether it does not state its notes and items either.
  fileprivate func filled(from merged: TripFacts, withoutText: Bool) -> TripFacts {
    var facts = self
    facts.values.merge(merged.values) { one, _ in one }
    if withoutText {
      facts.values["notes"] = merged.notes
      facts.items = merged.listed + facts.items.filter(\.isDated)
    }
    Self.fill(&facts.items, from: merged.items)
    Self.fill(&facts.stays, from: merged.stays)
    return facts
  }

  private static func fill(_ rows: inout [RowFacts], from merged: [RowFacts]) {
    let merged = merged.byKey
    for index in rows.indices {
      guard let row = merged[rows[index].key ?? ""] else { continue }
      rows[index].values.merge(row.values) { one, _ in one }
    }
  }
}

extension [RowFacts] {
  fileprivate var byKey: [String: RowFacts] {
    Dictionary(
      compactMap { row in row.key.map { ($0, row) } }, uniquingKeysWith: { one, _ in one })
  }
}

extension [TripPart] {
  fileprivate var byKey: [String: TripPart] {
    Dictionary(
      compactMap { part in part.row.key.map { ($0, part) } }, uniquingKeysWith: { one, _ in one })
  }
}

extension SyncPlan {
  /// The entry with the trip's resulting name and dates.
  fileprivate var described: SyncEntry {
    var entry = entry
    if let values = trip.values {
      (entry.name, entry.startDate, entry.endDate) = (
        values.name, values.startDate.description, values.endDate.description
      )
    }
    return entry
  }
}

extension SyncEntry {
  fileprivate init(_ one: SyncCase) {
    self.init(direction: .both, uid: one.uid, id: one.trip?.id, name: "")
    let event = one.event.found?.stated.facts ?? [:]
    let facts = one.trip?.facts ?? one.event.base?.trip ?? TripFacts(values: event)
    (name, startDate, endDate) = (facts.name, facts.values["startDate"], facts.values["endDate"])
  }

  mutating func leave(_ reason: String?, conflicts: [SyncConflict] = []) {
    direction = conflicts.isEmpty ? .left : .conflict
    (self.reason, self.conflicts) = (reason, conflicts)
  }

  fileprivate mutating func setDirection() {
    switch (fromCalendar.isEmpty, toCalendar.isEmpty) {
    case (false, false): direction = .both
    case (false, true): direction = .fromCalendar
    case (true, _): direction = .toCalendar
    }
  }
}
