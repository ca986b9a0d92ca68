import Foundation
import Testing

@testable import trips

struct UndoCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
    tool.run("add", "Paris", "--start", "2027-05-01", "--end", "2027-05-03", "--bucket", "Louvre")
    tool.run("edit", "Paris", "--destination", "France")
    tool.terminal.isOutput = true
    tool.environment["NO_COLOR"] = "1"
  }

  private func masked(_ result: TestTool.Result) -> TestTool.Result {
    var result = result
    result.stdout.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: UTC)?/, with: "TIME")
    result.stderr.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?: UTC)?/, with: "TIME")
    return result
  }

  @Test func reportsTheResult() {
    #expect(
      masked(tool.run("undo"))
        == TestTool.Result(
          stdout: """
            Undid transaction 2 (edit by trips, TIME)
              ~ trip 'Paris' (1), destination: France → ''

            """))
    #expect(
      masked(tool.run("redo"))
        == TestTool.Result(
          stdout: """
            Redid transaction 3 (undo 2 by trips, TIME)
              ~ trip 'Paris' (1), destination: '' → France

            """))
    #expect(tool.run("redo").stderr == "error: there is nothing to redo\n")
    #expect(tool.run("redo").exitCode == .refused)
  }

  @Test func undoesEverything() {
    #expect(tool.run("undo").exitCode == .done)
    #expect(tool.run("undo").exitCode == .done)
    #expect(tool.run("list").stdout.isEmpty)
    #expect(
      tool.run("undo")
        == TestTool.Result(stderr: "error: there is nothing to undo\n", exitCode: .refused))
  }

  @Test func dryRunChangesNoTrip() {
    let before = tool.run("history", "--token")
    #expect(tool.run("undo", "--dry-run").stdout.hasPrefix("Would undo transaction 2 (edit by "))
    #expect(tool.run("history", "--token") == before)
  }

  @Test func undoesOneTransaction() {
    tool.run("add", "Rom")
    tool.run("edit", "Paris", "--end", "2027-05-05")
    #expect(tool.run("undo", "2", "--dry-run").stdout.hasPrefix("Would undo transaction 2 (edit "))
    #expect(tool.run("undo", "2").stdout.contains("destination: France → ''"))
    #expect(
      masked(tool.run("undo", "1")).stderr == """
        error: transaction 1 (add by trips, TIME) cannot be reverted: trip 'Paris' (1) was changed since, \
        by transaction 4 (edit by trips, TIME)
        hint: 'trips history' shows what happened; nothing was changed

        """)
    #expect(tool.run("undo", "1").exitCode == .refused)
    tool.run("bucket", "add", "Rom", "Forum")
    #expect(tool.run("undo", "3").stderr.contains("trip 'Rom' (2) was given an item since"))
    tool.run("undo")
    #expect(
      tool.run("undo", "2").stderr.hasSuffix(
        "was already undone by transaction 5\nhint: 'trips undo 5' brings it back\n"))
    #expect(tool.run("undo", "5").stdout.contains("destination: '' → France"))
    #expect(tool.run("undo", "99").exitCode == .token)
    #expect(tool.run("undo", "x").exitCode == .usage)
  }

  @Test func restoresAStayNextToAnother() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--stay", "Old Inn")
    tool.run("stay", "remove", "Rome")
    tool.run("stay", "add", "Rome", "New Inn")
    #expect(tool.run("undo", "4").exitCode == .done)
    #expect(
      try tool.query("SELECT placeName FROM livingAccommodation ORDER BY id")
        == ["Old Inn", "New Inn"])
  }

  /// Another stay has its uid: from a file that was exported before it was removed.
  @Test func refusesToRestoreAStayWhoseUIDIsTaken() throws {
    tool.run("add", "Rome", "--start", "2027-05-01", "--stay", "Inn")
    let file = tool.folder.appending(path: "rome.json").path
    tool.run("export", "-o", file)
    tool.run("stay", "remove", "Rome")
    #expect(tool.run("import", file).exitCode == .done)
    let result = masked(tool.run("undo", "4"))
    #expect(result.exitCode == .refused)
    #expect(
      result.stderr.contains(
        "cannot be reverted: stay 2 has taken its place since, by transaction 5 (import by trips, TIME)"
      ),
      "\(result.stderr)")
  }

  /// A deletion, then a sync by cron: the undo reverts the deletion.
  @Test func passesOverTheChangesOfOthers() {
    tool.run("delete", "Paris")
    for command in ["add", "edit"] {
      tool.run("--author", "cron", command, "Rom", "--notes", command)
    }
    let result = masked(tool.run("undo"))
    #expect(result.stdout.hasPrefix("Undid transaction 3 (delete by trips, TIME)\n"))
    #expect(result.stderr == "note: passed over 5 (edit by cron) and 1 other\n")
    #expect(tool.run("--author", "cron", "undo").stderr == "")
    #expect(
      masked(tool.run("--author", "ann", "undo"))
        == TestTool.Result(
          stderr: """
            error: there is nothing of 'ann' to undo; the newest is transaction 4 (add by cron, TIME)
            hint: 'trips undo 4' undoes it

            """, exitCode: .refused))
  }

  @Test func redoesNothingAfterAnotherChange() {
    tool.run("undo")
    tool.run("edit", "Paris", "--notes", "important")
    #expect(
      masked(tool.run("redo"))
        == TestTool.Result(
          stderr: """
            error: there is nothing to redo: transaction 4 (edit by trips, TIME) is later than the \
            newest undo, 3
            hint: 'trips undo 3' reverts that undo

            """, exitCode: .refused))
  }

  @Test func writesJSON() {
    #expect(
      tool.run("undo", "--json").stdout == """
        [
        {"kind":"update","entity":"Trip","id":1,"name":"Paris","trip":null,\
        "property":"destination","old":"France","new":""}
        ]

        """)
  }

  @Test func refusesToDeleteARowThatAUserTableReferences() throws {
    tool.run("add", "Rome", "--start", "2027-05-01")
    _ = try SQLiteShell.run(
      tool.store.path,
      """
      CREATE TABLE photo(trip INTEGER REFERENCES trip(id));
      INSERT INTO photo SELECT max(id) FROM trip
      """)
    let refused = tool.run("undo")
    #expect(refused.exitCode == .store)
    #expect(refused.stderr.contains("FOREIGN KEY constraint failed"))
    #expect(tool.run("list", "--count").stdout == "2\n")
    _ = try SQLiteShell.run(tool.store.path, "DELETE FROM photo")
    #expect(tool.run("undo").exitCode == .done)
    #expect(tool.run("list", "--count").stdout == "1\n")
  }

  @Test func createsNoStore() throws {
    let tool = try TestTool()
    #expect(tool.run("undo").exitCode == .refused)
    #expect(tool.run("history").exitCode == .done)
    #expect(throws: (any Error).self) { try tool.store.checkResourceIsReachable() }
  }
}
