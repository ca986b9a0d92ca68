import Foundation
import Testing

@testable import trips

/// What survives the migration of a store from the last release.
struct SchemaStepTests {
  private let tool: TestTool
  private let path: String

  /// The newest token of the frozen store.
  private let token = "h1.682b77d565835a2a8eb325156e59c885.82.d7ad961681e3"

  init() throws {
    tool = try TestTool()
    path = tool.folder.appending(path: "t.db").path
    tool.environment["TRIPS_DB"] = path
    let dump = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../MigrationsTests/Frozen/V4.sql")
    try SQLiteShell.run(path, try String(contentsOf: dump, encoding: .utf8))
    try SQLiteShell.run(path, "DROP TRIGGER myTrigger")
  }

  @Test func tokensHistoryAndPastStatesCrossTheStep() throws {
    tool.run("migrate").expectDone()
    // Stays that had been set aside return to their trips.
    let news = tool.run("history", "--since", token).stdout
    #expect(news.contains("\tmigrate\tupdate\tLivingAccommodation\t2\tZweites\ttrip: none → 1\t"))
    #expect(news.split(separator: "\n").count == 4)
    #expect(tool.run("history", "--trip", "Wellness").stdout.contains("\tdelete\tdelete\tPersonal"))
    #expect(tool.run("show", "Wellness", "--at", "19").exitCode == .noTrip)
    #expect(tool.run("show", "Wellness", "--at", token) == tool.run("show", "Wellness"))
    #expect(tool.run("stay", "list", "1", TestTool.stayColumns).stdout.contains("Zweites"))
    #expect(
      !tool.run("stay", "list", "1", "--at", token, TestTool.stayColumns).stdout.contains("Zweites")
    )
    let before = tool.run(
      "show", "1", "--at", "19", "--json", "--columns", "uid,livingAccommodations"
    ).stdout
    let uid = try SQLiteShell.run(path, "SELECT uid FROM trip WHERE id = 1")
      .split(separator: "\n").joined()
    #expect(before.contains("\"uid\":\"\(uid)-stay\""))
    #expect(before.contains("\"startDate\":null,\"endDate\":null,\"cost\":null"))
    #expect(tool.run("doctor").stdout.contains("ok\tschema\tas V5 declares it\t"))
  }

  @Test func undoesChangesFromBeforeTheMigration() throws {
    tool.run("migrate").expectDone()
    tool.run("redo").expectDone()
    #expect(tool.run("show", "Wellness").exitCode == .noTrip)
    tool.run("undo").expectDone()
    tool.run("undo").expectDone()
    #expect(!tool.run("show", "1").stdout.contains("changed"))
  }

  @Test func undoOfTheMigrationRestoresTheStore() throws {
    let before = try SQLiteShell.run(path, ".dump")
    tool.run("migrate").expectDone()
    #expect(tool.run("migrate", "--undo").exitCode == .done)
    #expect(try SQLiteShell.run(path, ".dump") == before)
    tool.run("migrate", "--to", "V5").expectDone()
  }
}
