import Testing

@testable import trips

struct StatsCommandTests {
  @Test func printsTabsInAPipe() throws {
    let tool = try TestTool().withSampleTrips()
    tool.today = "2026-12-12"
    #expect(
      tool.run("stats").stdout == """
        all\t\t3\t20\t2\t18\t17\t660.00 EUR\t
        year\t2026\t1\t6\t2\t4\t5\t660.00 EUR\t
        year\t2027\t2\t14\t0\t14\t12\t\t
        type\tpersonal\t1\t11\t0\t11\t10\t\t
        type\tbusiness\t1\t6\t2\t4\t5\t660.00 EUR\t
        type\tplain\t1\t3\t0\t3\t2\t\t
        reason\tfamily\t1\t11\t0\t11\t10\t\t
        destination\tŁódź\t1\t11\t0\t11\t10\t\t
        destination\tBerlin\t1\t6\t2\t4\t5\t660.00 EUR\t
        destination\t\t1\t3\t0\t3\t2\t\t

        """)
  }

  @Test(arguments: [
    // A day counts once, however many trips include it; a night belongs to the day on which it
    // begins.
    (["--year", "2026", "--by", "year"], "year\t2026\t3\t17\t0\t17\t16\t1050.00 EUR\t\n"),
    (
      ["--by", "month"],
      "month\t2026-12\t3\t17\t0\t17\t16\t1050.00 EUR\t\nmonth\t2027-01\t1\t2\t0\t2\t1\t150.00 EUR\t\n"
    ),
    (["--year", "2025"], ""),
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

  @Test func neverAddsAcrossCurrencies() throws {
    let tool = try TestTool()
    tool.run("add", "a", "--start", "2026-12-10", "--business", "--perdiem", "60.50EUR")
    tool.run("add", "b", "--start", "2026-12-11", "--business", "--perdiem", "70JPY")
    #expect(
      tool.run("stats", "--json=perdiem").stdout
        == #"{"perdiem":[{"amount":"60.50","currency":"EUR"},{"amount":"70","currency":"JPY"}]}"#
        + "\n")
  }

  @Test(arguments: [40, 60, 80, 200])
  func fitsTheTerminal(width: Int) throws {
    let tool = try TestTool.onTerminal(width: width).withSampleTrips()
    let lines = tool.run("stats").stdout.split(separator: "\n")
    #expect(lines[0] == "3 trips, 20 days and 17 nights away")
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= width })
    #expect(lines.contains { $0.contains("█") })
  }

  @Test(arguments: [
    (
      80,
      """
      YEAR  TRIPS  DAYS  NIGHTS              PER DIEM
      2026      2     7       5  660.00 EUR, 5000 JPY  ███████████████████████████████

      """
    ),
    (
      60,
      """
      YEAR  TRIPS  DAYS  NIGHTS              PER DIEM
      2026      2     7       5  660.00 EUR, 5000 JPY  ███████████

      """
    ),
    (
      40,
      """
      YEAR  TRIPS  DAYS  NIGHTS    PER DIEM
      2026      2     7       5  660.00 EUR
                                   5000 JPY

      """
    ),
    (
      30,
      """
      YEAR  TRIPS  DAYS  NIGHTS
      2026      2     7       5
      YEAR    PER DIEM
      2026  660.00 EUR
              5000 JPY

      """
    ),
    (12, "YEAR  DAYS\n2026     7\nYEAR    PER DIEM\n2026  660.00 EUR\n        5000 JPY\n"),
  ])
  func cutsNoAmount(width: Int, table: String) throws {
    let tool = try TestTool.onTerminal(width: width)
    tool.run(
      "add", "a", "--start", "2026-12-10", "--end", "2026-12-15", "--business", "--perdiem",
      "110EUR", "--no-input")
    tool.run(
      "add", "b", "--start", "2026-12-20", "--business", "--perdiem", "5000JPY", "--no-input")
    #expect(tool.run("stats", "--by", "year").stdout == table)
  }

  @Test(arguments: [
    (["--business"], "all\t\t1\t6\t0\t6\t5\t660.00 EUR\t\n"),
    (["--in", "2027-05-02..2027-07-01"], "all\t\t2\t3\t0\t3\t2\t\t\n"),
    (["--from", "2026-12-15"], "all\t\t3\t15\t0\t15\t12\t90.00 EUR\t\n"),
    (["--to", "2026-12-10"], "all\t\t1\t1\t0\t1\t1\t90.00 EUR\t\n"),
    (["--search", "manufaktura"], "all\t\t1\t11\t0\t11\t10\t\t\n"), (["--past"], ""),
  ])
  func acceptsTheFiltersOfList(options: [String], all: String) throws {
    let tool = try TestTool().withSampleTrips()
    #expect(
      tool.run(words: ["stats"] + options).stdout.prefix { $0 != "y" } == all.prefix { $0 != "y" })
  }

  @Test func distinguishesPastAndPlannedDays() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.today = "2026-12-12"
    let lines = tool.run("stats", "--year", "2026").stdout.split(separator: "\n")
    #expect(lines[1] == "2 days past, 4 days planned")
    #expect(lines[4].hasSuffix("  ████████░░░░░░░░░░░░░░░░░░"))
    #expect(
      tool.run("stats", "--json=pastDays,plannedDays").stdout
        == "{\"pastDays\":2,\"plannedDays\":18}\n")
  }

  @Test func fitsTheWidthWithManyCurrencies() throws {
    let tool = try TestTool.onTerminal(width: 40)
    for (index, code) in ["EUR", "CHF", "GBP", "SEK", "NOK"].enumerated() {
      tool.run(
        "add", "trip \(index)", "--start", "2026-12-1\(index)", "--business", "--perdiem",
        "10000\(code)", "--destination", ["Zürich", "zürich", "Zurich", "Bern", "BERN"][index])
    }
    let lines = tool.run("stats").stdout.split(separator: "\n")
    #expect(lines.allSatisfy { DisplayWidth.of(String($0)) <= 40 })
    #expect(lines[2] == "Per diem (estimate): 10000.00 CHF,")
    #expect(lines.contains { $0.hasPrefix("Zürich") })
    #expect(!lines.contains { $0.hasPrefix("Zurich") || $0.hasPrefix("zürich") })
  }

  @Test func coloursOnlyTheBarsOfTypes() throws {
    let tool = try TestTool.onTerminal()
    tool.run("add", "a", "--destination", "business", "--start", "2026-12-10", "--no-input")
    #expect(
      !tool.run("stats", "--by", "destination", "--color", "always").stdout.contains("\u{1B}[32m"))
  }

  /// A cost counts on the day of its item or check-in; one without a day, or outside the trip, on
  /// the first or last day of the trip.
  @Test func addsCostsByTheirDay() throws {
    let tool = try TestTool.onTerminal()
    try tool.importing(
      """
      {"name":"Ski","startDate":"2026-12-28","endDate":"2027-01-03",
      "livingAccommodations":[{"placeName":"Chalet","cost":{"amount":"700.00","currency":"CHF"}}],
      "bucketList":[
      {"title":"Pass","date":"2027-01-02","cost":{"amount":"280.00","currency":"CHF"}},
      {"title":"Train","date":"2027-01-20","cost":{"amount":"90.00","currency":"EUR"}}]}
      """)
    #expect(
      tool.run("stats", "--by", "year").stdout == """
        YEAR  TRIPS  DAYS  NIGHTS                  COSTS
        2026      1     4       4             700.00 CHF  ██████████████████████████████
        2027      1     3       2  280.00 CHF, 90.00 EUR  ██████████████████████

        """)
    #expect(
      tool.run("stats", "--json", "costs").stdout
        == #"{"costs":[{"amount":"980.00","currency":"CHF"},{"amount":"90.00","currency":"EUR"}]}"#
        + "\n")
    #expect(tool.run("stats", "--json", "costs", "--in", "2026").stdout.contains("700.00"))
  }
}
