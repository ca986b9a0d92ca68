import Foundation
import Testing

@testable import trips

/// Bookings: what each kind becomes, its days, prices and travellers.
struct ImportBookingTests: ImportsBookings {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
    tool.environment["TZ"] = "Europe/Berlin"
    addTrip()
  }

  @Test func turnsALodgingIntoAStayAndAFlightIntoAnItem() throws {
    let result = try importing([.flight(price: ("412.3", "EUR")), .hotel()])
    #expect(result.sum == "2 bookings: 2 added (1 stay, 1 item)")
    #expect(
      try items == ["2027-05-01 10:35 – 2027-05-01 13:15 Flight LH 400 FRA–JFK reserved=1"])
    #expect(try stays == ["2027-05-01 2027-05-04 Hotel Astor confirmed=1"])
    #expect(try costs == ["41230EUR"])
    #expect(
      try tool.query("SELECT reference || place FROM bucketListItem") == ["K7QX2PFRA airport"])
    #expect(
      try tool.query("SELECT reference || address FROM livingAccommodation")
        == ["H11 Broadway, 10004 New York, US"])
    let lines = try #require(tool.query("SELECT details FROM livingAccommodation").first)
    #expect(
      lines == "Check-in: 15:00\nCheck-out: 11:00\nTraveller: Ada Berg\nPhone: +1 212 555 0100")
  }

  private static func place(_ name: String) -> JSON { ["@type": "Place", "name": name] }

  private static var kinds: [(JSON, String)] {
    [
      (.train(), "2027-05-06 20:24 Train ICE 79 Hamburg Hbf – Zürich HB reserved=1"),
      (
        JSON.train().withTrip(["trainName": NSNull(), "provider": place("DB")]),
        "2027-05-06 20:24 Train DB 79 Hamburg Hbf – Zürich HB reserved=1"
      ),
      (
        .reservation(
          "Bus", "B1",
          of: [
            "@type": "BusTrip", "busNumber": "N10", "busName": "FlixBus",
            "departureBusStop": place("Berlin"), "arrivalBusStop": place("Praha"),
            "departureTime": "2027-05-06T20:24:00",
          ]), "2027-05-06 20:24 Bus FlixBus N10 Berlin – Praha reserved=1"
      ),
      (
        .reservation(
          "Boat", "B2",
          of: [
            "@type": "BoatTrip", "name": "Color Line", "departureBoatTerminal": place("Kiel"),
            "arrivalBoatTerminal": place("Oslo"), "departureTime": "2027-05-06T14:00:00",
            "arrivalTime": "2027-05-07T10:00:00",
          ]), "2027-05-06 14:00 – 2027-05-07 10:00 Boat Color Line Kiel – Oslo reserved=1"
      ),
      (
        JSON.reservation("FoodEstablishment", "R1", of: place("Katz"))
          .with(["startTime": "2027-05-02T19:30:00", "partySize": 4]),
        "2027-05-02 19:30 Katz reserved=1"
      ),
      (
        .reservation(
          "Event", "E1",
          of: [
            "@type": "Event", "name": "Hamilton", "startDate": "2027-05-02T20:00:00",
            "endDate": "2027-05-02T22:30:00", "location": place("Rodgers"),
          ]), "2027-05-02 20:00 – 2027-05-02 22:30 Hamilton reserved=1"
      ),
      (
        JSON.reservation("Taxi", "X1", of: place("Yellow Cab"))
          .with(["pickupTime": "2027-05-02T09:00:00", "pickupLocation": place("Hotel")]),
        "2027-05-02 09:00 Taxi Yellow Cab reserved=1"
      ),
      (
        JSON.reservation(
          "RentalCar", "C1", of: ["name": "VW Golf", "rentalCompany": place("Avis")]
        )
        .with([
          "pickupTime": "2027-05-02T09:00:00", "pickupLocation": place("JFK"),
          "dropoffTime": "2027-05-03T18:00:00", "dropoffLocation": place("EWR"),
        ]), "2027-05-02 09:00 – 2027-05-03 18:00 Rental car Avis VW Golf reserved=1"
      ),
      (
        [
          "@type": "Event", "name": "Fair", "startDate": "2027-05-02T00:00:00",
          "endDate": "2027-05-03T23:59:59",
        ], "2027-05-02 – 2027-05-03 Fair reserved=0"
      ),
      (
        [
          "@type": "Ticket", "name": "Bayern-Ticket", "ticketNumber": "1", "totalPrice": 29,
          "priceCurrency": "EUR", "validFrom": "2027-05-02T00:00:00",
          "validUntil": "2027-05-03T03:00:00",
        ], "2027-05-02 00:00 – 2027-05-03 03:00 Bayern-Ticket reserved=0"
      ),
    ]
  }

  private static let kindCount = 10

  @Test(arguments: 0..<kindCount)
  func turnsEachOtherKindIntoAnItem(_ index: Int) throws {
    #expect(Self.kinds.count == Self.kindCount)
    let (booking, item) = Self.kinds[index]
    #expect(try importing([booking]).sum == "1 booking: 1 added (1 item)")
    #expect(try items == [item])
    #expect(try importing([booking]).sum == "1 booking: 1 unchanged")
  }

  @Test func reportsRecordsThatAreNotBookings() throws {
    let result = try importing([
      ["@type": "LodgingBusiness", "name": "Astor"], ["@type": "Ticket", "name": "Day pass"],
      .flight(),
    ])
    #expect(result.sum == "3 bookings: 1 added (1 item); 2 left out")
    #expect(result.stderr.contains("left out (a LodgingBusiness, which is not a booking): 'Astor'"))
    #expect(result.stderr.contains("left out (a Ticket, which is not a booking): 'Day pass'"))
  }

  // MARK: - Days and times

  @Test func readsAFlightOverTheDateLine() throws {
    let flight = JSON.flight(
      from: "AKL", to: "HNL", "2027-05-11T23:55:00+12:00", "2027-05-11T09:00:00-10:00")
    try importing([flight]).expectDone()
    #expect(
      try items == ["2027-05-11 23:55 – 2027-05-11 09:00 Flight LH 400 AKL–HNL reserved=1"])
    let earlier = JSON.flight(
      "K2", from: "AKL", to: "HNL", "2027-05-13T00:30:00+12:00", "2027-05-12T09:00:00-10:00")
    try importing([earlier]).expectDone()
    #expect(
      try items.last == "2027-05-13 00:30 – 2027-05-12 09:00 Flight LH 400 AKL–HNL reserved=1")
  }

  @Test func readsANightTrain() throws {
    try importing([.train(nil, "2027-05-06T20:24:00", "2027-05-07T08:05:00")]).expectDone()
    #expect(
      try items
        == ["2027-05-06 20:24 – 2027-05-07 08:05 Train ICE 79 Hamburg Hbf – Zürich HB reserved=1"])
  }

  @Test func readsATrainWithADayOnly() throws {
    try importing([.train("T9", "2027-05-06")]).expectDone()
    #expect(try items == ["2027-05-06 Train ICE 79 Hamburg Hbf – Zürich HB reserved=1"])
  }

  /// Times are in local time of the place, even if a zone is given, in Qt's form too.
  @Test func takesTimesAsTheyAreWritten() throws {
    let time: JSON = [
      "@type": "QDateTime", "@value": "2027-05-01T10:35:00+09:00", "timezone": "Asia/Tokyo",
    ]
    try importing([JSON.flight().withTrip(["departureTime": time, "arrivalTime": NSNull()])])
      .expectDone()
    #expect(try items == ["2027-05-01 10:35 Flight LH 400 FRA–JFK reserved=1"])
  }

  @Test func convertsATimeInUTCToItsZoneOrToOurs() throws {
    let time: JSON = [
      "@type": "QDateTime", "@value": "2027-05-01T10:35:00Z", "timezone": "Asia/Tokyo",
    ]
    let known = JSON.flight().withTrip(["departureTime": time, "arrivalTime": NSNull()])
    let result = try importing([known])
    #expect(try items == ["2027-05-01 19:35 Flight LH 400 FRA–JFK reserved=1"])
    #expect(!result.stderr.contains("UTC"))
    let alone = try importing(
      [.flight("K2", "2027-05-02T10:35:00Z", nil)], "--zone", "America/New_York")
    #expect(try items.last == "2027-05-02 06:35 Flight LH 400 FRA–JFK reserved=1")
    #expect(
      alone.stderr.contains(
        "converted from UTC to America/New_York: 'Flight LH 400 FRA–JFK' (2027-05-02 06:35)"))
  }

  @Test func namesAnEndThatNoRowCanHave() throws {
    let result = try importing([.flight("K1", "2027-05-05T10:00:00", "2010-05-05T10:00:00")])
    #expect(try items == ["2027-05-05 10:00 Flight LH 400 FRA–JFK reserved=1"])
    #expect(result.stderr.contains("without an end, which cannot be read: 'Flight LH 400 FRA–JFK'"))
    #expect(result.stderr.contains("2010-05-05"))
  }

  @Test func leavesOutABookingWhoseStartIsNotADate() throws {
    let result = try importing([.flight("K1", "Tx", nil), .train()])
    #expect(result.sum == "2 bookings: 1 added (1 item); 1 left out")
    #expect(result.stderr.contains("left out ('Tx' is not a date): 'Flight LH 400 FRA–JFK'"))
  }

  // MARK: - Number, price, travellers, status

  @Test func keepsAReturnTripOfOneNumberAsTwoRows() throws {
    let back = JSON.flight(from: "JFK", to: "FRA", "2027-05-08T18:00:00-04:00", nil)
    #expect(try importing([.flight(), back]).sum == "2 bookings: 2 added (2 items)")
    #expect(try importing([back, .flight()]).sum == "2 bookings: 2 unchanged")
  }

  @Test func countsAPriceOnFourLegsOnce() throws {
    let days = ["04", "02", "03", "05"]
    let legs = days.enumerated().map { index, day in
      JSON.train(
        "P1", from: "A\(index)", to: "B\(index)", "2027-05-\(day)T10:00:00", price: (999, "EUR"))
    }
    let other = JSON.train(
      "P1", from: "C", to: "D", "2027-05-06T10:00:00", price: (12.5, "EUR"))
    try importing(legs + [other]).expectDone()
    #expect(try costs == ["99900EUR", "-", "-", "-", "1250EUR"])
    #expect(tool.run("show", "Trip").stdout.contains("1011.50 EUR"))
  }

  @Test func makesOneRowOfTwoTravellers() throws {
    func seat(_ seat: String, _ ticket: String) -> JSON {
      [
        "reservedTicket": [
          "@type": "Ticket", "ticketNumber": ticket, "ticketToken": "aztecCode:XX",
          "ticketedSeat": ["@type": "Seat", "seatNumber": seat],
        ]
      ]
    }
    let bookings = [
      JSON.flight(price: ("500", "EUR")).with(seat("12A", "T-1")),
      JSON.flight(traveller: "Bo Lund", price: ("500", "EUR")).with(seat("12B", "T-2")),
    ]
    #expect(try importing(bookings).sum == "2 bookings: 2 added (1 item)")
    #expect(
      try details == [
        "Traveller: Ada Berg", "Seat (Ada Berg): 12A", "Ticket (Ada Berg): T-1",
        "To: JFK airport", "Traveller: Bo Lund", "Seat (Bo Lund): 12B", "Ticket (Bo Lund): T-2",
      ])
    #expect(try costs == ["50000EUR"])
    #expect(try importing(bookings).sum == "2 bookings: 2 unchanged")
  }

  @Test func addsThePricesOfTravellersIfTheyDiffer() throws {
    try importing([
      .flight(price: ("500", "EUR")), .flight(traveller: "Bo Lund", price: ("250", "EUR")),
    ]).expectDone()
    #expect(try costs == ["75000EUR"])
  }

  @Test(arguments: ["ReservationPending", "ReservationHold"])
  func doesNotConfirmWhatIsPending(_ status: String) throws {
    let status: JSON = ["reservationStatus": "http://schema.org/\(status)"]
    try importing([JSON.flight().with(status), JSON.hotel().with(status)]).expectDone()
    #expect(try items.first?.hasSuffix("reserved=0") == true)
    #expect(try stays.first?.hasSuffix("confirmed=0") == true)
  }

  @Test func keepsLinksAndLeavesOutWhatNoPersonReads() throws {
    func action(_ type: String, _ link: String) -> JSON { ["@type": type, "target": link] }
    let result = try importing([
      JSON.flight().with([
        "potentialAction": [
          action("CheckInAction", "https://air.example/in"),
          action("CheckInAction", "https://air.example/other"),
          action("CancelAction", "https://air.example/no"),
        ], "url": "https://air.example/view", "bookingTime": "2026-01-01T10:00:00",
        "programMembershipUsed": ["@type": "ProgramMembership", "membershipNumber": "LH123"],
        "reservedTicket": ["@type": "Ticket", "ticketToken": "qrCode:secret"],
        "luggage": "two bags",
      ])
    ])
    #expect(
      try details == [
        "Traveller: Ada Berg", "To: JFK airport", "Check in: https://air.example/in",
        "Cancel: https://air.example/no", "View: https://air.example/view",
      ])
    #expect(result.stderr.contains("not stored: luggage (1)"))
    #expect(!result.stderr.contains("ticketToken") && !result.stderr.contains("membership"))
  }

  @Test func namesAPriceThatCannotBeRead() throws {
    let result = try importing([.flight(price: ("12,34,56", "EUR"))])
    #expect(try costs == ["-"])
    #expect(result.stderr.contains("without the cost '12,34,56' of 'Flight LH 400 FRA–JFK'"))
  }
}
