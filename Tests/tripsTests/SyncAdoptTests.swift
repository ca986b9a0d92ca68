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

  /// One of our events lost its properties before another device read it: its UID shows its kind.
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

  @Test func listsForeignEventsAndKeepsThem() throws {
    let fixture = try fixture()
    let before = try fixture.bytes()
    let result = fixture.sync()
    #expect(result.exitCode == .done && result.stdout == "[]\n")
    #expect(
      result.stderr
        == "note: left 5 events alone, not created by trips: '', 'Fair', 'Lunch', 'Off', 'Skiing'; "
        + "'--adopt' takes those within one trip\n"
    )
    #expect(try fixture.bytes() == before)
  }

  /// What the import remembers is the base: a change on one side is copied to the other.
  @Test func syncsTheEventOfAnImportedRow() throws {
    let fixture = try fixture()
    let file = fixture.folder.appending(path: "days.ics")
    fixture.tool.run("import", file.path)
    fixture.tool.run("edit", "Skiing", "--business", "--perdiem", "60EUR")
    try fixture.write(
      file, fixture.read(file).replacing("SUMMARY:Skiing", with: "SUMMARY:Ski tour"))
    try fixture.expectSettled()
    let event = try fixture.read(file)
    #expect(event.contains("X-TRIPS-KIND:BUSINESS\r\n") && event.contains("60.00 EUR"), "\(event)")
    #expect(event.contains("X-TRIPS-ADOPTED:TRUE\r\n") && event.contains("SUMMARY:Ski tour"))
    #expect(try fixture.tool.query("SELECT type FROM trip WHERE name = 'Ski tour'") == ["business"])
    // It is never deleted.
    fixture.tool.run("delete", "Ski tour")
    try fixture.expectSettled()
    let released = try fixture.read(file)
    #expect(released.contains("SUMMARY:Ski tour") && released.contains("X-TRIPS-ID:none"))
    #expect(!released.contains("X-TRIPS-KIND") && !released.contains("60.00 EUR"))
    _ = fixture.sync("--adopt")
    #expect(try fixture.read(file) == released)
  }

  /// A dinner that was entered on the phone.
  @Test func adoptsAnEventWithinOneTrip() throws {
    let fixture = try SyncFixture()
    let file = fixture.folder.appending(path: "dinner.ics")
    let events = [
      "dinner": [
        "DTSTART:20270502T193000", "DTEND:20270502T220000", "SUMMARY:Dinner",
        "LOCATION:Bistro", "DESCRIPTION:Bring cash", "URL:https://b.example",
      ],
      "hotel": ["DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270503", "SUMMARY:Ritz"],
      "weekly": ["DTSTART:20270502T080000", "SUMMARY:Run", "RRULE:FREQ=DAILY"],
      "off": ["DTSTART:20270502T080000", "SUMMARY:Off", "STATUS:CANCELLED"],
      "untitled": ["DTSTART:20270502T080000"],
      "outside": ["DTSTART:20270512T080000", "SUMMARY:Outside"],
    ]
    for (name, lines) in events {
      let text = EventLines.adding(EventLines.foreign("\(name)@phone"), lines)
      try fixture.write(fixture.folder.appending(path: "\(name).ics"), text)
    }
    #expect(fixture.sync().stdout == "[]\n")
    #expect(fixture.sync("--adopt", "--trip", "Rome").stdout == "[]\n")
    let rehearsal = fixture.sync("--adopt", "--dry-run")
    #expect(fixture.sync("--adopt").stdout == rehearsal.stdout)
    #expect(
      try fixture.tool.query(
        "SELECT title || '|' || place || '|' || details || '|' || date || ' ' || time || '|' || endTime "
          + "FROM bucketListItem WHERE date NOT NULL")
        == ["Dinner|Bistro|Bring cash\nhttps://b.example|2027-05-02 19:30|22:00"])
    #expect(
      try fixture.tool.query(
        "SELECT startDate || endDate FROM livingAccommodation WHERE placeName = 'Ritz'")
        == ["2027-05-012027-05-03"])
    let event = try fixture.read(file)
    #expect(event.contains("X-TRIPS-ID:dinner@phone") && event.contains("UID:dinner@phone"))
    try fixture.expectSettled()
    // The other device has the same row, and deletes it: the event is released.
    let other = try fixture.otherStore()
    other.run("bucket", "remove", "Paris", "Dinner")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT count(*) FROM bucketListItem WHERE date NOT NULL") == ["0"])
    let released = try fixture.read(file)
    #expect(released.contains("DESCRIPTION:Bring cash") && !released.contains("RELATED-TO"))
    #expect(fixture.sync("--adopt").stdout == "[]\n")
    // It is taken again if the row comes back.
    other.run("undo")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try fixture.read(file).contains("X-TRIPS-ID:dinner@phone"))
    try fixture.expectSettled()
  }

  /// Some servers rewrite UIDs; X-TRIPS-ID shows to which row an event belongs.
  @Test func keepsTheRowsOfEventsWhoseUIDsWereRewritten() throws {
    let fixture = try SyncFixture()
    let trips = try fixture.trips()
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) {
      let file = fixture.folder.appending(path: name)
      let lines = EventLines.of(try fixture.read(file))
      try FileManager.default.removeItem(at: file)
      try fixture.write(
        fixture.folder.appending(path: "new-\(name)"),
        EventLines.text(lines.map { $0.hasPrefix("UID:") ? "UID:new-\(name)" : $0 }))
    }
    #expect(try fixture.expectSettled().stdout == "[]\n")
    #expect(try fixture.trips() == trips)
    #expect(try fixture.otherStore().run("export", "--format", "json").stdout.withoutIDs == trips)
    // A change keeps the UID of the event.
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    try fixture.expectSettled()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        .allSatisfy { $0.hasPrefix("new-") })
  }

  /// A copy is a row of its own at once.
  @Test func addsACopyOfAnEvent() throws {
    let fixture = try SyncFixture()
    let text = try fixture.read(fixture.file(item: "Orsay"))
    let uid = try fixture.file(item: "Orsay").deletingPathExtension().lastPathComponent
    let copy = fixture.folder.appending(path: "copy.ics")
    try fixture.write(copy, text.replacing("UID:\(uid)", with: "UID:copy"))
    try fixture.expectSettled()
    let uids = "SELECT uid FROM bucketListItem WHERE title = 'Orsay' ORDER BY id"
    #expect(try fixture.tool.query(uids) == [uid, "copy"])
    #expect(try fixture.read(copy).contains("X-TRIPS-ID:copy"))
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
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).count == 9)
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
    #expect(
      fixture.report() == [
        "\tconflict\tLivingAccommodation\t1\tHôtel du Nord\t4\ttrip\tOslo\tRome\t"
      ])
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
    #expect(try fixture.expectSettled().stderr.isEmpty)
  }
}
