import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Files that cannot be read count as neither changed nor deleted.
struct SyncUnreadableTests {
  @Test(arguments: [
    "", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x", "<<<<<<< HEAD\n", "\u{0}\u{1}",
    String(repeating: "x", count: 11 << 20),
  ])
  func leavesATripWhoseFileCannotBeRead(_ text: String) throws {
    let fixture = try SyncFixture()
    try fixture.edit("Rome") { _ in text }
    fixture.tool.run("edit", "Rome", "--name", "Roma")
    fixture.tool.run("edit", "Oslo", "--name", "Bergen")
    let result = try fixture.expectSettled(.refused)
    let name = try fixture.file("Roma").lastPathComponent
    #expect(result.stdout.contains(name))
    #expect(try fixture.read(fixture.file("Roma")) == text)
    #expect(try fixture.read(fixture.file("Bergen")).contains("Bergen"))
    // When it is gone, the trip's change was made since it was in step, so that it lives on.
    try FileManager.default.removeItem(at: fixture.file("Roma"))
    #expect(fixture.report().first?.contains("revived") == true)
    try fixture.expectSettled()
  }

  @Test func deletesNothingWhileAFileOfAnybodyCannotBeRead() throws {
    let fixture = try SyncFixture()
    try FileManager.default.removeItem(at: fixture.file("Rome"))
    try Data([0xFF, 0xFE]).write(to: fixture.folder.appending(path: "abc.ics"))
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("abc.ics"))
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    try FileManager.default.removeItem(at: fixture.folder.appending(path: "abc.ics"))
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 4)
  }

  @Test func takesNoStayAwayWhileAFileOfAnybodyCannotBeRead() throws {
    let fixture = try SyncFixture()
    try FileManager.default.moveItem(
      at: fixture.file("Paris", stay: true), to: fixture.folder.appending(path: "abc.ics"))
    try Data().write(to: fixture.folder.appending(path: "abc.ics"))
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("its file is missing, and another one cannot be read"))
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation").count == 1)
  }

  /// The event of one trip has come into the file of another, and its own file is gone.
  @Test func leavesAllTripsWhoseEventsAreInAFileThatCannotBeRead() throws {
    let fixture = try SyncFixture()
    let event = try fixture.read(fixture.file("Rome")).components(separatedBy: "BEGIN:VEVENT")[1]
    try fixture.edit("Oslo") { text in
      text.replacing("END:VCALENDAR\n", with: "BEGIN:VEVENT" + event)
    }
    try FileManager.default.removeItem(at: fixture.file("Rome"))
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("it holds events with different UIDs"))
    #expect(try fixture.tool.query("SELECT name FROM trip WHERE name = 'Rome'").count == 1)
  }

  @Test func deletesATripWhoseFileCouldNotBeReadAtFirst() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Rome")
    let text = try fixture.read(file)
    fixture.tool.run("delete", "Rome")
    try fixture.write(file, String(text.prefix(text.count / 2)))
    try fixture.expectSettled(.refused)
    try fixture.write(file, text)
    try fixture.expectSettled()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(try fixture.tool.query("SELECT count(*) FROM trip WHERE name = 'Rome'") == ["0"])
  }
}
