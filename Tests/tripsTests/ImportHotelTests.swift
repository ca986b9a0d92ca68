import Testing

@testable import trips

/// Hotels in calendars of other programs, which become stays.
struct ImportHotelTests: ImportsCalendars {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  /// Google writes a booked hotel as an all-day event, and an Outlook file uses Windows names of
  /// zones.
  @Test func importsHotelsAndNightsAsStays() throws {
    let result = try importing([
      Self.days("20270501", "20270511") + ["SUMMARY:Italy"],
      Self.days("20270501", "20270505") + ["SUMMARY:Stay at Hotel Roma", "LOCATION:Via Appia 1"],
      Self.at("20270504T150000", "20270507T100000", "W. Europe Standard Time") + [
        "SUMMARY:Villa Fiori"
      ],
      Self.at("20270507T150000", "20270507T153000") + ["SUMMARY:Check-in Casa Nova"],
      // A night on a train is not a stay.
      Self.at("20270509T213000", "20270510T080000") + ["SUMMARY:Night train to Munich"],
    ])
    #expect(result.stdout == "1 added, 0 updated, 0 unchanged\n", "\(result.stderr)")
    #expect(
      try stays == [
        "1 2027-05-01 2027-05-04 Hotel Roma", "1 2027-05-04 2027-05-07 Villa Fiori",
        "1 2027-05-07 2027-05-08 Casa Nova",
      ])
    #expect(result.stderr.contains("note: 'Casa Nova' has no check-out; 1 night is assumed\n"))
    #expect(try items == ["1 2027-05-09 21:30 Night train to Munich"])
  }

  @Test func turnsALoneHotelAndLongEventsIntoTrips() throws {
    _ = try importing([
      Self.days("20270501", "20270505") + ["SUMMARY:Hotel Roma"],
      Self.at("20270601T080000", "20270603T180000") + ["SUMMARY:Offsite"],
    ])
    #expect(try tool.query("SELECT name FROM trip ORDER BY id") == ["Hotel Roma", "Offsite"])
    #expect(try stays.isEmpty && items.isEmpty)
  }

  @Test func omitsHotelsWithinTwoTrips() throws {
    let result = try importing([
      Self.days("20270703", "20270815") + ["SUMMARY:School holidays"],
      Self.days("20270710", "20270725") + ["SUMMARY:Crete"],
      Self.at("20270710T150000", "20270717T110000") + ["SUMMARY:Hotel Minos"],
    ])
    #expect(result.stdout == "2 added, 0 updated, 0 unchanged\n")
    #expect(result.stderr.contains("'Hotel Minos' (2027-07-10 15:00) in 'School holidays' and"))
  }

  @Test func namesStaysThatMayBeSomethingElse() throws {
    tool.run("add", "Tour", "--start", "2027-05-03", "--end", "2027-05-07")
    let result = try importing(
      [
        Self.at("20270503T100000", "20270506T100000") + ["SUMMARY:Rental car"],
        Self.days("20270505", "20270509") + ["SUMMARY:Hotel Roma"],
      ], "--into", "Tour")
    #expect(
      result.stderr.hasPrefix(
        "note: 'Rental car' lasts a night and is imported as a stay\n"))
    #expect(
      try importing([Self.days("20270505", "20270508") + ["SUMMARY:Hotel Roma"]], "--into", "Tour")
        .stderr.hasPrefix(
          "note: the check-out of 'Hotel Roma' is set to the last day of the trip\n"))
  }

  /// A file may be imported again without '--into'.
  @Test func makesNoTripOfTheEventOfAStay() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    let hotel = [Self.days("20270501", "20270504") + ["SUMMARY:Hotel Artemide"]]
    _ = try importing(hotel, "--into", "Rome")
    #expect(
      try importing(hotel)
        == TestTool.Result(
          stdout: "0 added, 0 updated, 0 unchanged\n",
          stderr: """
            note: left out 1 event that is a stay already: 'Hotel Artemide' in 'Rome' (1), \
            2027-05-01 to 2027-05-05
            hint: '--into TRIP' updates stays within the trip

            """))
    #expect(try importing(hotel, "--all-events").stdout == "1 added, 0 updated, 0 unchanged\n")
  }

  @Test func namesTheStayOfACancelledEvent() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    let hotel = Self.days("20270501", "20270504") + ["SUMMARY:Hotel Artemide"]
    _ = try importing([hotel], "--into", "Rome")
    #expect(
      try importing([hotel + ["STATUS:CANCELLED"]]).stderr
        == "note: the stay 'Hotel Artemide' (1) was cancelled in the calendar; "
        + "'trips stay remove 1 1' removes it\n")
    #expect(try stays.count == 1)
  }

  @Test func keepsTheCostOfARenamedHotel() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    let days = Self.days("20270501", "20270504")
    _ = try importing([days + ["SUMMARY:Hotel Artemide"]], "--into", "Rome")
    tool.run("stay", "edit", "Rome", "--cost", "300EUR", "--confirmed")
    _ = try importing([days + ["SUMMARY:Hotel Artemide Deluxe"]], "--into", "Rome")
    #expect(
      try tool.query("SELECT placeName || costMinor || isConfirmed FROM livingAccommodation")
        == ["Hotel Artemide Deluxe300001"])
  }

  /// Whether it is known by its event or by its dates, a trip is no place to sleep.
  @Test func makesNoStayOfATripWithTimes() throws {
    let trip = Self.at("20270501T080000", "20270504T200000") + ["SUMMARY:Vienna"]
    _ = try importing([trip])
    #expect(
      try importing([trip], "--into", "Vienna").stderr.hasPrefix(
        "note: 'Vienna' is the trip itself and is not a stay\n"))
    tool.run("add", "Wien", "--start", "2027-05-01", "--end", "2027-05-04")
    #expect(
      try importing([trip], "--into", "Wien").stderr.hasPrefix(
        "note: 'Vienna' has the dates of the trip and is not a stay\n"))
    #expect(try stays.isEmpty)
  }

  @Test(arguments: [
    ("Motel One Roma", "Motel One Roma"), ("PENSION Anna", "PENSION Anna"), ("Novotel", "Novotel"),
    ("Ibis Budget", "Ibis Budget"), ("B&B Sole", "B&B Sole"), ("Guesthouse 7", "Guesthouse 7"),
    ("Grand Hotel Roma", "Grand Hotel Roma"), ("Ferienwohnung Süd", "Ferienwohnung Süd"),
    ("Apartment 3", "Apartment 3"), ("Übernachtung: Pension Müller", "Pension Müller"),
  ])
  func recognizesHotels(title: String, place: String) throws {
    _ = try importing([
      Self.days("20270501", "20270511") + ["SUMMARY:Italy"],
      Self.days("20270503", "20270506") + ["SUMMARY:" + title],
    ])
    #expect(try stays == ["1 2027-05-03 2027-05-06 " + place])
  }

  @Test func keepsWordsThatOnlyBeginLikeAHotel() throws {
    _ = try importing([
      Self.days("20270501", "20270511") + ["SUMMARY:Italy"],
      Self.at("20270503T090000", "20270503T100000") + ["SUMMARY:Pensionierung Karl"],
    ])
    #expect(try items == ["1 2027-05-03 09:00 Pensionierung Karl"])
  }

  /// A stay has no notes.
  @Test func keepsTheDescriptionOfAHotelAsAnItem() throws {
    tool.run("add", "Madrid", "--start", "2027-07-21", "--end", "5d")
    let hotel =
      Self.at("20270721T140000", "20270724T110000", "Europe/Madrid")
      + ["SUMMARY:Hotel Plaza", "LOCATION:Atocha 2", "DESCRIPTION:Booking 4012\\nPIN 1234"]
    let result = try importing([hotel], "--into", "Madrid")
    #expect(
      result.stderr.hasPrefix(
        "note: updated 'Madrid' (1), 2027-07-21 to 2027-07-25: "
          + "bucket list: added 'Hotel Plaza'; stay: added 'Hotel Plaza'\n"))
    #expect(try stays == ["1 2027-07-21 2027-07-24 Hotel Plaza"])
    #expect(try items == ["1 2027-07-21 14:00 Hotel Plaza"])
    #expect(
      try tool.query("SELECT details FROM bucketListItem")
        == ["Atocha 2\nBooking 4012\nPIN 1234"])
    #expect(
      try importing([hotel], "--into", "Madrid").stdout == "0 added, 0 updated, 1 unchanged\n")
  }
}
