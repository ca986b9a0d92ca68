internal import GRDB

/// Trips that the store has, or that were the same on both sides once.
extension SyncPlanner {
  mutating func plan(_ uid: String, _ trip: SyncTrip, _ doubt: String?) throws {
    let token = tokens.left[uid]
    // Left by an earlier sync, and the same by now: its own place goes.
    if trip.isSame {
      if token != SyncTokens.none { paired += 1 }
      report.unchanged += 1
      return
    }
    let store = try trip.id.flatMap { try StoredFacts(db: db).trip(id: $0)?.facts }
    let old = try baseFacts(uid, trip.id, token, store)
    // Left without a base, and deleted since by way of another folder.
    if old == nil, store == nil, trip.event != nil { return try planArrival(uid, trip, doubt) }
    if old != nil, store != nil || trip.event != nil { paired += 1 }
    var plan = SyncPlan(uid: uid, entry: Self.entry(uid, trip.id, store ?? old))
    plan.baseIfLeft = baseIfLeft(uid, token, old, store)
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
    if let found = base.trips[uid] {
      return found.id == id ? found.facts : store.map(found.facts.withItems) ?? found.facts
    }
    guard let id, !base.touched.contains(id) else { return nil }
    return store
  }

  /// Where nobody has touched a trip since its base, that of this sync is the same. One that was taken away
  /// and brought back is as it was, and has a base of its own.
  private func baseIfLeft(
    _ uid: String, _ token: HistoryToken?, _ base: TripFacts?, _ store: TripFacts?
  ) -> HistoryToken? {
    guard let base else { return store == nil ? nil : SyncTokens.none }
    let isTouched = (token.flatMap { olderBases[$0] } ?? self.base)?.trips[uid] != nil
    if let store, store.agrees(with: base), !isTouched { return nil }
    return token ?? tokens.last
  }

  static func entry(_ uid: String, _ id: Int64?, _ facts: TripFacts?) -> SyncEntry {
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
      event: paper.factsOfItsNights.map { place?.doubting($0, base, of: plan.uid, trip.id) ?? $0 },
      prefers: options.prefers)
    // Deleted here and brought back, perhaps as another row: a sync that was killed in between may have
    // taken the file along.
    let isAnotherRow = place?.trips[plan.uid].map { $0.id != trip.id } ?? false
    if case .delete = outcome, let store, let id = trip.id,
      isAnotherRow || self.base?.deleted.contains(id) == true
    {
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

  func delete(_ plan: inout SyncPlan, _ trip: SyncTrip, _ store: TripFacts?) {
    plan.entry.action = .deleted
    plan.entry.direction = store == nil ? .toCalendar : .fromCalendar
    if let id = trip.id { plan.storeChange = .delete(id: id) }
    plan.lost = store
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
        let mayBringIn = ["sync", isForeign ? "import" : "sync"].contains(transaction.command)
        return try mayBringIn && hasMade(id, transaction.id)
      case .undo(let id), .redo(let id):
        guard id < undone else { return false }
        undone = id
      }
    }
    return true
  }

  private func hasMade(_ id: Int64, _ transaction: Int64) throws -> Bool {
    try StatementCursor.integer(
      """
      SELECT 1 FROM historyChange WHERE transactionId = \(transaction) AND rowId = \(id)
        AND kind = 'insert' AND entity IN ('Trip', 'BusinessTrip', 'PersonalTrip')
      """, in: db) != nil
  }

  /// - Parameter keepsFacts: whether somebody has said more in it since, to whom it is a trip still.
  private mutating func giveBack(_ plan: inout SyncPlan, _ trip: SyncTrip, keepsFacts: Bool) {
    plan.entry.direction = .toCalendar
    plan.entry.reason = "it is not a trip any more, and its event stays"
    let files = [trip.event, trip.stay].compactMap(\.self)
    for file in files {
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
    // A program has taken the mark away before: they are counted as they will be from now on.
    if plan.files.isEmpty { report.foreign += files.count }
  }

  /// Whether two events say the same of a trip to a device that does not know it.
  private func says(_ event: EventFile, as other: EventFile) -> Bool {
    EventReading(event, reference: nil, hasBase: false, zone).facts.agrees(
      with: EventReading(other, reference: nil, hasBase: false, zone).facts)
  }

  /// Brings both sides to the same facts.
  mutating func keep(
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
