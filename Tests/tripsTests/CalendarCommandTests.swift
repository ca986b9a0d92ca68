import Testing

@testable import TripsCore
@testable import trips

struct CalendarCommandTests {
  @Test(arguments: [
    (["--in", "2027-06"], ["Jun 2027"]),
    (["--in", "2027-11..2028-01"], ["Nov 2027", "Dec 2027", "Jan 2028"]),
    ([], ["Nov 2026", "Dec 2026", "Jan 2027"]),
    (["--in", "2027-06-30..2027-07-01"], ["Jun 2027", "Jul 2027"]),
    (["--in", "9999-12"], ["Dec 9999"]),
    (["--from", "2027-05-01", "--to", "2027-06-30"], ["May 2027", "Jun 2027"]),
    (["--from", "2027-05-01"], ["May 2027", "Jun 2027", "Jul 2027"]),
    (["--to", "2027-05-01"], ["Mar 2027", "Apr 2027", "May 2027"]),
  ])
  func startsAtAnyMonth(options: [String], months: [String]) throws {
    let calendar = try TestTool().run(words: ["calendar"] + options).stdout
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let words = calendar.split { $0 == " " || $0 == "\n" }.map(String.init)
    let shown = words.indices.filter { names.contains(words[$0]) }.map {
      "\(words[$0]) \(words[$0 + 1])"
    }
    #expect(shown == months)
  }

  @Test(arguments: [
    (["--in", "0001-01-01..9999-12-31"], "a calendar shows at most 120 months"),
    (["--in", "27"], "write a year with four digits, such as 2027"),
    (["--in", "2027-6"], "write it as 2027-06"),
  ])
  func refusesAPeriod(options: [String], reason: String) throws {
    let result = try TestTool().run(words: ["calendar"] + options)
    #expect(result.stderr.contains("; \(reason)\n"))
    #expect(result.exitCode == .usage)
  }

  @Test func drawsMonthsSideBySide() throws {
    let tool = try TestTool.onTerminal(width: 80).withSampleTrips()
    tool.today = "2026-12-12"
    tool.run("add", "日本旅行", "--start", "2026-12-12", "--no-input")
    tool.run(
      "add", "Retreat", "--personal", "--start", "2026-12-14", "--end", "2027-01-03", "--no-input")
    #expect(
      tool.run("calendar", "--in", "2026-12..2027-01").stdout == """
                     Dec 2026                              Jan 2027
          Mo   Tu   We   Th   Fr   Sa   Su      Mo   Tu   We   Th   Fr   Sa   Su
                1    2    3    4    5    6                           1    2    3
           7    8    9   10   11  [12]  13                        ─Retreat──────┤
                       ╞Berlin kickoff═════      4    5    6    7    8    9   10
                                 ├日…┤          11   12   13   14   15   16   17
          14   15   16   17   18   19   20      18   19   20   21   22   23   24
        ═Berlin…═╡                              25   26   27   28   29   30   31
        ├Retreat───────────────────────────
          21   22   23   24   25   26   27
        ─Retreat───────────────────────────
          28   29   30   31
        ─Retreat────────────

        """)
  }

  @Test func acceptsTheFiltersOfList() throws {
    let tool = try TestTool().withSampleTrips()
    let text = tool.run("calendar", "--in", "2027", "--personal").stdout
    #expect(text.contains("├Summer") && !text.contains("Paris"))
  }

  @Test(arguments: [28, 60, 80, 200])
  func fitsTheTerminal(width: Int) throws {
    let tool = try TestTool.onTerminal(width: width).withSampleTrips()
    let lines = tool.run("calendar", "--in", "2027").stdout.split(separator: "\n")
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
    #expect(lines.contains { $0.contains("├Summer") || $0.contains("├Sum") })
  }

  @Test func countsBarsThatDoNotFit() throws {
    let tool = try TestTool()
    for name in ["a", "b", "c", "d", "e", "f"] { tool.run("add", name, "--start", "2026-11-23") }
    let text = tool.run("calendar", "--in", "2026-11").stdout
    #expect(text.contains("├d"))
    #expect(!text.contains("├e"))
    #expect(text.contains("+2 more"))
  }

  @Test func endsWithTheYear9999() throws {
    let text = try TestTool().run("calendar", "--in", "9999").stdout
    #expect(text.contains("Dec 9999"))
    #expect(!text.contains("10000"))
  }

  @Test(arguments: [
    ["--in", "0"], ["--in", "x"], ["--months", "1"],
  ])
  func refusesNonsense(options: [String]) throws {
    #expect(try TestTool().run(words: ["calendar"] + options).exitCode == .usage)
  }

  @Test(arguments: Array(stride(from: 0, through: 3_652_058, by: 40_009)))
  func putsEachDayBelowItsWeekday(dayNumber: Int) throws {
    let date = try #require(CalendarDate(dayNumber: dayNumber))
    let tool = try TestTool()
    tool.today = date.description
    let lines = tool.run("calendar", "--in", "\(date.description.prefix(7))").stdout
      .split(separator: "\n").map(String.init)
    let line = try #require(lines.first { $0.contains("[") })
    let column =
      line.distance(from: line.startIndex, to: try #require(line.firstIndex(of: "]"))) / 9
    #expect(Weekday.allCases[column] == date.weekday)
  }
}
