import Foundation
import Platform
import Testing

@testable import TripsCore
@testable import trips

/// Files that nobody may write, neither their owner nor root.
private enum ImmutableFile {
  static let exist: Bool = {
    let path = NSTemporaryDirectory() + "trips-immutable-\(getpid())"
    defer { unlink(path) }
    return FileManager.default.createFile(atPath: path, contents: nil)
      && set(true, path) && set(false, path)
  }()

  @discardableResult
  static func set(_ isImmutable: Bool, _ path: String) -> Bool {
    #if canImport(Darwin)
      return chflags(path, isImmutable ? UInt32(UF_IMMUTABLE) : 0) == 0
    #else
      let file = open(path, O_RDONLY)
      defer { close(file) }
      // FS_IOC_GETFLAGS, FS_IOC_SETFLAGS and FS_IMMUTABLE_FL of linux/fs.h.
      var flags: Int32 = 0
      guard ioctl(file, 0x8008_6601, &flags) == 0 else { return false }
      flags = isImmutable ? flags | 0x10 : flags & ~0x10
      return ioctl(file, 0x4008_6602, &flags) == 0
    #endif
  }
}

/// A file of the folder that may not be written, as one of another owner in a folder that many share.
@Suite(.enabled(if: ImmutableFile.exist, "this file system knows no such files"))
struct SyncDeniedTests {
  private func withDenied(_ file: URL, _ work: () throws -> Void) rethrows {
    ImmutableFile.set(true, file.path)
    defer { ImmutableFile.set(false, file.path) }
    try work()
  }

  @Test(arguments: [["edit", "Rome", "--destination", "Lazio"], ["delete", "Rome"]])
  func leavesTheTripAndSyncsTheRest(_ words: [String]) throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Rome")
    let old = try fixture.read(file)
    let isDeletion = words[0] == "delete"
    fixture.tool.run(words: words)
    fixture.tool.run("edit", "Oslo", "--destination", "Norway")
    try fixture.set("Lyon", "LOCATION", "LOCATION:France")
    try withDenied(file) {
      let result = try fixture.expectSettled(.refused)
      let verb = isDeletion ? "delete" : "write"
      #expect(
        result.stdout.contains(
          #""reason":"cannot \#(verb) '\#(file.lastPathComponent)': Operation not permitted""#))
      #expect(result.stderr.contains("error: 1 other problem left as on both sides"))
      #expect(try fixture.read(file) == old)
      #expect(try fixture.read(fixture.file("Oslo")).contains("LOCATION:Norway"))
      #expect(
        try fixture.tool.query("SELECT destination FROM trip WHERE name = 'Lyon'") == ["France"])
    }
    // The trip has its older base: what was changed here is still a change.
    let line = try #require(fixture.report().first)
    #expect(line.hasPrefix("to the calendar\t\(isDeletion ? "deleted" : "changed")"))
    #expect(FileManager.default.fileExists(atPath: file.path) != isDeletion)
    try fixture.expectSettled()
  }

  /// Of two files of a trip one was written.
  @Test func bringsTheOtherFileOfTheTripLater() throws {
    let fixture = try SyncFixture()
    let stay = try fixture.file("Paris", stay: true)
    fixture.tool.run("edit", "Paris", "--destination", "Lutetia")
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    try withDenied(stay) {
      try fixture.expectSettled(.refused)
      #expect(try fixture.tool.query("SELECT name FROM trip WHERE id = 2") == ["Paris"])
    }
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT name || destination FROM trip WHERE id = 2")
        == ["PanameLutetia"])
    #expect(try fixture.read(stay).contains("STATUS:CONFIRMED"))
  }

  /// A folder that nobody may write is no matter of one file.
  @Test func stopsWhereNoFileMayBeWritten() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("delete", "Rome")
    let before = try fixture.bytes()
    withDenied(fixture.folder) {
      let result = fixture.sync()
      #expect(result.exitCode == .failed)
      #expect(result.stderr.contains("cannot delete"))
    }
    #expect(try fixture.bytes() == before)
    try fixture.expectSettled()
  }
}
