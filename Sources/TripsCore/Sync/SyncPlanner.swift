internal import GRDB

/// Decides what a sync does about each trip. It changes nothing.
struct SyncPlanner {
  let db: Database
  let options: SyncOptions
  let tokens: SyncTokens
  /// Where the history was.
  private let position: HistoryPosition
  let zone: ZoneClock
  /// `20261120T101500Z`.
  let timestamp: String
  /// The base of all trips but those with places of their own.
  let base: SyncBase?
  var olderBases: [HistoryToken: SyncBase] = [:]
  /// Whether the folder holds events of trips.
  private(set) var isShared = false
  var graves: SyncGraves?
  /// The UIDs of the trips that are new here.
  var arrivals: Set<String> = []
  var plans: [SyncPlan] = []
  var report = SyncReport()
  /// Trips that were the same on both sides at the base and are still on one of them, and those that
  /// have no file, or no row, any more.
  var paired = 0
  var filesGone = 0
  var tripsGone = 0

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
    graves = scan.graves
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
    if options.prefers != .calendar { leaveMoved(scan.passing) }
  }

  /// Some programs give an event that they move to another calendar, and back, another UID, and take what
  /// is ours from it: what the event does not tell would go with the old one.
  private mutating func leaveMoved(_ strangers: [StrangerEvent]) {
    for gone in plans.indices {
      let what: String
      switch plans[gone].storeChange {
      case .delete:
        guard let lost = plans[gone].lost else { continue }
        func isLike(_ stranger: StrangerEvent) -> Bool {
          stranger.isLike(lost.name, lost.values["startDate"], lost.written.description)
        }
        guard strangers.contains(where: isLike) else { continue }
        what = "its event"
        // As a trip of its own it would not be known again.
        for new in plans.indices where plans[new].stranger.map(isLike) == true {
          plans[new].leave("a trip like it has lost its event")
        }
      case .update(_, let old, let new) where new.stay == nil:
        let (place, day) = (old.stay?.values["placeName"], old.values["startDate"])
        guard strangers.contains(where: { $0.isLike(place, day) }) else { continue }
        what = "the event of its stay"
      default: continue
      }
      plans[gone].leave("\(what) is gone, and one like it is not a trip's")
      plans[gone].entry.isMoved = true
    }
    for gone in plans.indices {
      guard let lost = plans[gone].lost, lost.stay != nil, !plans[gone].isEmpty else { continue }
      let new = plans.indices.first { index in
        guard case .insert(let facts) = plans[index].storeChange else { return false }
        let isOfTrips = plans[index].isOfTrips
        return facts.stay == nil && facts.isLike(lost, onItsDays: isOfTrips)
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

extension TripFacts {
  /// Whether it may be another one that was put on other days, or has got another name.
  ///
  /// - Parameter onItsDays: whether it must be called as the other one, on the same days.
  fileprivate func isLike(_ other: TripFacts, onItsDays: Bool) -> Bool {
    func length(_ facts: TripFacts) -> Int? {
      facts.startDate.flatMap { start in facts.endDate.map { start.days(until: $0) } }
    }
    func typed(_ facts: TripFacts) -> String {
      var facts = facts
      facts.values[Fact.perdiem] = nil
      return facts.written.text
    }
    if name == other.name, length(self) == length(other), !onItsDays || startDate == other.startDate
    {
      return true
    }
    return !onItsDays && !typed(self).isEmpty && typed(self) == typed(other)
  }
}

extension SyncPlan {
  /// Whether there is nothing to say: its file cannot be read, which is said of the file.
  fileprivate var isSilent: Bool { isEmpty && !entry.isLeft }
}
