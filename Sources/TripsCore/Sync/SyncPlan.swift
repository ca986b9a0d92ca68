internal import SQLite

/// The plan of a sync for one trip.
struct SyncPlan {
  let uid: String
  var entry: SyncEntry
  /// The changes to the store.
  var change = TripChange(trip: RowOutcome(before: nil, after: nil))
  /// The changes to the trip's event and to the events of its parts.
  var events: [EventPlan] = []
  /// Whether an event is left alone, so that the next sync compares the trip again.
  var isPartial = false

  /// Leaves the trip unchanged on both sides.
  mutating func leave(_ reason: String) {
    entry.leave(reason)
    if let before = change.trip.before {
      entry.name = before.text(TripColumn.name)
      entry.startDate = before.text(TripColumn.startDate)
      entry.endDate = before.text(TripColumn.endDate)
    }
    change = TripChange(trip: RowOutcome(before: nil, after: nil))
    events = []
  }

  var changes: [CalendarFolder.Change] { events.compactMap(\.change) }

  /// Whether neither side changes.
  var isEmpty: Bool { change.isEmpty && changes.isEmpty }

  /// The name and dates of the changed trip; nil if they are unchanged, or it is deleted.
  var values: TripSummary? {
    guard let after = change.trip.after, after != change.trip.before,
      let start = CalendarDate(after.text(TripColumn.startDate)),
      let end = CalendarDate(after.text(TripColumn.endDate))
    else { return nil }
    return TripSummary(
      id: after.id, name: after.text(TripColumn.name), startDate: start, endDate: end)
  }
}

/// The change to one event's file and its base.
struct EventPlan {
  let file: String
  let uid: String
  let kind: StatedEvent.Kind
  let found: FoundEvent?
  let known: SyncedEvent?
  /// The event after the sync; nil if there is to be none.
  let event: EventFile?

  init(
    _ sides: EventSides, _ event: EventFile?, uid: String, _ kind: StatedEvent.Kind, file: String
  ) {
    (found, known) = (sides.found, sides.known)
    (self.event, self.uid, self.kind, self.file) = (event, uid, kind, file)
  }

  /// Nil if the file is already up to date.
  var change: CalendarFolder.Change? {
    let (old, new) = (found?.contents.bytes, event?.bytes)
    return old == new ? nil : CalendarFolder.Change(file: file, old: old, new: new)
  }
}

extension TripChange {
  init(trip: RowOutcome, items: [RowOutcome] = [], stays: [RowOutcome] = []) {
    self.init(of: TripRows(trip: []))
    (self.trip, self.items, self.stays) = (trip, items, stays)
  }
}

extension [SyncPlan] {
  /// Sorts plans so that each trip finds its name and dates free, and skips trips that would
  /// collide with another.
  mutating func order(in db: Connection) throws {
    let statements = TripLookup(db)
    var free: Set<Int64> = []
    var taken: Set<[String]> = []
    var ready: [SyncPlan] = []
    var waiting = sorted { $0.uid < $1.uid }
    var count = -1
    while ready.count > count {
      count = ready.count
      waiting = try waiting.filter { plan in
        if let values = plan.values {
          let rival = try statements.tripID(values.name, values.startDate, values.endDate)
          let isFree = rival.map { $0 == values.id || free.contains($0) } ?? true
          let key = [values.name, "\(values.startDate)", "\(values.endDate)"]
          guard isFree, taken.insert(key).inserted else { return true }
        }
        let trip = plan.change.trip
        if let before = trip.before, before != trip.after { free.insert(before.id) }
        ready.append(plan)
        return false
      }
    }
    for var plan in waiting {
      if let values = plan.values {
        plan.leave(
          "another trip is called '\(values.name)' from \(values.startDate) to \(values.endDate)")
        plan.entry.rival = try statements.tripID(values.name, values.startDate, values.endDate)
      }
      ready.append(plan)
    }
    self = ready
  }
}
