import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Events created by other programs.
struct SyncAdoptTests {
  private static let events = [
    "days": EventLines.foreign(
      "d", "DTSTART;VALUE=DATE:20270101", "DTEND;VALUE=DATE:20270103", "SUMMARY:Skiing",
      "DESCRIPTION:warm socks", "ATTENDEE:mailto:a@example.org"),
    "flight": EventLines.foreign(
      "f", "DTSTART:20270201T220000", "DTEND:20270202T060000", "SUMMARY:", "LOCATION:Oslo"),
    // The form in which some programs write an all-day event.
    "fair": EventLines.foreign(
      "a", "DTSTART;VALUE=DATE-TIME:20270301T000000", "DTEND;VALUE=DATE-TIME:20270302T000000",
      "SUMMARY:Fair"),
    "lunch": EventLines.foreign(
      "l", "DTSTART:20270201T120000", "DTEND:20270201T130000", "SUMMARY:Lunch"),
    "off": EventLines.foreign(
      "c", "DTSTART;VALUE=DATE:20270101", "SUMMARY:Off", "STATUS:CANCELLED"),
  ]

  private func fixture() throws -> SyncFixture {
    let fixture = try SyncFixture()
    for (name, text) in Self.events {
      try fixture.write(fixture.folder.appending(path: "\(name).ics"), text)
    }
    return fixture
  }

  @Test func countsForeignEventsAndKeepsThem() throws {
    let fixture = try fixture()
    let before = try fixture.bytes()
    let result = fixture.sync()
    #expect(result.exitCode == .done && result.stdout.contains(#""otherEvents":5"#))
    #expect(result.stderr.contains("left 5 events alone that were not created by trips"))
    #expect(try fixture.bytes() == before)
  }

  /// Otherwise undoing the import would delete it.
  @Test func leavesTheEventOfAnImportedTripUntilTheUserDecides() throws {
    let fixture = try fixture()
    let file = fixture.folder.appending(path: "days.ics")
    fixture.tool.run("import", file.path)
    fixture.tool.run("import", fixture.folder.path + "/lunch.ics", "--into", "Skiing")
    fixture.tool.run("edit", "Skiing", "--business", "--perdiem", "60EUR")
    let before = try fixture.read(file)
    let held = try fixture.expectSettled(.refused)
    #expect(held.stdout.contains(#""reason":"it has an event that trips did not create""#))
    #expect(held.stderr.contains("hint: '--prefer store' or '--prefer calendar' settles"))
    fixture.tool.run("edit", "Skiing", "--destination", "Alps", "--end", "5d")
    let end = "end: 2027-01-05 here, 2027-01-02 in the calendar"
    #expect(fixture.report().contains { $0.contains(end) }, "\(fixture.report())")
    #expect(try fixture.read(file) == before)
    #expect(fixture.sync("--prefer", "store", "--trip", "Skiing").exitCode == .done)
    let event = try fixture.read(file)
    #expect(event.contains("X-TRIPS-KIND:BUSINESS\r\n") && event.contains("60.00 EUR"), "\(event)")
    try fixture.expectSettled()
  }

  /// One of our events lost its properties before another device read it: its UID shows what it is.
  @Test func recognizesAnEventWithoutOurPropertiesByItsUID() throws {
    let fixture = try SyncFixture()
    for name in ["Rome", "Paris"] {
      try fixture.edit(name) { EventLines.without($0, "X-TRIPS-") }
    }
    let other = try TestTool()
    let result = other.run("sync", fixture.folder.path)
    #expect(result.exitCode == .done && !result.stderr.contains("alone"), "\(result.stderr)")
    #expect(try other.query("SELECT name FROM trip").count == 5)
    try fixture.expectSettled()
  }

  /// Some servers rewrite UIDs, at once or one after the other.
  @Test func keepsTheRowsOfEventsWhoseUIDsWereRewritten() throws {
    let fixture = try SyncFixture()
    let rows = "SELECT id || placeName FROM livingAccommodation"
    let (trip, stay) = (try fixture.uid("Paris"), try fixture.uid("Paris") + "-stay")
    let places = try fixture.tool.query(rows)
    try fixture.edit("Paris") { $0.replacingOccurrences(of: "UID:\(trip)", with: "UID:new-1") }
    try fixture.edit("Paris", stay: true) {
      $0.replacingOccurrences(of: "UID:\(stay)", with: "UID:new-2")
    }
    let result = try fixture.expectSettled()
    #expect(!result.stdout.contains("deleted"), "\(result.stdout)")
    #expect(try fixture.tool.query(rows) == places)
    #expect(try fixture.tool.query("SELECT uid FROM livingAccommodation") == ["new-2"])
    #expect(try fixture.uid("Paris") == "new-1")
    let event = try fixture.read(fixture.folder.appending(path: "\(stay).ics"))
    #expect(event.contains("RELATED-TO:new-1"))
  }

  /// The server has dropped our properties too.
  @Test func keepsTheRowsOfRewrittenEventsWithoutOurProperties() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "edit", "Paris", "Rodin", "--on", "day2", "--time", "09:05")
    try fixture.expectSettled()
    let before = try fixture.trips()
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) {
      let file = fixture.folder.appending(path: name)
      let lines = EventLines.of(EventLines.without(try fixture.read(file), "X-TRIPS-"))
      try fixture.write(
        file,
        EventLines.text(
          lines.map { line in line.hasPrefix("UID:") ? "UID:new-\(name)" : line }
            .filter { name.count % 2 == 0 || !$0.hasPrefix("RELATED-TO") }))
    }
    #expect(fixture.sync().exitCode == .done)
    try fixture.expectSettled()
    let uids = #/"uid":"[^"]+"/#
    #expect(try fixture.trips().replacing(uids, with: "") == before.replacing(uids, with: ""))
  }

  @Test func movesAStayToTheTripOfItsEvent() throws {
    let fixture = try SyncFixture()
    let rome = try fixture.uid("Rome")
    try fixture.set("Paris", "RELATED-TO", "RELATED-TO:\(rome)", stay: true)
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query(
        "SELECT name FROM trip JOIN livingAccommodation AS s ON s.tripId = trip.id") == ["Rome"])
  }

  @Test func movesTheEventOfAStayToItsNewTrip() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris", stay: true)
    try fixture.tool.execute(
      "UPDATE livingAccommodation SET tripId = (SELECT id FROM trip WHERE name = 'Oslo')")
    try fixture.expectSettled()
    #expect(try fixture.read(file).contains("RELATED-TO:\(fixture.uid("Oslo"))"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).count == 6)
    try FileManager.default.removeItem(at: file)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation").isEmpty)
  }

  @Test(arguments: ["store", "calendar"]) func reportsAStayThatBothSidesMovedToAnotherTrip(
    side: String
  ) throws {
    let fixture = try SyncFixture()
    let rome = try fixture.uid("Rome")
    try fixture.set("Paris", "RELATED-TO", "RELATED-TO:\(rome)", stay: true)
    try fixture.tool.execute(
      "UPDATE livingAccommodation SET tripId = (SELECT id FROM trip WHERE name = 'Oslo')")
    let trip = "SELECT name FROM trip JOIN livingAccommodation AS s ON s.tripId = trip.id"
    #expect(fixture.report().contains { $0.contains("'Hôtel du Nord', trip: Oslo here, ") })
    try fixture.expectSettled(.refused)
    #expect(try fixture.tool.query(trip) == ["Oslo"])
    #expect(fixture.sync("--prefer", side).exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query(trip) == [side == "store" ? "Oslo" : "Rome"])
  }

  @Test func readsAnEndingInCapitals() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Rome")
    try FileManager.default.moveItem(
      at: file, to: URL(filePath: file.path.replacing(".ics", with: ".ICS")))
    #expect(fixture.sync().exitCode == .done)
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
  }

  @Test func ignoresTasks() throws {
    let fixture = try SyncFixture()
    try fixture.write(
      fixture.folder.appending(path: "task.ics"),
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nEND:VTODO\nEND:VCALENDAR\n")
    #expect(try fixture.expectSettled().stdout.contains(#""otherEvents":0"#))
  }
}
