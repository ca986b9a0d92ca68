import Testing

@testable import trips

struct ShowCommandTests {
  @Test func acceptsAUID() throws {
    let tool = try TestTool().withSampleTrips()
    let uid = try #require(
      tool.run("next", "--format", "{uid}").stdout.split(separator: "\n").first)
    let name = "{\"name\":\"Berlin kickoff\"}\n"
    #expect(tool.run("show", String(uid), "--json", "--columns", "name").stdout == name)
    #expect(
      tool.run("edit", String(uid), "--destination", "Bonn", "--columns", "name").stdout
        == "Berlin kickoff\n")
    tool.run("delete", String(uid))
    #expect(tool.run("history", "--trip", String(uid)).stdout.split(separator: "\n").count == 4)
  }

  @Test func showsEverything() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    let uid = tool.run("show", "2", "--json", "--columns", "uid").stdout.dropFirst(8).dropLast(3)
    #expect(
      tool.run("show", "summer in lodz").stdout == """
        Name:         Summer in Łódź
        Id:           2
        Type:         personal
        Destination:  Łódź
        Start:        Thu 2027-07-01
        End:          Sun 2027-07-11
        Length:       11 days, 10 nights
        When:         in 222 days
        Reason:       family
        Nights:       none of 10 has a stay
        Bucket list:  [ ] 1 Manufaktura
                      [ ] 2 Księży Młyn
        UID:          \(uid)

        """)
    #expect(
      tool.run("show", "1").stdout.contains(
        """
        Per diem:     120.00 EUR a day, first-last:75%
        Estimate:     90.00 + 4 × 120.00 + 90.00 = 660.00 EUR

        """))
  }

  /// A number that is not an id would be found in many addresses.
  @Test func suggestsNothingForANumber() throws {
    let tool = try TestTool().withSampleTrips()
    tool.run("stay", "add", "Paris", "Hotel 28")
    #expect(
      tool.run("show", "28").stderr
        == "error: no trip has the id or name '28'\nhint: 'trips list' shows all trips\n")
  }

  @Test func writesLinesForProgramsInAPipe() throws {
    let lines = try TestTool().withSampleTrips().run("show", "Paris").stdout.split(separator: "\n")
    #expect(lines.prefix(3) == ["Name\tParis", "Id\t3", "Type\tplain"])
    #expect(lines.contains("Stay\tHôtel du Nord (not confirmed)"))
  }

  @Test func writesJSON() throws {
    let tool = try TestTool().withSampleTrips()
    #expect(
      tool.run(
        "show", "1", "--json", "--columns",
        "name,days,nights,perdiem,reason,livingAccommodations,costs"
      )
      .stdout
        == """
        {"name":"Berlin kickoff","days":6,"nights":5,"perdiem":{"amount":"120.00",\
        "currency":"EUR","rule":"first-last:75%","total":"660.00","singleDays":[]},"reason":null,\
        "livingAccommodations":[],"costs":[]}

        """)
  }

  @Test func escapesControlCharactersOfAnotherProgram() throws {
    let tool = try TestTool.onTerminal(width: 120).withSampleTrips()
    try tool.execute(
      "UPDATE trip SET name = 'a' || char(27) || '[31mb' || char(10) || char(8238) WHERE id = 3")
    tool.today = "2027-05-01"
    for words in [["show", "3"], ["list", "--search", "b"], ["next"], ["delete", "3"]] {
      let result = tool.run(words: words)
      let text = result.stdout + result.stderr
      #expect(text.contains("a\\u{1B}[31mb\\u{A}\\u{202E}"))
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
  }

  @Test(arguments: [
    ("Rom", "error: no trip has the id or name 'Rom'\nhint: 'trips list' shows all trips\n"),
    (
      "in",
      "error: 'in' matches 2 trips: 'Berlin kickoff' (1, 2026-12-10 to 2026-12-15), "
        + "'Summer in Łódź' (2, 2027-07-01 to 2027-07-11)\nhint: use its id\n"
    ),
  ])
  func reportsThatNoTripMatches(words: String, message: String) throws {
    let result = try TestTool().withSampleTrips().run("show", words)
    #expect(result.stderr == message)
    #expect(result.exitCode == .noTrip)
  }

  @Test func acceptsTextThatOnlyOneTripContains() throws {
    let tool = try TestTool().withSampleTrips()
    #expect(tool.run("show", "lodz", "--json", "--columns", "id").stdout == "{\"id\":2}\n")
    let refused = tool.run("delete", "lodz")
    #expect(
      refused.stderr == """
        error: 'lodz' is only part of a name: trip 'Summer in Łódź' (2, 2027-07-01 to 2027-07-11)
        hint: use its id or its whole name

        """)
    #expect(refused.exitCode == .noTrip)
  }
}
