import Testing

@testable import trips

struct NextCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test(arguments: [
    ("2026-11-21", "Berlin kickoff in 19 days\n"), ("2026-12-09", "Berlin kickoff tomorrow\n"),
    ("2026-12-15", "Berlin kickoff day 6 of 6\n"), ("2026-12-16", "Paris in 136 days\n"),
    ("2027-07-12", ""),
  ])
  func printsTheCurrentOrNextTrip(today: String, line: String) {
    tool.today = today
    #expect(
      tool.run("next", "--format", "{name} {countdown}") == TestTool.Result(stdout: line))
  }

  @Test func isAReportWithACountdownOnATerminal() {
    #expect(tool.run("next") == tool.run("list", "--limit", "1"))
    #expect(tool.run("next", "--limit", "3", "--csv") == tool.run("list", "--csv"))
    #expect(
      tool.run("next", "--columns", "name,days").stdout == "Berlin kickoff\t6\n")
    tool.terminal.isOutput = true
    tool.environment["NO_COLOR"] = "1"
    #expect(
      tool.run("next").stdout == """
        WHEN        ID  TYPE      NAME            DESTINATION  START       END
        in 19 days   1  business  Berlin kickoff  Berlin       2026-12-10  2026-12-15

        """)
  }

  @Test(arguments: [
    (
      "{name}|{destination}|{start}|{end}|{days}|{type}|{countdown}",
      "Berlin kickoff|Berlin|2026-12-10|2026-12-15|6|business|in 19 days"
    ),
    ("{id} {nights} {stay}", "1 5 "), ("{{name}", "{name}"), ("", ""), ("plain", "plain"),
  ])
  func fillsInAFormat(format: String, line: String) {
    #expect(tool.run("next", "--format", format).stdout == line + "\n")
  }

  @Test(arguments: [
    ("2026-11-26", "A"), ("2026-12-11", "A"), ("2026-12-12", ""), ("2026-12-13", "B"),
    ("2026-12-15", "B"),
  ])
  func namesTheStayOfTheComingNight(today: String, place: String) {
    tool.run("stay", "add", "Berlin kickoff", "A", "--nights", "2")
    tool.run("stay", "add", "Berlin kickoff", "B", "--from", "2026-12-13")
    tool.today = today
    #expect(tool.run("next", "--format", "{stay}").stdout == place + "\n")
  }

  @Test(arguments: [
    ("{nam}", "'{nam}' is not a placeholder; use {id}, {uid},"),
    ("a {name", "'{name' has no '}'; '{{' stands for a brace"),
    ("{", "'{' has no '}'; '{{' stands for a brace"),
  ])
  func refusesAnUnknownPlaceholder(format: String, reason: String) {
    let result = tool.run("next", "--format", format)
    #expect(result.exitCode == .usage)
    #expect(
      result.stderr.hasPrefix("error: the value '\(format)' is invalid for '--format'; \(reason)"))
  }

  @Test(arguments: [
    (["--limit", "2"], "1 3"), (["--limit", "9"], "1 3 2"), (["--upcoming"], "3"),
    (["--personal"], "2"), (["--upcoming", "--limit", "1", "--plain"], "3"), (["--past"], ""),
    (["--in", "2027-07"], "2"), (["--in", "2025"], ""), (["--limit", "0"], ""),
    (["--search", "manufaktura"], "2"),
  ])
  func acceptsTheFiltersOfList(options: [String], ids: String) {
    tool.today = "2026-12-11"
    let names = tool.run(words: ["next", "--format", "{name}"] + options).stdout
      .split(separator: "\n")
    let known = ["Berlin kickoff": "1", "Summer in Łódź": "2", "Paris": "3"]
    #expect(names.compactMap { known[String($0)] }.joined(separator: " ") == ids)
  }

  @Test func writesAnArray() {
    #expect(tool.run("next", "--json", "--columns", "id").stdout == "[\n{\"id\":1}\n]\n")
    #expect(
      tool.run("next", "--json", "--columns", "id", "--limit", "2").stdout
        == "[\n{\"id\":1},\n{\"id\":3}\n]\n")
    #expect(
      tool.run("next", "--json", "--columns", "id", "--limit", "2", "--past").stdout == "[]\n")
  }

  @Test func writesForWaybar() {
    tool.run("edit", "1", "--name", "R&D <Berlin>")
    #expect(
      tool.run("next", "--format", "waybar").stdout == """
        {"text":"R&amp;D &lt;Berlin&gt; in 19 days","tooltip":"R&amp;D &lt;Berlin&gt;\\nBerlin\\n\
        2026-12-10 to 2026-12-15, 6 days","class":["business","upcoming"]}

        """)
  }
}
