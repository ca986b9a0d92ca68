import Testing

@testable import TripsCore

struct TripDaysTests {
  private func day(_ day: Int) -> CalendarDate {
    CalendarDate(year: 2027, month: 4, day: day) ?? .first
  }

  /// A trip from the first of April, with stays from check-in to check-out.
  private func trip(to end: Int, _ stays: [(Int, Int)?]) -> Trip {
    let trip = Trip(
      id: 1, uid: "a", name: "A", destination: "", startDate: day(1), endDate: day(end))
    for (index, days) in stays.enumerated() {
      trip.add(
        LivingAccommodation(
          id: Int64(index + 1), uid: "s\(index)", placeName: "", address: "", isConfirmed: false,
          startDate: days.map { day($0.0) }, endDate: days.map { day($0.1) }))
    }
    return trip
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
  func namesTheNightsWithoutAStay(end: Int, stays: [(Int, Int)], expected: [[Int]], nights: Int) {
    let trip = trip(to: end, stays)
    #expect(gaps(trip) == expected)
    #expect(trip.nightsWithStay == nights)
  }

  @Test func aStayWithoutDatesIsForAllNights() {
    let trip = trip(to: 5, [nil])
    #expect(gaps(trip).isEmpty && trip.nightsWithStay == 4)
    #expect(trip.staysOutside.isEmpty && trip.livingAccommodations[0].nights == nil)
  }

  /// A check-out on the day of the next check-in is no overlap, and a day room has no night.
  @Test(
    arguments: [
      ([(1, 3), (3, 5)], []), ([(1, 4), (3, 5)], [[1, 2]]), ([(1, 5), (3, 3)], []),
      ([(1, 9), (2, 3), (4, 5)], [[1, 2], [1, 3]]), ([(3, 5), (1, 4)], [[2, 1]]),
    ] as [([(Int, Int)], [[Int64]])])
  func namesStaysThatShareANight(stays: [(Int, Int)], pairs: [[Int64]]) {
    let trip = trip(to: 10, stays)
    for stay in trip.livingAccommodations {
      let others = Set(trip.overlaps(with: stay).map(\.id))
      #expect(
        others == Set(pairs.filter { $0.contains(stay.id) }.flatMap { $0 }.filter { $0 != stay.id })
      )
    }
  }

  @Test func namesWhatLiesOutside() {
    let trip = trip(to: 5, [(1, 5), (4, 6), nil])
    for (id, date) in [(1, day(5)), (2, day(6)), (3, nil)] as [(Int64, CalendarDate?)] {
      trip.add(
        BucketListItem(
          id: id, title: "", details: "", hasReservation: false, isInPlan: false, isDone: false,
          date: date))
    }
    #expect(trip.staysOutside.map(\.id) == [2])
    #expect(trip.itemsOutside.map(\.id) == [2])
  }

  @Test func addsCostsByCurrencyWithoutWrapping() throws {
    let trip = trip(to: 5, [nil, nil])
    let euro = Currency(stored: "EUR")
    trip.livingAccommodations[0].cost = Money(minorUnits: .max, currency: euro)
    trip.livingAccommodations[1].cost = Money(minorUnits: 1, currency: euro)
    trip.add(
      BucketListItem(
        id: 1, title: "", details: "", hasReservation: false, isInPlan: false, isDone: false,
        cost: Money(minorUnits: 5, currency: Currency(stored: "CHF"))))
    #expect(trip.costs.map(\.currency.code) == ["CHF", "EUR"])
    #expect(trip.costs.map(\.isTooLarge) == [false, true])
    #expect(trip.costs[1].minorUnits == Int128(Int64.max) + 1)
    #expect(trip.currency == euro)
  }

  /// As the clock shows it.
  @Test(arguments: [
    ("09:05", "09:05"), ("9:05", "09:05"), ("23:59", "23:59"), ("24:00", nil), ("12:60", nil),
    ("12", nil), ("12:5", nil), ("٠٩:٠٥", nil), ("09:05 ", nil),
  ])
  func readsATime(text: String, time: String?) {
    #expect(ClockTime(text)?.description == time)
  }
}
