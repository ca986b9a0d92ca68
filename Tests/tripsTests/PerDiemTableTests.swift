import Testing

@testable import trips

struct PerDiemTableTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func listsEachDay() {
    #expect(
      tool.run("show", "1", "--perdiem").stdout == """
        2026-12-10\tThu\t90.00\tEUR
        2026-12-11\tFri\t120.00\tEUR
        2026-12-12\tSat\t120.00\tEUR
        2026-12-13\tSun\t120.00\tEUR
        2026-12-14\tMon\t120.00\tEUR
        2026-12-15\tTue\t90.00\tEUR

        """)
  }

  @Test func endsInTheFormulaOnATerminal() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.run("edit", "1", "--perdiem-rule", "nights", "--end", "2026-12-11", "--no-input")
    #expect(
      tool.run("show", "1", "--perdiem").stdout == """
        DATE        DAY  AMOUNT  CURRENCY
        2026-12-10  Thu  120.00  EUR
        2026-12-11  Fri    0.00  EUR
        Estimate: 120.00 = 120.00 EUR

        """)
  }

  @Test func writesCSV() {
    let rows = tool.run("show", "1", "--perdiem", "--csv").stdout.split(separator: "\r\n")
    #expect(rows.first == "date,weekday,amount,currency")
    #expect(rows.last == "2026-12-15,Tue,90.00,EUR")
    #expect(rows.count == 7)
  }

  @Test func saysWhereThereIsNone() {
    let result = tool.run("show", "Paris", "--perdiem")
    #expect(result.exitCode == .usage)
    #expect(result.stderr.hasPrefix("error: 'Paris' (3), 2027-05-01 to 2027-05-03 has no per diem"))
    #expect(tool.run("show", "1", "--csv").exitCode == .usage)
  }
}
