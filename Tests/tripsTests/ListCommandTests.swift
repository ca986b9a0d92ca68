import Testing

@testable import trips

struct ListCommandTests {
  @Test(arguments: [
    (["lodz"], "2"), (["summer", "mlyn"], "2"), (["summer", "paris"], ""), (["nord"], "3"),
    (["i", "--personal"], "2"), (["i", "--in", "2026"], "1"), (["--in", "2027-05"], "3"),
    (["--search", "summer", "--search", "paris"], ""), ([""], "1 3 2"), (["´"], ""),
    (["--", "--personal"], ""), (["paris", "--in", "2027", "--limit", "1"], "3"),
  ])
  func searchesForEachText(words: [String], ids: String) throws {
    let tool = try TestTool().withSampleTrips()
    let lines = tool.run(words: ["list"] + words).stdout.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != "\t" }) }.joined(separator: " ") == ids)
    #expect(tool.run(words: ["list", "--count"] + words).stdout == "\(lines.count)\n")
  }

  @Test(arguments: [
    (["zurich", "museum"], "note: no matching trip contains 'zurich' and contains 'museum'\n"),
    (["--past"], "note: no trip matches\n"),
    (["--json", "--columns", "id", "zurich"], "note: no matching trip contains 'zurich'\n"),
    (["paris"], ""),
  ])
  func reportsAnEmptyResultOnATerminal(words: [String], note: String) throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    #expect(tool.run(words: ["list"] + words).stderr == note)
    tool.terminal = Context.Terminal()
    #expect(tool.run(words: ["list"] + words).stderr.isEmpty)
  }

  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func listsByStartWithTabsInAPipe() {
    #expect(
      tool.run("list", TestTool.tripColumns)
        == TestTool.Result(
          stdout: """
            1\t2026-12-10\t2026-12-15\t6\tbusiness\tBerlin kickoff\tBerlin
            3\t2027-05-01\t2027-05-03\t3\tplain\tParis\t
            2\t2027-07-01\t2027-07-11\t11\tpersonal\tSummer in Łódź\tŁódź

            """))
    #expect(
      tool.run("list", "--columns", "perdiem,reason,bucketList,livingAccommodations").stdout
        == "120.00 EUR\t\t0\t0\n\t\t0\t1\n\tfamily\t2\t0\n")
  }

  @Test(arguments: [
    (["--business"], [1]), (["--personal"], [2]), (["--plain"], [3]),
    (["--business", "--plain"], [1, 3]), (["--search", "lodz"], [2]), (["--search", "PARIS"], [3]),
    (["--destination", "LODZ"], [2]), (["--destination", "manufaktura"], []),
    (["--name", "in", "--destination", "berlin"], [1]), (["--name", "in"], [1, 2]),
    (["--name", "kick", "--name", "BERLIN"], [1]), (["--name", ""], [1, 3, 2]),
    (["--name", "´"], []), (["--reason", "family"], [2]), (["--reason", "wellness"], []),
    (["--reason", "wellness", "--reason", "family", "--search", "lodz"], [2]),
    (["--search", ""], [1, 3, 2]), (["--search", "%"], []),
    (["--personal", "--search", "paris"], []),
    (["--from", "2027-05-03", "--to", "2027-07-01"], [3, 2]), (["--from", "2027-05-04"], [2]),
    (["--from", "2027-05-03", "--to", "2027-05-03"], [3]),
    (["--to", "2027-04-30"], [1]), (["--sort", "name"], [1, 3, 2]), (["--sort", "id"], [1, 2, 3]),
    (["--sort", "id", "--reverse"], [3, 2, 1]), (["--sort", "end"], [1, 3, 2]),
    (["--limit", "1"], [1]), (["--limit", "1", "--offset", "1"], [3]), (["--offset", "2"], [2]),
    (["--limit", "0"], []),
  ])
  func filtersAndSorts(options: [String], ids: [Int]) {
    let result = tool.run(words: ["list", "--json", "--columns", "id"] + options)
    let objects = ids.map { "{\"id\":\($0)}" }.joined(separator: ",\n")
    #expect(result.stdout == (ids.isEmpty ? "[]\n" : "[\n\(objects)\n]\n"))
    #expect(result.exitCode == .done)
  }

  @Test(arguments: [
    ("2026-12-09", ["--upcoming"], "3\n"), ("2026-12-10", ["--current"], "1\n"),
    ("2026-12-15", ["--current"], "1\n"), ("2026-12-16", ["--past"], "1\n"),
    ("2027-05-03", ["--past", "--current"], "2\n"), ("2027-07-12", ["--upcoming"], "0\n"),
  ])
  func distinguishesPhasesByToday(today: String, options: [String], count: String) {
    tool.today = today
    #expect(tool.run(words: ["list", "--count"] + options).stdout == count)
  }

  @Test(arguments: [
    (
      120,
      """
      ID  TYPE      NAME            DESTINATION  START       END         DAYS  NIGHTS    PER DIEM  REASON  ITEMS  STAYS
       1  business  Berlin kickoff  Berlin       2026-12-10  2026-12-15     6       5  120.00 EUR              0      0
       3  plain     Paris                        2027-05-01  2027-05-03     3       2                          0      1
       2  personal  Summer in Łódź  Łódź         2027-07-01  2027-07-11    11      10              family      2      0

      """
    ),
    (
      72,
      """
      ID  TYPE      NAME            DESTINATION  START       END         DAYS
       1  business  Berlin kickoff  Berlin       2026-12-10  2026-12-15     6
       3  plain     Paris                        2027-05-01  2027-05-03     3
       2  personal  Summer in Łódź  Łódź         2027-07-01  2027-07-11    11

      """
    ),
    (
      40,
      """
      ID  TYPE      NAME            START
       1  business  Berlin kickoff  2026-12-10
       3  plain     Paris           2027-05-01
       2  personal  Summer in Łódź  2027-07-01

      """
    ),
  ])
  func fitsATableToTheTerminal(width: Int, table: String) throws {
    #expect(try TestTool.onTerminal(width: width).withSampleTrips().run("list").stdout == table)
  }

  @Test func printsNothingWithoutAStore() throws {
    let tool = try TestTool()
    #expect(tool.run("list") == TestTool.Result())
    #expect(tool.run("list", "--json").stdout == "[]\n")
    #expect(tool.run("--db", "x.db", "list").stderr.hasPrefix("note: there is no store at "))
  }
}
