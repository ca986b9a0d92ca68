import Testing

@testable import trips

/// `--at` in every reading command.
struct TimeTravelCommandTests {
  /// Three trips in transactions 1 to 3, then changes in 4 to 7.
  private func changedTool(atTerminal: Bool = false) throws -> TestTool {
    let tool = (atTerminal ? try TestTool.onTerminal() : try TestTool()).withSampleTrips()
    tool.run("edit", "Paris", "--name", "Paris in May", "--destination", "Paris")
    tool.run("stay", "confirm", "Paris in May")
    tool.run("bucket", "remove", "2", "Manufaktura")
    tool.run("delete", "Berlin kickoff", "--yes")
    return tool
  }

  private static let readers = [
    ["list"], ["list", "--count"], ["list", "--search", "paris", "--json"], ["list", "--csv"],
    ["plan", "3"], ["perdiem", "--planned"], ["perdiem", "--planned", "--csv"], ["show", "3"],
    ["show", "2", "--json"], ["show", "Paris"], ["next"], ["bucket", "list", "2"],
    ["stay", "list", "3"], ["stats"], ["calendar", "--in", "2027"], ["export"],
    ["export", "--format", "ics", "--from", "2027-01-01"], ["export", "--format", "html"],
  ]

  @Test func isTestedWithEveryCommandThatTakesIt() {
    func visit(_ nodes: [CommandNode], _ path: [String]) -> Int {
      nodes.reduce(0) { count, node in
        let path = path + [node.name]
        let isReader = node.declaration.options.contains { $0.name == "--at" }
        #expect(!isReader || Self.readers.contains { $0.starts(with: path) }, "\(path)")
        return count + (isReader ? 1 : 0) + visit(node.children, path)
      }
    }
    #expect(visit(CommandLineTool.commands, []) >= 10)
  }

  @Test(arguments: readers)
  func answersAsTheCommandDidThen(words: [String]) throws {
    let tool = try TestTool().withSampleTrips()
    let then = tool.run(words: words)
    let token = tool.run("history", "--token").stdout.dropLast()
    tool.run("edit", "Paris", "--name", "Paris in May", "--destination", "Paris")
    tool.run("stay", "confirm", "Paris in May")
    tool.run("bucket", "remove", "2", "Manufaktura")
    tool.run("delete", "Berlin kickoff", "--yes")
    #expect(then.exitCode == .done && !then.stdout.isEmpty)
    #expect(tool.run(words: words) != then)
    for place in ["3", String(token)] {
      #expect(tool.run(words: words + ["--at", place]) == then)
    }
    #expect(tool.run(words: words + ["--at=7"]) == tool.run(words: words))
  }

  @Test(arguments: [
    ["list", "--at", "tomorrow"], ["diff", "+1d"], ["history", "--since", "+1d"],
  ])
  func refusesADayOutsideTheCalendar(words: [String]) throws {
    let tool = try TestTool().withSampleTrips()
    tool.today = "9999-12-31"
    let result = tool.run(words: words)
    #expect(
      result.stderr == "error: the value '\(words[words.count - 1])' is invalid for 'WHEN'; "
        + "it is outside the years 0001 to 9999\n")
    #expect(result.exitCode == .usage)
  }

  @Test(arguments: [("Paris", "2", "2"), ("Oslo", "2099-01-01 12:00", "\"2099-01-01 12:00\"")])
  func reportsTheTimeAtWhichATripDidNotExist(trip: String, when: String, words: String) throws {
    let tool = try TestTool().withSampleTrips()
    #expect(
      tool.run("show", trip, "--at", when)
        == TestTool.Result(
          stderr: """
            error: with '--at \(words)', no trip has the id or name '\(trip)'
            hint: 'trips list --at \(words)' shows all trips

            """, exitCode: .noTrip))
  }

  @Test func isEmptyBeforeTheFirstTransaction() throws {
    let tool = try changedTool()
    #expect(tool.run("list", "--at", "0") == TestTool.Result())
    #expect(tool.run("list", "--count", "--at", "1").stdout == "1\n")
  }

  /// Days and minutes end in local time: an hour ahead of UTC. The clock was set back before the
  /// last transaction.
  @Test(arguments: [
    ("2026-11-01", "0"), ("2026-11-02", "1"), ("2026-11-02 23:59", "1"), ("2026-11-03 00:00", "3"),
    ("2026-11-03", "3"), ("yesterday", "3"), ("2030-01-01", "3"),
    // Times as 'history' prints them, on a terminal and elsewhere: 59.999 seconds after the minute.
    ("2026-11-02 23:59:59", "1"), ("2026-11-02T23:59:58", "0"), ("2026-11-02T22:59:59.999Z", "1"),
    ("2026-11-02T22:59:59.998Z", "0"), ("2026-11-02 22:59Z", "1"), ("2026-11-02 23:30:59Z", "3"),
  ])
  func choosesTheLastTransactionThatIsNotLater(when: String, count: String) throws {
    let tool = try TestTool()
    tool.run("add", "first", "--start", "2027-01-01")
    tool.run("delete", "first", "--yes")
    tool.run(
      "history", "purge", "--before", String(tool.run("history", "--token").stdout.dropLast()),
      "--yes")
    for (number, time) in ["01T22:00", "02T22:59", "02T23:30", "02T23:00"].enumerated() {
      try tool.execute(
        """
        BEGIN;
        UPDATE historyState SET author = 'x', command = 'x', currentTransaction = NULL;
        INSERT INTO historyTransaction(timestamp, author, command)
        VALUES ('2026-11-\(time):59.999Z', 'x', 'x');
        UPDATE historyState SET currentTransaction = (SELECT max(id) FROM historyTransaction);
        INSERT INTO trip(name, destination, startDate, endDate)
        SELECT '\(number)', '', '2027-01-01', '2027-01-01' WHERE \(number) > 0;
        UPDATE historyState SET author = NULL, command = NULL, currentTransaction = NULL;
        COMMIT;
        """)
    }
    tool.environment["TRIPS_TODAY"] = "2026-11-05"
    #expect(tool.run("list", "--count", "--at", when).stdout == count + "\n")
  }

  @Test func refusesStatesBeforeTheHistory() throws {
    let tool = try changedTool()
    #expect(tool.run("list", "--count", "--at", "2001-01-01").stdout == "0\n")
    let late = tool.run("list", "--at", "8")
    #expect(late.exitCode == .token)
    #expect(late.stderr.hasPrefix("error: there is no transaction 8: the newest is 7\nhint: "))
    let token = tool.run("list", "--at", "h1.x")
    #expect(token.exitCode == .token)
    tool.run(
      "history", "purge", "--before", String(tool.run("history", "--token").stdout.dropLast()),
      "--yes")
    let early = tool.run("list", "--at", "2001-01-01")
    #expect(early.exitCode == .token && early.stdout.isEmpty)
    #expect(
      early.stderr.hasPrefix(
        "error: the history does not reach back to '2001-01-01': it begins at "))
    #expect(tool.run("list", "--at", "6").exitCode == .token)
    #expect(tool.run("list", "--at", "7").exitCode == .done)
    #expect(tool.run("list", "--at", "8").exitCode == .token)
  }

  @Test func acceptsEveryTimeThatTheHistoryPrints() throws {
    let tool = try TestTool()
    tool.run("add", "Rome", "--start", "2027-01-01")
    let printed = tool.run("history").stdout.split(separator: "\n")[0].split(separator: "\t")[1]
    tool.terminal.isOutput = true
    let shown = try #require(
      tool.run("history").stdout.firstMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)?.output)
    for time in [String(printed), String(shown)] {
      #expect(tool.run("list", "--count", "--at", time).stdout != "")
      #expect(tool.run("diff", time).exitCode == .done)
      #expect(tool.run("history", "--since", time).stdout.contains(shown))
      #expect(tool.run("history", "--until", time).stdout.contains(shown))
    }
  }

  @Test func showsLocalTimesInErrors() throws {
    let tool = try TestTool().withSampleTrips()
    tool.terminal.isOutput = true
    let shown = try #require(
      tool.run("history", "--until", "1").stdout.firstMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/))
    tool.run("history", "purge", "--before", "2", "--yes")
    let error = tool.run("list", "--at", "2001-01-01").stderr
    #expect(error.hasSuffix("it begins at \(shown.output)\n"))
  }

  @Test(arguments: [
    "", "x", "2026-11-20 24:00", "2026-11-20 10:00:60", "2026-11-20T10:00:00.12Z",
    "2026-11-20 1:00", "99999999999999999999", "-1",
  ])
  func refusesInvalidPlaces(when: String) throws {
    let result = try TestTool().run("list", "--at=\(when)")
    #expect(result.exitCode == .usage && result.stderr.contains("'--at'"))
  }

  @Test func completesNamesOfAPastState() throws {
    let tool = try changedTool()
    #expect(tool.run("__complete", "zsh", "show", "--at", "3", "Ber").stdout.contains("Berlin"))
    #expect(tool.run("__complete", "zsh", "show", "Ber").stdout.isEmpty)
  }
}
