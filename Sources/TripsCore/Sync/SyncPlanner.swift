import Platform
internal import SQLite

/// Plans the changes of a sync for each trip, without making them.
struct SyncPlanner {
  private(set) var plans: [SyncPlan] = []
  /// Events whose files were touched but are unchanged.
  let restamped: [SyncedEvent]
  /// The position in the history.
  let position: HistoryToken
  /// The rewritten UIDs and new owners, to be written before the plans are made.
  let identities: SyncIdentities
  private let options: SyncOptions
  private let zone: ZoneClock
  /// For new events.
  private let stamp: EventStamp
  /// Names that no new file may have.
  private var names: Set<String>
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
    identities = SyncIdentities(scan.cases, scan.strangers, options)
    others.unchanged = scan.unchanged
    others.foreign = scan.strangers.count
    others.entries = scan.unreadable.sorted { $0.key < $1.key }.map { file, reason in
      SyncEntry(direction: .left, uid: "", name: file, reason: reason)
    }
    if identities.isEmpty { try checkLosses(scan) }
    for one in scan.cases { plan(one) }
    try plans.order(in: db)
  }

  /// The report of these plans, some of which may have been skipped since.
  func report(of plans: [SyncPlan]) -> SyncReport {
    var report = others
    report.unchanged += plans.count { $0.isEmpty && !$0.entry.isLeft }
    report.entries += plans.filter { !$0.isEmpty || $0.entry.isLeft }.map(\.entry)
      .sorted { ($0.startDate ?? "", $0.uid) < ($1.startDate ?? "", $1.uid) }
    return report
  }

  private func checkLosses(_ scan: SyncScan) throws {
    let (gone, paired) = (scan.gone, scan.paired)
    if options.isConfirmed || gone.all == 0 { return }
    let isMost =
      (gone.all > 3 && gone.all * 2 > paired.all)
      || (gone.trips > 3 && gone.trips * 2 > paired.trips)
    if !scan.hasEvents || isMost {
      throw TripsError.sync(.filesGone(gone.all, of: paired.all))
    }
  }

  // MARK: - One trip

  private mutating func plan(_ one: SyncCase) {
    // Values that are only in the calendar are accepted.
    let side = one.id.map(options.side) ?? .calendar
    let merge = CaseMerge(one, side)
    others.cancelled += merge.stated.cancelled
    var plan = SyncPlan(uid: one.uid, entry: SyncEntry(merge))
    plan.isPartial = merge.isHeld || merge.parts.contains(where: \.isHeld)
    plan.change = TripChange(
      trip: merge.trip.store, items: merge.parts.filter { $0.kind == .item }.map(\.row.store),
      stays: merge.parts.filter { $0.kind == .stay }.map(\.row.store))
    do {
      try plan.change.checkCounts()
    } catch {
      plan.leave("\(error)")
      plans.append(plan)
      return
    }
    if !merge.isHeld { putTrip(&plan, merge) }
    for part in merge.parts where !part.isHeld { put(part, &plan, merge) }
    plans.append(plan)
  }

  private mutating func putTrip(_ plan: inout SyncPlan, _ merge: CaseMerge) {
    let rows = merge.parts.filter { $0.kind == .item && !$0.isHeld }
    func isListed(_ row: [SQLiteValue]?) -> Bool { row?[ItemColumn.date].isNull ?? false }
    let items = rows.compactMap(\.row.calendar.after).filter(isListed)
    let hasNews = rows.contains { part in
      let (before, after) = (part.isListed, isListed(part.row.calendar.after))
      return before != after || (after && part.row.isNewsToCalendar(ItemColumn.self))
    }
    put(
      merge.trip.calendar.after.map { .trip($0, items: items) },
      isNews: hasNews || merge.trip.isNewsToCalendar(TripColumn.self), merge.one.uid, .trip,
      merge.one.event, &plan)
  }

  /// The event of a stay, or of an item with a date.
  private mutating func put(_ part: CaseMerge.Part, _ plan: inout SyncPlan, _ merge: CaseMerge) {
    let trip = merge.tripInCalendar
    let row = part.isOnItsOwn ? part.row.calendar.after : nil
    put(
      row.map { part.kind == .stay ? .stay($0, of: trip) : .item($0, of: trip) },
      isNews: row.map { isNews(part, $0, of: trip) } ?? false, part.uid, part.kind, part.sides,
      &plan)
  }

  private func isNews(
    _ part: CaseMerge.Part, _ row: [SQLiteValue], of trip: [SQLiteValue]
  ) -> Bool {
    guard let event = part.sides.found?.stated else { return true }
    if let owner = event.owner, owner != trip.text(TripColumn.uid) { return true }
    if part.kind == .item { return part.row.isNewsToCalendar(ItemColumn.self) }
    if let nights = StayColumn.nights(of: row, in: trip), let days = event.days,
      days.ofNights != nights
    {
      return true
    }
    return part.row.isNewsToCalendar(StayColumn.self)
  }

  /// Makes an event state the merged values.
  ///
  /// - Parameters:
  ///   - rows: nil if there is to be no event.
  ///   - isNews: whether the event that was found does not state them.
  private mutating func put(
    _ rows: EventRows?, isNews: Bool, _ uid: String, _ kind: StatedEvent.Kind,
    _ sides: EventSides, _ plan: inout SyncPlan
  ) {
    var (event, file) = (sides.found?.event, sides.found?.file ?? sides.known?.file ?? "")
    if let rows {
      guard StoredText.uid.inEvents(uid).utf8.elementsEqual(uid.utf8) else {
        plan.entry.hold("its uid cannot be written to a calendar")
        plan.isPartial = true
        return
      }
      if let found = sides.found {
        let isAdopted = sides.known == nil && found.stated.kind == .other
        if isNews || isAdopted {
          event?.put(rows, zone)
          if event?.bytes != found.contents.bytes { event?.touch(at: stamp.timestamp) }
        }
      } else {
        event = EventFile(rows, stamp)
        file = CalendarFolder.name(forUID: uid, taken: names)
        names.insert(file)
      }
    } else if file.isEmpty {
      return
    } else {
      event = nil
    }
    plan.events.append(EventPlan(sides, event, uid: uid, kind, file: file))
  }
}

extension SyncEntry {
  fileprivate init(_ merge: CaseMerge) {
    self.init(direction: .both, uid: merge.one.uid, id: merge.one.id, name: "")
    let row = merge.trip.store.after ?? merge.tripInCalendar
    if row.isEmpty {
      name = merge.one.event.found?.stated.title ?? ""
    } else {
      (name, startDate, endDate) = (
        row.text(TripColumn.name), row.text(TripColumn.startDate), row.text(TripColumn.endDate)
      )
    }
    let (items, stays) = (
      merge.parts.filter { $0.kind == .item && !$0.isHeld },
      merge.parts.filter { $0.kind == .stay && !$0.isHeld }
    )
    fromCalendar =
      TripChange(
        trip: merge.trip.store, items: items.map(\.row.store), stays: stays.map(\.row.store)
      ).rowDifferences
    toCalendar =
      TripChange(
        trip: merge.trip.calendar, items: items.map(\.row.calendar),
        stays: stays.map(\.row.calendar)
      ).rowDifferences
    conflicts = merge.conflicts
    reason = merge.reasons.isEmpty ? nil : merge.reasons.joined(separator: "; ")
    setDirection(merge)
  }

  private mutating func setDirection(_ merge: CaseMerge) {
    let (isHere, isThere) = (merge.one.trip != nil, merge.one.event.found != nil)
    if merge.isDeleted {
      (direction, action) = (isHere ? .fromCalendar : .toCalendar, .deleted)
    } else if isHere != isThere || !isHere, !merge.isHeld {
      direction = isHere ? .toCalendar : .fromCalendar
      action = merge.isRevived ? .revived : .added
    } else if fromCalendar.isEmpty || !toCalendar.isEmpty {
      direction = fromCalendar.isEmpty ? .toCalendar : .both
    } else {
      direction = .fromCalendar
    }
    if reason != nil { direction = .left }
    if merge.waitsForASide { direction = .conflict }
  }

  /// Leaves an event alone.
  fileprivate mutating func hold(_ reason: String) {
    self.reason = [self.reason, reason].compactMap(\.self).joined(separator: "; ")
    if direction != .conflict { direction = .left }
  }
}

extension TripChange {
  /// The differences of rows that exist before and after, and each stay and item that is added or
  /// deleted.
  fileprivate var rowDifferences: [PropertyChange] {
    var change = self
    if trip.before == nil || trip.after == nil {
      let row = [SQLiteValue](repeating: .null, count: TripColumn.allCases.count)
      change.trip = RowOutcome(before: row, after: row)
    }
    change.items = items.map { $0.inEvents(ItemColumn.self) }
    change.stays = stays.map { $0.inEvents(StayColumn.self) }
    return change.differences
  }
}

extension RowOutcome {
  fileprivate func inEvents<Column: StoredColumn>(_ columns: Column.Type) -> RowOutcome {
    RowOutcome(before: before.map(columns.inEvents), after: after.map(columns.inEvents))
  }
}
