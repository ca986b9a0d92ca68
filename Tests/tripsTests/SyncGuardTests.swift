import Foundation
import GRDB
import Testing

@testable import TripsCore
@testable import trips

/// What a sync refuses, leaves alone, and takes back.
struct SyncGuardTests {
  private func delete(_ fixture: SyncFixture, _ names: String...) throws {
    for name in names { try FileManager.default.removeItem(at: fixture.file(name)) }
  }

  // MARK: - Losses

  @Test func refusesALossOfMostFiles() throws {
    let fixture = try SyncFixture()
    try delete(fixture, "Paris", "Rome", "Oslo", "Lyon")
    let before = try fixture.bytes()
    for options in [[], ["--dry-run"]] {
      let result = fixture.tool.run(words: ["sync", fixture.folder.path] + options)
      #expect(result.exitCode == .refused)
      #expect(
        result.stderr == """
          error: 4 of 5 files of trips are gone from the folder, and their trips would be deleted
          hint: if that is meant, repeat it with '--yes'; nothing was changed

          """)
      #expect(try fixture.bytes() == before)
    }
    #expect(fixture.sync("--yes").exitCode == .done)
    #expect(try fixture.tool.query("SELECT name FROM trip") == ["Berlin"])
    try fixture.expectSettled()
    // The last one alone is all of them.
    try delete(fixture, "Berlin")
    #expect(fixture.sync().exitCode == .refused)
    #expect(fixture.sync("--yes").exitCode == .done)
    try fixture.expectSettled()
  }

  @Test func takesThreeDeletionsAndRefusesAsMuchOfTheStore() throws {
    let fixture = try SyncFixture()
    try delete(fixture, "Rome", "Oslo", "Lyon")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 2)
    fixture.tool.run("delete", "Paris", "Berlin", "--yes")
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stderr.contains("2 of 2 trips that were synced are gone from the store"))
    #expect(try fixture.bytes().count == 4)
    #expect(fixture.sync("--yes").exitCode == .done)
    #expect(try fixture.bytes().count == 1)
  }

  /// A trip that was deleted on both sides is at stake no more.
  @Test func refusesALossBesideADeletionOnBothSides() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("delete", "Lyon", "--yes")
    for name in try fixture.bytes().keys where name.hasSuffix(".ics") {
      try FileManager.default.removeItem(at: fixture.folder.appending(path: name))
    }
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stderr.contains("4 of 4 files of trips are gone"))
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 4)
    let other = try SyncFixture()
    try delete(other, "Lyon")
    other.tool.run("delete", "Berlin", "Paris", "Rome", "Oslo", "Lyon", "--yes")
    #expect(other.sync().exitCode == .refused)
    #expect(try other.bytes().count == 6)
  }

  /// The next sync would take what is new here for what was there, and deleted.
  @Test func letsNoOtherCommandMoveThePlaceOfASync() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("add", "Bergen", "--start", "2027-11-01")
    let name = try #require(fixture.tool.query("SELECT name FROM historyConsumer").first)
    for option in ["--ack", "--reset"] {
      let result = fixture.tool.run("history", "--consumer", name, option)
      #expect(result.exitCode == .usage)
      #expect(result.stderr.contains("it is the place of a sync"))
    }
    #expect(fixture.tool.run("history", "--consumer", name).exitCode == .done)
    let conflict = fixture.tool.run(
      "history", "--consumer", "\(name):conflict:x", "--forget")
    #expect(conflict.exitCode == .usage)
    #expect(fixture.report().first?.contains("Bergen") == true)
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 6)
  }

  /// However often that was taken back and brought back: the event was there before.
  @Test func leavesTheEventOfATripThatAnUndoOfARedoHasTakenOut() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("add", "Bergen", "--start", "2027-11-01")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    let names = try fixture.bytes().count
    fixture.tool.run("undo")
    fixture.tool.run("redo")
    let redo = try #require(fixture.tool.query("SELECT max(id) FROM historyTransaction").first)
    fixture.tool.run("undo", redo)
    #expect(try fixture.tool.query("SELECT 1 FROM trip WHERE name = 'Bergen'").isEmpty)
    try fixture.expectSettled()
    #expect(try fixture.bytes().count == names)
  }

  /// Of what was purged nobody knows any more whose the event was: then it stays.
  @Test func leavesTheEventOfATripThatTheUndoOfAPurgedSyncHasTakenOut() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    other.run("add", "Bergen", "--start", "2027-11-01")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    try fixture.expectSettled()
    let file = try fixture.file("Bergen")
    let token = fixture.tool.run("history", "--token").stdout.trimmingCharacters(in: .newlines)
    fixture.tool.run("undo")
    #expect(fixture.tool.run("history", "purge", "--before", token, "--yes").exitCode == .done)
    #expect(try fixture.tool.query("SELECT 1 FROM historyTransaction WHERE command = 'sync'") == [])
    #expect(try fixture.expectSettled().stdout.contains("its event stays"))
    #expect(try !fixture.read(file).contains("X-TRIPS-KIND"))
  }

  @Test func refusesAMissingFolderAndFillsItWhenThatIsMeant() throws {
    let fixture = try SyncFixture()
    let names = try Set(fixture.bytes().keys)
    try FileManager.default.removeItem(at: fixture.folder)
    #expect(fixture.sync().exitCode == .refused)
    #expect(fixture.sync("--yes", "--dry-run").exitCode == .done)
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.path))
    #expect(fixture.sync("--yes").exitCode == .done)
    #expect(try Set(fixture.bytes().keys) == names)
    try fixture.expectSettled()
    let empty = try TestTool()
    #expect(empty.run("sync", "nowhere").exitCode == .refused)
    #expect(!FileManager.default.fileExists(atPath: empty.store.path))
    #expect(try empty.run("sync", fixture.file("Rome").path).exitCode == .failed)
  }

  /// As a shell's completion writes it, and by other ways to it.
  @Test(arguments: ["/", "//", "/.", "/./", "/../calendar", "/../link"])
  func fillsAMissingFolderByWhateverPath(_ end: String) throws {
    let fixture = try SyncFixture()
    let names = try Set(fixture.bytes().keys)
    try FileManager.default.removeItem(at: fixture.folder)
    let link = fixture.folder.deletingLastPathComponent().appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: fixture.folder)
    let path = fixture.folder.path + end
    let planned = fixture.tool.run("sync", path, "--yes", "--dry-run")
    #expect(planned.stdout.hasPrefix("to the calendar\tadded"))
    let isMade = fixture.tool.run("sync", path, "--yes").exitCode == .done
    #expect(isMade != end.contains(".."))
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    _ = fixture.sync("--yes")
    #expect(try Set(fixture.bytes().keys) == names)
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
  }

  // MARK: - Events of others

  static func foreign(_ uid: String, _ lines: String...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:\(uid)"] + lines
      + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n")
  }

  @Test func leavesEventsOfOthersAloneUntilTheyAreAdopted() throws {
    let fixture = try SyncFixture()
    let events = [
      "days": Self.foreign(
        "d", "DTSTART;VALUE=DATE:20270101", "DTEND;VALUE=DATE:20270103", "SUMMARY:Skiing",
        "DESCRIPTION:warm socks"),
      "flight": Self.foreign(
        "f", "DTSTART:20270201T220000", "DTEND:20270202T060000", "SUMMARY:Flight"),
      // A program's way to say that it lasts all day.
      "fair": Self.foreign(
        "a", "DTSTART;VALUE=DATE-TIME:20270301T000000", "DTEND;VALUE=DATE-TIME:20270302T000000",
        "SUMMARY:Fair"),
      "lunch": Self.foreign(
        "l", "DTSTART:20270201T120000", "DTEND:20270201T130000", "SUMMARY:Lunch"),
      "weekly": Self.foreign(
        "w", "DTSTART;VALUE=DATE:20270101", "SUMMARY:Club", "RRULE:FREQ=WEEKLY"),
      "off": Self.foreign(
        "c", "DTSTART;VALUE=DATE:20270101", "SUMMARY:Off", "STATUS:CANCELLED"),
      // Its trip is still to come.
      "stay": Self.foreign(
        "55f2c9f4-0a6e-4f0b-9c1f-6f6a3c1f3a10-stay", "DTSTART;VALUE=DATE:20270101", "SUMMARY:Inn"),
    ]
    for (name, text) in events {
      try fixture.write(fixture.folder.appending(path: "\(name).ics"), text)
    }
    let before = try fixture.bytes()
    let result = fixture.sync()
    #expect(result.exitCode == .done && result.stdout.contains(#""otherEvents":7"#))
    #expect(try fixture.bytes() == before)
    let adopted = fixture.tool.run("sync", fixture.folder.path, "--adopt")
    #expect(adopted.exitCode == .done)
    #expect(adopted.stdout.split(separator: "\n").count == 3)
    #expect(adopted.stderr.contains("'Club' repeats, and a trip is made once"))
    #expect(adopted.stderr.contains("left 4 events alone"))
    #expect(try fixture.tool.query("SELECT notes FROM trip WHERE uid = 'd'") == ["warm socks"])
    #expect(
      try fixture.read(fixture.folder.appending(path: "days.ics"))
        == events["days"]?.replacingOccurrences(
          of: "END:VEVENT", with: "X-TRIPS-KIND;X-RESTORED=TRUE:TRIP\r\nEND:VEVENT"))
    try fixture.expectSettled()
    // What a sync brought in as new, an undo gives back as it was.
    fixture.tool.run("undo")
    let back = fixture.sync()
    #expect(back.exitCode == .done, "\(back.stderr)")
    #expect(try fixture.read(fixture.folder.appending(path: "days.ics")) == events["days"])
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
  }

  @Test func carriesAnUndoToTheCalendar() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    try fixture.set("Rome", "LOCATION", "LOCATION:Lazio")
    try delete(fixture, "Oslo")
    try fixture.expectSettled()
    #expect(fixture.tool.run("undo").exitCode == .done)
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    let lines = fixture.report()
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("to the calendar") })
    try fixture.expectSettled()
    #expect(try fixture.read(fixture.file("Paris")).contains("SUMMARY:Paris"))
    #expect(try FileManager.default.fileExists(atPath: fixture.file("Oslo").path))
    fixture.tool.run("redo")
    #expect(fixture.sync().exitCode == .done)
    #expect(try fixture.read(fixture.file("Paname")).contains("SUMMARY:Paname"))
  }

  // MARK: - The base

  /// A sync was killed when the files had gone, and then the deletion was undone.
  @Test func keepsATripThatWasDeletedAndBroughtBack() throws {
    let fixture = try SyncFixture()
    let files = [try fixture.file("Paris"), try fixture.file("Paris", stay: true)]
    let before = try fixture.trips()
    fixture.tool.run("delete", "Paris")
    for file in files { try FileManager.default.removeItem(at: file) }
    fixture.tool.run("undo")
    #expect(try fixture.expectSettled().stdout.contains(#""action":"revived""#))
    #expect(try fixture.trips() == before)
    #expect(try fixture.read(files[0]).contains("Louvre"))
  }

  @Test func deletesNothingWithoutABase() throws {
    let fixture = try SyncFixture()
    try delete(fixture, "Rome")
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    fixture.tool.run("delete", "Oslo")
    try fixture.tool.execute("DELETE FROM historyConsumer")
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    #expect(try FileManager.default.fileExists(atPath: fixture.file("Rome").path))
    // The conflict has no base, and stays one.
    for _ in 0..<2 { try fixture.expectSettled(.refused) }
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM historyConsumer").count == 1)
  }

  @Test func syncsOneStoreWithTwoFoldersAndBeginsAnewAfterARestore() throws {
    let fixture = try SyncFixture()
    let second = fixture.tool.folder.appending(path: "second").path
    #expect(fixture.tool.run("sync", second, "--yes").exitCode == .done)
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    try fixture.expectSettled()
    #expect(fixture.tool.run("sync", second).stdout.hasPrefix("to the calendar\tchanged"))
    fixture.tool.run("backup", "old.db")
    try fixture.set("Paname", "SUMMARY", "SUMMARY:Paris")
    try fixture.expectSettled()
    fixture.tool.run("delete", "Rome")
    try fixture.expectSettled()
    #expect(fixture.tool.run("restore", "old.db").exitCode == .done)
    // Of an older copy nothing is known: Rome, which was deleted since, comes back.
    #expect(fixture.sync().exitCode == .refused)
    #expect(try FileManager.default.fileExists(atPath: fixture.file("Rome").path))
    #expect(fixture.sync("--prefer", "calendar").exitCode == .done)
    try fixture.expectSettled()
  }

  @Test func isOneOfTwoAtOnce() throws {
    let fixture = try SyncFixture()
    let held = open(fixture.folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(held) }
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    fixture.tool.environment["TRIPS_BUSY_TIMEOUT"] = "0.05"
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stderr.contains("another sync is at work in"))
  }

  /// What could not be committed is told to nobody.
  @Test func changesNoFileWhereAReaderWouldBeInTheWay() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    let before = try fixture.bytes()
    let store = try DatabaseQueue(path: fixture.tool.store.path)
    try store.writeWithoutTransaction { db in
      try db.inTransaction(.deferred) {
        _ = try Row.fetchAll(db, sql: "SELECT * FROM trip")
        fixture.tool.environment["TRIPS_BUSY_TIMEOUT"] = "0.05"
        #expect(fixture.sync().exitCode == .store)
        return .commit
      }
    }
    #expect(try fixture.bytes() == before)
    try fixture.expectSettled()
    #expect(try fixture.read(fixture.file("Paris")).contains("LOCATION:Lyon"))
  }

  @Test func unconfirmsAStayThatKeepsOtherNights() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.expectSettled()
    try fixture.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270502")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT isConfirmed || '' FROM livingAccommodation") == ["0"])
    #expect(
      try fixture.read(fixture.file("Paris", stay: true)).contains("DTSTART;VALUE=DATE:20270502"))
    // Both are moved on the phone: the stay too is for the new nights.
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.expectSettled()
    try fixture.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270501")
    try fixture.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270501", stay: true)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT isConfirmed || '' FROM livingAccommodation") == ["1"])
    // Days of the stay alone are named and not taken.
    try fixture.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270420", stay: true)
    let result = fixture.sync()
    #expect(result.exitCode == .done)
    #expect(result.stderr.contains("has days of its own in the calendar"))
    #expect(fixture.tool.run("show", "Paris").stdout.contains("2027-05-01"))
  }

  /// Another device has a later version, or another program wrote it.
  @Test func takesNoRuleAwayThatItCannotRead() throws {
    let fixture = try SyncFixture(isSynced: false)
    try fixture.tool.execute("UPDATE trip SET perdiemRule = 'weekly:500' WHERE name = 'Berlin'")
    #expect(fixture.sync().exitCode == .done)
    let other = try TestTool()
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    other.run("edit", "Berlin", "--destination", "Mitte")
    #expect(other.run("sync", fixture.folder.path).exitCode == .done)
    _ = fixture.sync()
    #expect(
      try fixture.tool.query("SELECT perdiemRule FROM trip WHERE name = 'Berlin'") == ["weekly:500"]
    )
  }
}
