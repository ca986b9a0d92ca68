import Testing

@testable import trips

/// A command with an empty result reports that on a terminal, and is silent in a pipe.
struct NothingToShowTests {
  @Test(arguments: [
    (
      ["bucket", "list", "Berlin kickoff"], "no item matches"
    ),
    (["stay", "list", "1"], "no stay matches"),
    (["diff", "2", "2"], "no differences"),
    (["next", "--in", "2031"], "no trip is planned"),
    (["next", "--search", "nowhere"], "no planned trip contains 'nowhere'"),
    (["stats", "--search", "nowhere"], "no matching trip contains 'nowhere'"),
    (["list", "nowhere"], "no matching trip contains 'nowhere'"),
    (
      ["list", "--name", "x", "--destination", "y"],
      "no matching trip has 'x' in its name and has 'y' in its destination"
    ),
    (["list", "--past"], "no trip matches"),
  ])
  func isReportedOnATerminal(words: [String], note: String) throws {
    let tool = try TestTool().withSampleTrips()
    #expect(tool.run(words: words) == TestTool.Result())
    tool.terminal.isOutput = true
    #expect(tool.run(words: words).stderr == "note: \(note)\n")
  }

  @Test(arguments: [
    (["bucket"], "'trips bucket --help' lists its commands"),
    (["bucket", "frob"], "'trips bucket --help' lists its commands"),
    (["bucket", "done", "1", "x"], "'trips bucket list 1' shows its items"),
    (["stay", "confirm", "1"], "'trips stay add 1 PLACE' adds one"),
  ])
  func givesAHint(words: [String], hint: String) throws {
    let tool = try TestTool().withSampleTrips()
    #expect(tool.run(words: words).stderr.hasSuffix("hint: \(hint)\n"))
  }

  @Test func nextReportsAMissingStore() throws {
    #expect(
      try TestTool().run("--db", "nope.db", "next").stderr.hasPrefix("note: there is no store at '")
    )
  }

  @Test func requiredOptionsHaveNoBrackets() throws {
    let tool = try TestTool().withSampleTrips()
    #expect(
      tool.run("copy", "1").stderr == """
        error: missing option --start DATE
        Usage: trips copy TRIP --start DATE [--name NAME] [--dry-run]

        """)
  }
}
