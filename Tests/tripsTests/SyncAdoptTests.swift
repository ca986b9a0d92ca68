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
    fixture.tool.run("edit", "Skiing", "--business", "--perdiem", "60EUR")
    let before = try fixture.read(file)
    let held = fixture.sync()
    #expect(held.exitCode == .refused && held.stdout.contains("was not created by trips"))
    fixture.tool.run("edit", "Skiing", "--destination", "Alps", "--end", "5d")
    let end = "endDate: 2027-01-05 here, 2027-01-02 in the calendar"
    #expect(fixture.report().contains { $0.contains(end) }, "\(fixture.report())")
    #expect(try fixture.read(file) == before)
    #expect(fixture.sync("--prefer", "store", "--trip", "Skiing").exitCode == .done)
    let event = try fixture.read(file)
    #expect(event.contains("X-TRIPS-KIND:BUSINESS\r\n") && event.contains("60.00 EUR"), "\(event)")
    try fixture.expectSettled()
    let warning = "it deletes the events of deleted trips\n"
    for _ in 0..<3 { fixture.tool.run("undo") }
    let undone = fixture.tool.run("undo").stderr
    #expect(undone.contains(warning), "\(undone)")
  }

  @Test func adoptsEventsOfAWholeDayOrTwo() throws {
    let fixture = try fixture()
    let adopted = fixture.tool.run("sync", fixture.folder.path, "--adopt")
    #expect(adopted.exitCode == .done)
    #expect(adopted.stdout.split(separator: "\n").count == 3)
    #expect(adopted.stderr.contains("left 2 events alone"))
    let trips = "SELECT uid || name || startDate || endDate FROM trip WHERE uid IN ('d', 'f', 'a')"
    #expect(
      try fixture.tool.query(trips + " ORDER BY startDate") == [
        "dSkiing2027-01-012027-01-02", "fOslo2027-02-012027-02-02", "aFair2027-03-012027-03-01",
      ])
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE uid = 'd'") == ["warm socks"])
    // The event gets our properties, and keeps all others.
    let event = try fixture.read(fixture.folder.appending(path: "days.ics"))
    #expect(event.contains("X-TRIPS-KIND:PLAIN\r\n"))
    let old = try #require(Self.events["days"])
    #expect(event.contains("LOCATION:\r\n"))
    #expect(
      EventLines.without(event, "X-TRIPS-", "LOCATION") == EventLines.without(old, "X-TRIPS-"))
    try fixture.expectSettled()
    // From now on it is an ordinary trip.
    fixture.tool.run("delete", "Skiing")
    try fixture.expectSettled()
    #expect(!fixture.exists(fixture.folder.appending(path: "days.ics")))
  }

  @Test func refusesARepeatingEventByName() throws {
    let fixture = try fixture()
    let club = EventLines.foreign(
      "w", "DTSTART;VALUE=DATE:20270101", "SUMMARY:Club", "RRULE:FREQ=WEEKLY")
    try fixture.write(fixture.folder.appending(path: "weekly.ics"), club)
    #expect(fixture.sync().exitCode == .done)
    let result = fixture.tool.run("sync", fixture.folder.path, "--adopt")
    #expect(result.exitCode == .refused)
    let line = result.stdout.split(separator: "\n").first { $0.contains("Club") }
    #expect(line?.contains("it repeats, which a trip cannot do") == true)
    #expect(try fixture.read(fixture.folder.appending(path: "weekly.ics")) == club)
    #expect(try fixture.tool.query("SELECT uid FROM trip WHERE uid = 'w'").isEmpty)
    #expect(try fixture.tool.query("SELECT uid FROM trip WHERE uid = 'd'") == ["d"])
  }

  /// An adopted event belongs to the trip: an undo deletes both, as it warns, and a redo restores
  /// both.
  @Test func carriesAnUndoneAdoptionToTheCalendar() throws {
    let fixture = try fixture()
    #expect(fixture.tool.run("sync", fixture.folder.path, "--adopt").exitCode == .done)
    let undo = fixture.tool.run("undo")
    #expect(undo.stderr.contains("it deletes the events of deleted trips"))
    let days = fixture.folder.appending(path: "days.ics")
    let lines = fixture.report("--adopt")
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("to the calendar\tdeleted\t") })
    #expect(!fixture.exists(days))
    try fixture.expectSettled()
    fixture.tool.run("redo")
    try fixture.expectSettled()
    #expect(try fixture.lines("Skiing").contains("SUMMARY:Skiing"))
  }

  /// The event states the name that its trip got from its place.
  @Test func namesATripAfterItsPlaceIfTheEventHasNoName() throws {
    let fixture = try fixture()
    #expect(fixture.tool.run("sync", fixture.folder.path, "--adopt").exitCode == .done)
    let flight = fixture.folder.appending(path: "flight.ics")
    #expect(try fixture.read(flight).contains("SUMMARY:Oslo\r\n"))
    try fixture.expectSettled()
  }

  @Test func refusesAnEventInTwoFiles() throws {
    let fixture = try fixture()
    try FileManager.default.copyItem(
      at: fixture.folder.appending(path: "days.ics"), to: fixture.folder.appending(path: "b.ics"))
    let result = fixture.tool.run("sync", fixture.folder.path, "--adopt")
    #expect(result.exitCode == .refused)
    #expect(result.stdout.contains("Skiing") && result.stdout.contains("in several files"))
    #expect(try fixture.tool.query("SELECT name FROM trip WHERE name = 'Skiing'").isEmpty)
  }

  @Test func deletesATripWithItsAdoptedEvent() throws {
    let fixture = try fixture()
    #expect(fixture.tool.run("sync", fixture.folder.path, "--adopt").exitCode == .done)
    try FileManager.default.removeItem(at: fixture.folder.appending(path: "days.ics"))
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT uid FROM trip WHERE uid = 'd'").isEmpty)
  }

  /// One of our events lost its properties before another device read it.
  @Test func countsAnEventWithoutOurPropertiesAsForeign() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Rome") { EventLines.without($0, "X-TRIPS-") }
    let other = try TestTool()
    let result = other.run("sync", fixture.folder.path)
    #expect(result.exitCode == .done && result.stderr.contains("left 1 event alone that was"))
    #expect(try other.query("SELECT name FROM trip").count == 4)
    #expect(other.run("sync", fixture.folder.path, "--adopt").exitCode == .done)
    #expect(try other.query("SELECT name FROM trip").count == 5)
    try fixture.expectSettled()
  }

  @Test func ignoresTasks() throws {
    let fixture = try SyncFixture()
    try fixture.write(
      fixture.folder.appending(path: "task.ics"),
      "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nEND:VTODO\nEND:VCALENDAR\n")
    #expect(try fixture.expectSettled().stdout.contains(#""otherEvents":0"#))
  }
}
