/// The facts of a row on all sides of a sync.
struct SyncSides {
  let entity: Entity
  var base: EventFacts?
  var store: EventFacts?
  var calendar: EventFacts?
  /// Why its event is left alone on both sides.
  var hold: SyncHold?
  /// Whether its event is missing, and may be in a file that cannot be read.
  var isDoubtful = false
}

/// Why a row is left alone.
enum SyncHold: Equatable {
  case conflict
  /// A problem that the user has to solve.
  case problem(String)
  case cancelled
  /// It waits for another row.
  case waits
}

/// Decides what becomes of the rows of a sync: merges each row by itself, then applies the rules about
/// trips and their parts to the outcomes. It reads neither the store nor files.
struct TripSync {
  let rows: [String: SyncSides]
  private(set) var outcomes: [String: SyncOutcome] = [:]
  private(set) var held: [String: SyncHold] = [:]

  private enum Fate { case stays, kept, deleted, waits }
  private var fates: [String: Fate] = [:]
  /// The stays and items by the uids of their trips.
  private var members: [String: [String]] = [:]
  /// The trips by the name and dates that they have after the sync.
  private var holders: [String: Set<String>] = [:]
  private var keys: [String: String] = [:]
  private var dirty: [String] = []
  private var isDirty: Set<String> = []

  private init(_ rows: [String: SyncSides]) { self.rows = rows }

  /// - Parameters:
  ///   - prefers: the side that wins the conflicts of a row.
  ///   - isTaken: whether a trip that is not among the rows has this name and these dates.
  static func decide(
    _ rows: [String: SyncSides], prefers: (String) -> SyncSide?,
    isTaken: (EventFacts) throws -> Bool
  ) rethrows -> TripSync {
    var sync = TripSync(rows)
    for uid in rows.keys.sorted(by: { sync.order($0) < sync.order($1) }) {
      sync.merge(uid, prefers(uid))
    }
    for (uid, outcome) in sync.outcomes {
      if let trip = sync.trip(of: outcome) { sync.members[trip, default: []].append(uid) }
    }
    for uid in rows.keys.sorted() { sync.hold(uid) }
    for trip in sync.members.keys.sorted() { sync.touch(trip) }
    for (uid, side) in rows where side.entity == .trip { sync.touch(uid) }
    while let trip = sync.dirty.popLast() {
      sync.isDirty.remove(trip)
      try sync.settle(trip, isTaken)
    }
    sync.finish()
    return sync
  }

  private func order(_ uid: String) -> (Int, String) { (rows[uid]?.entity == .trip ? 0 : 1, uid) }

  private func trip(of outcome: SyncOutcome) -> String? {
    outcome.facts.entity == .trip ? nil : outcome.facts.trip
  }

  // MARK: - Rows

  /// A confirmation counts only for the days as merged.
  private mutating func merge(_ uid: String, _ side: SyncSide?) {
    guard let row = rows[uid] else { return }
    func outcome(_ booked: (EventFacts) -> EventFacts) -> SyncOutcome? {
      FactMerge.outcome(
        base: row.base.map(booked), store: row.store.map(booked),
        calendar: row.calendar.map(booked), prefers: side)
    }
    guard let first = outcome({ $0 }) else { return }
    var result = first
    let trip = outcomes[first.facts.trip].flatMap { $0.conflicts.isEmpty ? $0.facts.dates : nil }
    if row.entity != .trip, first.facts.dates != nil || trip != nil || row.entity == .item {
      result =
        outcome { side in
          var side = side
          side.booked = side.booked(for: first.facts, in: trip)
          return side
        } ?? first
    }
    outcomes[uid] = result
    if row.isDoubtful, result.isDeleted, row.store != nil, row.calendar == nil {
      held[uid] = .problem("its file is missing, and another file cannot be read")
    }
  }

  /// What is in conflict, or cannot be read, waits.
  private mutating func hold(_ uid: String) {
    if let reason = rows[uid]?.hold ?? held[uid] {
      hold(uid, reason)
    } else if outcomes[uid]?.conflicts.isEmpty == false {
      hold(uid, .conflict)
    }
  }

  private mutating func hold(_ uid: String, _ reason: SyncHold) {
    held[uid] = held[uid] ?? reason
    touch(uid)
    guard let outcome = outcomes[uid], let trip = trip(of: outcome) else { return }
    touch(trip)
    // A row that is left alone stays in its trip.
    if let own = rows[uid]?.store?.trip, own != trip {
      members[own, default: []].append(uid)
      touch(own)
    }
  }

  private mutating func touch(_ trip: String) {
    if isDirty.insert(trip).inserted { dirty.append(trip) }
  }

  // MARK: - Trips

  private mutating func settle(
    _ trip: String, _ isTaken: (EventFacts) throws -> Bool
  ) rethrows {
    let isTrip = rows[trip].map { $0.entity == .trip } ?? true
    let fate: Fate = isTrip ? self.fate(of: trip) : .waits
    fates[trip] = fate
    if fate == .waits {
      if isTrip, outcomes[trip] != nil, held[trip] == nil { hold(trip, .waits) }
      // The event of a row that was deleted with its trip is deleted, even if the trip's event is gone.
      let isUnknown = rows[trip] == nil
      for uid in members[trip] ?? []
      where held[uid] == nil && !(isUnknown && outcomes[uid]?.isDeleted == true) {
        hold(uid, .waits)
      }
    }
    if isTrip, outcomes[trip] != nil { try claimName(of: trip, isTaken) }
  }

  private func fate(of trip: String) -> Fate {
    guard let outcome = outcomes[trip], held[trip] == nil else {
      // It has not arrived, or waits.
      return rows[trip]?.store == nil ? .waits : .stays
    }
    if !outcome.isDeleted { return outcome.isKept ? .kept : .stays }
    let members = members[trip] ?? []
    if members.contains(where: { held[$0] != nil && held[$0] != .cancelled }) { return .waits }
    return members.contains { outcomes[$0]?.isChanged == true } ? .kept : .deleted
  }

  /// Holds trips that would get the name and dates of another.
  private mutating func claimName(
    of trip: String, _ isTaken: (EventFacts) throws -> Bool
  ) rethrows {
    let isHeld = held[trip] != nil
    let facts = isHeld ? rows[trip]?.store : outcomes[trip]?.facts
    if let old = keys.removeValue(forKey: trip) { holders[old]?.remove(trip) }
    guard let facts, isHeld || fates[trip] != .deleted else { return }
    let key = Self.key(of: facts)
    keys[trip] = key
    holders[key, default: []].insert(trip)
    let others = holders[key, default: []]
    let isNew = Self.isRenamed(rows[trip]?.store, key)
    guard try others.count > 1 || (!isHeld && isNew && isTaken(facts)) else { return }
    for uid in others.sorted() where held[uid] == nil && Self.isRenamed(rows[uid]?.store, key) {
      hold(uid, .problem("another trip has its name and dates"))
    }
  }

  private static func isRenamed(_ store: EventFacts?, _ key: String) -> Bool {
    store.map(Self.key) != key
  }

  private static func key(of facts: EventFacts) -> String {
    "\(facts[TripColumn.startDate]) \(facts[TripColumn.endDate]) \(facts.name)"
  }

  /// A trip that is deleted takes its parts along; a trip that is kept keeps everything on the side
  /// that still has it.
  private mutating func finish() {
    for (trip, fate) in fates {
      switch fate {
      case .stays, .waits: break
      case .deleted:
        for uid in members[trip] ?? [] {
          outcomes[uid]?.isDeleted = true
          held[uid] = nil
        }
      case .kept: keep(trip)
      }
    }
  }

  private mutating func keep(_ trip: String) {
    let here = rows[trip]?.store != nil
    let there = rows[trip]?.calendar != nil
    let isBoth = here == there
    for uid in [trip] + (members[trip] ?? []) where outcomes[uid]?.isDeleted == true {
      let has =
        (here || isBoth) && rows[uid]?.store != nil
        || (there || isBoth) && rows[uid]?.calendar != nil
      guard has || uid == trip else { continue }
      outcomes[uid]?.isDeleted = false
      outcomes[uid]?.isKept = true
    }
  }
}
