import Testing

@testable import trips

struct EditCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test(arguments: [
    (["--shift"], "2027-06-01", "2027-06-03"), (["--keep-end"], "2027-05-02", "2027-05-03"),
    (["--end", "0n"], "2027-06-01", "2027-06-01"), (["--end", "fri"], "2027-05-02", "2027-05-07"),
  ])
  func movesTheStart(options: [String], start: String, end: String) {
    let result = tool.run(
      words: ["edit", "3", "--start", start, "--json", "startDate,endDate"] + options)
    #expect(result.stdout == "{\"startDate\":\"\(start)\",\"endDate\":\"\(end)\"}\n")
  }

  @Test func doesNotGuessWhatBecomesOfTheEnd() {
    let result = tool.run("edit", "3", "--start", "2027-05-02")
    #expect(
      result.stderr.hasPrefix(
        "error: '--start' alone leaves the end open; add --shift, --keep-end or --end\n"))
    #expect(result.exitCode == .usage)
  }

  @Test func asksWhatBecomesOfTheEndOnATerminal() throws {
    tool.terminal = Context.Terminal(isInput: true, isOutput: true, isError: true)
    tool.environment["NO_COLOR"] = "1"
    tool.answers = ["what", "keep"]
    let result = tool.run("edit", "3", "--start", "2027-05-02")
    #expect(
      result.stdout == """
        Changed 'Paris' (3), 2027-05-02 to 2027-05-03
          startDate: 2027-05-01 → 2027-05-02

        """)
  }

  @Test func changesTheType() {
    #expect(
      tool.run("edit", "1", "--type", "personal", "--reason", "family").stderr
        == """
        note: changed 'Berlin kickoff' (1), 2026-12-10 to 2026-12-15: type: business → personal, \
        perdiem: 120.00 EUR → none, perdiemRule: first-last:75% → none, reason: none → family

        """)
  }

  @Test func takesValuesAway() {
    tool.run("edit", "1", "--no-perdiem")
    tool.run("edit", "2", "--no-reason")
    #expect(
      tool.run("list", "--json", "id,perdiem,reason").stdout == """
        [
        {"id":1,"perdiem":null,"reason":null},
        {"id":3,"perdiem":null,"reason":null},
        {"id":2,"perdiem":null,"reason":null}
        ]

        """)
  }

  /// Another program may have written what this one would refuse.
  @Test func leavesTheOtherColumnsToTheByte() throws {
    try tool.execute("UPDATE trip SET name = CAST(x'41ff42' AS TEXT) WHERE id = 3")
    try tool.execute("UPDATE trip SET perdiemRule = 'weird' WHERE id = 1")
    #expect(tool.run("edit", "3", "--destination", "zz").exitCode == .done)
    #expect(tool.run("edit", "1", "--destination", "zz").exitCode == .done)
    #expect(
      try tool.query("SELECT hex(name) || perdiemRule FROM trip WHERE id = 1")
        == ["4265726C696E206B69636B6F6666weird"])
    #expect(try tool.query("SELECT hex(name) FROM trip WHERE id = 3") == ["41FF42"])
  }

  @Test(arguments: [
    (["edit", "3"], ExitCode.usage, "error: nothing to do; say what to change\n"),
    (
      ["edit", "3", "--perdiem", "5"], .usage,
      "error: only a business trip has a per diem, and 'Paris' is a plain trip\n"
    ),
    (
      ["edit", "3", "--name", "Berlin kickoff", "--start", "2026-12-10", "--end", "5n"], .refused,
      """
      error: another trip has this name and these dates: 'Berlin kickoff' (1), 2026-12-10 to \
      2026-12-15
      hint: 'trips show 1' shows it

      """
    ),
    (["edit", "9", "--name", "x"], .noTrip, "error: no trip has the id or name '9'\n"),
    (["edit", "3", "--shift"], .usage, "error: '--shift' needs '--start'\n"),
    (
      ["edit", "3", "--start", "fri", "--end", "1d", "--shift"], .usage,
      "error: '--end' and '--shift' exclude each other\n"
    ),
  ])
  func refuses(words: [String], code: ExitCode, message: String) {
    let before = tool.run("list", "--json").stdout
    let result = tool.run(words: words)
    #expect(result.stderr.hasPrefix(message))
    #expect(result.exitCode == code)
    #expect(tool.run("list", "--json").stdout == before)
  }
}
