import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// The order in which a sync writes, and what it can skip reading.
struct SyncSafetyTests {
  /// Changes on both sides.
  private func change(_ fixture: SyncFixture) throws {
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    fixture.tool.run("bucket", "add", "Paris", "Zoo")
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    fixture.tool.run("delete", "Oslo")
    fixture.tool.run("add", "Napoli", "--start", "2028-01-01")
    try fixture.remove("Lyon")
  }

  /// Killed between files and store: the files are new, the store is unchanged.
  @Test func recoversFromAKillBeforeTheCommit() throws {
    let fixture = try SyncFixture()
    try change(fixture)
    let store = try Data(contentsOf: fixture.tool.store)
    #expect(fixture.sync().exitCode == .done)
    let (files, trips) = (try fixture.bytes(), try fixture.trips())
    try store.write(to: fixture.tool.store)
    try fixture.expectSettled()
    #expect(try fixture.trips() == trips)
    var after = try fixture.bytes()
    after["store"] = files["store"]
    #expect(after == files)
  }

  /// Killed while writing files: some are new, and one is unfinished.
  @Test func recoversFromAKillWhileWritingFiles() throws {
    let fixture = try SyncFixture()
    try change(fixture)
    let before = try fixture.bytes()
    let store = try Data(contentsOf: fixture.tool.store)
    #expect(fixture.sync().exitCode == .done)
    let (files, trips) = (try fixture.bytes(), try fixture.trips())
    try store.write(to: fixture.tool.store)
    // Every second file is restored.
    for (index, name) in Set(files.keys).union(before.keys).sorted().enumerated()
    where index % 2 == 0 && name != "store" {
      let path = fixture.folder.appending(path: name)
      if let old = before[name] {
        try old.write(to: path)
      } else {
        try FileManager.default.removeItem(at: path)
      }
    }
    let unfinished = fixture.folder.appending(path: ".trips-1a.tmp")
    try Data("BEGIN".utf8).write(to: unfinished)
    try fixture.expectSettled()
    #expect(!fixture.exists(unfinished))
    #expect(try fixture.trips() == trips)
    #expect(try Set(fixture.bytes().keys) == Set(files.keys))
  }

  /// Size, time and inode are unchanged.
  @Test func skipsEventsWithAnUnchangedStamp() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Rome")
    func setTime(_ seconds: Double) throws {
      let date = Date(timeIntervalSince1970: seconds)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }
    try setTime(1_000_000_000)
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    try fixture.expectSettled()
    let text = try fixture.read(file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data(text.replacing("SUMMARY:Rome", with: "SUMMARY:Roma").utf8))
    try handle.close()
    try setTime(1_000_000_000)
    #expect(fixture.report() == [])
    try setTime(1_000_000_001)
    #expect(fixture.report().count == 1)
  }

  /// The base does not record what a kill left unwritten, so the calendar's value is read again.
  @Test func readsTheCalendarsValueAgainAfterAKill() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    let store = try Data(contentsOf: fixture.tool.store)
    try fixture.expectSettled()
    try store.write(to: fixture.tool.store)
    fixture.tool.run("edit", "Rome", "--destination", "")
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT destination FROM trip WHERE name = 'Rome'") == ["Lazio"])
  }

  @Test func skipsATripWhoseFileCannotBeReplaced() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    let folder = try #require(try CalendarFolder(path: fixture.folder.path))
    let name = try fixture.file("Rome").lastPathComponent
    let contents = try #require(try folder.contents(of: name))
    // Another program writes the file between the sync's reading and writing.
    let change = CalendarFolder.Change(file: name, old: contents.bytes, new: [1])
    try folder.stage([change])
    try fixture.set("Rome", "SUMMARY", "SUMMARY:Roma")
    let event = try fixture.read(fixture.file("Rome"))
    #expect(try !folder.make(change))
    #expect(try fixture.read(fixture.file("Rome")) == event)
    try folder.stage([])
    try fixture.expectSettled()
    #expect(try fixture.lines("Roma").contains("LOCATION:Lazio"))
  }
}
