import Foundation
import SQLite
import Testing

@testable import TripsCore
@testable import trips

/// What a sync refuses without a confirmation.
struct SyncGuardTests {
  @Test func refusesIfMostFilesAreGone() throws {
    let fixture = try SyncFixture()
    try fixture.remove("Paris", "Rome", "Oslo", "Lyon")
    let before = try fixture.bytes()
    for options in [[], ["--dry-run"]] {
      let result = fixture.tool.run(words: ["sync", fixture.folder.path] + options)
      #expect(result.exitCode == .refused)
      #expect(
        result.stderr.hasPrefix(
          "error: 4 of 9 events are missing from the folder; their trips, stays and items would be "
            + "deleted, unless they have changed here\nhint: "))
      #expect(result.stderr.contains("'--yes'"))
      #expect(try fixture.bytes() == before)
    }
    #expect(fixture.sync("--yes").exitCode == .done)
    #expect(try fixture.tool.query("SELECT name FROM trip") == ["Berlin"])
    try fixture.expectSettled()
  }

  /// The first sync after a restore deletes nothing.
  @Test func warnsOfTheNextSyncAfterARestore() throws {
    let fixture = try SyncFixture()
    let backup = fixture.tool.folder.appending(path: "a.backup").path
    fixture.tool.run("backup", backup)
    fixture.tool.run("delete", "Oslo")
    _ = fixture.sync()
    fixture.tool.run("restore", backup, "--yes").expectDone()
    #expect(fixture.report().first?.hasPrefix("calendar\tinsert") == true)
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    let other = try TestTool().withSampleTrips()
    other.run("backup", backup, "--force")
    #expect(!other.run("restore", backup, "--yes").stderr.contains("sync"))
  }

  /// Each stay has its own file.
  @Test func countsTheFilesOfStays() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("delete", "Rome", "Oslo", "Lyon", "--yes")
    fixture.tool.run("bucket", "remove", "Paris", "Louvre", "Orsay", "Rodin")
    for place in ["Ritz", "Lutetia", "Meurice"] {
      fixture.tool.run("stay", "add", "Paris", place, "--from", "day1", "--nights", "1")
    }
    try fixture.expectSettled()
    for uid in try fixture.tool.query("SELECT uid FROM livingAccommodation") {
      try FileManager.default.removeItem(at: fixture.folder.appending(path: uid + ".ics"))
    }
    #expect(fixture.sync().exitCode == .refused)
    #expect(fixture.sync("--yes").exitCode == .done)
    #expect(try fixture.tool.query("SELECT count(*) FROM livingAccommodation") == ["0"])
  }

  /// More than half of the trips, but fewer than half of all events.
  @Test func refusesIfMostTripsAreGone() throws {
    let fixture = try SyncFixture()
    for number in 1...9 { fixture.tool.run("bucket", "add", "Paris", "a\(number)", "--on", "day1") }
    try fixture.expectSettled()
    try fixture.remove("Berlin", "Rome", "Oslo", "Lyon")
    #expect(fixture.sync().exitCode == .refused)
    #expect(fixture.sync("--yes").exitCode == .done)
    #expect(try fixture.tool.query("SELECT name FROM trip") == ["Paris"])
  }

  @Test func deletesThreeTripsWithoutConfirmation() throws {
    let fixture = try SyncFixture()
    try fixture.remove("Rome", "Oslo", "Lyon")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip") == ["Berlin", "Paris"])
  }

  /// More than three, but not more than half.
  @Test func deletesHalfOfTheTripsWithoutConfirmation() throws {
    let fixture = try SyncFixture()
    for number in 1...5 { fixture.tool.run("add", "Fjord \(number)", "--start", "2028-01-01") }
    try fixture.expectSettled()
    try fixture.remove("Fjord 1", "Fjord 2", "Fjord 3", "Fjord 4", "Fjord 5")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
  }

  @Test func carriesAnyNumberOfDeletionsToTheCalendar() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("delete", "Berlin", "Paris", "Rome", "Oslo", "Lyon", "--yes")
    #expect(fixture.report().count == 9)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == [])
    try fixture.expectSettled()
  }

  /// Even with fewer than four known trips.
  @Test(arguments: [true, false]) func refusesAFolderWithoutAnEvent(hasTask: Bool) throws {
    let fixture = try SyncFixture()
    try fixture.remove("Rome", "Oslo", "Lyon")
    try fixture.expectSettled()
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) {
      try FileManager.default.removeItem(at: fixture.folder.appending(path: name))
    }
    if hasTask {
      try fixture.write(
        fixture.folder.appending(path: "task.ics"),
        "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nEND:VTODO\nEND:VCALENDAR\n")
    }
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stderr.contains("6 of 6 events are missing"))
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 2)
    #expect(fixture.sync("--yes").exitCode == .done)
    #expect(try fixture.tool.query("SELECT name FROM trip").isEmpty)
  }

  @Test func refusesAMissingFolderAndRewritesAnEmptyOne() throws {
    let fixture = try SyncFixture()
    let names = try Set(fixture.bytes().keys)
    try FileManager.default.removeItem(at: fixture.folder)
    for options in [[], ["--yes"], ["--anew"]] {
      let refused = fixture.tool.run(words: ["sync", fixture.folder.path] + options)
      #expect(refused.exitCode == .refused)
      #expect(refused.stderr.contains("there is no folder"))
      #expect(refused.stderr.contains("hint: 'mkdir -p "))
    }
    try FileManager.default.createDirectory(at: fixture.folder, withIntermediateDirectories: true)
    #expect(fixture.sync().exitCode == .refused)
    #expect(fixture.sync("--anew").exitCode == .done)
    #expect(try Set(fixture.bytes().keys) == names)
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    try fixture.expectSettled()
  }

  @Test func createsNoStoreIfTheFolderIsRefused() throws {
    let tool = try TestTool()
    #expect(tool.run("sync", "nowhere").exitCode == .refused)
    let file = tool.folder.appending(path: "file")
    try Data().write(to: file)
    #expect(tool.run("sync", file.path).exitCode == .failed)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func allowsOneSyncAtATime() throws {
    let fixture = try SyncFixture()
    let held = open(fixture.folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(held) }
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    fixture.tool.environment["TRIPS_BUSY_TIMEOUT"] = "0.05"
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stderr.contains("another sync is running in"))
  }

  /// A failed commit leaves no file behind.
  @Test func changesNoFileWhileTheStoreIsLocked() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    let before = try fixture.bytes()
    let store = try Connection(fixture.tool.store.path)
    try store.transaction {
      _ = try store.integer("SELECT id FROM trip")
      fixture.tool.environment["TRIPS_BUSY_TIMEOUT"] = "0.05"
      #expect(fixture.sync().exitCode == .store)
    }
    #expect(try fixture.bytes() == before)
    try fixture.expectSettled()
    #expect(try fixture.lines("Paris").contains("LOCATION:Lyon"))
  }

  // MARK: - Undo

  @Test func forgetsTheBasesOfAnUndoneSync() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    try fixture.set("Rome", "LOCATION", "LOCATION:Lazio")
    try fixture.remove("Oslo")
    try fixture.expectSettled()
    #expect(fixture.tool.run("undo").exitCode == .done)
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    // The bases of these events are forgotten: nothing is deleted, and what differs is a conflict.
    let lines = fixture.report()
    #expect(lines.contains { $0.hasPrefix("calendar\tinsert\tTrip\t4\tOslo") })
    #expect(lines.contains("\tconflict\tTrip\t2\tParis\t\tname\tParis\tPaname\t"))
    try fixture.expectSettled(.refused)
    #expect(fixture.exists(try fixture.file("Oslo")))
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.lines("Paris").contains("SUMMARY:Paris"))
  }

  /// The items of the trip are different rows then.
  @Test func carriesAnUndoneDeletionToTheCalendar() throws {
    let fixture = try SyncFixture()
    let before = try fixture.trips()
    let events = try (fixture.lines("Paris"), fixture.lines("Paris", stay: true))
    fixture.tool.run("delete", "Paris")
    try fixture.expectSettled()
    fixture.tool.run("undo")
    try fixture.expectSettled()
    #expect(try fixture.trips() == before)
    #expect(try fixture.lines("Paris") == events.0)
    #expect(try fixture.lines("Paris", stay: true) == events.1)
  }

  // MARK: - Cancelled events

  @Test func reportsACancelledEventWithTheCommandThatDeletesItsTrip() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Rome") { EventLines.adding($0, ["STATUS:CANCELLED"]) }
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    let before = try fixture.bytes()
    let result = fixture.tool.run("sync", fixture.folder.path)
    #expect(result.exitCode == .done)
    #expect(result.stdout == "cancelled\tTrip\t3\tRome\t\t\t\t\t\t\n")
    #expect(
      result.stderr
        == "note: 'Rome' is cancelled in the calendar, and not synced; 'trips delete 3' removes it\n"
    )
    let rome = try fixture.uid("Rome") + ".ics"
    #expect(try fixture.bytes()[rome] == before[rome])
    fixture.tool.run("delete", "3")
    _ = fixture.sync()
    #expect(try fixture.tool.query("SELECT name FROM trip WHERE id = 3").isEmpty)
  }

  @Test func ignoresACancelledEvent() throws {
    let fixture = try SyncFixture()
    try fixture.edit("Rome") { EventLines.adding($0, ["STATUS:CANCELLED"]) }
    let other = try TestTool()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    #expect(try other.query("SELECT name FROM trip").count == 4)
  }
}
