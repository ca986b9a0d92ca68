import Testing

@testable import trips

struct StatsCommandTests {
  @Test(arguments: [
    ([], "2026\t1\t6\t5\t660.00\t\t\tEUR\n2027\t2\t14\t12\t\t\t\t\n"),
    (
      ["--by", "type"],
      "personal\t1\t11\t10\t\t\t\t\nbusiness\t1\t6\t5\t660.00\t\t\tEUR\n"
        + "plain\t1\t3\t2\t\t\t\t\n"
    ),
    (["--by", "reason"], "family\t1\t11\t10\t\t\t\t\n"),
    (
      ["--by", "destination", "--columns", "destination,days,perdiem,currency"],
      "Łódź\t11\t\t\nBerlin\t6\t660.00\tEUR\n\t3\t\t\n"
    ),
    (["--business", "--columns", "perdiem,year"], "660.00\t2026\n"),
    (["--in", "2027-05-02..2027-07-01"], "2027\t2\t3\t2\t\t\t\t\n"),
    (["--to", "2026-12-10"], "2026\t1\t1\t1\t90.00\t\t\tEUR\n"), (["--current"], ""),
  ])
  func isOneTableByOneGroup(options: [String], lines: String) throws {
    let tool = try TestTool().withSampleTrips()
    tool.today = "2026-12-31"
    #expect(tool.run(words: ["stats"] + options).stdout == lines)
  }

  /// Days to come are not claimed yet.
  @Test(arguments: [
    ("2026-12-09", "6\t\n"), ("2026-12-10", "6\t90.00\n"), ("2026-12-12", "6\t330.00\n"),
    ("2027-01-01", "6\t660.00\n"),
  ])
  func addsThePerDiemsOfDaysThatHaveBegun(today: String, line: String) throws {
    let tool = try TestTool().withSampleTrips()
    tool.today = today
    #expect(tool.run("stats", "--business", "--columns", "days,perdiem").stdout == line)
    let days = tool.run("perdiem", "--columns", "amount").stdout.split(separator: "\n")
    let sum = days.reduce(0) { $0 + (Double($1) ?? 0) }
    #expect(sum == Double(line.split(separator: "\t").last?.dropLast() ?? "") ?? 0)
  }

  /// A trip counts under each of its tags, whatever their spelling.
  @Test func groupsByTag() throws {
    let tool = try TestTool()
    try tool.importing(
      """
      [{"name":"a","startDate":"2026-11-01","endDate":"2026-11-02","tags":["acme","Poland"]},
      {"name":"b","startDate":"2026-11-05","endDate":"2026-11-05","tags":["ACME"]},
      {"name":"c","startDate":"2026-11-05","endDate":"2026-11-07","tags":["acme"]},
      {"name":"d","startDate":"2026-10-05","endDate":"2026-10-05"}]
      """)
    #expect(
      tool.run("stats", "--by", "tag", "--columns", "tag,trips,days").stdout
        == "acme\t3\t5\nPoland\t1\t2\n\t1\t1\n")
  }

  @Test func hasOnlyTheColumnsOfItsGrouping() throws {
    let tool = try TestTool().withSampleTrips()
    let columns = "trips, days, nights, perdiem, costs, paid, currency"
    for (options, first) in [
      ([], "year"), (["--by", "month"], "month"), (["--by", "tag"], "tag"),
    ] {
      let result = tool.run(words: ["stats", "--columns", "days,type"] + options)
      #expect(
        result.stderr == "error: the value 'type' is invalid for '--columns'; "
          + "the columns are \(first), \(columns)\n")
      #expect(result.exitCode == .usage)
    }
  }

  @Test(arguments: [
    // A day counts once, even if several trips include it; a night belongs to the day on which it
    // begins.
    (["--in", "2026"], "2026\t3\t17\t16\t1050.00\t\t\tEUR\n"),
    (
      ["--by", "month"],
      "2026-12\t3\t17\t16\t1050.00\t\t\tEUR\n2027-01\t1\t2\t1\t150.00\t\t\tEUR\n"
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
    tool.today = "2027-01-05"
    #expect(tool.run(words: ["stats"] + options).stdout == expected)
  }

  /// The counts are in the first row only, so that a spreadsheet's sum is right.
  @Test func hasARowPerCurrencyIfItShowsMoney() throws {
    let tool = try TestTool()
    tool.run("add", "a", "--start", "2026-11-10", "--business", "--perdiem", "60.50EUR")
    tool.run("bucket", "add", "a", "Train", "--cost", "9EUR")
    tool.run("bucket", "add", "a", "Dinner", "--cost", "30.25EUR")
    try tool.execute("UPDATE bucketListItem SET isPaid = 1 WHERE title = 'Dinner'")
    tool.run("add", "b", "--start", "2026-11-11", "--business", "--perdiem", "70JPY")
    #expect(
      tool.run("stats", "--csv").stdout == """
        year,trips,days,nights,perdiem,costs,paid,currency
        2026,2,2,0,60.50,39.25,30.25,EUR
        2026,,,,70,,,JPY

        """)
    #expect(
      tool.run("stats", "--json", "--columns", "year,days,perdiem").stdout == """
        [
        {"year":"2026","days":2,"perdiem":"60.50"},
        {"year":"2026","days":null,"perdiem":"70"}
        ]

        """)
    #expect(tool.run("stats", "--csv", "--columns", "year,days").stdout == "year,days\n2026,2\n")
  }

  @Test func hasBarsOnATerminalWithRoom() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.today = "2026-12-31"
    #expect(
      tool.run("stats").stdout == """
        YEAR  TRIPS  DAYS  NIGHTS  PER DIEM  CUR
        2026      1     6       5    660.00  EUR  ████████
        2027      2    14      12                 ████████████████████

        """)
    tool.terminal.width = 40
    #expect(
      tool.run("stats").stdout == """
        YEAR  TRIPS  DAYS  NIGHTS  PER DIEM  CUR
        2026      1     6       5    660.00  EUR
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
        == "2026\t1\t4\t4\t\t700.00\t\tCHF\n2027\t1\t3\t2\t\t280.00\t\tCHF\n"
        + "2027\t\t\t\t\t90.00\t\tEUR\n")
  }

  @Test func coloursOnlyTheBarsOfTypes() throws {
    let tool = try TestTool.onTerminal()
    tool.run("add", "a", "--destination", "business", "--start", "2026-12-10", "--no-input")
    #expect(
      !tool.run("stats", "--by", "destination", "--color", "always").stdout.contains("\u{1B}[32m"))
  }
}
