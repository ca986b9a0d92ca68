import Foundation
import Testing

@testable import trips

/// What an import changes, and what it leaves alone.
struct ImportRulesTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  private func show(_ fields: String) -> String {
    tool.run("show", "1", "--json", "--columns", fields).stdout
  }

  private static let unchanged = "1 object: 1 unchanged"

  @Test func neverDeletesValuesMissingFromARecord() throws {
    tool.run(
      "add", "Rome", "--start", "2027-03-01", "--end", "2027-03-05", "--business", "--perdiem",
      "80GBP", "--perdiem-rule", "nights", "--stay", "Hotel", "--bucket", "Forum")
    let before = show("endDate,perdiem,bucketList,livingAccommodations")
    for text in [
      #"{"name":"Rome","startDate":"2027-03-01"}"#, "name,startDate,endDate\nRome,2027-03-01,\n",
      #"{"name":"Rome","startDate":"2027-03-01","livingAccommodation":{"placeName":"Hotel"}}"#,
      #"{"name":"Rome","startDate":"2027-03-01","bucketList":[{"title":"Forum"}]}"#,
      #"{"name":"Rome","startDate":"2027-03-01","perdiem":{"amount":"80"}}"#,
    ] {
      #expect(try tool.importing(text).sum.hasSuffix(": 1 unchanged"))
      #expect(show("endDate,perdiem,bucketList,livingAccommodations") == before)
    }
  }

  @Test func clearsNullAndEmptyValues() throws {
    tool.run(
      "add", "Rome", "--start", "2027-03-01", "--destination", "IT", "--business", "--perdiem",
      "80",
      "--stay", "Hotel", "--bucket", "Forum")
    try tool.importing(
      """
      {"name":"Rome","startDate":"2027-03-01","destination":null,"perdiem":null,"bucketList":[],
      "livingAccommodations":null}
      """)
    #expect(
      show("destination,perdiem,bucketList,livingAccommodations")
        == #"{"destination":"","perdiem":null,"bucketList":[],"livingAccommodations":[]}"# + "\n")
    tool.run("stay", "set", "1", "Hotel")
  }

  @Test func reportsEachReplacedValueInAPipe() throws {
    let trips = (10..<22).map { "{\"name\":\"A\",\"startDate\":\"2027-01-\($0)\"}" }
    let file = trips.joined(separator: "\n")
    try tool.importing(file)
    tool.run("note", "1", "typed here")
    let result = try tool.importing(#"{"name":"A","startDate":"2027-01-10","notes":"of a file"}"#)
    #expect(result.stdout == "update\tTrip\t1\tA\t\tnotes\ttyped here\tof a file\n")
    #expect(result.stderr == "note: 1 object: 1 updated\n")
  }

  @Test func refusesAnAmbiguousTrip() throws {
    tool.run("add", "A", "--start", "2027-01-01", "--end", "2027-01-02")
    tool.run("add", "A", "--start", "2027-01-01", "--end", "2027-01-03")
    let result = try tool.importing(#"{"name":"A","startDate":"2027-01-01","notes":"x"}"#)
    #expect(result.exitCode == .usage)
    #expect(result.stderr.hasPrefix("error: line 1: several trips are called 'A' and start on "))
  }

  @Test func refusesAnEndBeforeANewStart() throws {
    try tool.importing(#"{"uid":"u","name":"A","startDate":"2027-01-01","endDate":"2027-01-03"}"#)
    let result = try tool.importing(#"{"uid":"u","name":"A","startDate":"2027-02-01"}"#)
    #expect(result.stderr.hasPrefix("error: line 1: the end 2027-01-03 is before the start"))
  }

  @Test func confirmsAStayForItsNightsOnly() throws {
    tool.run("add", "A", "--start", "2027-01-01", "--stay", "Hotel")
    tool.run("stay", "confirm", "A")
    let uid = try #require(tool.query("SELECT uid FROM trip").first)
    let result = try tool.importing(
      #"{"uid":"\#(uid)","name":"A","startDate":"2027-01-01","endDate":"2027-01-04"}"#)
    #expect(
      result.stdout.contains(
        "update\tLivingAccommodation\t1\tHotel\t1\tisConfirmed\ttrue\tfalse\n"))
    #expect(show("livingAccommodations").contains(#""isConfirmed":false"#))
    try tool.importing(
      #"{"uid":"\#(uid)","name":"A","startDate":"2027-01-02","endDate":"2027-01-04","#
        + #""livingAccommodations":[{"placeName":"Hotel","isConfirmed":true}]}"#)
    #expect(show("livingAccommodations").contains(#""isConfirmed":true"#))
  }

  @Test func listsTheChangesToEachTrip() throws {
    tool.run("add", "A", "--start", "2027-01-01", "--end", "2027-01-03", "--bucket", "Tower")
    let text = """
      {"name":"A","startDate":"2027-01-01","endDate":"2027-01-03","destination":"Rome",
      "bucketList":[{"title":"Tower","isDone":true},{"title":"Bridge"}]}
      {"name":"B","startDate":"2027-02-01"}
      """
    let piped = try tool.importing(text, "--dry-run")
    #expect(
      piped.stdout == """
        update\tTrip\t1\tA\t\tdestination\t\tRome
        update\tBucketListItem\t1\tTower\t1\tisDone\tfalse\ttrue
        insert\tBucketListItem\t\tBridge\t1\t\t\t
        insert\tTrip\t\tB\t\t\t\t

        """)
    let sum = "2 objects: 1 would be added (1 trip, 1 item), 1 would be updated"
    #expect(piped.sum == sum)
    #expect(show("destination") == #"{"destination":""}"# + "\n")
    tool.terminal.isOutput = true
    tool.environment["NO_COLOR"] = "1"
    let shown = try tool.importing(text, "--dry-run").stdout
    #expect(shown.hasPrefix("Would update 'A' (1), 2027-01-01 to 2027-01-03\n  destination: "))
    #expect(shown.contains("Would add 'B', 2027-02-01\n"))
    #expect(shown.hasSuffix("\(sum)\n"))
  }

  /// As TripIt writes them: the trip and its parts as events with descriptions and addresses of
  /// several lines.
  @Test func importsACalendarOfATripPlanner() throws {
    let result = try tool.importing(
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//TripIt//EN
      X-WR-CALNAME:Trips
      BEGIN:VEVENT
      UID:abc@tripit.com
      DTSTAMP:20260101T000000Z
      SUMMARY:Lisbon\\, May
      LOCATION:Lisbon\\, Portugal
      DTSTART;VALUE=DATE:20270501
      DTEND;VALUE=DATE:20270506
      DESCRIPTION:You are going!\\nhttps://www.tripit.com/trip/1\\nBucket list: none
      TRANSP:TRANSPARENT
      END:VEVENT
      BEGIN:VEVENT
      UID:flight@tripit.com
      SUMMARY:Night flight
      DTSTART:20270501T220000Z
      DURATION:PT4H
      END:VEVENT
      END:VCALENDAR
      """, name: "tripit.ics")
    #expect(result.sum == "2 events: 2 added (1 trip, 1 item)")
    #expect(
      try tool.query("SELECT date || ' ' || title FROM bucketListItem").first?.hasSuffix(
        "Night flight")
        == true)
    #expect(
      tool.run("list", "--json", "--columns", "name,destination,startDate,endDate,notes").stdout
        == """
        [
        {"name":"Lisbon, May","destination":"Lisbon, Portugal","startDate":"2027-05-01","endDate":"2027-05-05","notes":"You are going!\\nhttps://www.tripit.com/trip/1\\nBucket list: none"}
        ]

        """)
  }

  @Test func importsSeveralFilesInOneTransaction() throws {
    let folder = tool.folder.appending(path: "in")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("name,startDate\nA,2027-01-01\n".utf8).write(to: folder.appending(path: "a.csv"))
    try Data(#"{"name":"B","startDate":"2027-01-01"}"#.utf8)
      .write(to: folder.appending(path: "b.json"))
    try Data("not a trip".utf8).write(to: folder.appending(path: "readme.txt"))
    #expect(tool.run("import", folder.path).sum == "2 records: 2 added (2 trips)")
    try Data("name,startDate\nC,2027-01-01\nD,\n".utf8).write(to: folder.appending(path: "c.csv"))
    let result = tool.run("import", folder.appending(path: "a.csv").path, folder.path)
    #expect(result.stderr.contains("c.csv', line 3: the start date is missing"))
    #expect(tool.run("list", "--count").stdout == "2\n")
  }

  /// A link may lead anywhere, and opening a FIFO would block.
  @Test func readsOnlyRegularFilesFromAFolder() throws {
    let folder = tool.folder.appending(path: "in").path
    let other = tool.folder.appending(path: "other.json").path
    try FileManager.default.createDirectory(
      atPath: folder + "/c.ics", withIntermediateDirectories: true)
    try Data(#"{"name":"Other","startDate":"2027-01-01"}"#.utf8).write(to: URL(filePath: other))
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/a.json", withDestinationPath: other)
    #expect(mkfifo(folder + "/b.csv", 0o600) == 0)
    let warnings = ["a.json", "b.csv", "c.ics"].map {
      "warning: '\(folder)/\($0)' is not a regular file, and was left out\n"
    }.joined()
    let result = tool.run("import", folder)
    #expect(
      result.stderr
        == warnings
        + "error: cannot import '\(folder)': it has no .json, .ndjson, .csv or .ics file\n")
    #expect(result.exitCode == .failed)
    try Data("name,startDate\nA,2027-01-01\n".utf8).write(to: URL(filePath: folder + "/d.csv"))
    #expect(
      tool.run("import", folder, "--quiet")
        == .init(stdout: "insert\tTrip\t1\tA\t\t\t\t\n"))
    #expect(tool.run("list", "--json", "--columns", "name").stdout == "[\n{\"name\":\"A\"}\n]\n")
  }

  /// By name, the file of a stay comes before the file of its trip.
  @Test func acceptsAFolderOfExportedEvents() throws {
    tool.run("add", "A", "--start", "2027-01-01", "--end", "2027-01-03", "--stay", "Hotel")
    tool.run("add", "B", "--start", "2027-02-01", "--business", "--perdiem", "80EUR")
    let folder = tool.folder.appending(path: "events").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(tool.run("sync", folder).exitCode == .done)
    #expect(
      tool.run("--db", "new.db", "import", folder).sum
        == "3 events: 3 added (2 trips, 1 stay)")
    #expect(tool.run("--db", "new.db", "import", folder).sum == "3 events: 3 unchanged")
    #expect(
      tool.run("--db", "new.db", "show", "A", "--json", "--columns", "livingAccommodations").stdout
        .contains("Hotel"))
    try FileManager.default.removeItem(atPath: folder)
  }

  /// Nothing is deleted if the file lacks the event of a stay, or properties that a server dropped.
  @Test func keepsAStayWhoseEventIsMissing() throws {
    tool.run(
      "add", "A", "--start", "2027-01-01", "--stay", "Hotel", "--bucket", "x", "--destination", "D")
    let uid = try #require(tool.query("SELECT uid FROM trip").first)
    let before = show("destination,bucketList,livingAccommodations")
    let result = try tool.importing(
      "BEGIN:VCALENDAR\nPRODID:-//trips//trips//EN\nBEGIN:VEVENT\nUID:\(uid)\nSUMMARY:A\n"
        + "DTSTART;VALUE=DATE:20270101\nEND:VEVENT\nEND:VCALENDAR\n")
    #expect(result.sum == "1 event: 1 unchanged")
    #expect(show("destination,bucketList,livingAccommodations") == before)
  }

  /// Values written by V1 or another program: not NFC, spaces at the ends, line breaks, invalid
  /// rules.
  @Test func keepsTheBytesOfAnotherProgram() throws {
    tool.run("add", "A", "--start", "2027-01-01", "--bucket", "x", "--stay", "s")
    for (index, name) in ["Cafe\u{301}", " blank ", "two\nlines", "\u{1B}[31m"].enumerated() {
      try tool.execute(
        """
        INSERT INTO trip(name, destination, startDate, endDate)
        VALUES('\(name)', '\(name)', '2027-02-0\(index + 1)', '2027-02-09');
        INSERT INTO bucketListItem(tripId, title, details)
        VALUES(last_insert_rowid(), '\(name)', '\(name)')
        """)
    }
    let exported = tool.run("export").stdout
    let file = tool.folder.appending(path: "all.json")
    try Data(exported.utf8).write(to: file)
    #expect(
      tool.run("--db", "new.db", "import", file.path).sum
        == "5 objects: 5 added (5 trips, 1 stay, 5 items)")
    #expect(tool.run("--db", "new.db", "export").stdout == exported)
    #expect(tool.run("--db", "new.db", "import", file.path).sum == "5 objects: 5 unchanged")
  }

  @Test func continuesAfterAnUnclosedQuote() throws {
    let result = try tool.importing(
      "name,startDate\n\"A,2027-01-01\nB,2027-01-02\nC,2027-01-03\n", "--skip-invalid")
    #expect(result.sum == "3 rows: 2 added (2 trips); 1 left out")
    #expect(result.stderr.contains("skipped line 2: a quote is never closed"))
  }

  @Test func refusesACSVWithTooManyColumns() throws {
    let result = try tool.importing(String(repeating: "a,", count: 5_000_000))
    #expect(result.stderr.contains("line 1: the row has more than 1000 cells"))
  }

  @Test(arguments: ["007", "1-2", "-", "1.", ".5", "1e", "--1", "+1"])
  func refusesAnythingButANumber(number: String) throws {
    let result = try tool.importing(#"{"name":"A","startDate":"2027-01-01","days":\#(number)}"#)
    #expect(result.exitCode == .usage)
  }

  @Test(arguments: ["0", "-0", "10", "1.50", "1e3", "1.0E-7"])
  func acceptsNumbersInIgnoredFields(number: String) throws {
    let result = try tool.importing(#"{"name":"A","startDate":"2027-01-01","days":\#(number)}"#)
    #expect(result.sum == "1 object: 1 added (1 trip)")
  }

  @Test func acceptsAsManyItemsAsAListMayHave() throws {
    let items = (0..<20_000).map { "{\"title\":\"item \($0)\"}" }.joined(separator: ",")
    let text = #"{"name":"A","startDate":"2027-01-01","bucketList":[\#(items)]}"#
    #expect(try tool.importing(text).sum == "1 object: 1 added (1 trip, 20000 items)")
    #expect(try tool.importing(text).sum == Self.unchanged)
  }

  @Test(arguments: [
    ("<p>Meet at&nbsp;<b>noon</b></p><ul><li>one</li></ul>", "Meet at noon\none"),
    ("Tickets<br>Tom &amp; Ann", "Tickets\nTom & Ann"), ("Tom &amp; Ann", "Tom &amp; Ann"),
    ("Seat <A 12>\\nof <ann@example.org>", "Seat <A 12>\nof <ann@example.org>"),
  ])
  func readsTextThatAWebClientTurnedIntoMarkup(description: String, notes: String) throws {
    try tool.importing(
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:a@example.org
      SUMMARY:Rome
      DTSTART;VALUE=DATE:20270101
      DURATION:P3D
      DESCRIPTION:\(description)
      END:VEVENT
      END:VCALENDAR

      """, name: "web.ics")
    #expect(try tool.query("SELECT notes FROM trip") == [notes])
  }

  @Test func refusesAnEndlessDevice() {
    let result = tool.run("import", "/dev/zero")
    #expect(result.exitCode == .failed)
    #expect(result.stderr.contains("it contains a NUL byte"))
  }
}
