import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// What stands in a folder, and under which names.
struct SyncNamesTests {
  /// A name that this program cannot write down is told, and nothing counts as deleted beside it.
  @Test func namesAFileWhoseNameIsNotText() throws {
    let fixture = try SyncFixture()
    let folder = fixture.folder.path
    let file =
      "\(folder)/caf".utf8CString.dropLast() + [CChar(bitPattern: 0xE9)] + ".ics".utf8CString
    close(Array(file).withUnsafeBufferPointer { open($0.baseAddress!, O_CREAT | O_WRONLY, 0o600) })
    try FileManager.default.removeItem(at: fixture.file("Rome"))
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stdout.contains("its name is not UTF-8"))
    #expect(try fixture.tool.query("SELECT name FROM trip").count == 5)
  }

  @Test func leavesATripWhoseUIDStandsInTwoFiles() throws {
    let fixture = try SyncFixture()
    let copy = fixture.folder.appending(path: "copy.ics")
    try FileManager.default.copyItem(at: fixture.file("Rome"), to: copy)
    fixture.tool.run("edit", "Rome", "--name", "Roma")
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("its UID stands in"))
    try FileManager.default.removeItem(at: copy)
    try fixture.expectSettled()
    #expect(try fixture.read(fixture.file("Roma")).contains("SUMMARY:Roma"))
  }

  @Test func readsNoLinksPipesFoldersAndFilesUnderWay() throws {
    let fixture = try SyncFixture()
    let place = fixture.folder.path + "/"
    let elsewhere = fixture.tool.folder.appending(path: "elsewhere").path
    try Data("BEGIN".utf8).write(to: URL(filePath: elsewhere))
    try FileManager.default.createSymbolicLink(
      atPath: place + "link.ics", withDestinationPath: elsewhere)
    mkfifo(place + "pipe.ics", 0o600)
    mkdir(place + "folder.ics", 0o700)
    for name in ["a.ics.tmp", "b", "c.ICS", "d.ics~"] {
      try Data("x".utf8).write(to: URL(filePath: place + name))
    }
    let result = fixture.sync()
    #expect(result.exitCode == .refused)
    #expect(result.stdout.contains("link.ics") && result.stdout.contains("pipe.ics"))
    for name in ["folder", "a.ics", "c.ICS", "d.ics"] { #expect(!result.stdout.contains(name)) }
  }

  @Test func makesNoPathOfAUID() throws {
    let fixture = try SyncFixture()
    for uid in ["../../escape", "a/b", ".", "..", "con@x y", String(repeating: "u", count: 900)] {
      fixture.tool.run("add", "T \(uid.count)", "--start", "2028-01-01")
      try fixture.tool.execute("UPDATE trip SET uid = '\(uid)' WHERE name = 'T \(uid.count)'")
    }
    try fixture.expectSettled()
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    #expect(names.count == 12)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.tool.folder.path).sorted()
        == [".local", "kalendēr"])
  }

  /// Whatever else stands under the name that a folder has while it is made, it is not taken for that.
  @Test func takesNoFolderOfSomebodyForTheOneThatItMakes() throws {
    let fixture = try SyncFixture()
    let (path, other) = (fixture.folder.path + "2", fixture.folder.path + "2.tmp")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    try Data("x".utf8).write(to: URL(filePath: other + "/diary.txt"))
    let result = fixture.tool.run("sync", path, "--yes")
    #expect(result.exitCode == .failed)
    #expect(
      result.stderr == """
        error: cannot make '\(other)': something else has that name
        hint: move it away, and repeat the command

        """)
    #expect(!FileManager.default.fileExists(atPath: path))
    try FileManager.default.removeItem(atPath: other + "/diary.txt")
    #expect(fixture.tool.run("sync", path, "--yes").exitCode == .done)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 6)
    #expect(!FileManager.default.fileExists(atPath: other))
  }
}
