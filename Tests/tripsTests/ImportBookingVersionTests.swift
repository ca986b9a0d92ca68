import Foundation
import Testing

@testable import trips

/// Which row a booking is: its trip, its number and its day, and what a later version changes.
struct ImportBookingVersionTests: ImportsBookings {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
    tool.environment["TZ"] = "Europe/Berlin"
    addTrip()
  }

  // MARK: - The trip

  @Test func namesTheCommandThatMakesATripForIt() throws {
    tool.run("delete", "Trip", "--yes")
    let token = tool.run("history", "--token")
    let result = try importing([.hotel(), .flight()])
    #expect(result.sum == "2 bookings: 2 left out")
    #expect(
      result.stderr.contains(
        "left out (on days of no trip): 'Hotel Astor' (2027-05-01), 'Flight LH 400 FRA–JFK' "
          + "(2027-05-01 10:35)"))
    #expect(
      result.stderr.contains(
        "'trips add NAME --start 2027-05-01 --end 2027-05-04' makes a trip for them"))
    #expect(tool.run("history", "--token") == token)
    #expect(try tool.query("SELECT key FROM importedRecord").isEmpty)
    tool.run("add", "NAME", "--start", "2027-05-01", "--end", "2027-05-04")
    #expect(try importing([.hotel(), .flight()]).sum == "2 bookings: 2 added (1 stay, 1 item)")
  }

  @Test func doesNotGuessAmongSeveralTrips() throws {
    tool.run("add", "Other", "--start", "2027-05-01", "--end", "2027-05-02")
    let result = try importing([.flight()])
    #expect(result.sum == "1 booking: 1 left out")
    #expect(result.stderr.contains("left out (in several trips): 'Flight LH 400 FRA–JFK'"))
    #expect(try importing([.flight()], "--into", "Other").sum == "1 booking: 1 added (1 item)")
    #expect(try tool.query("SELECT tripId FROM bucketListItem") == ["2"])
    #expect(try importing([.flight()]).sum == "1 booking: 1 unchanged")
  }

  @Test func addsABookingWithoutADayToTheGivenTrip() throws {
    let dinner = JSON.reservation(
      "FoodEstablishment", "R1", of: ["@type": "FoodEstablishment", "name": "Katz"])
    let result = try importing([dinner])
    #expect(result.stderr.contains("left out (without a day, and without '--into TRIP'): 'Katz'"))
    try importing([dinner], "--into", "Trip").expectDone()
    #expect(try items == ["- Katz reserved=1"])
    #expect(try importing([dinner], "--into", "Trip").sum == "1 booking: 1 unchanged")
  }

  // MARK: - The same booking

  @Test func changesNothingIfTheFileIsImportedAgain() throws {
    let bookings: [JSON] = [.flight(price: (412, "EUR")), .hotel(), .train(nil)]
    try importing(bookings).expectDone()
    let bytes = try Data(contentsOf: tool.store)
    Thread.sleep(forTimeInterval: 1.1)
    #expect(try importing(bookings).sum == "3 bookings: 3 unchanged")
    #expect(try Data(contentsOf: tool.store) == bytes)
  }

  @Test func movesTheRowOfARebookedDayAndKeepsItReserved() throws {
    try importing([.flight(), .hotel()]).expectDone()
    let later: [JSON] = [
      .flight("K7QX2P", "2027-05-03T11:00:00+02:00", "2027-05-03T14:00:00-04:00"),
      .hotel("H1", "Hotel Astor", "2027-05-03", "2027-05-06"),
    ]
    #expect(try importing(later).sum == "2 bookings: 2 updated")
    #expect(
      try items == ["2027-05-03 11:00 – 2027-05-03 14:00 Flight LH 400 FRA–JFK reserved=1"])
    #expect(try stays == ["2027-05-03 2027-05-06 Hotel Astor confirmed=1"])
  }

  @Test func keepsOneTrainOfOneNumberOnThreeDaysAsThreeRows() throws {
    func day(_ day: Int, _ hour: Int = 8) -> JSON {
      .train("T9", "2027-05-0\(day)T0\(hour):00:00")
    }
    #expect(try importing([day(6), day(4), day(5)]).sum == "3 bookings: 3 added (3 items)")
    #expect(try importing([day(4), day(5), day(6)]).sum == "3 bookings: 3 unchanged")
    // A ticket of one of them, at another hour.
    #expect(try importing([day(5, 9)]).sum == "1 booking: 1 updated")
    // Two days stay, and the third moves.
    #expect(try importing([day(4), day(8), day(6)]).sum == "3 bookings: 1 updated, 2 unchanged")
    #expect(
      try tool.query("SELECT date FROM bucketListItem ORDER BY date")
        == ["2027-05-04", "2027-05-06", "2027-05-08"])
  }

  @Test func keepsTwoStaysInOneHouseUnderOneNumber() throws {
    let first = JSON.hotel("H1", "Astor", "2027-05-01", "2027-05-03")
    let second = JSON.hotel("H1", "Astor", "2027-05-10", "2027-05-12")
    #expect(try importing([first, second]).sum == "2 bookings: 2 added (2 stays)")
    let moved = JSON.hotel("H1", "Astor", "2027-05-11", "2027-05-12")
    #expect(try importing([first, moved]).sum == "2 bookings: 1 updated, 1 unchanged")
    #expect(
      try stays
        == [
          "2027-05-01 2027-05-03 Astor confirmed=1", "2027-05-11 2027-05-12 Astor confirmed=1",
        ])
  }

  @Test func identifiesABookingWithoutANumberByItsDay() throws {
    try importing([.train(nil)]).expectDone()
    #expect(try importing([.train(nil)]).sum == "1 booking: 1 unchanged")
    let other = try importing([.train(nil, "2027-05-07T20:24:00+02:00")])
    #expect(other.sum == "1 booking: 1 added (1 item)")
  }

  /// Of the ticket and the seat, only one has a number.
  @Test(arguments: [true, false], [true, false])
  func findsTheOneOfItsDayThatHasANumber(_ isFirst: Bool, _ isOneFile: Bool) throws {
    let bookings: [JSON] =
      isFirst ? [.train("T9"), .train(nil)] : [.train(nil), .train("T9")]
    if isOneFile {
      #expect(try importing(bookings).sum == "2 bookings: 2 added (1 item)")
    } else {
      try importing([bookings[0]]).expectDone()
      try importing([bookings[1]]).expectDone()
    }
    #expect(try items.count == 1)
    #expect(try tool.query("SELECT reference FROM bucketListItem") == ["T9"])
    for booking in bookings {
      #expect(try importing([booking]).sum == "1 booking: 1 unchanged")
    }
  }

  /// The mail and the pass in one call are two versions.
  @Test func mergesTheFilesOfOneCall() throws {
    let pass = JSON.flight("K7QX2P", "2027-05-01", nil).withTrip(["departureGate": "A5"])
    let result = tool.run(
      "import", try file([.flight()], name: "mail.json"), try file([pass], name: "pass.json"))
    #expect(result.sum == "2 bookings: 2 added (1 item)")
    #expect(
      try items == ["2027-05-01 10:35 – 2027-05-01 13:15 Flight LH 400 FRA–JFK reserved=1"])
    #expect(try details == ["Traveller: Ada Berg", "To: JFK airport", "Gate: A5"])
  }

  // MARK: - Details

  @Test func keepsTheDetailsOfTheMailWhenABoardingPassFollows() throws {
    let mail = JSON.flight(price: (412, "EUR")).withTrip(["departureTerminal": "1"])
      .with(["url": "https://air.example/view"])
    try importing([mail]).expectDone()
    let pass = JSON.flight("K7QX2P", "2027-05-01", nil, traveller: "ADA BERG").withTrip([
      "departureGate": "A5", "boardingTime": "2027-05-01T10:05:00+02:00",
    ]).with(["airplaneSeat": "12A"])
    #expect(try importing([pass]).sum == "1 booking: 1 updated")
    #expect(
      try items == ["2027-05-01 10:35 – 2027-05-01 13:15 Flight LH 400 FRA–JFK reserved=1"])
    #expect(
      try details == [
        "Terminal: 1", "Traveller: Ada Berg", "To: JFK airport", "View: https://air.example/view",
        "Boarding: 10:05", "Gate: A5", "Seat (ADA BERG): 12A",
      ])
    #expect(try costs == ["41200EUR"])
    #expect(try importing([mail]).sum == "1 booking: 1 unchanged")
    let newGate = pass.withTrip(["departureGate": "B7"])
    try importing([newGate]).expectDone()
    #expect(try details.contains("Gate: B7") && !details.contains("Gate: A5"))
  }

  @Test func leavesTheLinesThatAUserHasChanged() throws {
    let mail = JSON.flight().withTrip(["departureTerminal": "1", "departureGate": "A5"])
    try importing([mail]).expectDone()
    tool.run("bucket", "edit", "Trip", "1", "--details", "Terminal: 2\nmy own line")
    try importing([mail.withTrip(["departureGate": "B7"])]).expectDone()
    #expect(try details == ["Terminal: 2", "my own line", "Gate: B7"])
  }

  @Test func fillsEmptyValuesOfATypedRow() throws {
    tool.run(
      "stay", "add", "Trip", "Hotel Astor", "--from", "2027-05-01", "--to", "2027-05-04",
      "--address", "at the park", "--details", "Check-in: 16:00")
    let result = try importing([.hotel()])
    #expect(result.sum == "1 booking: 1 updated")
    #expect(try stays == ["2027-05-01 2027-05-04 Hotel Astor confirmed=1"])
    #expect(try tool.query("SELECT address FROM livingAccommodation") == ["at the park"])
    #expect(
      try tool.query("SELECT details FROM livingAccommodation") == [
        "Check-in: 16:00\nCheck-out: 11:00\nTraveller: Ada Berg\nPhone: +1 212 555 0100"
      ])
    #expect(result.stderr.contains("kept in 'Trip' (1)"))
    // The row is that of the booking now, so another one gets a row of its own.
    #expect(try importing([.hotel("H2")]).sum == "1 booking: 1 added (1 stay)")
  }

  @Test func assignsABookingToARow() throws {
    tool.run("bucket", "add", "Trip", "Fly home", "--on", "2027-05-01")
    let result = try importing([.flight()], "--into", "Trip", "--as-item", "Fly home")
    #expect(result.sum == "1 booking: 1 updated")
    #expect(
      try tool.query("SELECT title || ' ' || reference FROM bucketListItem")
        == ["Fly home K7QX2P"])
    #expect(try importing([.flight()]).sum == "1 booking: 1 unchanged")
    let two = try importing([.flight(), .train()], "--into", "Trip", "--as-item", "Fly home")
    #expect(two.stderr.contains("the file must have exactly one booking, but it has 2"))
  }

  // MARK: - Cancelled, deleted, undone

  @Test func listsACancelledBookingWithTheCommandThatRemovesItsRow() throws {
    try importing([.flight(), .hotel()]).expectDone()
    let result = try importing([JSON.flight().cancelled, JSON.hotel().cancelled])
    #expect(result.sum == "2 bookings: 2 left out")
    #expect(result.stderr.contains("trips bucket remove 1 1"))
    #expect(result.stderr.contains("trips stay remove 1 1"))
    #expect(try items.count == 1 && stays.count == 1)
  }

  @Test func listsEveryRowOfACancelledNumber() throws {
    let back = JSON.flight(from: "JFK", to: "FRA", "2027-05-08T18:00:00-04:00", nil)
    try importing([.flight(), back]).expectDone()
    let result = try importing([
      [
        "@type": "FlightReservation", "reservationNumber": "K7QX2P",
        "reservationStatus": "http://schema.org/Cancelled",
      ]
    ])
    #expect(result.sum == "1 booking: 1 left out")
    #expect(result.stderr.contains("'Flight LH 400 FRA–JFK'"))
    #expect(result.stderr.contains("trips bucket remove 1 1"))
    #expect(result.stderr.contains("trips bucket remove 1 2"))
  }

  @Test func keepsDeletedRowsDeletedUnlessAnew() throws {
    try importing([.flight()]).expectDone()
    tool.run("bucket", "remove", "Trip", "1")
    let result = try importing([.flight()])
    #expect(result.sum == "1 booking: 1 left out")
    #expect(result.stderr.contains("deleted here, and left deleted: 'Flight LH 400 FRA–JFK'"))
    #expect(try importing([.flight()], "--anew").sum == "1 booking: 1 added (1 item)")
  }

  @Test func undoForgetsAndRedoRemembers() throws {
    try importing([.flight()]).expectDone()
    tool.run("undo").expectDone()
    #expect(try items.isEmpty)
    tool.run("redo").expectDone()
    #expect(try importing([.flight()]).sum == "1 booking: 1 unchanged")
    tool.run("undo", "2").expectDone()
    #expect(try importing([.flight()], "--dry-run").sum == "1 booking: 1 would be added (1 item)")
    #expect(try items.isEmpty)
  }

  // MARK: - Hostile

  @Test func leavesOutNamesThatNoRowCanHave() throws {
    let bookings: [JSON] = [
      .hotel("H1", String(repeating: "x", count: 2_000)), .hotel("H2", "a\u{1}b"),
      .hotel("H3", "=1+1"), .hotel("H\n4", "a/b\n\n../c"), .train("'; DROP TABLE trip; --"),
    ]
    let result = try importing(bookings)
    #expect(result.sum == "5 bookings: 3 added (2 stays, 1 item); 2 left out")
    #expect(result.stderr.contains("the place name has 2000 bytes of UTF-8"))
    #expect(result.stderr.contains("the place name contains the control character U+0001"))
    #expect(
      try stays.map { $0.dropFirst(22) } == ["=1+1 confirmed=1", "a/b, ../c confirmed=1"])
    #expect(try importing(bookings).sum == "5 bookings: 3 unchanged; 2 left out")
  }

  @Test func refusesDeepNesting() throws {
    let deep = String(repeating: "[", count: 100_000)
    let result = try tool.importing(
      "[{\"@type\":\"FlightReservation\",\"x\":" + deep, name: "x.json")
    #expect(result.exitCode == .usage)
    #expect(result.stderr.contains("nested deeper than 64 levels"))
  }

  @Test func readsManyBookingsOfOneNumber() throws {
    let many = (0..<600).map { index in
      JSON.train(
        "T9", "2027-05-01T\(10 + index / 60 % 10):\(10 + index % 50):00",
        traveller: "T\(index)")
    }
    let result = try importing(many)
    #expect(result.sum.hasPrefix("600 bookings: 600 added ("))
    #expect(try importing(many).sum == "600 bookings: 600 unchanged")
  }
}
