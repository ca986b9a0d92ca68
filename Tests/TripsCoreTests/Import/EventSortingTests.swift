import Testing

@testable import TripsCore

/// Sorting events of other programs, by their days alone.
struct EventSortingTests {
  /// `1-10` is all-day, `3 09:30 2h` has a time, in May 2027.
  private static func event(_ name: String, _ when: String) throws -> ForeignEvent {
    func day(_ number: Int) throws -> CalendarDate {
      try #require(CalendarDate(year: 2027, month: 5, day: 1)?.adding(days: number - 1))
    }
    let words = when.split(separator: " ").map(String.init)
    let days = try words[0].split(separator: "-").map { try #require(Int($0)) }
    var (time, length) = (String?.none, (days.last! - days[0] + 1) * 86_400)
    var last = days.last!
    if words.count > 1 {
      let hours = try #require(Int(words[2].dropLast()))
      (time, length) = (words[1], hours * 3_600)
      last = days[0] + (try #require(Int(words[1].prefix(2))) + hours) / 24
    }
    var event = ForeignEvent(uid: name, title: name)
    (event.key, event.days, event.time, event.length) =
      (name, try day(days[0])...day(last), time, length)
    return event
  }

  private static func word(_ role: EventSorting.Role, _ events: [ForeignEvent]) -> String {
    func name(_ home: EventSorting.Home) -> String {
      switch home {
      case .event(let index): events[index].title
      case .row(let id): "row \(id)"
      case .uid(let uid): "uid \(uid)"
      }
    }
    return switch role {
    case .trip: "trip"
    case .item(let home): "item of \(name(home))"
    case .stay(let home, nil): "stay of \(name(home))"
    case .stay(let home, let end?): "stay of \(name(home)) until \(events[end].title)"
    case .checkOut: "check-out"
    case .deleted: "deleted"
    case .left(let reason): "left: \(reason)"
    }
  }

  @Test(
    arguments: [
      // Two days, or 18 hours.
      ([("A", "1-2")], ["trip"]), ([("A", "1-1")], ["left: isNoTrip"]),
      ([("A", "1 09:00 18h")], ["trip"]), ([("A", "1 09:00 17h")], ["left: isNoTrip"]),
      // The longest is the trip, in any order.
      ([("B", "2-4"), ("A", "1-9")], ["stay of A", "trip"]),
      ([("A", "1-9"), ("B", "3-3"), ("C", "9 23:00 4h")], ["trip", "item of A", "item of A"]),
      ([("A", "1-9"), ("C", "10 00:30 4h")], ["trip", "left: isNoTrip"]),
      ([("A", "1-9"), ("N", "8 20:00 30h")], ["trip", "stay of A"]),
      // Two events on the same days are two trips, and an event within both belongs to neither.
      ([("A", "1-9"), ("B", "1-9"), ("C", "3-4")], ["trip", "trip", "trip"]),
      (
        [("A", "1-9"), ("B", "5-12"), ("C", "6 10:00 1h")],
        ["trip", "trip", "left: isWithinSeveral"]
      ),
      // A stay contains nothing.
      (
        [("A", "1-9"), ("B", "2-6"), ("C", "3-4"), ("D", "3-3")],
        ["trip", "stay of A", "stay of A", "item of A"]
      ),
      // TripIt's pairs, the next check-out of the same place.
      (
        [("A", "1-9"), ("Check-in: X", "2 15:00 1h"), ("Check-out: X", "5 10:00 1h")],
        ["trip", "stay of A until Check-out: X", "check-out"]
      ),
      (
        [("A", "1-9"), ("Check-in: X", "2 15:00 1h"), ("Check-out: Y", "5 10:00 1h")],
        ["trip", "item of A", "item of A"]
      ),
      (
        [
          ("A", "1-9"), ("Check-out: X", "2 10:00 1h"), ("Check-in: X", "2 15:00 1h"),
          ("Check-out: X", "12 10:00 1h"),
        ],
        ["trip", "item of A", "stay of A until Check-out: X", "check-out"]
      ),
      (
        [("Check-in: X", "2 15:00 1h"), ("Check-out: X", "5 10:00 1h")],
        ["left: isNoTrip", "left: isNoTrip"]
      ),
    ] as [([(String, String)], [String])])
  func sortsLongestFirst(events: [(String, String)], expected: [String]) throws {
    let events = try events.map { try Self.event($0.0, $0.1) }
    let sorted = EventSorting.roles(of: events)
    #expect(sorted.map { Self.word($0, events) } == expected)
  }

  private static func known(_ entity: Entity, trip: Int64?) -> RememberedRecord {
    RememberedRecord(key: "", entity: entity, row: 1, facts: ["title": .null], trip: trip)
  }

  @Test func staysWhatItBecame() throws {
    var events = try [("A", "1-9"), ("B", "2-2"), ("C", "3-4"), ("D", "4-5"), ("E", "20-21")].map {
      try Self.event($0.0, $0.1)
    }
    events[0].known = Self.known(.trip, trip: nil)
    events[2].known = Self.known(.item, trip: 7)
    events[4].known = Self.known(.stay, trip: nil)
    let roles = EventSorting.roles(of: events).map { Self.word($0, events) }
    #expect(roles == ["deleted", "deleted", "item of row 7", "deleted", "deleted"])
    // As if it had never been imported, except that events keep their rows.
    for index in events.indices { events[index].isAnew = true }
    let anew = EventSorting.roles(of: events).map { Self.word($0, events) }
    #expect(anew == ["trip", "item of A", "item of row 7", "stay of A", "trip"])
  }

  @Test func addsAllNewEventsToATarget() throws {
    var events = try [("A", "1-9"), ("B", "2-2"), ("T", "3-3")].map { try Self.event($0.0, $0.1) }
    events[2].isTask = true
    let sorted = EventSorting.roles(of: events, target: 3)
    #expect(
      sorted.map { Self.word($0, events) }
        == ["stay of row 3", "item of row 3", "item of row 3"])
    let all = EventSorting.roles(of: [events[1]], takesAll: true)
    #expect(all.map { Self.word($0, events) } == ["trip"])
    #expect(EventSorting.roles(of: [events[2]]).map { Self.word($0, events) } == ["left: isTask"])
  }

  /// With `--into-each`, an event is part of the one trip of the store that has its first day.
  @Test func addsEventsToTheTripsOfTheStore() throws {
    var events = try [("A", "1-9"), ("B", "2-2"), ("C", "12-14"), ("D", "3-3")].map {
      try Self.event($0.0, $0.1)
    }
    (events[0].storedTrips, events[1].storedTrips) = ([5], [5, 6])
    (events[2].storedTrips, events[3].storedTrips) = ([], [6])
    #expect(
      EventSorting.roles(of: events).map { Self.word($0, events) }
        == ["stay of row 5", "left: isWithinSeveral", "trip", "item of row 6"])
  }
}
