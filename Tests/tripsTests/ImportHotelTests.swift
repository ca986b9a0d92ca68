import Foundation
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
      Self.days("20270501", "20270505") + [
        "SUMMARY:Stay at Hotel Roma", "LOCATION:Via Appia 1", "UID:r@google.com",
      ],
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

  /// Those of Airbnb end before the day of the check-out, as all-day events do.
  @Test func countsAllNightsOfAStayThatIsNotGoogles() throws {
    let stay =
      Self.days("20270502", "20270505") + ["SUMMARY:Stay at Cozy flat", "UID:h@airbnb.com"]
    _ = try importing([Self.days("20270501", "20270511") + ["SUMMARY:Italy"], stay])
    #expect(try stays == ["1 2027-05-02 2027-05-05 Cozy flat"])
  }

  @Test func turnsALoneHotelAndLongEventsIntoTrips() throws {
    let result = try importing([
      Self.days("20270501", "20270505") + ["SUMMARY:Hotel Roma"],
      Self.at("20270601T080000", "20270603T180000") + ["SUMMARY:Offsite"],
    ])
    #expect(
      result.stderr.hasPrefix(
        """
        note: the times of 'Offsite' are not kept; a trip has only days
        note: 'Hotel Roma' looks like a hotel and is imported as a trip
        hint: a hotel that is imported with '--into TRIP' becomes a stay of that trip

        """))
    // The hotel's last day is that of the check-out.
    #expect(
      try tool.query("SELECT name || endDate FROM trip ORDER BY id")
        == ["Hotel Roma2027-05-05", "Offsite2027-06-03"])
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

  /// A file may be imported again without '--into', and its hotel may have another title.
  @Test func makesNoTripOfTheEventOfAStay() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    let days = Self.days("20270501", "20270504")
    let hotel = [days + ["SUMMARY:Hotel Artemide"]]
    _ = try importing(hotel, "--into", "Rome")
    let unchanged = TestTool.Result(stdout: "0 added, 0 updated, 1 unchanged\n", stderr: "")
    #expect(try importing(hotel) == unchanged)
    #expect(try importing(hotel, "--all-events") == unchanged)
    _ = try importing([days + ["SUMMARY:Artemide"]])
    #expect(try tool.query("SELECT name FROM trip") == ["Rome"])
    #expect(try stays == ["1 2027-05-01 2027-05-04 Artemide"])
  }

  @Test func findsAStayInWhateverTripItIs() throws {
    for name in ["Rome", "Italy"] { tool.run("add", name, "--start", "2027-05-01", "--end", "5d") }
    let hotel = [Self.at("20270501T150000", "20270504T110000") + ["SUMMARY:Hotel Artemide"]]
    _ = try importing(hotel, "--into", "Rome")
    #expect(
      try importing(hotel, "--into", "Italy").stderr
        == "note: 'Hotel Artemide' is a stay of 'Rome' (1), 2027-05-01 to 2027-05-05, and remains "
        + "there\n")
    tool.run("edit", "Rome", "--move", "+1w")
    #expect(
      try importing(hotel).stderr.hasPrefix(
        """
        warning: the stay 'Hotel Artemide' of 'Rome' (1), 2027-05-08 to 2027-05-12, is not within \
        the trip
        note: updated 'Rome' (1), 2027-05-08 to 2027-05-12: start of 'Hotel Artemide'
        """))
    #expect(try stays == ["1 2027-05-01 2027-05-04 Hotel Artemide"])
  }

  /// The trip itself may come after its stay, and have other dates.
  @Test func changesTheTripOfAStayToo() throws {
    let trip = Self.days("20270501", "20270506") + ["UID:trip"]
    _ = try importing([trip + ["SUMMARY:Rome"]])
    let hotel = Self.days("20270502", "20270504") + ["UID:hotel", "SUMMARY:Hotel Artemide"]
    _ = try importing([hotel], "--into", "Rome")
    let one = try file("a.ics", [Self.days("20270502", "20270505") + hotel.dropFirst(2)])
    let moved = Self.at("20270501T080000", "20270507T200000") + ["UID:trip", "SEQUENCE:1"]
    let two = try file("b.ics", [moved + ["SUMMARY:Roma"]])
    let result = tool.run("import", one, two)
    #expect(result.stdout == "0 added, 2 updated, 0 unchanged\n", "\(result.stderr)")
    #expect(!result.stderr.contains("older"))
    #expect(
      try tool.query("SELECT name || endDate FROM trip") == ["Roma2027-05-07"])
    #expect(try stays == ["1 2027-05-02 2027-05-05 Hotel Artemide"])
    // In one file, the trip comes first.
    _ = try importing([hotel, trip + ["SUMMARY:Rome", "SEQUENCE:2"]])
    #expect(try stays == ["1 2027-05-02 2027-05-04 Hotel Artemide"])
    let both = try importing([hotel, moved + ["SUMMARY:Roma"]])
    #expect(both.stdout == "0 added, 1 updated, 0 unchanged\n", "\(both.stderr)")
    #expect(try tool.query("SELECT name FROM trip") == ["Roma"])
  }

  /// Two rooms are booked apart, for different nights.
  @Test func keepsTheStayOfAnotherEvent() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    for (uid, end) in [("a", "20270504"), ("b", "20270503"), ("a", "20270504")] {
      let hotel = Self.days("20270501", end) + ["UID:" + uid, "SUMMARY:Hotel Artemide"]
      _ = try importing([hotel], "--into", "Rome")
    }
    #expect(
      try stays
        == ["1 2027-05-01 2027-05-04 Hotel Artemide", "1 2027-05-01 2027-05-03 Hotel Artemide"])
  }

  /// Google drops our properties and keeps UIDs.
  @Test func findsExportedStaysByTheirUIDs() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d", "--stay", "Villa")
    tool.run("stay", "add", "Rome", "Bath", "--from", "day2", "--nights", "0")
    tool.run(
      "stay", "add", "Rome", "Loft", "--from", "day3", "--nights", "1", "--cost", "90EUR",
      "--confirmed")
    let file =
      tool.run("export", "--format", "ics").stdout.split(separator: "\r\n")
      .filter { !$0.contains(/^(X-TRIPS|RELATED-TO|CATEGORIES)/) }.joined(separator: "\n") + "\n"
    #expect(try tool.importing(file).stdout == "0 added, 0 updated, 1 unchanged\n")
    let result = try tool.importing(file.replacing("SUMMARY:Loft", with: "SUMMARY:Penthouse"))
    #expect(result.stdout == "0 added, 1 updated, 0 unchanged\n", "\(result.stderr)")
    #expect(
      try tool.query(
        "SELECT placeName || ifnull(startDate || endDate, '') || ifnull(costMinor, '') || isConfirmed "
          + "FROM livingAccommodation ORDER BY id")
        == ["Villa0", "Bath2027-05-022027-05-020", "Penthouse2027-05-032027-05-0490001"])
  }

  private static func checkIn(_ day: String) -> [String] {
    at("202702\(day)T150000", "202702\(day)T160000") + ["UID:in", "SUMMARY:Check-in: Moxy"]
  }

  private static func checkOut(_ day: String) -> [String] {
    at("202702\(day)T110000", "202702\(day)T120000") + ["SUMMARY:Check-out: Moxy"]
  }

  @Test func takesACheckOutAfterTheTrip() throws {
    let trip = Self.days("20270201", "20270207") + ["SUMMARY:New York"]
    let result = try importing([trip, Self.checkIn("01"), Self.checkOut("07")])
    #expect(
      result.stderr.hasPrefix(
        "warning: the stay 'Moxy' of 'New York' (1), 2027-02-01 to 2027-02-06, is not within the "
          + "trip\n"))
    #expect(try stays == ["1 2027-02-01 2027-02-07 Moxy"])
    #expect(try items.isEmpty)
  }

  /// The two visits are not mixed up, and nights that are known are not assumed.
  @Test func keepsAKnownCheckOut() throws {
    let trip = Self.days("20270201", "20270221") + ["SUMMARY:New York"]
    let later = Self.at("20270210T150000", "20270210T160000") + ["SUMMARY:Check-in: Moxy"]
    _ = try importing([
      trip, Self.checkIn("01"), later, Self.checkOut("06"), Self.checkOut("12"),
    ])
    let nights = ["1 2027-02-01 2027-02-06 Moxy", "1 2027-02-10 2027-02-12 Moxy"]
    #expect(try stays == nights)
    #expect(
      try importing([trip, Self.checkIn("01")]).stdout == "0 added, 0 updated, 1 unchanged\n")
    #expect(try stays == nights)
    #expect(
      try importing([trip, Self.checkIn("07")]).stderr.hasPrefix(
        "note: 'Moxy' has no check-out; 1 night is assumed\n"))
    #expect(try stays.first == "1 2027-02-07 2027-02-08 Moxy")
  }

  /// The store has it in another spelling.
  @Test func findsTheStayOfTheSameNightsInAnyCase() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    tool.run("stay", "add", "Rome", "Hotel Tejo", "--nights", "2", "--cost", "90EUR")
    tool.run("stay", "edit", "Rome", "--address", "Rua 1")
    let hotel = Self.days("20270501", "20270503") + ["SUMMARY:HOTEL TEJO"]
    #expect(
      try importing([hotel], "--into", "Rome").stderr.hasPrefix(
        "note: updated 'Rome' (1), 2027-05-01 to 2027-05-05: stay: Hotel Tejo → HOTEL TEJO\n"))
    #expect(
      try tool.query("SELECT placeName || address || costMinor FROM livingAccommodation")
        == ["HOTEL TEJORua 19000"])
  }

  /// Its own property with the dates was dropped.
  @Test func keepsTheDatesOfAStayOnAllDaysOfItsTrip() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    tool.run("stay", "add", "1", "Hotel", "--from", "day1")
    let text = tool.run("export", "--format", "ics").stdout
      .replacing(#/X-TRIPS-CHECK-(IN|OUT)[^\r]*\r\n/#, with: "")
    let file = tool.folder.appending(path: "own.ics")
    try Data(text.utf8).write(to: file)
    #expect(tool.run("import", file.path).stdout == "0 added, 0 updated, 1 unchanged\n")
    #expect(try stays == ["1 2027-05-01 2027-05-05 Hotel"])
  }

  /// The stay was entered before the booking came, and the booking changes.
  @Test func findsTheStayThatSharesNightsAtThePlace() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "2027-05-09")
    tool.run(
      "stay", "add", "1", "Hotel Tejo", "--from", "day2", "--nights", "4", "--cost", "400EUR")
    tool.run("stay", "add", "1", "Hotel Tejo", "--from", "day7", "--nights", "1")
    let booking = Self.at("20270502T150000", "20270505T110000") + ["SUMMARY:Hotel Tejo", "UID:h1"]
    let result = try importing([booking], "--into", "1")
    #expect(
      result.stderr
        == "note: updated 'Rome' (1), 2027-05-01 to 2027-05-09: end of 'Hotel Tejo': "
        + "2027-05-06 → 2027-05-05\n")
    #expect(
      try stays == ["1 2027-05-02 2027-05-05 Hotel Tejo", "1 2027-05-07 2027-05-08 Hotel Tejo"])
    #expect(try tool.query("SELECT costMinor FROM livingAccommodation WHERE id = 1") == ["40000"])
  }

  @Test func namesTheTripOfTheEventOfAStay() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    let hotel = Self.days("20270501", "20270504") + ["SUMMARY:Hotel Artemide"]
    _ = try importing([hotel])
    let trip = "'Hotel Artemide' (2), 2027-05-01 to 2027-05-04"
    let note =
      "note: \(trip), was imported from the event of a stay; 'trips delete 2' deletes this trip\n"
    #expect(try importing([hotel], "--into", "Rome").stderr.hasPrefix(note))
    #expect(
      try importing([hotel + ["STATUS:CANCELLED"]]).stderr == """
        note: \(trip) is cancelled in the file; 'trips delete 2' deletes it
        note: the stay 'Hotel Artemide' (1) is cancelled in the file; 'trips stay remove 1 1' \
        removes it

        """)
    tool.run("delete", "2", "--yes")
    #expect(try importing([hotel], "--into", "Rome").stderr.isEmpty)
  }

  @Test func namesTheStaysOfAFeedThatRemainInAnotherTrip() throws {
    tool.run("add", "Italy", "--start", "2027-05-01", "--end", "5d")
    let hotel =
      Self.at("20270501T150000", "20270504T110000") + ["UID:h", "SUMMARY:Hotel Artemide"]
    let trip = Self.days("20270501", "20270506") + ["UID:feed"]
    func feed(_ name: String) -> [[String]] { [trip + ["SUMMARY:" + name], hotel] }
    _ = try importing([hotel], "--into", "Italy")
    // The trip is found by its name and dates.
    #expect(try !importing(feed("Italy")).stderr.contains("remains there"))
    #expect(
      try importing(feed("Roman holiday")).stderr.hasPrefix(
        "note: 'Hotel Artemide' is a stay of 'Italy' (1), 2027-05-01 to 2027-05-05, and remains "
          + "there\n"))
    #expect(try stays == ["1 2027-05-01 2027-05-04 Hotel Artemide"])
  }

  @Test func keepsTheCostOfARenamedHotel() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--end", "5d")
    let days = Self.days("20270501", "20270504")
    _ = try importing([days + ["SUMMARY:Hotel Artemide"]], "--into", "Rome")
    tool.run("stay", "edit", "Rome", "--cost", "300EUR", "--confirmed")
    #expect(
      try importing([days + ["SUMMARY:Hotel Artemide Deluxe"]], "--into", "Rome").stderr.hasPrefix(
        "note: 'Hotel Artemide Deluxe' keeps what 'Hotel Artemide' had: confirmed, cost\n"))
    #expect(
      try tool.query("SELECT placeName || costMinor || isConfirmed FROM livingAccommodation")
        == ["Hotel Artemide Deluxe300001"])
  }

  /// The commonest booking: from the first to the last day.
  @Test func takesAHotelOfTheWholeTrip() throws {
    tool.run("add", "Milan", "--start", "2027-07-05", "--end", "5d")
    let hotel = Self.at("20270705T150000", "20270709T110000") + ["SUMMARY:NH Milano"]
    #expect(
      try importing([hotel], "--into", "Milan").stderr.hasPrefix(
        "note: 'NH Milano' lasts a night and is imported as a stay\n"))
    #expect(try stays == ["1 2027-07-05 2027-07-09 NH Milano"])
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
          + "bucket list: added '2027-07-21 14:00 Hotel Plaza'; "
          + "stay: added 'Hotel Plaza, 2027-07-21 to 2027-07-24'\n"))
    #expect(try stays == ["1 2027-07-21 2027-07-24 Hotel Plaza"])
    #expect(try items == ["1 2027-07-21 14:00 Hotel Plaza"])
    #expect(
      try tool.query("SELECT details FROM bucketListItem")
        == ["Atocha 2\nBooking 4012\nPIN 1234"])
    #expect(
      try importing([hotel], "--into", "Madrid").stdout == "0 added, 0 updated, 1 unchanged\n")
  }
}
