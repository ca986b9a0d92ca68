internal import SQLite

/// Turns the sorted events of other programs into statements of trips.
struct EventStatements {
  private let events: [ForeignEvent]
  private let roles: [EventSorting.Role]
  /// The events that are left out, in order.
  private(set) var left: [(event: ForeignEvent, reason: LeftOutEvent.Reason)] = []
  private var trips: [EventSorting.Home: StatedTrip] = [:]
  private var order: [(home: EventSorting.Home, event: Int)] = []
  /// The trips of the store whose own events are in the files.
  private var homes: [EventSorting.Home: EventSorting.Home] = [:]

  init(_ events: [ForeignEvent], _ roles: [EventSorting.Role]) {
    (self.events, self.roles) = (events, roles)
  }

  /// The statements of all trips, in the order of their first events.
  mutating func all() -> [(stated: StatedTrip, line: Int, file: String?)] {
    for (index, role) in roles.enumerated() {
      switch role {
      case .trip: addTrip(index)
      case .left(let reason): left.append((events[index], reason))
      case .item, .stay, .checkOut, .deleted: break
      }
    }
    for index in inOrderOfDays {
      switch roles[index] {
      case .item(let home):
        add(index, to: home) { (event, origin) throws(ValueError) in
          var item = try event.item()
          item.origin = origin
          return StatedTrip(items: StatedRows(rows: [item]))
        }
      case .stay(let home, let checkOut):
        add(index, to: home) { [events] (event, origin) throws(ValueError) in
          let end = checkOut.map { events[$0] }
          var stay = try event.stay(until: end)
          stay.origin = origin
          stay.origin?.parts = end.map { [$0.key] } ?? []
          stay.origin?.count += end?.count ?? 0
          return StatedTrip(stays: StatedRows(rows: [stay]))
        }
      case .trip, .left, .checkOut, .deleted: break
      }
    }
    return order.sorted { $0.event < $1.event }.compactMap { home, event in
      trips[home].map { ($0, events[event].line, events[event].file) }
    }
  }

  private var inOrderOfDays: [Int] {
    events.indices.sorted { (events[$0].start, $0) < (events[$1].start, $1) }
  }

  private mutating func addTrip(_ index: Int) {
    do throws(ValueError) {
      trips[.event(index), default: StatedTrip()].trip = try events[index].trip()
      order.append((.event(index), index))
      if let row = events[index].knownTrip { homes[.row(row)] = .event(index) }
    } catch {
      left.append((events[index], .cannotBeRead(error.description)))
    }
  }

  /// Adds an item or a stay to its trip.
  private mutating func add(
    _ index: Int, to home: EventSorting.Home,
    _ part: (ForeignEvent, RecordOrigin) throws(ValueError) -> StatedTrip
  ) {
    let home = homes[home] ?? home
    var origin = events[index].origin
    origin.home = origin.known?.home
    if case .event(let trip) = home {
      // Its trip cannot be read.
      guard trips[home] != nil else { return left.append((events[index], .isNoTrip)) }
      origin.home = events[trip].key
    }
    do throws(ValueError) {
      let part = try part(events[index], origin)
      if trips[home] == nil {
        trips[home] = StatedTrip(partOf: home)
        order.append((home, index))
      }
      trips[home]?.add(part)
    } catch {
      left.append((events[index], .cannotBeRead(error.description)))
    }
  }
}

extension StatedTrip {
  fileprivate init(partOf home: EventSorting.Home) {
    isPart = true
    switch home {
    case .row(let id): self.home = id
    case .uid(let uid): trip.uid = uid
    case .event: break
    }
  }
}
