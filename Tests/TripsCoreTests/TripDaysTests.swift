import SQLite
import Testing

@testable import TripsCore

struct TripDaysTests {
  private func day(_ day: Int) -> CalendarDate {
    CalendarDate(year: 2027, month: 4, day: day) ?? .first
  }

  /// A trip from 1 April, with stays given by check-in and check-out.
  private func trip(to end: Int, _ stays: [(Int, Int)?]) throws -> Trip {
    var values = StatedRow<TripColumn>()
    values.set(.name, "A")
    values.set(.startDate, day(1).description)
    values.set(.endDate, day(end).description)
    let trip = try Trip(values.row(id: 1, tripID: nil))
    for (index, days) in stays.enumerated() {
      var stay = StayDraft()
      stay.set(.startDate, days.map { day($0.0).description })
      stay.set(.endDate, days.map { day($0.1).description })
      trip.add(try LivingAccommodation(stay.row(id: Int64(index + 1), tripID: 1)))
    }
    return trip
  }

  private func item(_ id: Int64, _ describe: (inout BucketListDraft) -> Void) throws
    -> BucketListItem
  {
    var item = BucketListDraft()
    describe(&item)
    return try BucketListItem(item.row(id: id, tripID: 1))
  }

  private func gaps(_ trip: Trip) -> [[Int]] {
    trip.nightsWithoutStay.map { [$0.lowerBound, $0.upperBound].map(\.components.day) }
  }

  @Test(
    arguments: [
      (14, [(1, 6), (9, 14)], [[6, 8]], 10), (14, [(9, 14), (1, 6)], [[6, 8]], 10),
      (5, [], [[1, 4]], 0), (5, [(1, 5)], [], 4), (5, [(2, 3), (2, 4)], [[1, 1], [4, 4]], 2),
      (5, [(3, 3)], [[1, 4]], 0), (1, [], [], 0), (5, [(7, 9)], [[1, 4]], 0),
      (5, [(4, 9)], [[1, 3]], 1),
    ] as [(Int, [(Int, Int)], [[Int]], Int)])
  func listsTheNightsWithoutAStay(end: Int, stays: [(Int, Int)], expected: [[Int]], nights: Int)
    throws
  {
    let trip = try trip(to: end, stays)
    #expect(gaps(trip) == expected)
    #expect(trip.nightsWithStay == nights)
  }

  @Test(
    arguments: [
      (14, [(1, 6), (6, 14)], []), (14, [(1, 6), (5, 9)], [[5, 5]]),
      (14, [(1, 9), (2, 4), (3, 6), (7, 8)], [[2, 5], [7, 7]]),
      (14, [(1, 9), (2, 4), (4, 6)], [[2, 5]]), (14, [(1, 9), (3, 3)], []),
      (5, [(3, 9), (4, 9)], [[4, 4]]), (5, [(6, 9), (6, 9)], []),
    ] as [(Int, [(Int, Int)], [[Int]])])
  func listsTheNightsWithSeveralStays(end: Int, stays: [(Int, Int)], expected: [[Int]]) throws {
    let nights = try trip(to: end, stays).nightsWithSeveralStays
    #expect(nights.map { [$0.lowerBound, $0.upperBound].map(\.components.day) } == expected)
  }

  @Test(
    arguments: [
      ((2, 4), nil), ((2, 9), "ends after the trip"), ((5, 9), "ends after the trip"),
      ((6, 9), "outside the trip"),
    ] as [((Int, Int), String?)])
  func reportsWhereAStayLeavesItsTrip(days: (Int, Int), expected: String?) throws {
    let trip = try trip(to: 5, [days])
    #expect(trip.livingAccommodations.map(Wording.outside) == [expected])
  }

  @Test func reportsAStayThatBeginsBeforeItsTrip() throws {
    let trip = try trip(to: 5, [(1, 3), (1, 9)])
    trip.startDate = day(2)
    #expect(
      trip.livingAccommodations.map(Wording.outside)
        == ["begins before the trip", "begins before the trip and ends after it"])
  }

  @Test func stayWithoutDatesCoversAllNights() throws {
    let trip = try trip(to: 5, [nil])
    #expect(gaps(trip).isEmpty && trip.nightsWithStay == 4)
    #expect(trip.staysOutside.isEmpty && trip.livingAccommodations[0].nights == nil)
  }

  /// A check-out on the day of the next check-in is not an overlap, and a day room has no night.
  @Test(
    arguments: [
      ([(1, 3), (3, 5)], []), ([(1, 4), (3, 5)], [[1, 2]]), ([(1, 5), (3, 3)], []),
      ([(1, 9), (2, 3), (4, 5)], [[1, 2], [1, 3]]), ([(3, 5), (1, 4)], [[2, 1]]),
    ] as [([(Int, Int)], [[Int64]])])
  func listsStaysThatShareANight(stays: [(Int, Int)], pairs: [[Int64]]) throws {
    let trip = try trip(to: 10, stays)
    for stay in trip.livingAccommodations {
      let others = Set(
        trip.livingAccommodations.filter { other in
          other.id != stay.id && trip.sharedNights(of: stay, and: other) != nil
        }.map(\.id))
      #expect(
        others == Set(pairs.filter { $0.contains(stay.id) }.flatMap { $0 }.filter { $0 != stay.id })
      )
    }
  }

  @Test func reportsDatesOutside() throws {
    let trip = try trip(to: 5, [(1, 5), (4, 6), nil])
    for (id, date) in [(1, day(5)), (2, day(6)), (3, nil)] as [(Int64, CalendarDate?)] {
      trip.add(try item(id) { $0.set(.date, date?.description) })
    }
    #expect(trip.staysOutside.map(\.id) == [2])
    #expect(trip.itemsOutside.map(\.id) == [2])
  }

  @Test func addsCostsByCurrencyWithoutWrapping() throws {
    let trip = try trip(to: 5, [])
    for (id, minorUnits) in [(1, .max), (2, 1)] as [(Int64, Int64)] {
      var stay = StayDraft()
      stay[.costMinor] = minorUnits.sqliteValue
      stay[.costCurrency] = "EUR".sqliteValue
      trip.add(try LivingAccommodation(stay.row(id: id, tripID: 1)))
    }
    let item = try item(1) {
      $0[.costMinor] = Int64(5).sqliteValue
      $0[.costCurrency] = "CHF".sqliteValue
    }
    trip.add(item)
    #expect(trip.costs.map(\.sum.currency.code) == ["CHF", "EUR"])
    #expect(trip.costs.map(\.sum.description) == ["0.05 CHF", "too large EUR"])
    #expect(trip.costs[1].sum.minorUnits == Int128(Int64.max) + 1)
  }

  /// Local time at the place.
  @Test(arguments: [
    ("09:05", "09:05"), ("9:05", "09:05"), ("23:59", "23:59"), ("24:00", nil), ("12:60", nil),
    ("12", nil), ("12:5", nil), ("٠٩:٠٥", nil), ("09:05 ", nil),
  ])
  func readsATime(text: String, time: String?) {
    #expect(ClockTime(text)?.description == time)
  }
}
