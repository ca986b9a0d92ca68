import Foundation
import Testing

@testable import trips

/// CSV files as spreadsheets and other programs write them.
struct ImportCSVTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private static let mapping = ["--map", "Reise=name", "--map", "Von=start", "--map", "Bis=end"]

  private func importing(_ text: String, _ options: [String]) throws -> TestTool.Result {
    let file = tool.folder.appending(path: "a.csv")
    try Data(text.utf8).write(to: file)
    return tool.run(words: ["import", file.path] + options)
  }

  private var trips: String {
    tool.run("list", "--json", "--columns", "name,destination,startDate").stdout
  }

  @Test func readsForeignColumnsDatesAndAmounts() throws {
    let result = try importing(
      """
      Reise;Von;Art;Satz
      Rom;1.3.27;Business;"1.228,00 €"
      Bonn;2.3.27;personal;
      Köln;3.3.27; ;
      Genf;4.3.27;business;CHF 28,5
      Paris;31.12.68;business;€28

      """,
      [
        "--map", "Reise=name", "Von=start", "Art=type", "Satz=perdiem", "--date-format", "%d.%m.%y",
        "--decimal", ",",
      ])
    #expect(result.sum == "5 rows: 5 added (5 trips)", "\(result.stderr)")
    let lines = tool.run("export", "--format", "csv").stdout.split(separator: "\n").dropFirst()
    let rows = lines.map { line -> String in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return [2, 3, 5, 7, 8].map { String(cells[$0]) }.joined(separator: " ")
    }
    #expect(
      rows == [
        "business Rom 2027-03-01 1228.00 EUR", "personal Bonn 2027-03-02  ",
        "plain Köln 2027-03-03  ", "business Genf 2027-03-04 28.50 CHF",
        "business Paris 2068-12-31 28.00 EUR",
      ])
  }

  @Test(arguments: [
    ("a;2027-01-01;1,250", [], "--decimal ,"), ("a;2027-01-01;ca. 5", [], ""),
    ("a;2027-01-01;12€50", [], ""),
    ("a;2027-01-01;1.23,5", ["--decimal", ","], ""),
    ("a;2027-01-01;1,5,0", ["--decimal", ","], ""), ("a;2027-01-01;-5", ["--decimal", ","], ""),
    ("a;2027-01-01;5 ₽", ["--decimal", ","], ""), ("a;2027-01-01;28.50 €", ["--decimal", ","], ""),
  ])
  func refusesAMalformedAmount(row: String, options: [String], hint: String) throws {
    let result = try importing("name;start;perdiem\n\(row)\n", options)
    #expect(result.exitCode == .usage)
    #expect(result.stderr.contains("line 2: the per diem '"))
    #expect(result.stderr.contains("'--decimal ,' reads") == !hint.isEmpty)
  }

  /// No encoding is suggested: a wrong one would turn the file into garbage.
  @Test func suggestsAConversionForAnotherEncoding() throws {
    let file = tool.folder.appending(path: "a.csv")
    try Data("name,start\nK\u{F6}ln,2027-01-01\n".unicodeScalars.map { UInt8($0.value) }).write(
      to: file)
    #expect(
      tool.run("import", file.path).stderr == """
        error: line 2: cell 1 is not valid UTF-8; nothing was imported
        hint: 'iconv -f ENCODING -t UTF-8 FILE > NEW' converts it, if you know its encoding

        """)
  }

  @Test func listsEveryRecordSkippedByADryRun() throws {
    let rows = String(repeating: "x,2027-13-01\n", count: 150)
    let options = ["--skip-invalid", "--dry-run"]
    let result = try importing("name,start\n" + rows, options)
    #expect(
      result.stderr.split(separator: "\n").count { $0.hasPrefix("warning: skipped line") } == 150)
    #expect(
      try importing("name,start\n" + rows, ["--skip-invalid"]).stderr.contains("skipped 50 more"))
  }

  @Test func refusesAColumnThatIsMappedTwice() throws {
    let result = try importing(
      "Reise,Von\nX,2027-05-01\n", ["--map", "Reise=name", "Von=start", "Reise=destination"])
    #expect(result.stderr.hasPrefix("error: line 1: the column 'Reise' is mapped twice"))
  }

  @Test(arguments: [
    ("Art=typ", "'typ' is not a field; the fields are id, uid, type"),
    ("=type", "write the column and the field"),
  ])
  func refusesAMalformedMapping(text: String, reason: String) throws {
    let result = try importing("name,start\n", ["--map", text])
    #expect(result.exitCode == .usage && result.stderr.contains(reason), "\(result.stderr)")
  }

  @Test(arguments: [
    "Name;Destination, Country;Start\nRome;Rome, Italy;2027-01-01\n",
    "Name\tDestination, Country\tStart\nRome\tRome, Italy\t2027-01-01\n",
    "Name|Destination, Country|Start\r\nRome|Rome, Italy|2027-01-01\r\n",
    "\u{FEFF}\r\nName,\"Destination; Country; |\",Start\nRome,\"Rome; Italy;\t;;\",2027-01-01\n",
    "Name;Destination, Country;Start\n\"Rome\";\"Rome,\n, Italy\";2027-01-01",
    "Name;Destination, Country;Start\rRome;Rome, Italy, or so;2027-01-01\r",
  ])
  func detectsTheSeparatorFromTheFirstLines(text: String) throws {
    let result = try importing(text, ["--dry-run"])
    #expect(result.exitCode == .done, "\(result.stderr)")
    #expect(result.stderr.contains("1 would be added"))
  }

  /// Each line has as many commas as semicolons.
  @Test(arguments: [(";", 1), ("tab", 0), ("\\t", 0), ("\t", 0), (",", 0)])
  func usesTheGivenSeparator(separator: String, added: Int) throws {
    let result = try importing(
      "name;start;a,b,c\nA;2027-01-01;d,e,f\n", ["--separator", separator])
    #expect(result.exitCode == (added == 1 ? .done : .usage))
    #expect(trips.contains(#""name":"A""#) == (added == 1))
  }

  @Test(arguments: ["", ";;", "\"", "a", "\n", "é", "tabs"])
  func refusesInvalidSeparators(separator: String) throws {
    let result = try importing("name;start\n", ["--separator", separator])
    #expect(result.exitCode == .usage)
    #expect(result.stderr.contains("for '--separator'; use one character such as ';', or 'tab'"))
  }

  /// The names belong to the program that wrote the file.
  @Test func readsOnlyTheMappedColumns() throws {
    let result = try importing(
      """
      Reise,Von,Bis,Type,Currency,Kind of room,ID,Bucket list,Stay confirmed,Notes,Per diem
      Rome,2027-01-01,2027-01-02,business,EUR,a,1,,,hello,
      "Oslo
      ",2027-02-01,2027-02-02,Hotel,kroner,b,R-1,Opera,maybe,world,80

      """, Self.mapping)
    #expect(result.sum == "2 rows: 2 added (2 trips)", "\(result.stderr)")
    #expect(result.stderr == "note: 2 rows: 2 added (2 trips)\n")
    #expect(
      tool.run("list", "--json", "--columns", "type,name,notes,bucketList").stdout
        == """
        [
        {"type":"plain","name":"Rome","notes":"","bucketList":[]},
        {"type":"plain","name":"Oslo","notes":"","bucketList":[]}
        ]

        """)
  }

  /// Without a mapping, columns are used under their own names; required columns are never ignored.
  @Test(arguments: [
    ("name,start,type\nRome,2027-01-01,Hotel\n", [] as [String], "line 2: 'type' must be one of"),
    (
      "Reise,Von,Bis\nRome,1.1.2027,2027-01-02\n", ["--map", "Reise=name", "Von=startDate"],
      "line 2: 'startDate' must be a day such as"
    ),
  ])
  func refusesValuesThatDoNotFit(text: String, options: [String], message: String) throws {
    let result = try importing(text, options)
    #expect(result.exitCode == .usage)
    #expect(result.stderr.contains(message))
  }

  // MARK: - Stays and mappings

  @Test func givesACostTheCurrencyOfItsRow() throws {
    try tool.importing(
      "name,start,stayName,stayCost,Currency\nA,2027-01-01,Hytte,18500,NOK\n"
        + "B,2027-01-02,Inn,90 EUR,NOK\n")
    #expect(
      try tool.query("SELECT costMinor || costCurrency FROM livingAccommodation ORDER BY id")
        == ["1850000NOK", "9000EUR"])
  }

  @Test func importsAForeignSpreadsheet() throws {
    let result = try tool.importing(
      "Where to;From;Until;Why;Per day\nRome;1.3.2027;05.03.2027;FAMILY;\n"
        + "Oslo;07.04.2027;;;120 NOK\n", name: "plan.csv", "--date-format", "%d.%m.%Y", "--map",
      "Where to=name", "From=start", "Until=end", "Why=reason", "Per day=perdiem")
    #expect(result.sum == "2 rows: 2 added (2 trips)")
    #expect(
      tool.run("list", "--json", "--columns", "name,type,startDate,endDate,reason,perdiem").stdout
        == """
        [
        {"name":"Rome","type":"personal","startDate":"2027-03-01","endDate":"2027-03-05","reason":"family","perdiem":null},
        {"name":"Oslo","type":"business","startDate":"2027-04-07","endDate":"2027-04-07","reason":null,"perdiem":{"amount":"120.00","currency":"NOK","rule":"full","total":"120.00","singleDays":[]}}
        ]

        """)
  }

  /// A file given after a mapping is an input file.
  @Test(arguments: [
    ["--map", "Reise=name", "--map", "Von=startDate", "FILE"],
    ["--map", "Reise=name", "Von=startDate", "FILE", "--dry-run"],
    ["--map=Reise=name", "FILE", "--map", "Von=startDate"],
  ])
  func acceptsAFileAfterAMapping(words: [String]) throws {
    let file = tool.folder.appending(path: "a.csv")
    try Data("Reise,Von\nA,2027-01-01\n".utf8).write(to: file)
    let result = tool.run(words: ["import"] + words.map { $0 == "FILE" ? file.path : $0 })
    #expect(result.exitCode == .done)
    #expect((result.stdout + result.stderr).contains(/1 (would be )?added/))
  }

  @Test(arguments: [
    (
      "Reise,Von\nA,2027-01-01\n",
      "error: line 1: the first row of the CSV has no column 'name' and no column 'startDate'; "
        + "nothing was imported\nhint: '--map \"Their column=name\"' assigns a column to a field; "
        + "'trips help import' lists them\n"
    ),
    ("name,start\nA,01.02.2027\n", "hint: '--date-format %d.%m.%Y' sets the format, with %y"),
  ])
  func givesHintsForForeignSpreadsheets(text: String, hint: String) throws {
    #expect(try tool.importing(text).stderr.contains(hint))
  }

  @Test(arguments: [
    (["--map", "Nope=name"], "has no column 'Nope'"),
    (["--map", "a=mood"], "'mood' is not a field; the fields are id, uid"),
    (["--map", "name"], "write the column and the field"),
    (["--date-format", "%d.%m"], "use %d, %m"), (["--date-format", "%x"], "use %d, %m"),
    (["--date-format", "%d/%m/%Y"], "'startDate' must be a day such as 31/12/2026, not '"),
  ])
  func explainsAnInvalidMapping(options: [String], message: String) throws {
    let file = tool.folder.appending(path: "a.csv")
    try Data("name,startDate\nA,2027-01-01\n".utf8).write(to: file)
    let result = tool.run(words: ["import", file.path] + options)
    #expect(result.exitCode == .usage)
    #expect(result.stderr.contains(message))
  }

  @Test(arguments: [
    ("2027-04-03 00:00:00", nil), ("2027-04-03T00:00", nil),
    ("4/3/2027 12:00:00 AM", "%m/%d/%Y"), ("4/3/2027 12:00am", "%m/%d/%Y"),
    ("03.04.2027 00:00", "%d.%m.%Y"),
  ])
  func readsMidnightAfterADate(cell: String, format: String?) throws {
    let options = format.map { ["--date-format", $0] } ?? []
    try importing("name,startDate\nx,\(cell)\n", options).expectDone()
    #expect(tool.run("list", "--columns", "startDate").stdout == "2027-04-03\n")
  }

  /// Another time would have to be dropped.
  @Test(arguments: [
    "2027-04-03T13:30", "2027-04-03 12:00", "2027-04-03 12:00 PM", "2027-04-03 :",
    "2027-04-03 0:",
  ])
  func refusesAnotherTimeAfterADate(cell: String) throws {
    let result = try importing("name,startDate\nx,\(cell)\n", [])
    #expect(result.stderr.hasPrefix("error: line 2: 'startDate' must be a day such as"))
  }

  @Test(arguments: [
    ("$80.00", "CAD", "80.00 CAD"), ("€80", "PLN", "80.00 EUR"), ("80 £", "PLN", "80.00 GBP"),
    ("¥800", "PLN", "800 JPY"), ("$80.00", "PLN", nil), ("US$80", "USD", nil),
    ("80 zł", "CAD", "80.00 PLN"), ("80.5", "EUR", "80.50 EUR"),
  ])
  func readsTheSignsOfCurrencies(cell: String, currency: String, cost: String?) throws {
    tool.environment["TRIPS_CURRENCY"] = currency
    let row = "name,startDate,stayName,stayCost\nx,2027-04-03,Inn,\(cell)\n"
    let result = try importing(row, [])
    #expect(result.exitCode == (cost == nil ? .usage : .done))
    if cost == nil { #expect(result.stderr.hasPrefix("error: line 2: the cost '\(cell)' is")) }
    #expect(tool.run("stay", "list", "--columns", "cost").stdout == cost.map { $0 + "\n" } ?? "")
  }
}
