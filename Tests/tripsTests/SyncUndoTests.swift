import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// What an undo takes back that a sync has told the calendar, or a sync that an undo takes back.
struct SyncUndoTests {
  /// What a sync has deleted, an undo brings back, and an undo of that deletes: it was a trip here.
  @Test func deletesWhatAnUndoOfAnUndoTakesAway() throws {
    let fixture = try SyncFixture()
    try FileManager.default.removeItem(at: fixture.file("Rome"))
    try fixture.expectSettled()
    let number = try #require(
      try fixture.tool.query("SELECT max(id) FROM historyTransaction").first)
    fixture.tool.run("undo", number)
    try fixture.expectSettled()
    let file = try fixture.file("Rome")
    #expect(fixture.tool.run("undo", String(try #require(Int(number)) + 1)).exitCode == .done)
    try fixture.expectSettled()
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  /// It was somebody's, and stood in the calendar before it was imported.
  @Test func leavesAnEventWhoseImportIsUndone() throws {
    let fixture = try SyncFixture()
    let file = fixture.folder.appending(path: "inv.ics")
    try fixture.write(
      file,
      "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//EN\nBEGIN:VEVENT\nUID:inv1@x\n"
        + "DTSTART;VALUE=DATE:20270501\nDTEND;VALUE=DATE:20270504\nSUMMARY:Conf\n"
        + "ATTENDEE:mailto:a@x\nEND:VEVENT\nEND:VCALENDAR\n")
    #expect(fixture.tool.run("import", file.path).exitCode == .done)
    try fixture.expectSettled()
    fixture.tool.run("undo")
    try fixture.expectSettled()
    let event = try fixture.read(file)
    #expect(event.contains("ATTENDEE:mailto:a@x") && !event.contains("X-TRIPS-KIND"))
  }

  /// What a sync took out of the calendar before it was killed nobody has deleted there.
  @Test(arguments: [
    ["bucket remove Paris Louvre", "undo"], ["stay remove Paris", "undo"],
    ["delete Paris", "undo"],
  ])
  func letsAPersonTakeBackWhatAKilledSyncHasTold(_ commands: [String]) throws {
    let fixture = try SyncFixture()
    let before = try fixture.trips()
    func run(_ command: String) {
      let words = command.split(separator: " ").map(String.init)
      #expect(fixture.tool.run(words: words).exitCode == .done)
    }
    run(commands[0])
    try fixture.syncKilledBeforeItsCommit()
    run(commands[1])
    try fixture.expectSettled()
    #expect(try fixture.trips() == before)
    let new = try TestTool()
    #expect(new.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try new.query("SELECT name FROM trip").count == 5)
    #expect(try new.query("SELECT placeName FROM livingAccommodation").count == 1)
    #expect(try new.query("SELECT title FROM bucketListItem").count == 3)
  }

  /// The same of an item of a trip that was imported anew before.
  @Test func keepsAnItemThatIsTakenBackInATripThatIsAnotherRow() throws {
    let fixture = try SyncFixture()
    let before = try fixture.trips()
    let file = fixture.folder.appending(path: "../paris.json").path
    fixture.tool.run("export", "Paris", "--output", file)
    fixture.tool.run("delete", "Paris")
    fixture.tool.run("import", file)
    fixture.tool.run("bucket", "remove", "Paris", "Louvre")
    try fixture.syncKilledBeforeItsCommit()
    fixture.tool.run("undo")
    try fixture.expectSettled()
    #expect(try fixture.trips() == before)
  }

  /// The same where a sync in between has left all as it was.
  @Test(arguments: ["stay remove Paris", "delete Paris"])
  func remembersWhatWasTakenBackWhileItIsLeft(_ command: String) throws {
    let fixture = try SyncFixture()
    let before = try fixture.trips()
    fixture.tool.run(words: command.split(separator: " ").map(String.init))
    try fixture.syncKilledBeforeItsCommit()
    fixture.tool.run("undo")
    let broken = fixture.folder.appending(path: "zz.ics")
    try fixture.write(broken, "BEGIN:VCALENDAR\nBEGIN:VEV")
    #expect(fixture.sync().stdout.contains("its file is missing, and another one cannot be read"))
    try FileManager.default.removeItem(at: broken)
    try fixture.expectSettled()
    #expect(try fixture.trips() == before)
  }

  /// The same where it is another row by then: an import, a new stay.
  @Test(arguments: [true, false])
  func letsAPersonTypeInAgainWhatAKilledSyncHasTold(isTrip: Bool) throws {
    let fixture = try SyncFixture()
    let before = try fixture.trips()
    let file = fixture.folder.appending(path: "../paris.json").path
    #expect(fixture.tool.run("export", "Paris", "--output", file).exitCode == .done)
    #expect(
      fixture.tool.run(words: isTrip ? ["delete", "Paris"] : ["stay", "remove", "Paris"])
        .exitCode == .done)
    try fixture.syncKilledBeforeItsCommit()
    #expect(fixture.tool.run("import", file).exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.trips() == before)
    let new = try TestTool()
    #expect(new.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try new.query("SELECT name FROM trip").count == 5)
    #expect(try new.query("SELECT placeName FROM livingAccommodation").count == 1)
  }

  /// An undo takes the mark alone from the events of others: they need what else is said there.
  @Test func leavesInAnEventWhatOtherDevicesNeed() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    fixture.tool.run("bucket", "add", "Rome", "Forum", "Trevi")
    try fixture.expectSettled()
    fixture.tool.run("bucket", "remove", "Rome", "Forum", "Trevi")
    try fixture.expectSettled()
    let before = try fixture.read(fixture.file("Rome"))
    other.run("sync", fixture.folder.path)
    other.run("undo")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    let after = try fixture.read(fixture.file("Rome"))
    #expect(after.contains("X-TRIPS-REMOVED:") && !after.contains("X-TRIPS-KIND"))
    #expect(before.replacing("X-TRIPS-KIND:", with: "X-TRIPS-FORMER-KIND:") == after)
  }

  /// What an undo gives back says what it said, but for the mark.
  @Test func givesATripBackWithItsFacts() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    other.run("undo")
    let back = other.run("sync", fixture.folder.path)
    #expect(back.exitCode == .done, "\(back.stderr)")
    let third = try TestTool()
    #expect(third.run("sync", fixture.folder.path).stdout.isEmpty)
    #expect(third.run("sync", fixture.folder.path, "--adopt").exitCode == .done)
    let facts =
      "SELECT name || type || coalesce(perdiemMinor, '') || coalesce(reason, '') FROM trip"
    #expect(try Set(third.query(facts)) == Set(fixture.tool.query(facts)))
    let details = "SELECT title || details || hasReservation FROM bucketListItem ORDER BY title"
    #expect(try third.query(details) == fixture.tool.query(details))
    try fixture.expectSettled()
  }

  @Test func countsAnEventWithoutItsMarkFromTheFirstSyncAfterTheUndo() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Rome") { text in
      text.split(separator: "\n").filter { !$0.hasPrefix("X-") && !$0.hasPrefix(" ") }
        .joined(separator: "\n").replacing("SUMMARY:Rome", with: "SUMMARY:Roma") + "\n"
    }
    fixture.tool.run("delete", "Rome", "--yes")
    #expect(fixture.report().map { $0.hasPrefix("from the calendar\trevived\t") } == [true])
    fixture.tool.run("undo")
    for _ in 1...2 {
      let result = fixture.tool.run("sync", fixture.folder.path)
      #expect(result.stderr == "note: left 1 event alone that is not of trips\n")
    }
  }

  @Test func bringsThoseWhoHaveATripWhatWasSaidBeforeItWasGivenBack() throws {
    let fixture = try SyncFixture()
    let (behind, other) = (try TestTool(), try TestTool())
    func sync(_ tool: TestTool) { #expect(tool.run("sync", fixture.folder.path).exitCode == .done) }
    sync(behind)
    fixture.tool.run("edit", "Rome", "--business", "--perdiem", "90EUR")
    fixture.tool.run("edit", "Berlin", "--plain")
    try fixture.expectSettled()
    sync(other)
    other.run("undo")
    sync(other)
    sync(behind)
    let facts = "SELECT type || perdiemMinor FROM trip WHERE name = 'Rome'"
    #expect(try behind.query(facts) == ["business9000"])
    #expect(try behind.query("SELECT type FROM trip WHERE name = 'Berlin'") == ["trip"])
    // Brought back, it has its mark again.
    other.run("redo")
    sync(other)
    let third = try TestTool()
    sync(third)
    #expect(try third.query(facts) == ["business9000"])
    for tool in [fixture.tool, behind, other, third] { sync(tool) }
    try fixture.expectSettled()
  }
}
