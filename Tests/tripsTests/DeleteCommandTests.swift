import Foundation
import Testing

@testable import trips

struct DeleteCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func deletesOneWithoutAsking() {
    let result = tool.run("rm", "Paris")
    #expect(
      result.stdout == """
        delete\tTrip\t3\tParis\t\t\t\t
        delete\tLivingAccommodation\t1\tHôtel du Nord\t3\t\t\t

        """)
    #expect(result.stderr == "undo: trips undo 4\n")
    #expect(tool.run("undo").exitCode == .done)
    #expect(tool.run("rm", "Paris", "-q").stderr.isEmpty)
    #expect(tool.run("list", "--count").stdout == "2\n")
  }

  @Test func deletesSeveralOnlyWithConfirmation() {
    let result = tool.run("delete", "1", "2")
    #expect(
      result.stderr
        == "error: deleting 2 trips needs a confirmation\nhint: run it again with '--yes'\n")
    #expect(result.exitCode == .refused)
    #expect(tool.run("delete", "1", "9", "--yes").exitCode == .noTrip)
    #expect(tool.run("list", "--count").stdout == "3\n")
    #expect(tool.run("delete", "1", "2", "--yes").exitCode == .done)
    #expect(tool.run("list", "--count").stdout == "1\n")
  }

  @Test(arguments: [(["y"], ExitCode.done, "1\n"), (["n"], .refused, "3\n"), ([], .refused, "3\n")])
  func asksOnATerminal(answers: [String], code: ExitCode, count: String) {
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true)
    tool.answers = answers
    #expect(tool.run("delete", "1", "2").exitCode == code)
    tool.terminal = Context.Terminal()
    #expect(tool.run("list", "--count").stdout == count)
  }

  /// The question names the trips with their dates.
  @Test func deletesOnlyWhatWasShown() throws {
    let other = try TestTool()
    other.environment["TRIPS_DB"] = tool.store.path
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true)
    tool.answers = ["y"]
    tool.whenAsked = { other.run("edit", "2", "--extend", "+1d").expectDone() }
    let result = tool.run("delete", "1", "2")
    #expect(result.exitCode == .refused)
    #expect(
      result.stderr.hasSuffix(
        "another program changed these trips meanwhile; nothing was done\n"
          + "hint: run the command again to see how it is now\n"))
  }

  @Test func deletesNothingWithHelp() {
    #expect(tool.run("delete", "Paris", "-yh").stdout.hasPrefix("OVERVIEW: Delete trips"))
    #expect(tool.run("list", "--count").stdout == "3\n")
  }

  @Test func createsNoStoreForADeletion() throws {
    let tool = try TestTool()
    #expect(tool.run("delete", "1").exitCode == .noTrip)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test(arguments: [("other.db", "other.db"), ("an other.db", "\"an other.db\"")])
  func printsTheUndoCommandForItsStore(path: String, shown: String) {
    tool.run("--db", path, "add", "Paris")
    #expect(
      tool.run("--db", path, "delete", "Paris").stderr
        == "undo: trips --db \(shown) undo 2\n")
  }
}
