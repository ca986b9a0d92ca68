internal import GRDB

/// Decides what a sync does about each trip. It changes nothing.
struct SyncPlanner {
  private let db: Database
  private let options: SyncOptions
  let tokens: SyncTokens
  /// Where the history was.
  private let position: HistoryPosition
  private let zone: ZoneClock
  /// `20261120T101500Z`.
  let timestamp: String
  /// The base of all trips but those with places of their own.
  private let base: SyncBase?
  private var olderBases: [HistoryToken: SyncBase] = [:]
  /// Whether the folder holds events of trips.
  private var isShared = false
  private var graves: SyncGraves?
  private(set) var plans: [SyncPlan] = []
  private(set) var report = SyncReport()
  /// Trips that were the same on both sides at the base and are still on one of them, and those that
  /// have no file, or no row, any more.
  private var paired = 0
  private var filesGone = 0
  private var tripsGone = 0

  /// - Parameter folder: nil for one that has yet to be made.
  init(
    _ folder: CalendarFolder?, _ tokens: SyncTokens, _ options: SyncOptions, _ zone: ZoneClock,
    _ timestamp: String, in db: Database
  ) throws {
    self.db = db
    self.options = options
    self.tokens = tokens
    self.zone = zone
    position = try HistoryPosition(db)
    self.timestamp = timestamp
    // A folder that is yet to be made has lost everything, and nothing is a deletion.
    base =
      folder == nil
      ? nil
      : try tokens.last.map { try SyncBase(since: $0.place, keepsValues: tokens.hasOthers, in: db) }
    let left = tokens.left.filter { $1 != SyncTokens.none }.keys
    let scan = try SyncScan(
      folder, base: base, left: Array(left), adopts: options.adopts, in: db)
    try plan(scan)
    try checkLosses()
    plans = try SyncOrder(plans, in: db).plans
    // The plans stay in the order in which they can be carried out.
    report.notes.sort()
    report.entries += plans.filter { !$0.isSilent }.map(\.entry)
      .sorted { ($0.startDate ?? "", $0.uid) < ($1.startDate ?? "", $1.uid) }
  }

  /// Whether nobody has changed the store since this was planned.
  func isUpToDate(in db: Database) throws -> Bool {
    try HistoryPosition(db).newest == position.newest && tokens.areCurrent(in: db)
  }

  /// Where each trip's base is that is left as it is, by uid.
  func left(_ plans: [SyncPlan]) -> [String: HistoryToken] {
    Dictionary(
      plans.compactMap { plan in
        plan.entry.isLeft ? plan.baseIfLeft.map { (plan.uid, $0) } : nil
      }, uniquingKeysWith: { first, _ in first })
  }

  private mutating func plan(_ scan: SyncScan) throws {
    report.foreign = scan.strangerCount
    isShared =
      !scan.arrived.isEmpty || scan.trips.values.contains { $0.event != nil || $0.eventIsSame }
    for file in scan.unreadable {
      var entry = SyncEntry(direction: .left, uid: file.uid ?? "", name: file.name)
      entry.reason = file.reason
      report.entries.append(entry)
    }
    for (uid, trip) in scan.trips { try plan(uid, trip, scan.doubt) }
    for (uid, trip) in scan.arrived { try planArrival(uid, trip, scan.doubt) }
    for file in scan.strangers {
      try planStranger(file, stay: scan.strangerStays[file.event.uid])
    }
    if options.prefers != .calendar { leaveMoved(scan.strangerKeys) }
  }

  /// Some programs give an event that they move to another calendar, and back, another UID, and take what
  /// is ours from it: what the event does not tell would go with the old one.
  private mutating func leaveMoved(_ strangers: Set<[String]>) {
    func key(_ entry: SyncEntry) -> [String?] { [entry.name, entry.startDate, entry.endDate] }
    for gone in plans.indices {
      guard case .delete = plans[gone].storeChange else { continue }
      let entry = plans[gone].entry
      let day = entry.startDate.flatMap { CalendarDate($0)?.compact } ?? ""
      if strangers.contains([entry.name, day]) {
        plans[gone].leave("its event is gone, and one like it is not a trip's")
        plans[gone].entry.isMoved = true
      }
    }
    for gone in plans.indices where plans[gone].losesStay && !plans[gone].isEmpty {
      let new = plans.indices.first { index in
        guard case .insert(let facts) = plans[index].storeChange else { return false }
        return facts.stay == nil && key(plans[index].entry) == key(plans[gone].entry)
      }
      guard let new else { continue }
      plans[gone].leave("its event has another UID now, without its stay")
      plans[gone].entry.isMoved = true
      plans[new].leave("a trip like it has lost its event, and has a stay")
    }
  }

  private func checkLosses() throws {
    func isMuch(_ count: Int) -> Bool {
      count > 0 && (count == paired || (count > 3 && count * 2 > paired))
    }
    if options.isConfirmed { return }
    if isMuch(filesGone) { throw TripsError.sync(.filesGone(filesGone, of: paired)) }
    if isMuch(tripsGone) { throw TripsError.sync(.tripsGone(tripsGone, of: paired)) }
  }
}

// MARK: - Trips that are known

extension SyncPlanner {
  private mutating func plan(_ uid: String, _ trip: SyncTrip, _ doubt: String?) throws {
    let token = tokens.left[uid]
    // Left by an earlier sync, and the same by now: its own place goes.
    if trip.isSame {
      if token != SyncTokens.none { paired += 1 }
      report.unchanged += 1
      return
    }
    let store = try trip.id.flatMap { try StoredFacts(db: db).trip(id: $0)?.facts }
    let old = try baseFacts(uid, trip.id, token, store)
    if old != nil, store != nil || trip.event != nil { paired += 1 }
    var plan = SyncPlan(uid: uid, entry: Self.entry(uid, trip.id, store ?? old))
    plan.baseIfLeft = baseIfLeft(token, old, store)
    let isMissing = trip.event == nil && old != nil && store != nil
    let isStayMissing =
      trip.stay == nil && old?.stay != nil
      && (store?.stay != nil || (store == nil && trip.event != nil))
    if let reason = trip.heldBecause {
      plan.leave(reason)
    } else if let doubt, isMissing || isStayMissing {
      plan.leave("its file is missing, and \(doubt)")
    } else {
      if isMissing { filesGone += 1 }
      try decide(&plan, trip, base: old, store)
    }
    if plan.isEmpty, !plan.entry.isLeft { report.unchanged += store == nil ? 0 : 1 }
    plans.append(plan)
  }

  private mutating func baseFacts(
    _ uid: String, _ id: Int64?, _ token: HistoryToken?, _ store: TripFacts?
  ) throws -> TripFacts? {
    if token == SyncTokens.none { return nil }
    guard var base else { return nil }
    if let token {
      if olderBases[token] == nil {
        olderBases[token] = try SyncBase(since: token.place, keepsValues: tokens.hasOthers, in: db)
      }
      base = olderBases[token] ?? base
    }
    if let found = base.trips[uid] { return found.facts }
    guard let id, !base.touched.contains(id) else { return nil }
    return store
  }

  /// Where a trip was not changed since its base, that of this sync is the same.
  private func baseIfLeft(
    _ token: HistoryToken?, _ base: TripFacts?, _ store: TripFacts?
  ) -> HistoryToken? {
    guard let base else { return store == nil ? nil : SyncTokens.none }
    if let store, store.agrees(with: base) { return nil }
    return token ?? tokens.last
  }

  private static func entry(_ uid: String, _ id: Int64?, _ facts: TripFacts?) -> SyncEntry {
    var entry = SyncEntry(direction: .both, uid: uid, id: id, name: facts?.name ?? "")
    entry.startDate = facts?.values["startDate"]
    entry.endDate = facts?.values["endDate"]
    return entry
  }

  private mutating func decide(
    _ plan: inout SyncPlan, _ trip: SyncTrip, base: TripFacts?, _ store: TripFacts?
  ) throws {
    let place = tokens.left[plan.uid].flatMap { olderBases[$0] } ?? self.base
    let returned = place?.returned ?? [:]
    var isReturned = trip.id.map { returned[.trip]?.contains($0) == true } ?? false
    let isRelayed = trip.id.map { place?.relayed.contains($0) == true } ?? false
    // Another folder has brought it back.
    if isRelayed, trip.event == nil, try findGraves().holds(plan.uid) { isReturned = true }
    let isDoubtful = othersMayKnowMore(plan.uid) || isReturned
    let paper = SyncPaper(
      trip, base: base, former: isDoubtful || isRelayed ? store : nil, store: store,
      returned: returned, comesBack: isReturned || isRelayed, isRelayed: isRelayed && !isDoubtful,
      prefers: options.prefers, zone)
    if store == nil, let id = base.flatMap({ _ in place?.trips[plan.uid]?.id }),
      let event = trip.event?.event, try isTakenOutAgain(id, isForeign: !event.isOfTrips)
    {
      return giveBack(&plan, trip, keepsFacts: paper.facts.map { base?.agrees(with: $0) } != true)
    }
    if store == nil, base != nil, trip.event != nil { tripsGone += 1 }
    guard paper.problems.isEmpty else {
      plan.entry.isCut = paper.isCut
      return plan.leave(paper.problems.joined(separator: "; "))
    }
    var outcome = TripMerge.outcome(
      base: base, store: store,
      event: paper.factsOfItsNights.map { place?.doubting($0, of: plan.uid, trip.id) ?? $0 },
      prefers: options.prefers)
    // Deleted here and brought back: a sync that was killed in between may have taken the file along.
    if case .delete = outcome, let store, trip.id.map({ self.base?.deleted.contains($0) }) == true {
      outcome = .revive(store)
    }
    // Who deleted its event may not have known what was in conflict with it.
    if case .delete = outcome, let store, tokens.left[plan.uid] != nil { outcome = .revive(store) }
    switch outcome {
    case .conflict(let conflicts):
      if base != nil, plan.baseIfLeft == nil {
        plan.baseIfLeft = tokens.left[plan.uid] ?? tokens.last
      }
      plan.entry.direction = .conflict
      plan.entry.conflicts = conflicts
    case .delete: delete(&plan, trip, store)
    case .keep(var facts), .revive(var facts):
      // It lives on, though it was deleted here.
      if store == nil, let base { facts = Self.withLostStay(facts, trip, of: base) }
      keep(&plan, trip, paper, facts, store)
      var livesOn = paper.livesOn
      if case .revive = outcome { livesOn = true }
      if livesOn, !plan.isEmpty, !plan.entry.isLeft { plan.entry.action = .revived }
    }
  }

  /// Whether other devices may have had events of a trip that this one knows nothing of.
  private func othersMayKnowMore(_ uid: String) -> Bool {
    tokens.isForgotten || tokens.left[uid] == SyncTokens.none || (tokens.last == nil && isShared)
  }

  private func delete(_ plan: inout SyncPlan, _ trip: SyncTrip, _ store: TripFacts?) {
    plan.entry.action = .deleted
    plan.entry.direction = store == nil ? .toCalendar : .fromCalendar
    if let id = trip.id { plan.storeChange = .delete(id: id) }
    plan.losesStay = store?.stay != nil
    plan.files = [trip.event, trip.stay].compactMap(\.self).map { file in
      CalendarFolder.Change(name: file.name, uid: plan.uid, old: file.bytes, new: nil)
    }
  }

  /// Whether an undo took out what a sync had brought in, or an import of somebody's event: then the
  /// event is not the trip's any more.
  private func isTakenOutAgain(_ id: Int64, isForeign: Bool) throws -> Bool {
    let command = try String.fetchOne(
      db,
      sql: """
        SELECT t.command FROM historyChange AS c
        JOIN historyTransaction AS t ON t.id = c.transactionId
        WHERE c.rowId = ? AND c.kind = 'delete'
          AND c.entity IN ('Trip', 'BusinessTrip', 'PersonalTrip')
        ORDER BY c.id DESC LIMIT 1
        """, arguments: [id])
    guard let command, case .undo(var undone) = HistoryStep(command: command) else { return false }
    // It may have been taken back and brought back before. Of what was purged nobody knows: then it is
    // left rather than deleted.
    while let transaction = try HistoryStep.transaction(undone, in: db) {
      switch HistoryStep(command: transaction.command) {
      case .write:
        return transaction.command == "sync" || (isForeign && transaction.command == "import")
      case .undo(let id), .redo(let id):
        guard id < undone else { return false }
        undone = id
      }
    }
    return true
  }

  /// - Parameter keepsFacts: whether somebody has said more in it since, to whom it is a trip still.
  private func giveBack(_ plan: inout SyncPlan, _ trip: SyncTrip, keepsFacts: Bool) {
    plan.entry.direction = .toCalendar
    plan.entry.reason = "it is not a trip any more, and its event stays"
    for file in [trip.event, trip.stay].compactMap(\.self) {
      var event = file.event
      event.remove(EventProperty.ours)
      // What was a stranger's before says no more than it did.
      let wasStranger =
        file.event.first(EventProperty.kind)?.parameters[EventProperty.restored]
        == EventProperty.nobody
      if keepsFacts || !wasStranger || !says(event, as: file.event) {
        event = file.event
        event.giveBack()
      }
      let bytes = event.bytes
      guard bytes != file.bytes else { continue }
      plan.files.append(
        CalendarFolder.Change(name: file.name, uid: plan.uid, old: file.bytes, new: bytes))
    }
  }

  /// Whether two events say the same of a trip to a device that does not know it.
  private func says(_ event: EventFile, as other: EventFile) -> Bool {
    EventReading(event, reference: nil, hasBase: false, zone).facts.agrees(
      with: EventReading(other, reference: nil, hasBase: false, zone).facts)
  }

  /// Brings both sides to the same facts.
  private mutating func keep(
    _ plan: inout SyncPlan, _ trip: SyncTrip, _ paper: SyncPaper, _ facts: TripFacts,
    _ store: TripFacts?
  ) {
    var facts = paper.withStayOfItsNights(facts, store: store)
    if facts.stay == nil { facts.stay = store?.otherStays.first }
    let (changes, notes) = paper.changes(to: facts, uid: plan.uid, at: timestamp)
    report.notes += notes
    plan.files = changes
    if changes.contains(where: { ($0.new?.count ?? 0) > EventFile.largest }) {
      return plan.leave("its event would be larger than \(EventFile.largest >> 20) MiB")
    }
    if let store, let id = trip.id {
      if !store.agrees(with: facts) || store.stay?.id != facts.stay?.id {
        plan.storeChange = .update(id: id, from: store, to: facts)
        plan.entry.fromCalendar = store.changes(to: facts)
      }
    } else {
      plan.storeChange = .insert(facts)
    }
    plan.entry.toCalendar = changes.isEmpty ? [] : paper.facts?.changes(to: facts) ?? []
    plan.entry.action = store == nil || trip.event == nil ? .added : .changed
    plan.entry.name = facts.name
    plan.entry.startDate = facts.values["startDate"]
    plan.entry.endDate = facts.values["endDate"]
    if case .none = plan.storeChange {
      plan.entry.direction = .toCalendar
    } else {
      let tells = !changes.isEmpty && paper.facts?.agrees(with: facts) != true
      plan.entry.direction = tells && store != nil ? .both : .fromCalendar
    }
  }
}

// MARK: - Trips that are new here

extension SyncPlanner {
  private mutating func planArrival(_ uid: String, _ trip: SyncTrip, _ doubt: String?) throws {
    guard let grave = try findGraves().trip(uid), let event = trip.event?.event else {
      return try planNew(uid, trip, isMarked: true)
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
    try planNew(uid, trip, isMarked: true, after: grave)
  }

  /// Who has changed the event of a trip that was deleted here need not have meant to take its stay away,
  /// which is in another file.
  private static func withLostStay(
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

  private mutating func planStranger(_ file: SyncTrip.File, stay: SyncTrip.File?) throws {
    let isCancelled = file.event.first("STATUS")?.value.uppercased() == "CANCELLED"
    let days = try? EventDays(file.event, zone)
    guard !isCancelled, days.map({ $0.isAllDay || $0.first != $0.last }) ?? true else { return }
    var trip = SyncTrip()
    trip.event = file
    trip.stay = stay
    report.foreign -= stay == nil ? 1 : 2
    try planNew(file.event.uid, trip, isMarked: false)
  }

  private mutating func findGraves() throws -> SyncGraves {
    let found = try graves ?? SyncGraves(in: db)
    graves = found
    return found
  }

  /// - Parameter grave: what the trip was when it was deleted.
  private mutating func planNew(
    _ uid: String, _ trip: SyncTrip, isMarked: Bool, after grave: TripFacts? = nil
  ) throws {
    guard let file = trip.event else { return }
    let paper = SyncPaper(trip, base: nil, store: nil, prefers: options.prefers, zone)
    let name = paper.facts?.name ?? ""
    if file.event.repeats {
      report.foreign += 1
      report.notes.append("'\(name)' repeats, and a trip is made once: it is left alone")
      return
    }
    var plan = SyncPlan(uid: uid, entry: Self.entry(uid, nil, paper.facts))
    var problems = paper.problems
    if (try? StoredText.uid.required(uid)) != uid {
      problems.append("its UID is not fit for a trip")
    }
    if let reason = trip.heldBecause { problems.append(reason) }
    if plans.contains(where: { $0.uid == uid }) {
      problems.append("its UID stands in two files")
    }
    if problems.isEmpty, var facts = paper.facts {
      if let grave { facts = Self.withLostStay(facts, trip, of: grave) }
      keep(&plan, trip, paper, facts, nil)
      if grave != nil, !plan.entry.isLeft {
        plan.entry.action = .revived
        if facts.stay != nil, trip.stay == nil { plan.entry.direction = .both }
      }
      if !isMarked { plan.files = [paper.marked(file, facts, uid: uid)] }
    } else {
      plan.entry.isCut = paper.isCut
      plan.leave(problems.joined(separator: "; "))
    }
    plans.append(plan)
  }
}

extension SyncPlan {
  /// Whether there is nothing to say: its file cannot be read, which is said of the file.
  fileprivate var isSilent: Bool { isEmpty && !entry.isLeft }
}
