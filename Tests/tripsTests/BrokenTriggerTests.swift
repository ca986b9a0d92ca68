import Foundation
import Testing

@testable import trips

/// A store with triggers that feed another program's search index, as made by `sqlite-utils
/// enable-fts --create-triggers`. With `trusted_schema` off, no trigger may write to it.
struct BrokenTriggerTests {
  let tool: TestTool
  private let problem: String

  init() throws {
    tool = try TestTool().withSampleTrips()
    try tool.execute(
      """
      CREATE VIRTUAL TABLE trip_fts USING fts5(name, content=trip);
      CREATE TRIGGER trip_ai AFTER INSERT ON trip
      BEGIN INSERT INTO trip_fts(rowid, name) VALUES (new.rowid, new.name); END;
      CREATE TRIGGER trip_ad AFTER DELETE ON trip
      BEGIN INSERT INTO trip_fts(trip_fts, rowid, name) VALUES ('delete', old.rowid, old.name); END;
      """)
    problem =
      "'\(tool.store.path)' cannot be written, because your triggers 'trip_ai', 'trip_ad' cannot run: "
      + "unsafe use of virtual table \"trip_fts\""
  }

  private let hint = "hint: 'sqlite3 FILE \"DROP TRIGGER NAME\"' drops it\n"

  @Test(arguments: [
    ["add", "Rome"], ["add", "Rome", "--dry-run"], ["delete", "1", "--yes"], ["undo"],
    ["copy", "1", "--start", "2028-01-01"],
  ])
  func blockedCommandsNameThem(words: [String]) throws {
    let before = try tool.query("SELECT name FROM trip")
    let result = tool.run(words: words)
    #expect(result.exitCode == .store && result.stdout.isEmpty)
    #expect(result.stderr == "error: \(problem)\n\(hint)")
    #expect(try tool.query("SELECT name FROM trip") == before)
  }

  @Test func doctorReportsThem() throws {
    let result = tool.run("doctor")
    #expect(result.exitCode == .store)
    #expect(result.stdout.contains("problem\ttriggers\t\(problem)\t"))
    #expect(result.stdout.contains("ok\tschema\tas V5 declares it\t"))
    #expect(result.stderr == "error: the store has problems\n\(hint)")
    try tool.execute("DROP TRIGGER trip_ai; DROP TRIGGER trip_ad")
    #expect(tool.run("doctor").exitCode == .done)
    tool.run("add", "Rome").expectDone()
  }
}
