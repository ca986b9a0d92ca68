internal import GRDB

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
  /// The changes to the trip's event and those of its stays.
  var events: [EventPlan] = []

  /// Leaves the trip unchanged on both sides.
  mutating func leave(_ reason: String? = nil, conflicts: [SyncConflict] = []) {
    entry.leave(reason, conflicts: conflicts)
    (entry.toCalendar, entry.fromCalendar) = ([], [])
    storeChange = .none
    events = []
  }

  var changes: [CalendarFolder.Change] { events.compactMap(\.change) }

  /// Whether neither side changes.
  var isEmpty: Bool {
    if case .none = storeChange { changes.isEmpty } else { false }
  }
}

/// The change to one event's file and its base.
struct EventPlan {
  let file: String
  let uid: String
  let isStay: Bool
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
    _ sides: EventSides, _ event: EventFile?, file: String, text: String, isStay: Bool = false,
    _ zone: ZoneClock
  ) {
    (found, known) = (sides.found, sides.known)
    (self.file, self.text, self.isStay) = (file, text, isStay)
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
  mutating func order(in db: Database) throws {
    let statements = ImportStatements(db, keepsIDs: false)
    var freed = Set(
      compactMap { plan in if case .delete(let id) = plan.storeChange { id } else { nil } })
    var taken: Set<TripKey> = []
    var ready = filter { $0.newKey == nil }
    var waiting = filter { $0.newKey != nil }.sorted { $0.uid < $1.uid }
    var count = -1
    while ready.count > count {
      count = ready.count
      waiting = try waiting.filter { plan in
        guard let key = plan.newKey, !taken.contains(key),
          try statements.tripID(key.name, key.startDate, key.endDate).map(freed.contains) ?? true
        else { return true }
        taken.insert(key)
        if case .update(let trip, _) = plan.storeChange { freed.insert(trip.id) }
        ready.append(plan)
        return false
      }
    }
    for var plan in waiting {
      let key = plan.newKey
      plan.leave(key.map { "another trip is called \($0)" })
      plan.entry.rival = try key.flatMap {
        try statements.tripID($0.name, $0.startDate, $0.endDate)
      }
      ready.append(plan)
    }
    self = ready
  }
}

/// Identifies a trip: no two trips share it.
private struct TripKey: Hashable, CustomStringConvertible {
  let name: String
  let startDate: CalendarDate
  let endDate: CalendarDate

  init(_ values: TripValues) {
    (name, startDate, endDate) = (values.name, values.startDate, values.endDate)
  }

  var description: String { "'\(name)' from \(startDate) to \(endDate)" }
}

extension SyncPlan {
  /// The new name and dates of the trip, if they change.
  fileprivate var newKey: TripKey? {
    switch storeChange {
    case .insert(let values): TripKey(values)
    case .update(let trip, let values):
      TripKey(TripValues(trip)) == TripKey(values) ? nil : TripKey(values)
    case .none, .delete: nil
    }
  }
}
