import Testing

@testable import trips

struct StatsCommandTests {
  @Test(arguments: [
    ([], "2026\t1\t6\t5\t660.00 EUR\t\n2027\t2\t14\t12\t\t\n"),
    (
      ["--by", "type"],
      "personal\t1\t11\t10\t\t\nbusiness\t1\t6\t5\t660.00 EUR\t\nplain\t1\t3\t2\t\t\n"
    ),
    (["--by", "reason"], "family\t1\t11\t10\t\t\n"),
    (
      ["--by", "destination"],
      "Łódź\t1\t11\t10\t\t\nBerlin\t1\t6\t5\t660.00 EUR\t\n\t1\t3\t2\t\t\n"
    ),
    (["--business"], "2026\t1\t6\t5\t660.00 EUR\t\n"),
    (["--in", "2027-05-02..2027-07-01"], "2027\t2\t3\t2\t\t\n"),
    (["--to", "2026-12-10"], "2026\t1\t1\t1\t90.00 EUR\t\n"), (["--past"], ""),
  ])
  func isOneTableByOneGroup(options: [String], lines: String) throws {
    let tool = try TestTool().withSampleTrips()
    #expect(tool.run(words: ["stats"] + options).stdout == lines)
  }

  @Test(arguments: [
    // A day counts once, even if several trips include it; a night belongs to the day on which it
    // begins.
    (["--in", "2026"], "2026\t3\t17\t16\t1050.00 EUR\t\n"),
    (
      ["--by", "month"],
      "2026-12\t3\t17\t16\t1050.00 EUR\t\n2027-01\t1\t2\t1\t150.00 EUR\t\n"
    ),
  ])
  func splitsTripsOverNewYear(options: [String], expected: String) throws {
    let tool = try TestTool()
    tool.run(
      "add", "a", "--start", "2026-12-10", "--end", "2026-12-14", "--business", "--perdiem",
      "60EUR")
    tool.run("add", "b", "--start", "2026-12-12", "--end", "2026-12-16")
    tool.run(
      "add", "c", "--start", "2026-12-22", "--end", "2027-01-02", "--business", "--perdiem",
      "75EUR", "--perdiem-rule", "full")
    #expect(tool.run(words: ["stats"] + options).stdout == expected)
  }

  /// The counts are in the first row only, so that a spreadsheet's sum is right.
  @Test func hasARowPerCurrency() throws {
    let tool = try TestTool()
    tool.run("add", "a", "--start", "2026-12-10", "--business", "--perdiem", "60.50EUR")
    tool.run("bucket", "add", "a", "Train", "--cost", "9EUR")
    tool.run("add", "b", "--start", "2026-12-11", "--business", "--perdiem", "70JPY")
    #expect(
      tool.run("stats", "--csv").stdout == """
        year,trips,days,nights,perdiem,costs
        2026,2,2,0,60.50 EUR,9.00 EUR
        2026,,,,70 JPY,

        """)
    #expect(
      tool.run("stats", "--json", "--columns", "year,days,perdiem").stdout == """
        [
        {"year":"2026","days":2,"perdiem":{"amount":"60.50","currency":"EUR"}},
        {"year":"2026","days":null,"perdiem":{"amount":"70","currency":"JPY"}}
        ]

        """)
  }

  @Test func hasBarsOnATerminalWithRoom() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    #expect(
      tool.run("stats").stdout == """
        YEAR  TRIPS  DAYS  NIGHTS    PER DIEM
        2026      1     6       5  660.00 EUR  ████████
        2027      2    14      12              ████████████████████

        """)
    tool.terminal.width = 40
    #expect(
      tool.run("stats").stdout == """
        YEAR  TRIPS  DAYS  NIGHTS    PER DIEM
        2026      1     6       5  660.00 EUR
        2027      2    14      12

        """)
  }

  /// A cost counts on the day of its item or check-in; one without a day, or outside the trip, on
  /// the first or last day of the trip.
  @Test func addsCostsByTheirDay() throws {
    let tool = try TestTool()
    try tool.importing(
      """
      {"name":"Ski","startDate":"2026-12-28","endDate":"2027-01-03",
      "livingAccommodations":[{"placeName":"Chalet","cost":{"amount":"700.00","currency":"CHF"}}],
      "bucketList":[
      {"title":"Pass","date":"2027-01-02","cost":{"amount":"280.00","currency":"CHF"}},
      {"title":"Train","date":"2027-01-20","cost":{"amount":"90.00","currency":"EUR"}}]}
      """)
    #expect(
      tool.run("stats").stdout
        == "2026\t1\t4\t4\t\t700.00 CHF\n2027\t1\t3\t2\t\t280.00 CHF\n2027\t\t\t\t\t90.00 EUR\n")
  }

  @Test func coloursOnlyTheBarsOfTypes() throws {
    let tool = try TestTool.onTerminal()
    tool.run("add", "a", "--destination", "business", "--start", "2026-12-10", "--no-input")
    #expect(
      !tool.run("stats", "--by", "destination", "--color", "always").stdout.contains("\u{1B}[32m"))
  }
}
