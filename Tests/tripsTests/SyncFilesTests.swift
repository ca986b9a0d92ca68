import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Files that are not events, or cannot be read, are neither changed nor deleted.
struct SyncFilesTests {
  @Test(arguments: [
    "", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:x", "<<<<<<< HEAD\n", "\u{0}\u{1}",
    String(repeating: "x", count: 11 << 20),
  ])
  func skipsATripWhoseFileCannotBeRead(_ text: String) throws {
    let fixture = try SyncFixture()
    try fixture.edit("Rome") { _ in text }
    fixture.tool.run("edit", "Rome", "--name", "Roma")
    fixture.tool.run("edit", "Oslo", "--name", "Bergen")
    let result = try fixture.expectSettled(.refused)
    #expect(try result.stdout.contains(fixture.file("Roma").lastPathComponent))
    #expect(try fixture.read(fixture.file("Roma")) == text)
    #expect(try fixture.lines("Bergen").contains("SUMMARY:Bergen"))
    try FileManager.default.removeItem(at: fixture.file("Roma"))
    #expect(fixture.report().first?.contains("kept") == true)
    try fixture.expectSettled()
  }

  /// It may be the missing file.
  @Test func deletesNothingIfAFileCannotBeRead() throws {
    let fixture = try SyncFixture()
    try fixture.remove("Rome")
    try FileManager.default.removeItem(at: fixture.file("Paris", stay: true))
    let bad = fixture.folder.appending(path: "abc.ics")
    try Data([0xFF, 0xFE]).write(to: bad)
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("abc.ics"))
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
    #expect(try fixture.tool.query("SELECT placeName FROM livingAccommodation").count == 1)
    try FileManager.default.removeItem(at: bad)
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 4)
  }

  @Test(arguments: [true, false]) func skipsATripWhoseUIDIsInTwoFiles(hasChanged: Bool) throws {
    let fixture = try SyncFixture()
    let copy = fixture.folder.appending(path: "copy.ics")
    try FileManager.default.copyItem(at: fixture.file("Rome"), to: copy)
    if hasChanged { fixture.tool.run("edit", "Rome", "--name", "Roma") }
    let name = hasChanged ? "Roma" : "Rome"
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("its event is in two files, "))
    try FileManager.default.removeItem(at: copy)
    try fixture.expectSettled()
    #expect(try fixture.lines(name).contains("SUMMARY:\(name)"))
  }

  /// Preferring the store repairs what cannot be merged, and merges the rest.
  @Test func repairsEventsIfTheStoreIsPreferred() throws {
    let fixture = try SyncFixture()
    let copy = fixture.folder.appending(path: "copy.ics")
    try FileManager.default.copyItem(at: fixture.file("Rome"), to: copy)
    try fixture.edit("Oslo") {
      EventLines.adding($0, ["RRULE:FREQ=YEARLY"]).replacing("LOCATION:", with: "LOCATION:there")
    }
    try fixture.set("Lyon", "SUMMARY", "SUMMARY:")
    try fixture.set("Paris", "X-TRIPS-KIND", "X-TRIPS-KIND:ITEM", stay: true)
    try fixture.expectSettled(.refused)
    let result = fixture.sync("--prefer", "store")
    #expect(result.exitCode == .done, "\(result.stdout)")
    #expect(result.stderr.contains("removed 'copy.ics', which contained: BEGIN:VCALENDAR"))
    try fixture.expectSettled()
    #expect(!fixture.exists(copy))
    #expect(try fixture.exists(fixture.file("Rome")))
    #expect(try !fixture.lines("Oslo").contains("RRULE:FREQ=YEARLY"))
    #expect(try fixture.tool.query("SELECT destination FROM trip WHERE name = 'Oslo'") == ["there"])
    #expect(try fixture.lines("Lyon").contains("SUMMARY:Lyon"))
    #expect(try fixture.lines("Paris", stay: true).contains("X-TRIPS-KIND:STAY"))
  }

  /// The file stands for its event even if the row was deleted here.
  @Test func keepsAFileThatCannotBeReadUntilTheStoreIsPreferred() throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Rome")
    try fixture.write(file, "garbage")
    fixture.tool.run("delete", "Rome")
    #expect(fixture.sync().exitCode == .refused && fixture.exists(file))
    #expect(fixture.sync("--prefer", "store").exitCode == .done)
    #expect(!fixture.exists(file))
    try fixture.expectSettled()
  }

  @Test func skipsANewTripWhoseUIDIsInTwoFiles() throws {
    let fixture = try SyncFixture()
    let other = try TestTool()
    let copy = fixture.folder.appending(path: "copy.ics")
    try FileManager.default.copyItem(at: fixture.file("Rome"), to: copy)
    #expect(other.run("sync", fixture.folder.path).exitCode == .refused)
    #expect(try other.query("SELECT name FROM trip").count == 4)
  }

  @Test func skipsLinksPipesFoldersAndUnfinishedFiles() throws {
    let fixture = try SyncFixture()
    let place = fixture.folder.path + "/"
    let elsewhere = fixture.tool.folder.appending(path: "elsewhere").path
    try Data("BEGIN".utf8).write(to: URL(filePath: elsewhere))
    try FileManager.default.createSymbolicLink(
      atPath: place + "link.ics", withDestinationPath: elsewhere)
    mkfifo(place + "pipe.ics", 0o600)
    mkdir(place + "folder.ics", 0o700)
    for name in ["a.ics.tmp", "b", "d.ics~", "._x.ics"] {
      try Data("x".utf8).write(to: URL(filePath: place + name))
    }
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stdout.contains("it is a link"))
    #expect(result.stdout.contains("it is not a regular file"))
    for name in ["folder", "a.ics", "d.ics", "x.ics"] { #expect(!result.stdout.contains(name)) }
  }

  /// A link, a pipe or a folder instead of an event's file.
  @Test(arguments: ["link", "pipe", "folder"]) func skipsATripWhoseFileIsNotAnEvent(_ kind: String)
    throws
  {
    let fixture = try SyncFixture()
    let path = try fixture.file("Rome").path
    try fixture.remove("Rome")
    switch kind {
    case "link":
      let target = try fixture.file("Oslo").path
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    case "pipe": mkfifo(path, 0o600)
    default: mkdir(path, 0o700)
    }
    let result = fixture.sync()
    // A folder is not a file, so the event is gone.
    #expect(result.exitCode == (kind == "folder" ? .done : .refused))
    #expect(
      try fixture.tool.query("SELECT name FROM trip").count == (kind == "folder" ? 4 : 5))
  }

  @Test func reportsAFileNameThatIsNotText() throws {
    let fixture = try SyncFixture()
    let name =
      "\(fixture.folder.path)/caf".utf8CString.dropLast() + [CChar(bitPattern: 0xE9)]
      + ".ics".utf8CString
    close(Array(name).withUnsafeBufferPointer { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) })
    try fixture.remove("Rome")
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stdout.contains("its name is not UTF-8"))
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
  }

  @Test func skipsAFileOfSeveralEvents() throws {
    let fixture = try SyncFixture()
    let event = try fixture.read(fixture.file("Rome")).components(separatedBy: "BEGIN:VEVENT")[1]
    try fixture.edit("Oslo") { text in
      text.replacing("END:VCALENDAR\n", with: "BEGIN:VEVENT" + event)
    }
    try fixture.remove("Rome")
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("it contains events with different UIDs"))
    // The file stands for the event that it held.
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 4)
  }

  // MARK: - Names

  @Test func keepsTheNameOfAFile() throws {
    let fixture = try SyncFixture()
    let place = fixture.folder.appending(path: "my trip to Rome.ics")
    try FileManager.default.moveItem(at: fixture.file("Rome"), to: place)
    try fixture.expectSettled()
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    try fixture.expectSettled()
    #expect(try fixture.read(place).contains("LOCATION:Lazio"))
    #expect(!fixture.exists(try fixture.file("Rome")))
  }

  @Test func neverUsesAUIDAsAPath() throws {
    let fixture = try SyncFixture()
    for uid in ["../../escape", "a/b", ".", "..", "con@x y", String(repeating: "u", count: 900)] {
      fixture.tool.run("add", "T \(uid.count)", "--start", "2028-01-01")
      try fixture.tool.execute("UPDATE trip SET uid = '\(uid)' WHERE name = 'T \(uid.count)'")
    }
    try fixture.expectSettled()
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    #expect(names.count == 15)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.tool.folder.path).sorted()
        == [".local", "kalendēr"])
  }

  @Test func keepsThePermissionsOfAFile() throws {
    let fixture = try SyncFixture()
    func permissions(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: fixture.file(name).path)[.posixPermissions]
        as? Int
    }
    #expect(try permissions("Rome") == 0o600)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o664], ofItemAtPath: fixture.file("Rome").path)
    fixture.tool.run("edit", "Rome", "--destination", "there")
    try fixture.expectSettled()
    #expect(try permissions("Rome") == 0o664)
  }
}
