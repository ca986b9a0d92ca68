import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Conflicting changes, and how they are settled.
struct SyncConflictTests {
  @Test func reportsAConflictUntilItIsSettled() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    fixture.tool.run("edit", "Paris", "--name", "Lutetia", "--destination", "here")
    fixture.tool.run("edit", "Rome", "--name", "Roma")
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(
      result.stdout.contains(#""property":"name","old":"Lutetia","new":"Paname""#))
    #expect(result.stderr.contains("error: 1 conflict left"))
    #expect(try fixture.lines("Roma").contains("SUMMARY:Roma"))
    // It remains a conflict, while other trips are synced.
    fixture.tool.run("edit", "Roma", "--destination", "x")
    for _ in 0..<2 { try fixture.expectSettled(.refused) }
    let event = try fixture.lines("Lutetia")
    #expect(event.contains("SUMMARY:Paname") && event.contains("LOCATION:Paris\\, Île"))
    // A dry run prints the report of the real one.
    let rehearsal = fixture.sync("--prefer", "calendar", "--dry-run")
    let settled = fixture.sync("--prefer", "calendar")
    #expect(settled.exitCode == .done)
    #expect(rehearsal.stdout == settled.stdout)
    try fixture.expectSettled()
    #expect(try fixture.trips().contains(#""name":"Paname","destination":"here""#))
    #expect(try fixture.lines("Paname").contains("LOCATION:here"))
  }

  @Test func yieldsToTheStore() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    try fixture.set("Paris", "LOCATION", "LOCATION:there")
    fixture.tool.run("edit", "Paris", "--name", "Lutetia")
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    try fixture.expectSettled()
    // A change in the calendar alone is not a conflict.
    #expect(try fixture.trips().contains(#""name":"Lutetia","destination":"there""#))
    #expect(try fixture.lines("Lutetia").contains("SUMMARY:Lutetia"))
  }

  @Test func endsAConflictOnceOneSideYields() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    fixture.tool.run("edit", "Paris", "--name", "Lutetia", "--destination", "here")
    try fixture.expectSettled(.refused)
    fixture.tool.run("edit", "Lutetia", "--name", "Paris")
    try fixture.expectSettled()
    #expect(try fixture.trips().contains(#""name":"Paname","destination":"here""#))
  }

  @Test func settlesTheConflictsOfSomeTrips() throws {
    let fixture = try SyncFixture()
    for name in ["Rome", "Oslo", "Lyon"] {
      try fixture.set(name, "LOCATION", "LOCATION:there")
      fixture.tool.run("edit", name, "--destination", "here")
    }
    let result = fixture.sync("--prefer", "calendar", "--trip", "Rome", "Oslo")
    #expect(result.exitCode == .refused)
    let places = "SELECT name || destination FROM trip WHERE startDate > '2027-08' ORDER BY id"
    #expect(try fixture.tool.query(places) == ["Romethere", "Oslothere", "Lyonhere"])
    #expect(fixture.sync("--prefer", "store", "--trip", "Lyon").exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.lines("Lyon").contains("LOCATION:here"))
    #expect(fixture.sync("--trip", "Lyon").exitCode == .usage)
  }

  /// The full text is needed to settle it.
  @Test func cutsNothingOfAConflict() throws {
    let fixture = try SyncFixture()
    let names = ["Paname", "Lutetia"].map { "\($0) that has a name of many words and some more" }
    try fixture.set("Paris", "SUMMARY", "SUMMARY:\(names[0])")
    fixture.tool.run("edit", "Paris", "--name", names[1])
    let conflict = "name: '\(names[1])' here, '\(names[0])' in the calendar"
    func lines(width: Int) -> ArraySlice<Substring> {
      fixture.tool.terminal = Context.Terminal(isOutput: true, width: width, errorWidth: 300)
      return fixture.tool.run("sync", fixture.folder.path).stdout.split(separator: "\n").dropFirst()
    }
    #expect(lines(width: 300).last == "  \(conflict)")
    let details = lines(width: 40).dropFirst().map { $0.drop { $0 == " " } }
    #expect(details.joined(separator: " ") == conflict)
  }

  /// However narrow the terminal is.
  @Test func reportsWhatHappensToEachTrip() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("delete", "Oslo")
    fixture.tool.terminal = Context.Terminal(isOutput: true, width: 40)
    let report = fixture.tool.run("sync", fixture.folder.path).stdout
    #expect(report.contains("deleted") && report.contains("Oslo\n"), "\(report)")
  }

  /// A conflict of a stay holds back its event alone.
  @Test func syncsTheRestOfATripInConflict() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    fixture.tool.run("stay", "edit", "Paris", "--name", "Meurice")
    try fixture.set("Paris", "LOCATION", "LOCATION:there")
    fixture.tool.run("bucket", "add", "Paris", "Zoo")
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(try fixture.trips().contains(#""destination":"there""#))
    #expect(try fixture.exists(fixture.file(item: "Zoo")))
    #expect(try fixture.lines("Paris", stay: true).contains("SUMMARY:Ritz"))
    try fixture.expectSettled(.refused)
    #expect(fixture.sync("--prefer", "calendar", "--trip", "Paris").exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation") == ["Ritz"])
  }

  // MARK: - Changed and deleted

  @Test func deletesTripsThatOneSideDeleted() throws {
    let fixture = try SyncFixture()
    let files = try [fixture.file("Paris"), fixture.file("Paris", stay: true)]
    fixture.tool.run("delete", "Paris")
    try fixture.remove("Rome")
    let lines = fixture.report()
    #expect(lines.count { $0.hasPrefix("calendar\tdelete\t") } == 5)
    #expect(lines.last?.hasPrefix("store\tdelete\tTrip\t3\tRome") == true)
    for file in files { #expect(!fixture.exists(file)) }
    #expect(
      try fixture.tool.query("SELECT name FROM trip ORDER BY id") == ["Berlin", "Oslo", "Lyon"])
    try fixture.expectSettled()
  }

  @Test func deletesTheStaysOfATrip() throws {
    let fixture = try SyncFixture()
    let stay = try fixture.file("Paris", stay: true)
    try fixture.remove("Paris")
    #expect(fixture.report().first?.hasPrefix("store\tdelete\tTrip\t") == true)
    #expect(!fixture.exists(stay))
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation").isEmpty)
    try fixture.expectSettled()
  }

  @Test func keepsATripDeletedHereAndChangedThere() throws {
    let fixture = try SyncFixture()
    let before = try fixture.trips()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    fixture.tool.run("delete", "Paris")
    let lines = fixture.report()
    #expect(lines.count == 5 && lines.allSatisfy { $0.hasPrefix("store\tkept\t") }, "\(lines)")
    try fixture.expectSettled()
    let after = try fixture.trips().replacing("Paname", with: "Paris")
    #expect(after == before)
  }

  @Test func keepsATripDeletedThereAndChangedHere() throws {
    let fixture = try SyncFixture()
    let stay = try fixture.file("Paris", stay: true)
    try fixture.remove("Paris")
    try FileManager.default.removeItem(at: stay)
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    let lines = fixture.report()
    #expect(lines[0].hasPrefix("calendar\tkept\tTrip\t"))
    try fixture.expectSettled()
    #expect(try fixture.lines("Paris").contains("LOCATION:Lyon"))
    #expect(fixture.exists(stay))
  }

  @Test func deletesAStayThatOneSideDeleted() throws {
    let fixture = try SyncFixture()
    try FileManager.default.removeItem(at: fixture.file("Paris", stay: true))
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation").isEmpty)
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
  }

  @Test(arguments: [true, false]) func keepsADeletedStayThatTheOtherSideChanged(isDeletedHere: Bool)
    throws
  {
    let fixture = try SyncFixture()
    if isDeletedHere {
      fixture.tool.run("stay", "remove", "Paris")
      try fixture.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    } else {
      try FileManager.default.removeItem(at: fixture.file("Paris", stay: true))
      fixture.tool.run("stay", "edit", "Paris", "--name", "Ritz")
    }
    #expect(fixture.report().count == 1)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation") == ["Ritz"])
    #expect(try fixture.lines("Paris", stay: true).contains("SUMMARY:Ritz"))
  }

  /// A trip counts as changed if its stay was changed.
  @Test func keepsATripWhoseStayWasChanged() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    try fixture.remove("Paris")
    #expect(fixture.report().first?.contains("\tkept\t") == true)
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation") == ["Ritz"])
    try fixture.expectSettled()
  }

  /// Both sides have deleted the trip, and one has moved its stay before.
  @Test func keepsADeletedTripWhoseStayWasMoved() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270502", stay: true)
    try fixture.remove("Paris")
    fixture.tool.run("delete", "Paris")
    #expect(fixture.report().first?.contains("\tkept\t") == true)
    #expect(
      try fixture.tool.query("SELECT placeName || startDate FROM livingAccommodation")
        == ["Hôtel du Nord2027-05-02"])
    try fixture.expectSettled()
    #expect(fixture.exists(try fixture.file("Paris")))
  }

  /// Each row of a deleted trip is named.
  @Test func listsTheRowsOfADeletedTrip() throws {
    let fixture = try SyncFixture()
    try fixture.remove("Paris")
    let lines = fixture.report()
    #expect(lines.contains { $0.hasPrefix("store\tdelete\tLivingAccommodation\t1\tHôtel du Nord") })
    #expect(lines.contains { $0.hasPrefix("store\tdelete\tBucketListItem\t1\tLouvre") })
  }

  @Test func treatsARestoredFileAsANewTrip() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Rome")
    let event = try fixture.read(file)
    fixture.tool.run("delete", "Rome")
    try fixture.expectSettled()
    try fixture.write(file, event)
    let lines = fixture.report()
    #expect(lines.count == 1 && lines[0].hasPrefix("store\tinsert\t"))
    try fixture.expectSettled()
  }
}
