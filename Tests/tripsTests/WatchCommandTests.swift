import Foundation
import Testing

@testable import trips

struct WatchCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
    tool.run("add", "Paris", "--start", "2027-05-01", "--end", "2027-05-03")
    tool.run("add", "Berlin", "--start", "2027-05-01", "--business")
  }

  /// Runs `watch` while other commands run one after the other, then sends ^C.
  private func watch(_ words: [String], while commands: [[String]]) throws -> TestTool.Result {
    let other = try TestTool()
    other.environment["TRIPS_DB"] = tool.store.path
    var commands = commands[...]
    tool.wait = { () throws(OutputError) in
      guard let command = commands.popFirst() else { return false }
      other.run(words: command)
      return true
    }
    var result = tool.run(words: ["watch"] + words)
    result.stdout.replace(/\d{4}-\d\d-\d\dT[\d:.]{12}Z/, with: "TIMESTAMP")
    return result
  }

  private var newestToken: String { tool.run("history", "--token").stdout }

  @Test func printsCommitsOfOtherProcessesAndTheLastToken() throws {
    let result = try watch(
      [],
      while: [
        ["edit", "Paris", "--destination", "France"],
        ["edit", "Paris", "--start", "2027-06-01", "--shift"], ["delete", "Berlin"],
      ])
    #expect(
      result
        == TestTool.Result(
          stdout: """
            3\tTIMESTAMP\ttrips\tedit\tupdate\tTrip\t1\tParis\t\tdestination\t\tFrance
            4\tTIMESTAMP\ttrips\tedit\tupdate\tTrip\t1\tParis\t\tstartDate\t2027-05-01\t2027-06-01
            4\tTIMESTAMP\ttrips\tedit\tupdate\tTrip\t1\tParis\t\tendDate\t2027-05-03\t2027-06-03
            5\tTIMESTAMP\ttrips\tdelete\tdelete\tBusinessTrip\t2\tBerlin\t\t\t\t
            \(newestToken)
            """,
          stderr: """
            warning: the dates of 'Paris' (1) have changed: 2027-05-01 to 2027-05-03 → \
            2027-06-01 to 2027-06-03

            """, exitCode: .interrupted))
  }

  @Test func wrapsALineOnATerminal() throws {
    tool.terminal = Context.Terminal(isOutput: true, width: 40)
    tool.environment["NO_COLOR"] = "1"
    let result = try watch([], while: [["edit", "Paris", "--destination", "A place far away"]])
    let lines = result.stdout.split(separator: "\n").dropLast()
    #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 40 })
    #expect(
      lines.joined().replacing("  ", with: " ").contains(
        "trip 'Paris' (1), destination: '' → A place"))
  }

  @Test(arguments: [(["--trip", "Paris"], [3, 6]), ([], [3, 4, 5, 6])])
  func filters(words: [String], ids: [Int]) throws {
    let result = try watch(
      words + ["--json"],
      while: [
        ["edit", "Paris", "--name", "Lyon"], ["edit", "Berlin", "--destination", "B"],
        ["edit", "Berlin", "--plain"], ["bucket", "add", "1", "Louvre"],
      ])
    let found = result.stdout.matches(of: /"transaction":(\d+)/).compactMap { Int($0.output.1) }
    #expect(found == ids)
    #expect(result.stdout.hasSuffix("{\"token\":\"\(newestToken.dropLast())\"}\n"))
  }

  @Test func endsQuietlyWhenThePipeIsClosed() {
    tool.wait = { () throws(OutputError) in throw .closedPipe }
    #expect(tool.run("watch") == TestTool.Result())
  }

  @Test func refusesAnUnknownTrip() {
    #expect(tool.run("watch", "--trip", "Rome").exitCode == .noTrip)
  }

  @Test func reportsADeletedFile() throws {
    let store = tool.store
    tool.wait = { () throws(OutputError) in
      try? FileManager.default.removeItem(at: store)
      return true
    }
    let result = tool.run("watch")
    #expect(result.stderr == "error: the store '\(store.path)' was deleted\n")
    #expect(result.exitCode == .store)
  }
}
