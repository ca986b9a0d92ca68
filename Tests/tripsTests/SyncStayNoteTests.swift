import Foundation
import Testing

@testable import trips

/// What a sync says about stays that were cancelled, renamed or left behind.
struct SyncStayNoteTests {
  private let sync: SyncFixture

  init() throws { sync = try SyncFixture() }

  @Test func warnsOfABookingThatBothDevicesAdded() throws {
    let other = try sync.otherStore()
    for tool in [sync.tool, other] {
      tool.run("stay", "add", "Paris", "Ritz", "--from", "day1", "--nights", "1")
    }
    try sync.expectSettled()
    #expect(
      other.run("sync", sync.folder.path).stderr.contains("with 'Ritz' ("))
  }

  /// The other device first meets the event when it is cancelled.
  @Test func namesACancelledStayAndUnconfirmsIt() throws {
    sync.tool.run("stay", "confirm", "Paris")
    try sync.expectSettled()
    let other = try TestTool()
    try sync.set("Paris", "STATUS", "STATUS:CANCELLED", stay: true)
    #expect(
      sync.sync().stderr.contains(
        "the stay 'Hôtel du Nord' (1) is cancelled in the calendar; 'trips stay remove 2 1' removes"
      ))
    #expect(
      other.run("sync", sync.folder.path).stderr.contains(
        "the stay 'Hôtel du Nord' is cancelled in the calendar; "))
    let states = "SELECT isConfirmed FROM livingAccommodation"
    for store in [sync.tool, other] { #expect(try store.query(states) == ["0"]) }
    try sync.expectSettled()
    #expect(sync.sync().stdout.contains(#""cancelledStays":[1]"#))
    sync.tool.run("stay", "edit", "Paris", "--cost", "90EUR")
    #expect(try sync.expectSettled().stdout.contains(#""cancelledStays":[1]"#))
    #expect(try sync.lines("Paris", stay: true).contains("STATUS:CANCELLED"))
    // It is booked after all.
    sync.tool.run("stay", "confirm", "Paris")
    let restored = try sync.expectSettled()
    #expect(restored.stdout.contains(#""cancelledStays":[]"#), "\(restored.stdout)")
    try sync.set("Paris", "STATUS", "STATUS:CANCELLED", stay: true)
    #expect(sync.sync().stdout.contains(#""cancelledStays":[1]"#))
    sync.tool.run("stay", "remove", "Paris")
    let last = try sync.expectSettled()
    #expect(last.stdout.contains(#""cancelledStays":[]"#))
    #expect(try !sync.exists(sync.file("Paris", stay: true)))
  }

  @Test func writesNoEventOfACancelledStay() throws {
    try sync.set("Paris", "STATUS", "STATUS:CANCELLED", stay: true)
    let before = try sync.lines("Paris", stay: true)
    let result = sync.sync()
    #expect(result.stdout.contains(#""trips":[]"#), "\(result.stdout)")
    #expect(result.stdout.contains(#""cancelledStays":[1]"#))
    #expect(try sync.lines("Paris", stay: true) == before)
  }

  /// Even of a stay that was not confirmed: otherwise nobody would hear of the cancellation.
  @Test(arguments: ["store", "calendar"])
  func reportsACancelledStayThatWasConfirmedHere(side: String) throws {
    try sync.set("Paris", "STATUS", "STATUS:CANCELLED", stay: true)
    sync.tool.run("stay", "confirm", "Paris")
    for _ in 0..<2 {
      let result = sync.sync()
      #expect(result.exitCode == .refused && result.stdout.contains(#""cancelledStays":[1]"#))
      #expect(result.stdout.contains("isConfirmed"), "\(result.stdout)")
    }
    #expect(sync.sync("--prefer", side).exitCode == .done)
    try sync.expectSettled()
    let status = try sync.lines("Paris", stay: true).first { $0.hasPrefix("STATUS:") }
    #expect(status == (side == "store" ? "STATUS:CONFIRMED" : "STATUS:CANCELLED"))
    #expect(
      try sync.tool.query("SELECT isConfirmed FROM livingAccommodation")
        == [side == "store" ? "1" : "0"])
  }

  @Test func listsEachOfTwoEqualItems() throws {
    try sync.tool.execute(
      "INSERT INTO bucketListItem(tripId, title) VALUES (2, 'Room'), (2, 'Room')")
    let result = sync.tool.run("sync", sync.folder.path)
    #expect(result.stdout.contains("\titem: none → Room; item: none → Room"))
  }

  @Test func countsTheDatesThatDidNotMoveWithATripAndItsHotel() throws {
    sync.tool.run("stay", "edit", "Paris", "--from", "day1", "--to", "day2")
    sync.tool.run("bucket", "edit", "Paris", "Rodin", "--on", "day2")
    try sync.expectSettled()
    for isStay in [false, true] {
      let end = isStay ? "20270505" : "20270506"
      try sync.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270503", stay: isStay)
      try sync.set("Paris", "DTEND", "DTEND;VALUE=DATE:\(end)", stay: isStay)
    }
    let result = sync.sync()
    #expect(
      result.stderr.contains(
        "was moved in the calendar; the dates of 1 item were not\n"),
      "\(result)")
  }

  /// It may be another hotel. A dry run says so too.
  @Test func notesWhatARenamedStayKeeps() throws {
    sync.tool.run("stay", "edit", "Paris", "--confirmed", "--cost", "90EUR", "--address", "Quai 1")
    try sync.expectSettled()
    try sync.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    try sync.set("Paris", "LOCATION", "LOCATION:Place Vendôme", stay: true)
    let note = "note: 'Ritz' (1) keeps what 'Hôtel du Nord' had: confirmed, cost\n"
    for options in [["--dry-run"], []] {
      let result = sync.tool.run(words: ["sync", sync.folder.path] + options)
      #expect(result.stderr.contains(note), "\(result.stderr)")
    }
    try sync.set("Paris", "SUMMARY", "SUMMARY:RITZ", stay: true)
    #expect(!sync.sync().stderr.contains("keeps what"))
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
    #expect(warnings.count == 2 && warnings[0].contains("is outside the trip"))
    #expect(sync.sync().stderr.hasPrefix(warnings.joined(separator: "\n") + "\nhint: "))
  }
}
