/// Sorts the events of other programs into trips, and the items and stays of trips.
///
/// An event of two days or more is a trip, unless it is within exactly one trip that is longer. An
/// event within one trip is a stay if it is long enough to be a trip, otherwise an item. An event
/// stays what it became in an earlier import. All others are left out.
struct EventSorting {
  /// The trip of an event: another event, a stored trip, or a trip of this program in the files.
  enum Home: Hashable {
    case event(Int)
    case row(Int64)
    case uid(String)
  }

  enum Role {
    case trip
    case item(Home)
    /// With the event of its check-out, if that is a separate event.
    case stay(Home, checkOut: Int?)
    /// Part of another event's stay.
    case checkOut
    /// It, or its trip, was deleted in the store.
    case deleted
    case left(LeftOutEvent.Reason)
  }

  private let events: [ForeignEvent]
  private let target: Int64?
  private let takesAll: Bool
  private var trips: OpenTrips

  /// The role of each event.
  ///
  /// - Parameters:
  ///   - ownTrips: the trips of this program in the same files.
  ///   - target: the trip that gets all new events.
  ///   - takesAll: whether short events that are within no trip become trips too.
  static func roles(
    of events: [ForeignEvent],
    ownTrips: [(uid: String, days: ClosedRange<CalendarDate>)] = [], target: Int64? = nil,
    takesAll: Bool = false
  ) -> [Role] {
    let starts = events.compactMap { $0.tripDays?.lowerBound } + ownTrips.map(\.days.lowerBound)
    var sorting = EventSorting(
      events: events, target: target, takesAll: takesAll, trips: OpenTrips(starts: starts))
    for trip in ownTrips { sorting.trips.add(.uid(trip.uid), trip.days) }
    return sorting.partsOfDeletedTripsLeftOut(of: sorting.roles())
  }

  private mutating func roles() -> [Role] {
    var roles = [Role](repeating: .left(.isNoTrip), count: events.count)
    let pairs = pairs()
    let checkOuts = Set(pairs.values)
    var open: [(event: Int, length: Int)] = []
    for (index, event) in events.enumerated() where !checkOuts.contains(index) {
      // A pair is never a trip, so it comes after all of them.
      open.append((index, pairs[index] == nil ? event.length : 0))
    }
    open.sort { ($0.length, $1.event) > ($1.length, $0.event) }
    // Trips of one length cannot contain each other, and trips of the same days must not.
    var new: [(Home, ClosedRange<CalendarDate>)] = []
    for (position, (index, length)) in open.enumerated() {
      let sorted = sort(index, checkOut: pairs[index])
      roles[index] = sorted
      if let checkOut = pairs[index] {
        if case .stay = sorted { roles[checkOut] = .checkOut } else { roles[checkOut] = sorted }
      }
      if case .trip = sorted, let days = events[index].tripDays {
        new.append((.event(index), days))
      }
      if position == open.count - 1 || open[position + 1].length != length {
        for (home, days) in new { trips.add(home, days) }
        new = []
      }
    }
    return roles
  }

  /// The check-out of each check-in: the next one of the same place.
  private func pairs() -> [Int: Int] {
    func isFree(_ index: Int) -> Bool {
      events[index].problem == nil && events[index].days != nil
        && events[index].known.map { $0.entity == .stay } ?? true
    }
    let inOrder = events.indices.filter { events[$0].checkIn ?? events[$0].checkOut != nil }
      .filter(isFree).sorted {
        events[$0].start < events[$1].start
      }
    var waiting: [String: ArraySlice<Int>] = [:]
    var pairs: [Int: Int] = [:]
    for index in inOrder {
      if let place = events[index].checkIn {
        waiting[place, default: []].append(index)
      } else if let place = events[index].checkOut, let checkIn = waiting[place]?.popFirst() {
        pairs[checkIn] = index
      }
    }
    return pairs
  }

  private func sort(_ index: Int, checkOut: Int?) -> Role {
    let event = events[index]
    if let problem = event.problem { return .left(problem) }
    if let known = event.known, !event.isAnew || known.trip != nil {
      guard let trip = known.trip else { return known.entity == .trip ? .trip : .deleted }
      switch known.entity {
      case .item: return .item(.row(trip))
      // A check-out that has lost its check-in states nothing.
      case .stay where event.checkOut != nil && known.facts.isEmpty:
        return .checkOut
      case .stay: return .stay(.row(trip), checkOut: checkOut)
      default: return .trip
      }
    }
    if event.isTask { return target.map { .item(.row($0)) } ?? .left(.isTask) }
    let isStay = event.booking?.isStay ?? (event.isLong || checkOut != nil)
    let homes = homes(of: event, isPair: checkOut != nil)
    if homes.count == 1 { return isStay ? .stay(homes[0], checkOut: checkOut) : .item(homes[0]) }
    if event.booking != nil {
      if !homes.isEmpty { return .left(.isWithinSeveral) }
      return .left(event.days == nil ? .hasNoDay : .hasNoTrip)
    }
    let isOfStore = event.storedTrips?.isEmpty == false
    if event.isLong && !isOfStore || takesAll { return .trip }
    return .left(homes.isEmpty ? .isNoTrip : .isWithinSeveral)
  }

  /// At most two trips that contain an event: all its days, or its start if it has a time.
  private func homes(of event: ForeignEvent, isPair: Bool) -> [Home] {
    if let target { return [.row(target)] }
    if let stored = event.storedTrips, !stored.isEmpty { return stored.map(Home.row) }
    guard let days = event.days else { return [] }
    let first = days.lowerBound
    return trips.containing(event.isAllDay && !isPair ? days : first...first)
  }

  private func partsOfDeletedTripsLeftOut(of roles: [Role]) -> [Role] {
    func isDeleted(_ home: Home) -> Bool {
      if case .event(let index) = home { events[index].isDeleted } else { false }
    }
    return roles.enumerated().map { index, role in
      switch role {
      case .item(let home) where isDeleted(home), .stay(let home, _) where isDeleted(home): .deleted
      case .trip where isDeleted(.event(index)): .deleted
      default: role
      }
    }
  }
}

extension ForeignEvent {
  /// The days that decide what is part of its trip; those of the newest version.
  fileprivate var tripDays: ClosedRange<CalendarDate>? {
    origin.isOutdated ? known?.days ?? days : days
  }
}

/// The trips found so far. In logarithmic time, it finds whether none, one or several of them
/// contain some days: for each start, a binary indexed tree has the two trips that end last among
/// those that have begun.
private struct OpenTrips {
  private typealias Trip = (home: EventSorting.Home, days: ClosedRange<CalendarDate>)

  private var starts: [CalendarDate] = []
  private var nodes: [[Trip]] = []

  init(starts: [CalendarDate]) {
    self.starts = Set(starts).sorted { $0.dayNumber < $1.dayNumber }
    nodes = [[Trip]](repeating: [], count: self.starts.count + 1)
  }

  mutating func add(_ home: EventSorting.Home, _ days: ClosedRange<CalendarDate>) {
    var node = count(through: days.lowerBound)
    while node > 0, node < nodes.count {
      nodes[node] = Self.lastTwo(nodes[node] + [(home, days)])
      node += node & -node
    }
  }

  /// At most two.
  func containing(_ days: ClosedRange<CalendarDate>) -> [EventSorting.Home] {
    var found: [Trip] = []
    var node = count(through: days.lowerBound)
    while node > 0 {
      found = Self.lastTwo(found + nodes[node])
      node -= node & -node
    }
    return found.filter { $0.days.upperBound >= days.upperBound }.map(\.home)
  }

  private static func lastTwo(_ trips: [Trip]) -> [Trip] {
    Array(trips.sorted { $0.days.upperBound > $1.days.upperBound }.prefix(2))
  }

  /// The number of starts up to a day.
  private func count(through day: CalendarDate) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
