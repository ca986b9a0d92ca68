import Foundation
import SQLite
import Testing

@testable import trips

/// A store that another program has put into WAL mode.
struct WALStoreTests {
  let tool: TestTool
  private let folder: URL

  init() throws {
    tool = try TestTool().withSampleTrips()
    folder = tool.store.deletingLastPathComponent()
    try SQLiteShell.run(tool.store.path, "PRAGMA journal_mode = WAL")
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func mode(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path))[18..<20])
  }

  @Test(arguments: [
    ["list"], ["doctor"], ["history"], ["migrate", "--status"], ["migrate"],
    ["export"], ["list", "--search", "par"],
  ])
  func readingCreatesNoSideFileAndChangesNoByte(words: [String]) throws {
    let before = try Data(contentsOf: tool.store)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    }
    tool.run(words: words).expectDone()
    #expect(try Data(contentsOf: tool.store) == before)
    #expect(try files() == ["trips.db"])
  }

  /// A dry run changes a private copy.
  @Test(arguments: [
    ["add", "Rome"], ["edit", "3", "--name", "Rome"], ["undo"], ["undo", "2"],
    ["import", "rome.json"], ["sync", "calendar"],
  ])
  func dryRunNeitherChangesNorLocksTheStore(words: [String]) throws {
    try Data(#"{"name":"Rome","startDate":"2027-01-01"}"#.utf8)
      .write(to: tool.folder.appending(path: "rome.json"))
    let calendar = tool.folder.appending(path: "calendar")
    try FileManager.default.createDirectory(at: calendar, withIntermediateDirectories: true)
    try Data().write(to: calendar.appending(path: "README"))
    let before = try Data(contentsOf: tool.store)
    tool.run(words: words + ["--dry-run"]).expectDone()
    #expect(try Data(contentsOf: tool.store) == before)
    #expect(try files() == ["trips.db"])

    try SQLiteShell.run(tool.store.path, "PRAGMA journal_mode = DELETE")
    tool.environment["TRIPS_BUSY_TIMEOUT"] = "0"
    try Connection(tool.store.path).transaction(.immediate) {
      tool.run(words: words + ["--dry-run"]).expectDone()
    }
  }

  @Test func readsTheLogOfALiveWriter() throws {
    let writer = try Connection(tool.store.path)
    try writer.execute("UPDATE trip SET destination = 'Seine' WHERE id = 3")
    let before = try files()
    #expect(before.count == 3)
    #expect(tool.run("list", "--search", "seine", "--count").stdout == "1\n")
    #expect(try files() == before)
    _ = writer
  }

  @Test func readsTheStoreAfterAKilledWriter() throws {
    let copy = tool.folder.appending(path: "copy.db").path
    let writer = try Connection(tool.store.path)
    try writer.execute("UPDATE trip SET destination = 'Seine' WHERE id = 3")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: tool.store.path + suffix, toPath: copy + suffix)
    }
    _ = writer
    #expect(tool.run("--db", copy, "migrate", "--status").exitCode == .done)
    #expect(tool.run("--db", copy, "list", "--search", "seine", "--count").stdout == "1\n")
  }

  @Test func backupUsesRollbackMode() throws {
    let copy = tool.folder.appending(path: "copy.db").path
    tool.run("backup", copy).expectDone()
    #expect(try mode(copy) == [1, 1])
    #expect(try mode(tool.store.path) == [2, 2])
    #expect(tool.run("--db", copy, "list") == tool.run("list"))
    tool.run("restore", copy, "--yes").expectDone()
    #expect(try mode(tool.store.path) == [1, 1])
  }

  @Test func backupBeforeAMigrationUsesRollbackMode() throws {
    let v1 = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Migrations/SQL/V1.sql")
    let path = tool.folder.appending(path: "v1.db").path
    try SQLiteShell.run(
      path,
      try String(contentsOf: v1, encoding: .utf8)
        + "PRAGMA application_id = 0x54524950; PRAGMA user_version = 1; PRAGMA journal_mode = WAL;")
    let before = try Data(contentsOf: URL(filePath: path))
    tool.run("--db", path, "migrate", "--dry-run").expectDone()
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    let holder = try Connection(path)
    _ = try holder.integer("SELECT count(*) FROM trip")
    let result = tool.run("--db", path, "migrate")
    result.expectDone()
    let backup = try #require(
      result.stderr.split(separator: "'").dropFirst().first.map(String.init))
    #expect(try mode(backup) == [1, 1])
    _ = holder
  }
}
