import Foundation
import Testing

@testable import trips

/// Bookings that come in several files: two rooms of a hotel, and two versions of one booking.
struct ImportRoomTests: ImportsCalendars {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private static func room(_ uid: String, _ text: String, isAllDay: Bool = false) -> [String] {
    (isAllDay ? days("20270502", "20270505") : at("20270502T150000", "20270505T110000")) + [
      "UID:\(uid)@booking.com", "SUMMARY:Hotel Mundial", "DESCRIPTION:\(text)",
    ]
  }

  @Test(arguments: [false, true]) func keepsTwoRoomsOfAHotelApart(areAllDay: Bool) throws {
    tool.run("add", "Lisbon", "--start", "2027-05-01", "--end", "9d")
    let rooms = [
      Self.room("501", "Double, 620 EUR", isAllDay: areAllDay),
      Self.room("502", "Twin, 540 EUR", isAllDay: areAllDay),
    ]
    for room in rooms + rooms {
      #expect(!(try importing([room], "--into", "Lisbon").stderr.contains("replaced")))
    }
    #expect(try stays.count == 2)
    let details = "SELECT details FROM bucketListItem ORDER BY id"
    #expect(try tool.query(details) == ["Double, 620 EUR", "Twin, 540 EUR"])
    for room in rooms {
      let again = try importing([room], "--into", "Lisbon")
      #expect(again.stdout == "0 added, 0 updated, 1 unchanged\n", "\(again)")
    }
    // A new text may be of either room.
    let changed = try importing(
      [Self.room("502", "Twin, 460 EUR", isAllDay: areAllDay)], "--into", "Lisbon")
    #expect(
      try tool.query(details) == ["Double, 620 EUR", "Twin, 540 EUR", "Twin, 460 EUR"])
    #expect(changed.stderr.contains("beside 'Hotel Mundial' on the same day; "))
  }

  /// Only the item of a new booking is new.
  @Test func movesAnItemThatIsNamedAfterANewHotel() throws {
    tool.run("add", "Lisbon", "--start", "2027-05-01", "--end", "9d")
    for time in ["10", "11"] {
      let bus =
        Self.at("20270502T\(time)0000", "20270502T\(time)3000") + ["SUMMARY:Bus to Hotel Mundial"]
      let room = time == "11" ? [Self.room("501", "Double")] : []
      _ = try importing([bus] + room, "--into", "Lisbon")
    }
    #expect(
      try items == ["1 2027-05-02 11:00 Bus to Hotel Mundial", "1 2027-05-02 15:00 Hotel Mundial"])
  }

  /// A stay that was entered by hand is the booking, whatever file names it first.
  @Test func findsTheStayOfARoomThatWasEnteredByHand() throws {
    tool.run("add", "Lisbon", "--start", "2027-05-01", "--end", "9d")
    tool.run("stay", "add", "Lisbon", "Hotel Mundial", "--from", "day2", "--nights", "3")
    _ = try importing([Self.room("501", "Double")], "--into", "Lisbon")
    #expect(try stays == ["1 2027-05-02 2027-05-05 Hotel Mundial"])
  }

  @Test func importsTheEventsOfTwoRoomsFromAFolder() throws {
    tool.run("add", "Lisbon", "--start", "2027-05-01", "--end", "9d")
    tool.run(
      "stay", "add", "Lisbon", "Hotel Mundial", "--from", "day2", "--nights", "3",
      "--cost", "620EUR")
    try tool.execute(
      """
      INSERT INTO livingAccommodation(
        uid, tripId, placeName, startDate, endDate, costMinor, costCurrency)
      SELECT 'room-2', tripId, placeName, startDate, endDate, 54000, 'EUR' FROM livingAccommodation
      """)
    let folder = tool.folder.appending(path: "calendar").path
    #expect(tool.run("sync", folder, "--yes").exitCode == .done)
    let other = try TestTool()
    other.run("import", folder)
    let costs = "SELECT costMinor FROM livingAccommodation ORDER BY costMinor"
    #expect(try other.query(costs) == ["54000", "62000"])
  }

  /// Whatever the order of the files (RFC 5546 section 2.1.5).
  @Test func takesTheLaterVersionOfABooking() throws {
    tool.run("add", "Lisbon", "--start", "2027-05-01", "--end", "9d")
    func booking(_ name: String, _ day: String, _ stamp: String) throws -> String {
      try file(
        name,
        [
          Self.at("202705\(day)T150000", "20270509T110000") + [
            "UID:b@airbnb.com", "SUMMARY:Stay at Casa", "DTSTAMP:\(stamp)",
          ]
        ])
    }
    for (first, second) in [("03", "04"), ("05", "06")] {
      let new = try booking("a.ics", first, "202611\(first)T100000Z")
      let old = try booking("b.ics", second, "20261101T100000Z")
      let result = tool.run("import", new, old, "--into", "Lisbon")
      #expect(result.stderr.contains("note: an older version of 'Stay at Casa' is left out\n"))
      #expect(try stays == ["1 2027-05-\(first) 2027-05-09 Casa"])
    }
  }

  /// The trip of a feed is not a stay of the trip that gets the feed.
  @Test func givesATripNoStayForATripThatContainsAHotel() throws {
    tool.run("add", "Portugal", "--start", "2027-05-01", "--end", "9d")
    let trip = Self.days("20270502", "20270509") + ["SUMMARY:Lisbon 2027"]
    let result = try importing([trip, Self.room("501", "Double")], "--into", "Portugal")
    #expect(
      result.stderr.contains("note: 'Lisbon 2027' contains 'Hotel Mundial' and is not a stay\n"))
    #expect(try stays == ["1 2027-05-02 2027-05-05 Hotel Mundial"])
  }

  @Test func namesNoItemOfTwoRoomsIfOneIsCancelled() throws {
    tool.run("add", "Lisbon", "--start", "2027-05-01", "--end", "9d")
    let rooms = [Self.room("501", "Double"), Self.room("502", "Twin")]
    _ = try importing(rooms, "--into", "Lisbon")
    let alone = try importing([rooms[1] + ["STATUS:CANCELLED"]], "--into", "Lisbon")
    #expect(alone.stderr.contains("'trips stay remove 1 2' removes it"))
    #expect(
      alone.stderr.contains(
        "note: one of the 2 items 'Hotel Mundial' on 2027-05-02 15:00 in 'Lisbon' (1), "
          + "2027-05-01 to 2027-05-09, is of a cancelled event; 'trips bucket list 1' shows them\n")
    )
    let both = try importing([rooms[0], rooms[1] + ["STATUS:CANCELLED"]], "--into", "Lisbon")
    #expect(
      both.stderr.contains(
        "note: the event 'Hotel Mundial' on 2027-05-02 is cancelled; if it has become an item, "
          + "that remains\n"))
  }

  /// In whatever order they are read.
  @Test(arguments: [true, false]) func ignoresACancellationBeforeALaterVersion(isFirst: Bool) throws
  {
    tool.run("add", "Lisbon", "--start", "2027-05-01", "--end", "9d")
    let old = try file(
      isFirst ? "a.ics" : "c.ics",
      [Self.room("501", "Double") + ["DTSTAMP:20261101T100000Z", "STATUS:CANCELLED"]])
    let new = try file("b.ics", [Self.room("501", "Double") + ["DTSTAMP:20261102T100000Z"]])
    let result = tool.run("import", old, new, "--into", "Lisbon")
    #expect(!result.stderr.contains("cancelled"), "\(result.stderr)")
    #expect(try stays.count == 1)
    let later = try file(
      "d.ics", [Self.room("501", "Double") + ["DTSTAMP:20261103T100000Z", "STATUS:CANCELLED"]])
    #expect(tool.run("import", later, new, "--into", "Lisbon").stderr.contains("is cancelled"))
  }

  /// A line of the details that another program wrote may change; then it is all replaced.
  @Test func keepsLinesAddedToTheDetailsOfAnItem() throws {
    tool.run("add", "Lisbon", "--start", "2027-05-01", "--end", "9d")
    let flight = Self.at("20270502T150000", "20270502T170000") + ["UID:f", "SUMMARY:TP563"]
    _ = try importing([flight + ["DESCRIPTION:Terminal 1"]], "--into", "Lisbon")
    let own = "Taxi at 7\nTerminal 1\nSeats 12A"
    tool.run("bucket", "edit", "Lisbon", "TP563", "--details", own)
    let details = "SELECT details FROM bucketListItem"
    _ = try importing([flight + ["DESCRIPTION:Terminal 1"]], "--into", "Lisbon")
    #expect(try tool.query(details) == [own])
    _ = try importing([flight + ["DESCRIPTION:Terminal 2"]], "--into", "Lisbon")
    #expect(try tool.query(details) == ["Terminal 2"])
  }
}
