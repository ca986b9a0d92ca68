import Chance
import Foundation
import Testing

@testable import TripsCore

/// Compares fetches with a filter in plain Swift over the same trips.
struct FetchTests {
  let temporary: TemporaryStore
  let trips: [Trip]

  /// Trips around 2027, some of one day, some longer than the month by which the indexes separate
  /// them, some at the ends of the calendar.
  init() throws {
    temporary = try TemporaryStore()
    var random = SplitMix(state: 5)
    let middle = try #require(CalendarDate("2027-01-01"))
    for number in 0..<90 {
      let start = try #require(middle.adding(days: random.below(120) - 60))
      let length = [0, 1, 5, 30, 31, 32, 33, 200][random.below(8)]
      let end = try #require(start.adding(days: length))
      try temporary.add(
        ["Łódź", "Paris", "Zürich"][random.below(3)] + " \(number)",
        from: start.description, to: end.description,
        type: TripType.allCases[random.below(3)]
      ) { $0.values.set(.destination, ["Polen", "France"][random.below(2)]) }
    }
    try temporary.add("First", from: "0001-01-01", to: "0001-01-02")
    try temporary.add("Last", from: "9999-12-30", to: "9999-12-31")
    try temporary.add("Ever", from: "0001-01-01", to: "9999-12-31")
    trips = try temporary.store.fetch(Trip.self)
  }

  static let phases: [[TripPredicate.Phase]] = [
    [], [.upcoming], [.current], [.past], [.upcoming, .current], [.past, .current],
    [.past, .upcoming], [.past, .current, .upcoming],
  ]

  @Test(arguments: FetchDescriptor.SortKey.allCases)
  func fetchesAndCountsMatchesInOrder(key: FetchDescriptor.SortKey) throws {
    for phases in Self.phases { try check(phases, by: key) }
  }

  private func check(
    _ phases: [TripPredicate.Phase], by key: FetchDescriptor.SortKey
  ) throws {
    let day = "2027-01-02"
    for today in phases.isEmpty ? [day] : ["0001-01-01", day, "9999-12-31"] {
      for (from, to) in [(nil, nil), (day, nil), (nil, day), ("2026-12-15", "2027-02-10")] {
        for (search, types) in [("", nil), ("lodz", nil), ("PAR", [TripType.business, .plain])] {
          var descriptor = FetchDescriptor()
          descriptor.sortBy = key
          descriptor.isReversed = search == "lodz"
          descriptor.predicate.phases = phases
          descriptor.predicate.today = CalendarDate(today)
          descriptor.predicate.from = from.flatMap { CalendarDate($0) }
          descriptor.predicate.to = to.flatMap { CalendarDate($0) }
          descriptor.predicate.searches = [search]
          descriptor.predicate.types = types
          try check(descriptor)
        }
      }
    }
  }

  private func check(_ descriptor: FetchDescriptor) throws {
    let expected = trips.filter { fits($0, descriptor.predicate) }.sorted { one, other in
      descriptor.isReversed
        ? precedes(other, one, by: descriptor.sortBy) : precedes(one, other, by: descriptor.sortBy)
    }
    let fetched = try temporary.store.fetch(Trip.self, descriptor)
    #expect(fetched.map(\.id) == expected.map(\.id), "\(descriptor)")
    #expect(try temporary.store.fetchCount(descriptor) == expected.count, "\(descriptor)")
    var limited = descriptor
    limited.fetchLimit = 3
    limited.fetchOffset = 2
    let some = try temporary.store.fetch(Trip.self, limited)
    #expect(some.map(\.id) == expected.dropFirst(2).prefix(3).map(\.id), "\(limited)")
    #expect(try temporary.store.fetchCount(limited) == some.count, "\(limited)")
  }

  private func fits(_ trip: Trip, _ predicate: TripPredicate) -> Bool {
    let today = predicate.today ?? .first
    let phase: TripPredicate.Phase =
      trip.startDate > today ? .upcoming : trip.endDate < today ? .past : .current
    let wanted = SearchText.folded(predicate.searches.first ?? "")
    let texts = [trip.name, trip.destination].map(SearchText.folded)
    return (predicate.phases.isEmpty || predicate.phases.contains(phase))
      && (predicate.types?.contains(trip.type) ?? true)
      && (predicate.from.map { trip.endDate >= $0 } ?? true)
      && (predicate.to.map { trip.startDate <= $0 } ?? true)
      && (wanted.isEmpty || texts.contains { $0.contains(wanted) })
  }

  private func precedes(_ one: Trip, _ other: Trip, by key: FetchDescriptor.SortKey) -> Bool {
    switch key {
    case .start: (one.startDate, one.id) < (other.startDate, other.id)
    case .end: (one.endDate, one.id) < (other.endDate, other.id)
    case .id: one.id < other.id
    case .destination:
      (one.destination, one.id) < (other.destination, other.id)
    case .name:
      (one.name, one.startDate, one.endDate) < (other.name, other.startDate, other.endDate)
    }
  }
}
