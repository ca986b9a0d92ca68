import Testing

@testable import trips

struct PerDiemCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  @Test func listsEachDayThatHasBegun() throws {
    tool.today = "2026-12-11"
    let uid = try #require(tool.query("SELECT uid FROM trip WHERE id = 1").first)
    #expect(
      tool.run("perdiem").stdout == """
        1\t\(uid)\tBerlin kickoff\tBerlin\t\t2026-12-10\t90.00\tEUR\t\tno\tno
        1\t\(uid)\tBerlin kickoff\tBerlin\t\t2026-12-11\t120.00\tEUR\t\tno\tno

        """)
    let planned = tool.run("perdiem", "1", "--planned", "--csv").stdout.split(separator: "\n")
    #expect(planned.count == 7)
    #expect(
      planned[0] == "trip,uid,name,destination,tags,date,amount,currency,meals,planned,double")
    #expect(planned[2] == "1,\(uid),Berlin kickoff,Berlin,,2026-12-11,120.00,EUR,,false,false")
    #expect(planned[3] == "1,\(uid),Berlin kickoff,Berlin,,2026-12-12,120.00,EUR,,true,false")
  }

  @Test func totalsPlannedDaysSeparatelyOnATerminal() throws {
    let tool = try TestTool.onTerminal().withSampleTrips()
    tool.today = "2026-12-14"
    #expect(
      tool.run("perdiem", "--planned", "--from", "2026-12-13").stdout == """
        ID  NAME            DESTINATION  DATE        AMOUNT  CUR  PLANNED  DOUBLE
         1  Berlin kickoff  Berlin       2026-12-13  120.00  EUR  no       no
         1  Berlin kickoff  Berlin       2026-12-14  120.00  EUR  no       no
         1  Berlin kickoff  Berlin       2026-12-15   90.00  EUR  yes      no
            Total                                    240.00  EUR
            Planned                                   90.00  EUR

        """)
    tool.terminal.width = 40
    let lines = tool.run("perdiem").stdout.split(separator: "\n")
    #expect(lines[0] == "NAME            DATE        AMOUNT  CUR")
  }

  @Test func writesFlatJSON() throws {
    tool.today = "2026-12-10"
    let uid = try #require(tool.query("SELECT uid FROM trip WHERE id = 1").first)
    #expect(
      tool.run("perdiem", "--json").stdout == """
        [
        {"trip":1,"uid":"\(uid)","name":"Berlin kickoff","destination":"Berlin","tags":"",\
        "date":"2026-12-10","amount":"90.00","currency":"EUR","meals":"","planned":false,\
        "double":false}
        ]

        """)
    #expect(
      tool.run("perdiem", "--columns", "amount,date").stdout == "90.00\t2026-12-10\n")
  }

  @Test(arguments: [
    ("2026-12-09", [], 0), ("2026-12-10", [], 1), ("2026-12-09", ["berlin", "--planned"], 6),
    ("2026-12-20", ["--upcoming"], 0), ("2026-12-20", ["--in", "2026-12-11..2026-12-13"], 3),
    ("2026-12-20", ["--from", "-6d"], 2), ("2026-12-20", ["--to", "2026-12-10"], 1),
    ("2026-12-20", ["--in", "2027"], 0), ("2026-12-20", ["--personal"], 0),
    ("2026-12-20", ["--search", "KICK"], 6), ("2026-12-20", ["1", "--in", "2026-12-15"], 1),
  ])
  func acceptsTheFiltersOfList(today: String, options: [String], days: Int) {
    tool.today = today
    let result = tool.run(
      words: ["perdiem"] + options.map { $0 == "2026-12-15" ? "2026-12-15..2026-12-15" : $0 })
    #expect(result.stdout.split(separator: "\n").count == days)
    #expect(result.exitCode == .done)
  }

  /// Every command that changes a trip warns of it, once.
  @Test func warnsWhenAChangeClaimsADayTwice() throws {
    let tool = try TestTool()
    func warnings(_ words: String...) -> [String] {
      tool.run(words: words).stderr.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
        .map { String($0.dropFirst(9)) }
    }
    func add(_ name: String, _ start: String) -> [String] {
      warnings(
        "add", name, "--business", "--start", start, "--end", "3d", "--perdiem", "28EUR")
    }
    let both = "'A' (1) and 'B' (2) both claim 2026-09-03"
    #expect(add("A", "2026-09-01") == [])
    #expect(add("B", "2026-09-03") == [both])
    #expect(warnings("edit", "B", "--perdiem", "30") == [])
    #expect(warnings("edit", "B", "--on", "day1", "--perdiem", "0") == [])
    #expect(warnings("edit", "B", "--on", "day1", "--perdiem", "5") == [both])
    #expect(warnings("edit", "A", "--perdiem-rule", "nights") == [])
    #expect(warnings("edit", "A", "--perdiem-rule", "full") == [both])
    #expect(
      warnings("copy", "A", "--start", "2026-09-02", "--name", "C").dropFirst(2) == [
        "'A' (1) and 'C' (3) both claim the days 2026-09-02 to 2026-09-03",
        "'C' (3) and 'B' (2) both claim the days 2026-09-03 to 2026-09-04",
      ])
    // Fewer common days cause no new warning.
    #expect(warnings("edit", "C", "--on", "day1", "--perdiem", "0") == [])
    let record = #"""
      {"name":"D","startDate":"2026-09-05","endDate":"2026-09-05","type":"business",
      "perdiem":{"amount":"5","currency":"EUR"}}
      """#
    #expect(
      try tool.importing(record).stderr.contains("'B' (2) and 'D' (4) both claim 2026-09-05\n"))
  }

  @Test func warnsOfTripsThatClaimTheSameDay() {
    tool.today = "2027-01-01"
    tool.run(
      "add", "Bonn", "--start", "2026-12-15", "--end", "2d", "--business", "--perdiem", "9EUR")
    let claimed = tool.run("perdiem", "--in", "2026-12")
    #expect(
      claimed.stderr == "warning: 'Berlin kickoff' (1) and 'Bonn' (4) both claim 2026-12-15\n")
    #expect(claimed.stdout.split(separator: "\n").count { $0.hasSuffix("\tyes") } == 2)
    #expect(tool.run("stats", "--in", "2026-12").stderr.contains("both claim 2026-12-15\n"))
    tool.run("edit", "Berlin kickoff", "--perdiem-rule", "nights", "--end", "2026-12-14")
    #expect(tool.run("perdiem", "--in", "2026-12").stderr == "")
  }

  /// The claim of an earlier state has the days that had begun then, not those that have begun
  /// since.
  @Test func judgesAPastStateByItsDay() throws {
    let tool = try TestTool()
    tool.today = "2026-11-20"
    tool.run("add", "A", "--start", "2026-11-19", "--end", "5d", "--business", "--perdiem", "80CHF")
    try tool.execute("UPDATE historyTransaction SET timestamp = '2026-11-20T23:30:00.000Z'")
    tool.today = "2026-12-10"
    let token = String(tool.run("history", "--token").stdout.dropLast())
    tool.run("edit", "A", "--perdiem", "90CHF")
    func days(_ when: String) -> Int {
      tool.run("perdiem", "--at", when, "--columns", "date").stdout.split(separator: "\n").count
    }
    #expect(tool.run("perdiem", "--columns", "date").stdout.split(separator: "\n").count == 5)
    // The transaction was made on the 21st, in the local time zone.
    #expect(days("1") == 3 && days(token) == 3)
    #expect(days("2026-11-21") == 3 && days("2026-11-22") == 4 && days("2026-11-22 08:00") == 4)
    #expect(
      tool.run("stats", "--at", "1", "--columns", "perdiem,currency").stdout == "240.00\tCHF\n")
  }

  @Test(arguments: [
    (["perdiem", "--csv", "--json"], "error: '--csv' and '--json' exclude each other\n"),
    (
      ["perdiem", "--in", "2027-3"],
      "error: the value '2027-3' is invalid for '--in'; write it as 2027-03\n"
    ),
    (
      ["perdiem", "--in", "2027", "--from", "2028-01-01"],
      "error: the value '2027' is invalid for '--in'; '--from' and '--to' exclude all its days\n"
    ),
  ])
  func refuses(words: [String], message: String) {
    let result = tool.run(words: words)
    #expect(result.stderr.hasPrefix(message))
    #expect(result.exitCode == .usage)
  }

  /// Another program may write amounts that cannot be typed.
  @Test func reportsASumBeyond64Bits() throws {
    try tool.execute(
      "UPDATE trip SET perdiemMinor = 9223372036854775807, perdiemRule = NULL WHERE id = 1")
    for command in ["show", "list"] {
      let json = tool.run(words: [command, "--json"] + (command == "show" ? ["1"] : [])).stdout
      #expect(json.contains("\"total\":\"too large\""))
    }
    #expect(tool.run("show", "1").stdout.contains("= too large EUR"))
    try tool.execute("UPDATE bucketListItem SET costMinor = 1 << 62, costCurrency = 'EUR'")
    let cost = "{\"amount\":\"too large\",\"currency\":\"EUR\",\"paid\":\"0.00\"}"
    #expect(tool.run("list", "--json").stdout.contains("\"costs\":[\(cost)]"))
    #expect(tool.run("list").stdout.contains("\ttoo large EUR"))
    #expect(tool.run("stats").stdout.contains("\ttoo large\t"))
    #expect(tool.run("stats", "--json").stdout.contains("\"costs\":\"too large\""))
  }

  /// Of trips on the same days, each pair would be a clash.
  @Test func marksTheDaysThatSeveralTripsClaim() throws {
    let days = [("01", "05"), ("02", "03"), ("02", "03"), ("05", "05"), ("08", "09"), ("06", "06")]
    let tool = try TestTool()
    for (index, (start, end)) in days.enumerated() {
      tool.run(
        "add", "T\(index)", "--business", "--perdiem", "1", "--start", "2026-11-\(start)", "--end",
        "2026-11-\(end)")
    }
    tool.run("add", "Free", "--business", "--perdiem", "0", "--start", "2026-11-08")
    let lines = tool.run("perdiem", "--columns", "trip,date,double").stdout.split(separator: "\n")
    let double = lines.filter { $0.hasSuffix("\tyes") }.map { $0.dropLast(4) }
    #expect(
      double == [
        "1\t2026-11-02", "1\t2026-11-03", "1\t2026-11-05", "2\t2026-11-02", "2\t2026-11-03",
        "3\t2026-11-02", "3\t2026-11-03", "4\t2026-11-05",
      ])
    #expect(lines.count == 14)
  }
}
