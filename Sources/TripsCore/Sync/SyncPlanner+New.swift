/// Trips that are new here: those of other devices, and events of strangers.
extension SyncPlanner {
  mutating func planArrival(_ uid: String, _ trip: SyncTrip, _ doubt: String?) throws {
    arrivals.insert(uid)
    guard let grave = try findGraves().trip(uid), let event = trip.event?.event else {
      return try planNew(uid, trip)
    }
    let base = EventBase(event)
    let facts = SyncPaper(trip, base: nil, store: nil, zone).facts
    if trip.heldBecause == nil, base?.isRelayed == true, try findGraves().isOfThisDevice(uid),
      facts?.agrees(with: grave) == true
    {
      // It may be one that was deleted, or one that was given back, since.
      var plan = SyncPlan(uid: uid, entry: Self.entry(uid, nil, facts))
      if options.prefers == .store {
        paired += 1
        tripsGone += 1
        delete(&plan, trip, nil)
      } else {
        plan.entry.direction = .conflict
        plan.entry.conflicts = [SyncConflict(field: "trip", store: nil, calendar: grave.name)]
      }
      if options.prefers != .calendar { return plans.append(plan) }
    }
    if let doubt,
      facts.map({ Self.withLostStay($0, trip, of: grave).stay != nil && $0.stay == nil }) == true
    {
      var plan = SyncPlan(uid: uid, entry: Self.entry(uid, nil, facts))
      plan.leave("the file of its stay is missing, and \(doubt)")
      return plans.append(plan)
    }
    try planNew(uid, trip, after: grave)
  }

  /// What somebody has changed in an event that has lost our lines, of a trip that was deleted; what it
  /// does not tell is as it was then.
  private func restored(_ known: TripFacts, by event: TripFacts) -> TripFacts {
    let outcome = TripMerge.outcome(
      base: known, store: known, event: event, prefers: options.prefers ?? .store)
    return switch outcome {
    case .keep(let facts), .revive(let facts): facts
    case .delete, .conflict: known
    }
  }

  /// Who has changed the event of a trip that was deleted here need not have meant to take its stay away,
  /// which is in another file.
  static func withLostStay(
    _ facts: TripFacts, _ trip: SyncTrip, of known: TripFacts
  ) -> TripFacts {
    guard let event = trip.event?.event, facts.stay == nil,
      EventBase(event)?.hasRemoved(known.stay) != true
    else { return facts }
    var facts = facts
    facts.stay = known.stay
    let isMoved = ["startDate", "endDate"].contains { facts.values[$0] != known.values[$0] }
    if isMoved { facts.stay?.values["isConfirmed"] = Fact.no }
    return facts
  }

  mutating func planStranger(_ file: SyncTrip.File, stay: SyncTrip.File?) throws {
    let days = try? EventDays(file.event, zone)
    guard !file.event.isCancelled, days.map({ $0.isOfWholeDays || $0.first != $0.last }) ?? true
    else {
      return
    }
    var trip = SyncTrip()
    trip.event = file
    trip.stay = stay
    report.foreign -= stay == nil ? 1 : 2
    let isOnly = arrivals.insert(file.event.uid).inserted
    try planNew(file.event.uid, trip, isStranger: true, isOnly: isOnly)
  }

  mutating func findGraves() throws -> SyncGraves {
    let found = try graves ?? SyncGraves(in: db)
    graves = found
    return found
  }

  /// - Parameters:
  ///   - isOnly: whether no other file has an event of this UID.
  ///   - grave: what the trip was when it was deleted.
  private mutating func planNew(
    _ uid: String, _ trip: SyncTrip, isStranger: Bool = false, isOnly: Bool = true,
    after grave: TripFacts? = nil
  ) throws {
    guard let file = trip.event else { return }
    let known = EventReading.isMarked(file.event) ? nil : grave
    let paper = SyncPaper(
      trip, base: known, store: known, comesBack: grave != nil, prefers: options.prefers, zone)
    let name = paper.facts?.name ?? ""
    if file.event.repeats {
      report.foreign += 1
      report.notes.append("'\(name)' repeats, and a trip is made once: it is left alone")
      return
    }
    var plan = SyncPlan(uid: uid, entry: Self.entry(uid, nil, paper.facts))
    plan.isOfTrips = file.event.isOfTrips
    if isStranger { plan.stranger = StrangerEvent(file.event) }
    var problems = paper.problems
    if (try? StoredText.uid.required(uid)) != uid {
      problems.append("its UID is not fit for a trip")
    }
    if let reason = trip.heldBecause { problems.append(reason) }
    if !isOnly { problems.append("its UID stands in two files") }
    if problems.isEmpty, var facts = paper.facts {
      if let known { facts = restored(known, by: facts) }
      if let grave { facts = Self.withLostStay(facts, trip, of: grave) }
      keep(&plan, trip, paper, facts, nil)
      if grave != nil, !plan.entry.isLeft {
        plan.entry.action = .revived
        if facts.stay != nil, trip.stay == nil { plan.entry.direction = .both }
      }
      if isStranger { plan.files = [paper.marked(file, facts, uid: uid)] }
    } else {
      plan.entry.isCut = paper.isCut
      plan.leave(problems.joined(separator: "; "))
    }
    plans.append(plan)
  }
}
