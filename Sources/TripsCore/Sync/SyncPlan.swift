internal import SQLite

/// The plan of a sync for one trip.
struct SyncPlan {
  enum StoreChange {
    case none
    case insert(TripValues)
    case update(Trip, TripValues)
    case delete(Int64)
  }

  let uid: String
  var entry: SyncEntry
  var storeChange = StoreChange.none
  /// The merged trip for both sides; nil if it is deleted.
  var facts: TripFacts?
  /// The changes to the trip's event and those of its parts.
  var events: [EventPlan] = []

  /// Leaves the trip unchanged on both sides.
  mutating func leave(_ reason: String? = nil, conflicts: [SyncConflict] = []) {
    entry.leave(reason, conflicts: conflicts)
    (entry.toCalendar, entry.fromCalendar) = ([], [])
    storeChange = .none
    events = []
  }

  var changes: [CalendarFolder.Change] { events.compactMap(\.change) }

  /// The trip in the store that changes, and its new values.
  var trip: (id: Int64?, values: TripValues?) {
    switch storeChange {
    case .none: (nil, nil)
    case .insert(let values): (nil, values)
    case .update(let trip, let values): (trip.id, values)
    case .delete(let id): (id, nil)
    }
  }

  /// Whether neither side changes.
  var isEmpty: Bool {
    if case .none = storeChange { changes.isEmpty } else { false }
  }
}

/// The change to one event's file and its base.
struct EventPlan {
  let file: String
  let uid: String
  let kind: StatedEvent.Kind
  let found: FoundEvent?
  let known: SyncedEvent?
  /// The new content of the file; nil if there is to be none.
  let bytes: [UInt8]?
  /// The event's new text, dates and item properties.
  let text: String
  let stated: StatedEvent?
  /// The last known description if it is in conflict, which then stays its base.
  var unsettled: EventBase?

  /// Deletes an event, or the base of one that is gone.
  init(deleting sides: EventSides) {
    self.init(sides, nil, file: sides.found?.file ?? sides.known?.file ?? "", text: "", .utc)
  }

  init(
    _ sides: EventSides, _ event: EventFile?, file: String, text: String,
    kind: StatedEvent.Kind = .trip, _ zone: ZoneClock
  ) {
    (found, known) = (sides.found, sides.known)
    (self.file, self.text, self.kind) = (file, text, kind)
    uid = event?.uid ?? ""
    bytes = event?.bytes
    stated = event.map { StatedEvent($0.own, zone) }
  }

  /// Nil if the file is already up to date.
  var change: CalendarFolder.Change? {
    let old = found?.contents.bytes
    return old == bytes ? nil : CalendarFolder.Change(file: file, old: old, new: bytes)
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
        let (id, values) = plan.trip
        if let values {
          let rival = try statements.tripID(values)
          let isFree = rival.map { $0 == id || free.contains($0) } ?? true
          let key = [values.name, "\(values.startDate)", "\(values.endDate)"]
          guard isFree, taken.insert(key).inserted else { return true }
        }
        if let id { free.insert(id) }
        ready.append(plan)
        return false
      }
    }
    for var plan in waiting {
      if let values = plan.trip.values {
        plan.leave(
          "another trip is called '\(values.name)' from \(values.startDate) to \(values.endDate)")
        plan.entry.rival = try statements.tripID(values)
      }
      ready.append(plan)
    }
    self = ready
  }
}
