import Testing

@testable import TripsCore

struct PerDiemClaimTests {
  private func trip(
    _ id: Int64, _ start: String, _ end: String, _ perdiem: String?, _ rule: String = "full",
    to destination: String = ""
  ) throws -> Trip {
    var values = StatedRow<TripColumn>()
    values.set(.uid, "\(id)")
    values.set(.type, TripType.business.rawValue)
    values.set(.name, "trip \(id)")
    values.set(.destination, destination)
    values.set(.startDate, start)
    values.set(.endDate, end)
    values.cost = try perdiem.map { try WrittenAmount($0, otherwise: .usd) }
    values.set(.perdiemRule, rule)
    return try BusinessTrip(values.resolved(over: nil).row(id: id, tripID: nil))
  }

  @Test func addsWithinACurrency() throws {
    let trips = [
      try trip(1, "2027-01-01", "2027-01-03", "100EUR", "nights"),
      try trip(2, "2027-02-01", "2027-02-02", "5000JPY"),
      try trip(3, "2027-03-01", "2027-03-01", "50.50EUR"),
      try trip(4, "2027-03-01", "2027-03-01", nil),
    ]
    let claim = PerDiemClaim(trips, within: nil, today: .last)
    #expect(claim.entries.map(\.trip.id) == [1, 2, 3])
    var days: [ClaimedDay] = []
    claim.forEachDay(andPlanned: false) { days.append($0) }
    #expect(days.map(\.amount).addedByCurrency.map(\.description) == ["250.50 EUR", "10000 JPY"])
    #expect(days.prefix(3).map(\.date.description) == ["2027-01-01", "2027-01-02", "2027-01-03"])
    #expect(days.prefix(3).map(\.amount.amount) == ["100.00", "100.00", "0.00"])
    #expect(days.count == 6)
  }

  /// The amount of a day depends on its place in the trip, not on the start of the claim.
  @Test func leavesOutDaysOutsideThePeriod() throws {
    let trips = [
      try trip(1, "2027-02-27", "2027-03-04", "120EUR", "first-last:75%"),
      try trip(2, "2027-04-01", "2027-04-02", "120EUR"),
    ]
    let march = try PeriodExpression("2027-03").days(today: .first)
    let claim = PerDiemClaim(trips, within: march, today: .last)
    #expect(claim.entries.map(\.days) == [2..<6])
    #expect(claim.entries[0].estimate.total(ofDays: 2..<6).description == "450.00 EUR")
  }

  @Test(arguments: [
    ("2027-01-02", [0..<2, 0..<0], [2..<3, 0..<2]),
    ("2026-12-31", [0..<0, 0..<0], [0..<3, 0..<2]),
    ("2027-01-31", [0..<3, 0..<0], [3..<3, 0..<2]),
    ("2027-02-02", [0..<3, 0..<2], [3..<3, 2..<2]),
  ])
  func totalsFutureDaysSeparately(today: String, past: [Range<Int>], planned: [Range<Int>])
    throws
  {
    let trips = [
      try trip(1, "2027-01-01", "2027-01-03", "100EUR"),
      try trip(2, "2027-02-01", "2027-02-02", "7EUR"),
    ]
    let claim = PerDiemClaim(trips, within: nil, today: try #require(CalendarDate(today)))
    #expect(claim.entries.map(\.past) == past)
    #expect(claim.entries.map(\.planned) == planned)
    var sums: [MoneySum] = []
    claim.forEachDay(andPlanned: true) { sums.append($0.amount) }
    #expect(sums.addedByCurrency.map(\.description) == ["314.00 EUR"])
  }

  @Test func findsTheTripsThatClaimTheSameDays() throws {
    let trips = [
      // Its last day has no amount.
      try trip(1, "2027-01-01", "2027-01-03", "100EUR", "nights"),
      try trip(2, "2027-01-03", "2027-01-06", "100EUR"),
      try trip(3, "2027-01-06", "2027-01-06", "1EUR"),
      try trip(4, "2027-01-01", "2027-01-31", "0EUR"),
      try trip(5, "2027-01-02", "2027-01-04", "5CHF"),
    ]
    let clashes = PerDiemClaim(trips, within: nil, today: .first).clashes(limit: 9)
    #expect(clashes.map { [$0.trips.0.id, $0.trips.1.id] } == [[1, 5], [5, 2], [2, 3]])
    #expect(
      clashes.map { "\($0.days.lowerBound) \($0.days.upperBound)" }
        == ["2027-01-02 2027-01-02", "2027-01-03 2027-01-04", "2027-01-06 2027-01-06"])
    #expect(PerDiemClaim(trips, within: nil, today: .first).clashes(limit: 1).count == 1)
  }

  /// A private day in the middle of a trip belongs to the other trip.
  @Test func findsNoClashOnADayWithoutAnAmount() throws {
    let long = try #require(try trip(1, "2027-01-01", "2027-01-05", "100EUR") as? BusinessTrip)
    long.storedSingleDays = #"[{"date":"2027-01-03","amount":"0"}]"#
    let claim = PerDiemClaim(
      [long, try trip(2, "2027-01-03", "2027-01-04", "7EUR")], within: nil, today: .last)
    #expect(claim.clashes(limit: 9).map(\.days.lowerBound.description) == ["2027-01-04"])
    var double: [String] = []
    claim.forEachDay(andPlanned: true) {
      if $0.isDouble { double.append("\($0.trip.uid) \($0.date)") }
    }
    #expect(double == ["1 2027-01-04", "2 2027-01-04"])
  }

  @Test func joinsSpellingsOfADestination() throws {
    let trips = [
      try trip(1, "2027-01-01", "2027-01-04", nil, to: "Zurich"),
      try trip(2, "2027-01-03", "2027-01-10", nil, to: "Zürich"),
      try trip(3, "2027-02-01", "2027-02-02", nil, to: "zürich"),
      try trip(4, "2027-03-01", "2027-03-02", nil, to: "Zürich"),
      try trip(5, "2027-03-01", "2027-03-02", nil, to: "´"),
    ]
    let statistics = TripStatistics(trips, within: nil, today: .last)
    #expect(statistics.groups(by: .type).map(\.days) == [14])
    let groups = statistics.groups(by: .destination)
    #expect(groups.map(\.key) == ["Zürich", "´"])
    #expect(groups.map(\.trips) == [4, 1])
  }

  @Test func reportsASumThatIsTooLarge() throws {
    let trips = try (1...3).map { (id: Int64) -> Trip in
      let trip = try trip(id, "2027-01-01", "2027-01-02", "1EUR") as? BusinessTrip
      trip?.perdiem = Money(minorUnits: .max, currency: Currency(stored: "EUR"))
      return try #require(trip as Trip?)
    }
    let total = try #require(
      TripStatistics(trips, within: nil, today: .last).groups(by: .type).first)
    #expect(total.perdiem.map(\.description) == ["too large EUR"])
  }
}
