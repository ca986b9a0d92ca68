import Testing

@testable import trips

struct PerDiemCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  /// A claim under a word of another trip's notes.
  @Test func namesTheTripThatAWordOfItsNotesFound() throws {
    let name = try tool.query("SELECT name FROM trip WHERE id = 1")[0]
    tool.run("note", "1", "by way of Zwolle")
    #expect(
      tool.run("perdiem", "Zwolle").stderr.hasPrefix(
        "note: 'Zwolle' is not the name of a trip; found in '\(name)' (1)"))
    #expect(!tool.run("perdiem", name).stderr.contains("found in"))
  }

  @Test func saysThatNoTripMatches() {
    tool.terminal.isOutput = true
    #expect(tool.run("perdiem", "--in", "2031").stderr == "note: no trip matches\n")
    #expect(
      tool.run("perdiem", "--name", "Nowhere").stderr
        == "note: no trip that has begun matches; '--in' includes later ones\n")
  }

  @Test func listsEachDay() {
    tool.today = "2026-12-13"
    let days = tool.run("perdiem", "1").stdout.split(separator: "\n")
    let rest = "Berlin\tfirst-last:75%"
    #expect(
      days == [
        "1\tBerlin kickoff\t2026-12-10\t90.00\tEUR\t\(rest)\tfalse",
        "1\tBerlin kickoff\t2026-12-11\t120.00\tEUR\t\(rest)\tfalse",
        "1\tBerlin kickoff\t2026-12-12\t120.00\tEUR\t\(rest)\tfalse",
        "1\tBerlin kickoff\t2026-12-13\t120.00\tEUR\t\(rest)\tfalse",
        "1\tBerlin kickoff\t2026-12-14\t120.00\tEUR\t\(rest)\ttrue",
        "1\tBerlin kickoff\t2026-12-15\t90.00\tEUR\t\(rest)\ttrue",
      ])
  }

  @Test func totalsPlannedDaysSeparately() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.today = "2026-12-13"
    tool.run("edit", "1", "--end", "5d", "--no-input")
    #expect(
      tool.run("perdiem").stdout == """
        ID  NAME            DATE        AMOUNT  CUR
         1  Berlin kickoff  2026-12-10   90.00  EUR
         1  Berlin kickoff  2026-12-11  120.00  EUR
         1  Berlin kickoff  2026-12-12  120.00  EUR
         1  Berlin kickoff  2026-12-13  120.00  EUR
         1  Berlin kickoff  2026-12-14   90.00  EUR  planned
         1  Berlin kickoff  4 days      450.00  EUR
         1  Berlin kickoff  1 planned    90.00  EUR  planned
            Total           estimate    450.00  EUR
            Planned         estimate     90.00  EUR  planned

        """)
    #expect(
      tool.run("perdiem", "--json", "totals,planned").stdout
        == "{\"totals\":[{\"amount\":\"450.00\",\"currency\":\"EUR\"}],"
        + "\"planned\":[{\"amount\":\"90.00\",\"currency\":\"EUR\"}]}\n")
  }

  @Test func warnsOfTripsThatClaimTheSameDay() {
    tool.run(
      "add", "Bonn", "--start", "2026-12-15", "--end", "2d", "--business", "--perdiem", "9EUR")
    #expect(
      tool.run("perdiem", "--in", "2026-12").stderr
        == "warning: 'Berlin kickoff' (1) and 'Bonn' (4) both claim 2026-12-15\n")
    #expect(tool.run("stats", "--in", "2026-12").stderr.contains("both claim 2026-12-15\n"))
    tool.run("edit", "Bonn", "--move=-1d")
    #expect(
      tool.run("perdiem", "--in", "2026-12").stderr.contains(
        "both claim the days 2026-12-14 to 2026-12-15\n"))
    tool.run("edit", "Berlin kickoff", "--perdiem-rule", "nights", "--end", "2026-12-14")
    #expect(tool.run("perdiem", "--in", "2026-12").stderr == "")
  }

  @Test func addsUpOnATerminal() throws {
    let tool = try TestTool.onTerminal().withClaims()
    tool.today = "2027-01-01"
    let result = tool.run("perdiem", "--in", "2026")
    #expect(result.stderr.isEmpty)
    #expect(
      result.stdout == """
        ID  NAME            DATE        AMOUNT  CUR
         1  Berlin kickoff  2026-12-10  120.00  EUR
         1  Berlin kickoff  2026-12-11    0.00  EUR
         1  Berlin kickoff  2 days      120.00  EUR
         4  Tokyo           2026-12-20    5000  JPY
         4  Tokyo           1 day         5000  JPY
            Total           estimate    120.00  EUR
            Total           estimate      5000  JPY

        """)
  }

  @Test func cutsOnlyTheNameAt40Columns() throws {
    let tool = try TestTool.onTerminal(width: 40).withClaims()
    tool.today = "2027-01-01"
    let lines = tool.run("perdiem", "--in", "2026").stdout.split(separator: "\n")
    #expect(lines[0] == "ID  NAME         DATE        AMOUNT  CUR")
    #expect(lines[1] == " 1  Berlin kic…  2026-12-10  120.00  EUR")
    #expect(lines[6] == "    Total        estimate    120.00  EUR")
  }

  @Test func keepsTheNamesOfPlannedDaysAt40Columns() throws {
    let tool = try TestTool.onTerminal(width: 40).withSampleTrips()
    let lines = tool.run("perdiem", "1").stdout.split(separator: "\n")
    #expect(lines[0] == "ID  NAME         DATE        AMOUNT  CUR")
    #expect(lines[1] == " 1  Berlin kic…  2026-12-10   90.00  EUR")
    #expect(lines[7] == " 1  Berlin kic…  6 planned   660.00  EUR")
  }

  /// A claim that lacks a trip is too small.
  @Test func namesBusinessTripsWithoutAPerDiem() throws {
    tool.run("add", "Bonn", "--business", "--start", "2026-12-20")
    #expect(
      tool.run("perdiem", "--in", "2026-12").stderr
        == "note: 1 business trip has no per diem: 'Bonn' (4)\n")
    tool.run("add", "Kiel", "--business", "--start", "2026-12-21")
    #expect(
      tool.run("perdiem", "--in", "2026-12").stderr
        == "note: 2 business trips have no per diem: 'Bonn' (4), 'Kiel' (5)\n")
    for name in ["A", "B"] { tool.run("add", name, "--business", "--start", "2026-12-22") }
    #expect(
      tool.run("perdiem", "--in", "2026-12", "--json").stderr
        == "note: 4 business trips have no per diem, such as 'Bonn' (4)\n")
    #expect(tool.run("perdiem", "--in", "2027").stderr == "")
  }

  @Test func writesCSV() {
    tool.run("edit", "1", "--name", "=cmd, \"x\"")
    let rows = tool.run("perdiem", "1", "--csv").stdout.split(separator: "\r\n")
    #expect(rows.first == "trip,name,date,amount,currency,destination,rule,planned")
    #expect(rows.last == #"1,"'=cmd, ""x""",2026-12-15,90.00,EUR,Berlin,first-last:75%,true"#)
    #expect(rows.count == 7)
  }

  @Test func writesJSON() {
    tool.today = "2027-01-01"
    let days = ["--from", "2026-12-15", "--to", "2027-01-05"]
    let uid = tool.run("show", "1", "--json=uid").stdout.split(separator: "\"")[3]
    #expect(
      tool.run(words: ["perdiem", "--json"] + days).stdout == """
        {"trips":[
        {"id":1,"uid":"\(uid)","name":"Berlin kickoff","destination":"Berlin",\
        "rule":"first-last:75%","days":[{"date":"2026-12-15","amount":"90.00","currency":"EUR",\
        "planned":false}],"total":{"amount":"90.00","currency":"EUR"},\
        "planned":{"amount":"0.00","currency":"EUR"}}
        ],"totals":[{"amount":"90.00","currency":"EUR"}],"planned":[]}

        """)
    #expect(
      tool.run(words: ["perdiem", "--json", "totals"] + days).stdout
        == "{\"totals\":[{\"amount\":\"90.00\",\"currency\":\"EUR\"}]}\n")
  }

  /// Without an option that says when, what has begun is claimed; a trip that is named, always.
  @Test(arguments: [
    ("2026-12-09", [], 0), ("2026-12-10", [], 6), ("2026-12-09", ["berlin"], 6),
    ("2026-12-09", ["--upcoming"], 6), ("2026-12-20", ["--upcoming"], 0),
    ("2026-12-20", ["--in", "2026-12-11..2026-12-13"], 3), ("2026-12-20", ["--from", "-6d"], 2),
    ("2026-12-20", ["--to", "2026-12-10"], 1), ("2026-12-20", ["--year", "2027"], 0),
    ("2026-12-20", ["--personal"], 0), ("2026-12-20", ["--search", "KICK"], 6),
    ("2026-12-20", ["1", "--in", "2026-12-15..2026-12-20"], 1),
  ])
  func acceptsTheFiltersOfList(today: String, options: [String], days: Int) {
    tool.today = today
    let result = tool.run(words: ["perdiem"] + options)
    #expect(result.stdout.split(separator: "\n").count == days)
    #expect(result.exitCode == .done)
  }

  @Test func warnsOfATripWithoutAPerDiem() {
    let result = tool.run("perdiem", "Paris", "1")
    #expect(result.stderr == "warning: 'Paris' (3), 2027-05-01 to 2027-05-03, has no per diem\n")
    #expect(result.stdout.split(separator: "\n").count == 6)
    #expect(result.exitCode == .done)
  }

  @Test(arguments: [
    (["perdiem", "--csv", "--json"], "error: '--csv' and '--json' exclude each other\n"),
    (
      ["perdiem", "--in", "2027-3"],
      "error: the value '2027-3' is invalid for '--in'; write it as 2027-03\n"
    ),
    (
      ["perdiem", "--in", "2027", "--from", "2028-01-01"],
      "error: the value '2027' is invalid for '--in'; '--from' and '--to' leave none of its days\n"
    ),
    (
      ["perdiem", "--in", "2027", "--year", "2027"],
      "error: '--in' and '--year' exclude each other\n"
    ),
    (["show", "1", "--perdiem"], "error: unknown option '--perdiem'"),
  ])
  func refuses(words: [String], message: String) {
    let result = tool.run(words: words)
    #expect(result.stderr.hasPrefix(message))
    #expect(result.exitCode == .usage)
  }
}

extension TestTool {
  fileprivate func withClaims() -> TestTool {
    _ = withSampleTrips()
    run("edit", "1", "--perdiem-rule", "nights", "--end", "2026-12-11", "--no-input")
    run("add", "Tokyo", "--start", "2026-12-20", "--business", "--perdiem", "5000JPY", "--no-input")
    return self
  }

  @Test(arguments: [["perdiem", "1"], ["perdiem", "--in", "2026-12"]])
  func namesTheOmittedTrip(words: [String]) throws {
    let tool = try TestTool().withSampleTrips()
    try tool.execute("UPDATE trip SET perdiemRule = 'half' WHERE id = 1")
    #expect(
      tool.run(words: words)
        == TestTool.Result(
          stderr: """
            warning: 'Berlin kickoff' (1), 2026-12-10 to 2026-12-15, is left out: its rule 'half' \
            cannot be read

            """))
  }

  /// Another program may write amounts that cannot be typed.
  @Test func reportsASumBeyond64Bits() throws {
    let tool = try TestTool().withSampleTrips()
    try tool.execute(
      "UPDATE trip SET perdiemMinor = 9223372036854775807, perdiemRule = NULL WHERE id = 1")
    let sum = "553402322211286548.42"
    #expect(tool.run("show", "1", "--json", "perdiem").stdout.contains("\"total\":\"\(sum)\""))
    #expect(tool.run("perdiem", "1", "--json", "planned").stdout.contains(sum))
    #expect(tool.run("show", "1").stdout.contains("= \(sum) EUR"))
    try tool.execute("UPDATE trip SET perdiemRule = 'first-last:50%' WHERE id = 1")
    #expect(
      tool.run("list", "--json", "perdiem").stdout.contains("\"total\":\"461168601842738790.36\""))
  }
}
