import Foundation
import Testing

@testable import trips

struct ExportCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool().withSampleTrips()
  }

  /// Adds values that are difficult for some formats.
  static func addNasty(to tool: TestTool) {
    let names = [
      "=1+2", "'=1", "''", "-x", "@x", "+1", "a,b;c\\d", "\"quoted\"", "50% _*`", "O'Brien",
      "日本旅行", "👨‍👩‍👧 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "a\u{202E}b", "zero\u{200B}width", "line\u{2028}sep", "Ångström",
      "<b>&amp;", "e\u{301}", String(repeating: "ä", count: 500), "BEGIN:VEVENT", "x\u{FEFF}",
    ]
    for (index, name) in names.enumerated() {
      tool.run(
        "add", "--name=\(name)", "--destination=\(name)", "--start", "2028-01-\(10 + index)",
        "--stay=\(name)", "--bucket=\(name)")
      tool.run("stay", "add", "--address=\(name)\r\n\t2,3;\\", "--", "\(index + 4)", name)
      tool.run("bucket", "edit", "--details=\(name)\n\n\(name)", "--", "\(index + 4)", name)
    }
    for (index, rule) in [
      "nights", "first-last:90.50", "first-last:9000", "first-last:12.5%", "first-last:1.125",
    ].enumerated() {
      tool.run("add", "Rule \(index)", "--business", "--perdiem-rule", rule)
    }
  }

  @Test(arguments: ["json", "ndjson", "csv", "ics", "md", "html"])
  func givesTheSameBytesTwice(format: String) {
    Self.addNasty(to: tool)
    let first = tool.run("export", "--format", format)
    #expect(first.exitCode == .done)
    #expect(!first.stdout.isEmpty)
    #expect(first == tool.run("export", "--format", format))
  }

  @Test(arguments: ["json", "ndjson", "csv"])
  func survivesImportIntoAnEmptyStore(format: String) throws {
    Self.addNasty(to: tool)
    tool.run("delete", "7")
    let exported = tool.run("export", "--format", format).stdout
    let file = tool.folder.appending(path: "trips.\(format)")
    try Data(exported.utf8).write(to: file)
    let imported = tool.run("--db", "new.db", "import", file.path)
    let records = format == "csv" ? "69 rows" : "28 objects"
    #expect(imported.sum.hasPrefix("\(records): "))
    #expect(imported.sum.contains(" added (28 trips, "))
    #expect(tool.run("--db", "new.db", "export", "--format", format).stdout == exported)
    #expect(
      tool.run("--db", "new.db", "import", file.path).sum
        == "\(records): \(records.prefix(2)) unchanged")
  }

  /// A colleague gets the plan without what it costs, and importing it back changes nothing.
  @Test(arguments: ["json", "ndjson", "csv", "ics", "md", "html"])
  func leavesOutCosts(format: String) throws {
    tool.run(
      "edit", "1", "--perdiem-rule", "first-last:50%,meals:20%/40%/40%", "--on", "day2", "--meals",
      "lunch")
    tool.run("stay", "add", "1", "Hotel Adlon", "--cost", "987.65EUR")
    tool.run("bucket", "add", "1", "Zoo", "--on", "day1", "--cost", "43.21EUR")
    let whole = tool.run("export", "1", "--format", format).stdout
    let text = tool.run("export", "1", "--format", format, "--without-costs").stdout
    for word in ["120.00", "987.65", "43.21", "first-last:50%", "lunch"] {
      #expect(whole.contains(word) && !text.contains(word), "\(word)")
    }
    for word in ["Berlin kickoff", "Hotel Adlon", "Zoo"] { #expect(text.contains(word)) }
    guard !["md", "html"].contains(format) else { return }
    let before = tool.run("export")
    let result = try tool.importing(text, name: "plan.\(format)")
    let sum = result.sum
    #expect(sum.hasSuffix("unchanged") && !sum.contains("updated"), "\(sum)")
    #expect(tool.run("export") == before)
  }

  @Test func writesCSVForASpreadsheet() throws {
    tool.run("stay", "add", "1", "Adlon; Berlin", "--cost", "1987.65EUR")
    let words = ["export", "--format", "csv", "--separator", ";", "--decimal", ","]
    let text = tool.run(words: words).stdout
    #expect(text.unicodeScalars.first == "\u{FEFF}")
    #expect(text.contains(";120,00;EUR;") && text.contains(";\"Adlon; Berlin\";"))
    #expect(text.contains(";1987,65;EUR;"))
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 6 && lines.dropLast().allSatisfy { $0.last == "\r" })
    #expect(
      try tool.importing(text, name: "german.csv", "--decimal", ",").sum
        == "4 rows: 4 unchanged")
    for option in ["--separator", "--decimal"] {
      let result = tool.run("export", option, ",")
      #expect(result.stderr.hasPrefix("error: '\(option)' needs '--format csv'\n"))
      #expect(result.exitCode == .usage)
    }
  }

  @Test func neverOverwritesTheStore() throws {
    let link = tool.folder.appending(path: "link.db").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: tool.store.path)
    let before = try Data(contentsOf: tool.store)
    for path in [tool.store.path, link] {
      for words in [
        ["export", "--format", "json", "--force", "-o", path], ["backup", "--force", path],
      ] {
        let result = tool.run(words: words)
        #expect(result.exitCode == .usage)
        #expect(result.stderr.contains("it is the store itself"))
      }
    }
    let journal = tool.store.path + "-journal"
    #expect(
      tool.run("export", "--format", "json", "-o", journal).stderr.contains(
        "SQLite keeps it next to"))
    #expect(tool.run("backup", journal).exitCode == .usage)
    #expect(try Data(contentsOf: tool.store) == before)
  }

  /// The currency is not known yet: the amount must be valid for yen and dinars.
  @Test(arguments: [("first-last:9000", "12000JPY"), ("first-last:1.125", "12KWD")])
  func survivesImportWithoutTheCurrencyOfARule(rule: String, amount: String) throws {
    tool.run("add", "Offer", "--business", "--perdiem-rule", rule, "--start", "2029-01-01")
    let file = tool.folder.appending(path: "trips.json").path
    tool.run("export", "-o", file)
    #expect(tool.run("import", file).sum == "4 objects: 4 unchanged")
    tool.run("--db", "new.db", "import", file)
    #expect(tool.run("--db", "new.db", "edit", "Offer", "--perdiem", amount).exitCode == .done)
  }

  @Test func keepsARuleWithoutAnAmount() throws {
    tool.run("add", "Offer", "--business", "--perdiem-rule", "nights")
    #expect(
      tool.run("list", "--search", "offer", "--json", "--columns", "perdiem").stdout == """
        [
        {"perdiem":{"amount":null,"currency":null,"rule":"nights","total":null,"singleDays":[]}}
        ]

        """)
    #expect(
      tool.run("export", "--search", "offer", "--format", "csv").stdout.contains(",,,nights,"))
  }

  @Test func survivesImportAsCalendar() throws {
    Self.addNasty(to: tool)
    let file = tool.folder.appending(path: "trips.ics")
    #expect(tool.run("export", "-o", file.path).exitCode == .done)
    tool.run("--db", "new.db", "import", file.path)
    let old = tool.run(
      "list", "--json", "--columns", "uid,type,name,destination,startDate,endDate,perdiem,reason")
    let new = tool.run(
      "--db", "new.db", "list", "--json", "--columns",
      "uid,type,name,destination,startDate,endDate,perdiem,reason")
    #expect(old.stdout == new.stdout)
    // CSV has the items and stays without their ids.
    func withoutIDs(_ text: String) -> [Substring] {
      text.split(separator: "\n").map { row in row.drop { $0 != "," } }
    }
    #expect(
      withoutIDs(tool.run("export", "--format", "csv").stdout)
        == withoutIDs(tool.run("--db", "new.db", "export", "--format", "csv").stdout))
    #expect(
      tool.run("--db", "new.db", "import", file.path).sum
        == "95 events: 95 unchanged")
  }

  @Test func foldsCalendarLinesBetweenCharacters() throws {
    Self.addNasty(to: tool)
    let text = tool.run("export", "--format", "ics").stdout
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
    let lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"))
    for line in lines {
      #expect(line.last == UInt8(ascii: "\r"))
      #expect(line.dropLast().count <= 75)
      #expect(String(validating: line, as: UTF8.self) != nil)
    }
  }

  @Test func acceptsTheFiltersOfList() {
    let result = tool.run("export", "--format", "ndjson", "--business")
    #expect(result.stdout.split(separator: "\n").count == 1)
    #expect(result.stdout.contains("Berlin kickoff"))
  }

  @Test func refusesToReplaceAFileWithoutForce() throws {
    let file = tool.folder.appending(path: "trips.json")
    try Data("mine".utf8).write(to: file)
    let refused = tool.run("export", "-o", file.path)
    #expect(refused.exitCode == .refused)
    #expect(refused.stderr.contains("already exists\nhint: '--force'"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "mine")
    #expect(tool.run("export", "-o", file.path, "--force").exitCode == .done)
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("[\n{\"id\":1,"))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let left = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(left.filter { $0.hasSuffix(".tmp") }.isEmpty)
  }

  @Test func neverFollowsOrReplacesALink() throws {
    let target = tool.folder.appending(path: "target")
    let link = tool.folder.appending(path: "link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    #expect(tool.run("export", "-o", link.path, "--force").exitCode == .failed)
    #expect(!FileManager.default.fileExists(atPath: target.path))
  }

  /// A calendar has at least one component (RFC 5545 section 3.6).
  @Test func writesNoCalendarWithoutAnEvent() {
    let file = tool.folder.appending(path: "none.ics")
    for words in [["--format", "ics"], ["-o", file.path]] {
      let result = tool.run(words: ["export", "--from", "2090-01-01"] + words)
      #expect(result == TestTool.Result(stderr: "note: there is nothing to export\n"))
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    #expect(tool.run("export", "--from", "2090-01-01", "--format", "ndjson") == TestTool.Result())
  }

  @Test func escapesTextInHTML() {
    tool.run("add", "<script>alert('x')</script>", "--start", "2026-12-01")
    let page = tool.run("export", "--format", "html").stdout
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"))
  }

  /// The years of the timeline's sections, for trips given by first and last day.
  static func sections(_ trips: [(start: String, end: String)]) throws -> [String] {
    let tool = try TestTool()
    for (index, trip) in trips.enumerated() {
      tool.run("add", "Trip \(index)", "--start", trip.start, "--end", trip.end)
    }
    return tool.run("export", "--format", "html").stdout.matches(of: /<h2>([^<]+)<\/h2>/)
      .map { String($0.output.1) }
  }

  @Test func drawsEveryYearThatATripCovers() throws {
    #expect(try Self.sections([("2027-06-01", "2029-03-01")]) == ["2027", "2028", "2029"])
    #expect(
      try Self.sections([("0001-01-01", "9999-12-31")]) == ["1", "2 to 9998", "9999"])
    // Years without a trip have no section; those in which one begins or ends do.
    #expect(
      try Self.sections([
        ("2020-05-01", "2021-05-01"), ("2027-06-01", "2036-03-01"), ("2030-01-01", "2030-01-02"),
      ]) == [
        "2020", "2021", "2027", "2028 to 2029", "2030", "2031 to 2035", "2036",
      ])
  }

  @Test func drawsALongTripInTheYearsOfOtherTrips() throws {
    tool.run("add", "World", "--start", "2026-12-30", "--end", "2028-02-01")
    tool.run("add", "Century", "--start", "1950-01-01", "--end", "2050-01-01")
    let page = tool.run("export", "--format", "html").stdout
    let year = try #require(page.firstMatch(of: /(?s)<h2>2027<\/h2>(.*?)<\/ul>/)).output.1
    #expect(
      year.matches(of: /#trip-(\d+)/).map(\.output.1) == ["5", "4", "3", "2"])
  }

  @Test func omitsTheEarliestOfManyYears() {
    tool.run("add", "Long", "--start", "1900-01-01", "--end", "1990-01-01")
    for year in 2000...2018 { tool.run("add", "Y\(year)", "--start", "\(year)-01-01") }
    // 1900, 1901 to 1989, 1990 and 2000 are left out; 2001 to 2018, 2026 and 2027 are drawn.
    let page = tool.run("export", "--format", "html").stdout
    #expect(page.contains("<p>92 earlier years not drawn</p>"))
    #expect(page.matches(of: /<h2>\d/).count == 20)
  }

  @Test(arguments: [
    ("2027-03-01", "2027-03-31", "31fr 28fr 31fr 30fr", "16.16%", "24.65%"),
    ("2028-03-01", "2028-03-31", "31fr 29fr 31fr 30fr", "16.39%", "24.86%"),
    ("2027-12-31", "2027-12-31", "31fr 28fr 31fr 30fr", "99.72%", "100.00%"),
  ])
  func placesMonthsAndBarsByDays(
    start: String, end: String, months: String, from: String, to: String
  ) throws {
    let tool = try TestTool()
    tool.run("add", "A", "--start", start, "--end", end)
    let page = tool.run("export", "--format", "html").stdout
    #expect(page.contains("style=\"grid-template-columns:\(months) 31fr"))
    #expect(page.contains("<li style=\"--from:\(from);--to:\(to)\">"))
    // Even at the end of the year there is room for the least width of a bar.
    #expect(page.contains("left: min(var(--from), 100% - 4px)"))
  }

  @Test(arguments: [
    ("2027-04-10", "2027-09-30", "name inside"), ("2027-06-01", "2027-09-30", "name late"),
    ("2027-02-01", "2027-06-01", "name"), ("2027-01-01", "2027-12-31", "name inside"),
    ("2027-12-31", "2027-12-31", "name late"), ("2027-01-01", "2027-01-01", "name"),
  ])
  func putsANameWhereThereIsTheMostRoom(start: String, end: String, style: String) throws {
    let tool = try TestTool()
    tool.run("add", "A & B", "--start", start, "--end", end)
    let page = tool.run("export", "--format", "html").stdout
    #expect(page.contains("<span class=\"\(style)\" dir=\"auto\">A &amp; B</span>"))
  }

  @Test(arguments: ["plain", "business", "personal"])
  func coloursTheBarOfEachKind(kind: String) {
    let page = tool.run("export", "--format", "html").stdout
    #expect(page.contains("<span class=\"bar \(kind)\">"))
    #expect(page.contains(".bar.\(kind) { background: var(--"))
  }

  @Test(arguments: [
    (
      "See https://a.example/c?a=1&b=2.",
      "See <a href=\"https://a.example/c?a=1&amp;b=2\">https://a.example/c?a=1&amp;b=2</a>."
    ),
    ("(http://a.example/)", "(<a href=\"http://a.example/\">http://a.example/</a>)"),
    ("http://a/(b) h", "<a href=\"http://a/(b)\">http://a/(b)</a> h"),
    ("http:// javascript:alert(1)", "http:// javascript:alert(1)"),
    (
      "https://a\"onclick=b",
      "<a href=\"https://a\">https://a</a>&quot;onclick=b"
    ),
    ("https://é.example", "<a href=\"https://é.example\">https://é.example</a>"),
  ])
  func linksWebAddresses(notes: String, html: String) {
    tool.run("add", "L", "--notes", notes)
    let page = tool.run("export", "--format", "html").stdout
    #expect(page.contains("<bdi>\(html)</bdi>"))
  }

  /// Otherwise the last line of a page could begin with a currency.
  @Test func keepsAmountsInOneLineOfAPage() {
    tool.run("bucket", "add", "Paris", "The 50 EUR hotel", "--on", "day1", "--cost", "78EUR")
    let page = tool.run("export", "--format", "html").stdout
    #expect(page.contains("<bdi>The 50 EUR hotel</bdi>, 78.00\u{A0}EUR</li>"))
    #expect(page.contains("<dd>items 78.00\u{A0}EUR; total 78.00\u{A0}EUR</dd>"))
  }

  @Test func increasesTheSequenceWithEachChange() {
    func sequences() -> [Substring] {
      tool.run("export", "--format", "ics", "--plain").stdout.split(separator: "\r\n")
        .filter { $0.hasPrefix("SEQUENCE:") }
    }
    #expect(sequences() == ["SEQUENCE:0", "SEQUENCE:0"])
    tool.run("stay", "confirm", "Paris")
    let later = sequences()
    #expect(later[0] == later[1] && later[0] != "SEQUENCE:0")
  }

  @Test(arguments: [
    (["export", "--format", "xml"], "the value 'xml' is invalid for '--format'"),
    (["export", "--json", "--format", "ics"], "'--json' and '--format ics' exclude each other"),
  ])
  func reportsMistakes(words: [String], message: String) {
    let result = tool.run(words: words)
    #expect(result.exitCode == .usage)
    #expect(result.stderr.contains(message))
  }
}
