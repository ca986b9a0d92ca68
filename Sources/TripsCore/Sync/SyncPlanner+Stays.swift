internal import GRDB

/// The stays of a trip, each an event of its own.
extension SyncPlanner {
  /// Whether neither side has changed them.
  func hasSameStays(_ trip: Trip, _ one: SyncCase) -> Bool {
    let stays = trip.stayFacts
    let known = one.stays.compactMapValues(\.base)
    func isKnown(_ uid: String, _ values: Facts) -> Bool {
      known[uid].map { base in values.allSatisfy { base.values[$0.key] == $0.value } } ?? false
    }
    return stays.count == known.count && stays.allSatisfy { isKnown($0.uid, $0.values) }
      && one.stays.allSatisfy { uid, sides in
        sides.found.map { isKnown(uid, $0.stated.facts) } ?? true
      }
  }

  /// Whether no stay's event was added or changed since the last sync.
  func hasUnchangedStays(_ one: SyncCase) -> Bool {
    one.stays.values.allSatisfy { sides in
      guard let stated = sides.found?.stated else { return true }
      return sides.base.map { base in
        stated.times == base.times && stated.facts.allSatisfy { base.values[$0.key] == $0.value }
      } ?? false
    }
  }

  /// The stays that the trip is to have, with what becomes of their events.
  mutating func mergedStays(
    _ merge: inout TripMerge, _ plan: inout SyncPlan, _ one: SyncCase, _ trip: Trip,
    _ old: TripFacts, _ merged: TripFacts
  ) -> [StayFacts] {
    let own = Dictionary(trip.stayFacts.map { ($0.uid, $0) }, uniquingKeysWith: { $1 })
    let hasMoved = ["startDate", "endDate"].contains { old.values[$0] != merged.values[$0] }
    var stays: [StayFacts] = []
    for uid in Set(own.keys).union(one.stays.keys).sorted() {
      let sides = one.stays[uid] ?? SyncSides()
      switch (own[uid], sides.found) {
      case (let stay?, let found?):
        var result = stay
        result.values = merge.values(
          base: sides.base?.values, store: stay.values, event: found.stated.facts, "stay: ")
        // It was confirmed for other nights.
        if hasMoved, sides.base?.values["isConfirmed"] == Fact.yes {
          result.values["isConfirmed"] = Fact.no
        }
        stays.append(result)
        put(result, of: merged, formerly: one.event.base?.trip, found, sides, &plan)
      case (let stay?, nil):
        if let base = sides.base, stay.values.allSatisfy({ base.values[$0.key] == $0.value }) {
          continue
        }
        stays.append(stay)
        write(&plan, stay, of: one.uid, merged, isSuccessor: sides.known != nil)
        plan.entry.toCalendar.append(
          PropertyChange(property: "stay", old: nil, new: stay.values["placeName"]))
      case (nil, let found?):
        if let base = sides.base, found.stated.facts.allSatisfy({ base.values[$0.key] == $0.value })
        {
          plan.files.append(.init(file: found.file, old: found.contents.bytes, new: nil))
          plan.entry.toCalendar.append(
            PropertyChange(property: "stay", old: base.values["placeName"], new: nil))
          continue
        }
        var stay = StayFacts(uid: uid, row: nil, values: sides.base?.values ?? [:])
        stay.values.merge(found.stated.facts) { $1 }
        stays.append(stay)
        put(stay, of: merged, formerly: one.event.base?.trip, found, sides, &plan)
      case (nil, nil): continue
      }
    }
    return stays
  }

  /// - Parameter old: the trip as it was: a stay that had its days gets the new ones, and one that was
  ///   moved apart from them keeps its own.
  private mutating func put(
    _ stay: StayFacts, of trip: TripFacts, formerly old: TripFacts?, _ found: FoundEvent,
    _ sides: SyncSides, _ plan: inout SyncPlan
  ) {
    var stated = sides.base?.values ?? stay.values
    stated.merge(found.stated.facts) { $1 }
    var file = found.event
    var changes = Facts.changes(stated, stay.values, "stay: ")
    let nights = found.stated.days.map { (first: $0.first, last: $0.last) }
    if let nights, let old = old?.nights, let new = trip.nights, nights == old, old != new {
      changes.append(
        PropertyChange(
          property: "stay: nights", old: "\(old.first) to \(old.last)",
          new: "\(new.first) to \(new.last)"))
      file.move(from: found.stated.days, to: new.first, through: new.last, zone)
    }
    if !changes.isEmpty {
      file.put(stay, over: found.stated)
      file.touch(at: timestamp)
      plan.entry.toCalendar += changes
    }
    remember(file, found, sides, "", &plan)
    plan.memories[plan.memories.count - 1].isStay = true
  }

  /// A stay as it is, whose event is there.
  func remember(
    _ stay: StayFacts, _ found: FoundEvent, _ known: SyncedEvent?, _ plan: inout SyncPlan
  ) {
    plan.memories.append(
      .init(
        file: found.file, uid: stay.uid, stated: found.stated, isStay: true,
        stamp: found.contents.stamp, hash: found.contents.hash, known: known))
  }

  func stayChanges(_ old: [StayFacts], _ new: [StayFacts]) -> [PropertyChange] {
    let uids = Set(old.map(\.uid)).union(new.map(\.uid)).sorted()
    return uids.flatMap { uid in
      let (before, after) = (old.first { $0.uid == uid }, new.first { $0.uid == uid })
      return Facts.changes(before?.values ?? [:], after?.values ?? [:], "stay: ")
    }
  }

  mutating func deleteStays(_ plan: inout SyncPlan, _ one: SyncCase) {
    for sides in one.stays.values {
      guard let found = sides.found else { continue }
      plan.files.append(.init(file: found.file, old: found.contents.bytes, new: nil))
    }
  }

  mutating func write(
    _ plan: inout SyncPlan, _ stay: StayFacts, of uid: String, _ facts: TripFacts,
    isSuccessor: Bool
  ) {
    let stamp = EventStamp(timestamp: timestamp)
    let file = EventFile(stay: stay, of: uid, facts, stamp, isSuccessor: isSuccessor)
    let name = CalendarFolder.name(forUID: stay.uid, taken: names)
    names.insert(name)
    plan.files.append(.init(file: name, old: nil, new: file.bytes))
    plan.memories.append(
      .init(
        file: name, uid: stay.uid, stated: StatedEvent(file.own, zone), isStay: true))
  }
}

extension TripFacts {
  /// The days of a stay that has the trip's.
  fileprivate var nights: (first: CalendarDate, last: CalendarDate)? {
    guard let startDate, let endDate else { return nil }
    return EventCodec.days(ofStayFrom: startDate, to: endDate)
  }
}
