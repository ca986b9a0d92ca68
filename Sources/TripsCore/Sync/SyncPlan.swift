internal import GRDB

/// What a sync is going to do about one trip.
struct SyncPlan {
  enum StoreChange {
    case none
    case insert(TripValues, TripFacts)
    case update(Trip, TripValues, TripFacts)
    case delete(Int64)
  }

  /// A row of `syncedEvent` that is to be written when the files are there.
  struct Memory {
    let file: String
    let uid: String
    /// Of its description.
    var text = ""
    /// What the event states now.
    let stated: StatedEvent
    var isAdopted = false
    var isStay = false
    /// Of the file as it was read; of one that is written, it is known later.
    var stamp: Int64 = 0
    var hash: Int64 = 0
    /// As it is remembered now.
    var known: SyncedEvent?
    /// What the event stated last, where its description is in conflict and waits for a person.
    var unsettled: EventBase?
  }

  let uid: String
  var entry: SyncEntry
  var storeChange = StoreChange.none
  /// The trip as both sides are to have it, with the keys of its items.
  var facts: TripFacts?
  /// The stays that the trip is to have; nil leaves them as they are.
  var stays: [StayFacts]?
  var files: [CalendarFolder.Change] = []
  var memories: [Memory] = []
  /// Files of which nothing is remembered any more.
  var forgotten: [String] = []
  /// Whether nothing is done about the trip.
  private(set) var isLeft = false
  /// Whether the event is to be left to the program that had made it.
  var givesBack = false

  /// Leaves the trip as it is on both sides.
  mutating func leave(_ reason: String) {
    entry = SyncEntry(
      direction: .left, uid: entry.uid, id: entry.id, name: entry.name, startDate: entry.startDate,
      endDate: entry.endDate)
    entry.reason = reason
    leave()
  }

  /// Leaves the trip until a person settles what both sides changed.
  mutating func conflict(_ conflicts: [SyncConflict]) {
    leave()
    (entry.direction, entry.conflicts) = (.conflict, conflicts)
  }

  mutating func leave() {
    isLeft = true
    storeChange = .none
    stays = nil
    (files, memories, forgotten) = ([], [], [])
    (entry.toCalendar, entry.fromCalendar) = ([], [])
  }

  var isEmpty: Bool {
    if case .none = storeChange, stays == nil { files.isEmpty } else { false }
  }
}

/// Puts plans into an order in which each finds its name and dates free, and leaves the trips that
/// would get those of another one.
struct SyncOrder {
  private(set) var plans: [SyncPlan] = []
  private var waiting: [(plan: SyncPlan, key: Key)] = []
  private var freed: Set<Int64> = []
  private var taken: Set<Key> = []
  private let db: Database

  /// What no two trips have.
  private struct Key: Hashable {
    let name: String
    let startDate: CalendarDate
    let endDate: CalendarDate

    init(_ values: TripValues) {
      (name, startDate, endDate) = (values.name, values.startDate, values.endDate)
    }
  }

  init(_ plans: [SyncPlan], in db: Database) throws {
    self.db = db
    for plan in plans {
      switch plan.storeChange {
      case .update(let trip, let new, _) where Key(TripValues(trip)) != Key(new):
        waiting.append((plan, Key(new)))
      case .insert(let new, _): waiting.append((plan, Key(new)))
      case .delete(let id):
        freed.insert(id)
        self.plans.append(plan)
      case .none, .update: self.plans.append(plan)
      }
    }
    waiting.sort { ($0.key.startDate, $0.plan.uid) < ($1.key.startDate, $1.plan.uid) }
    while try takeThoseThatAreFree() {}
    for (plan, key) in waiting {
      var plan = plan
      plan.leave("another trip is called '\(key.name)' from \(key.startDate) to \(key.endDate)")
      self.plans.append(plan)
    }
  }

  /// - Returns: whether that may have freed what others wait for.
  private mutating func takeThoseThatAreFree() throws -> Bool {
    let count = waiting.count
    var blocked: [(plan: SyncPlan, key: Key)] = []
    for (plan, key) in waiting {
      guard !taken.contains(key), try owner(of: key).map(freed.contains) ?? true else {
        blocked.append((plan, key))
        continue
      }
      taken.insert(key)
      if case .update(let trip, _, _) = plan.storeChange { freed.insert(trip.id) }
      plans.append(plan)
    }
    waiting = blocked
    return !blocked.isEmpty && blocked.count < count
  }

  private func owner(of key: Key) throws -> Int64? {
    try StatementCursor.integer(
      """
      SELECT id FROM trip WHERE name = \(key.name)
        AND startDate = \(key.startDate.description) AND endDate = \(key.endDate.description)
      """, in: db)
  }
}
