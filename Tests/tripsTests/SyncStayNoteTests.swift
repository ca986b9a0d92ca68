import Foundation
import Testing

@testable import trips

/// What a sync reports about stays and items that were cancelled or moved.
struct SyncStayNoteTests {
  private let sync: SyncFixture

  init() throws { sync = try SyncFixture() }

  @Test func warnsOfABookingThatBothDevicesAdded() throws {
    let other = try sync.otherStore()
    for tool in [sync.tool, other] {
      tool.run("stay", "add", "Paris", "Ritz", "--from", "day1", "--nights", "1")
    }
    try sync.expectSettled()
    #expect(other.run("sync", sync.folder.path).stderr.contains("two stays for one night"))
  }

  /// It is left alone, and no longer confirmed.
  @Test func reportsACancelledStayAndUnconfirmsIt() throws {
    sync.tool.run("stay", "confirm", "Paris")
    try sync.expectSettled()
    try sync.set("Paris", "STATUS", "STATUS:CANCELLED", stay: true)
    try sync.set("Paris", "LOCATION", "LOCATION:elsewhere", stay: true)
    let event = try sync.lines("Paris", stay: true)
    #expect(
      sync.sync().stderr.contains(
        "'Hôtel du Nord' is cancelled in the calendar, and not synced; "
          + "'trips stay remove 2 1' removes it"))
    let state = "SELECT isConfirmed || address FROM livingAccommodation"
    #expect(try sync.tool.query(state) == ["0"])
    let before = try sync.bytes()
    #expect(
      sync.sync().stdout.contains(#""kind":"cancelled","entity":"LivingAccommodation","id":1"#))
    #expect(try sync.bytes() == before)
    sync.tool.run("stay", "edit", "Paris", "--cost", "90EUR")
    #expect(sync.sync().exitCode == .done)
    #expect(try sync.lines("Paris", stay: true) == event)
    // Its event is left alone even then.
    sync.tool.run("stay", "remove", "Paris")
    #expect(sync.sync().exitCode == .done)
    #expect(try sync.lines("Paris", stay: true) == event)
  }

  @Test func reportsACancelledItem() throws {
    sync.tool.run("bucket", "edit", "Paris", "Rodin", "--on", "day2")
    try sync.expectSettled()
    let uid = try #require(
      sync.tool.query("SELECT uid FROM bucketListItem WHERE title = 'Rodin'").first)
    let file = sync.folder.appending(path: "\(uid).ics")
    let event = EventLines.adding(try sync.read(file), ["STATUS:CANCELLED"])
    try sync.write(file, event.replacing("SUMMARY:Rodin", with: "SUMMARY:Garden"))
    let result = sync.sync()
    #expect(
      result.exitCode == .done
        && result.stdout.contains(#""kind":"cancelled","entity":"BucketListItem","id":3"#))
    #expect(result.stderr.contains("'trips bucket remove 2 3' removes it"))
    #expect(try sync.tool.query("SELECT title FROM bucketListItem WHERE id = 3") == ["Rodin"])
  }

  /// A device that first reads a cancelled event adds nothing.
  @Test func addsNoCancelledStay() throws {
    try sync.set("Paris", "STATUS", "STATUS:CANCELLED", stay: true)
    let other = try TestTool()
    #expect(other.run("sync", sync.folder.path).exitCode == .done)
    #expect(try other.query("SELECT placeName FROM livingAccommodation").isEmpty)
    #expect(try other.query("SELECT name FROM trip").count == 5)
  }

  /// A stay without dates follows the trip's event, even if that was cancelled meanwhile.
  @Test func keepsAStayWithoutDatesOfATripThatWasMovedAndCancelled() throws {
    let other = try sync.otherStore()
    try sync.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270601")
    try sync.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270603")
    #expect(other.run("sync", sync.folder.path).exitCode == .done)
    let stay = try sync.lines("Paris", stay: true)
    #expect(stay.contains("DTSTART;VALUE=DATE:20270601"))
    try sync.edit("Paris") { EventLines.adding($0, ["STATUS:CANCELLED"]) }
    try sync.tool.execute("UPDATE trip SET endDate = '2027-05-09' WHERE name = 'Paris'")
    try sync.expectSettled()
    #expect(try sync.lines("Paris", stay: true) == stay)
    let dates = "SELECT ifnull(startDate, 'none') FROM livingAccommodation"
    #expect(try sync.tool.query(dates) == ["none"])
    try sync.set("Paris", "STATUS", nil)
    #expect(sync.sync("--prefer", "calendar").exitCode == .done)
    try sync.expectSettled()
    #expect(try sync.tool.query(dates) == ["none"])
    #expect(
      try sync.tool.query("SELECT startDate FROM trip WHERE name = 'Paris'") == ["2027-06-01"])
  }

  /// It does not hold back the deletion of its trip.
  @Test func deletesATripWithACancelledStay() throws {
    try sync.set("Paris", "STATUS", "STATUS:CANCELLED", stay: true)
    #expect(sync.sync().exitCode == .done)
    let files = try [sync.file("Paris"), sync.file("Paris", stay: true)]
    try FileManager.default.removeItem(at: files[0])
    try sync.expectSettled()
    #expect(try sync.tool.query("SELECT name FROM trip WHERE name = 'Paris'").isEmpty)
    #expect(!sync.exists(files[1]))
  }

  @Test func listsEachOfTwoEqualItems() throws {
    try sync.tool.execute(
      "INSERT INTO bucketListItem(tripId, title) VALUES (2, 'Room'), (2, 'Room')")
    let result = sync.tool.run("sync", sync.folder.path)
    #expect(
      result.stdout.split(separator: "\n").count { $0.hasPrefix("insert\tBucketListItem\t") } == 2)
  }

  /// A reservation is for its day; another time is not another day.
  @Test func clearsTheReservationOfAMovedItem() throws {
    sync.tool.run("bucket", "edit", "Paris", "Rodin", "--on", "day2", "--reserved")
    try sync.expectSettled()
    let uid = try #require(
      sync.tool.query("SELECT uid FROM bucketListItem WHERE title = 'Rodin'").first)
    let file = sync.folder.appending(path: "\(uid).ics")
    let reserved = "SELECT hasReservation FROM bucketListItem WHERE title = 'Rodin'"
    try sync.write(
      file,
      sync.read(file).replacing("DTSTART;VALUE=DATE:20270502", with: "DTSTART:20270502T090000")
        .replacing("DTEND;VALUE=DATE:20270503", with: "DTEND:20270502T100000"))
    try sync.expectSettled()
    #expect(try sync.tool.query(reserved) == ["1"])
    let other = try sync.otherStore()
    sync.tool.run("bucket", "edit", "Paris", "Rodin", "--on", "day3", "--reserved")
    try sync.expectSettled()
    #expect(other.run("sync", sync.folder.path).exitCode == .done)
    #expect(try other.query(reserved) == ["1"])
    try sync.write(
      file, sync.read(file).replacing("DTSTART:20270503T09", with: "DTSTART:20270501T09"))
    try sync.expectSettled()
    #expect(try sync.tool.query(reserved) == ["0"])
    #expect(try sync.read(file).contains("X-TRIPS-RESERVED:FALSE"))
  }

  @Test func warnsInADryRun() throws {
    sync.tool.run("stay", "edit", "Paris", "--from", "day1", "--to", "day2")
    try sync.expectSettled()
    try sync.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270508")
    try sync.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270511")
    let before = try sync.bytes()
    let rehearsal = sync.sync("--dry-run").stderr
    #expect(try sync.bytes() == before)
    let warnings = rehearsal.split(separator: "\n").dropLast()
    #expect(warnings.count == 1 && warnings[0].hasPrefix("warning: outside 'Paris' (2)"))
    #expect(sync.sync().stderr == warnings[0] + "\n")
  }
}
