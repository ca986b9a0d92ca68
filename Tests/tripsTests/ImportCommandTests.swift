import Foundation
import Testing

@testable import trips

struct ImportCommandTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  @Test(arguments: [
    #"[{"name":"Paris","startDate":"2027-05-01"}]"#,
    #"{"name":"Paris","startDate":"2027-05-01","endDate":null}"#,
    "name,startDate\nParis,2027-05-01\n",
    "\u{FEFF}Name;Start Date;End\r\n\"Paris\";2027-05-01;\r\n",
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Par\n is\nDTSTART:20270501\nEND:VEVENT\nEND:VCALENDAR",
    "begin:vcalendar\r\nBEGIN:VEVENT\r\nSUMMARY:Paris\r\nDTSTART;VALUE=DATE:20270501\r\n"
      + "DTEND;VALUE=DATE:20270501\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  ])
  func tellsTheFormatByTheContents(text: String) throws {
    let result = try tool.importing(text)
    #expect(result.stdout == "1 added, 0 updated, 0 unchanged\n")
    #expect(tool.run("list").stdout == "1\t2027-05-01\t2027-05-01\t1\tplain\t\tParis\t\n")
    #expect(try tool.importing(text).stdout == "0 added, 0 updated, 1 unchanged\n")
  }

  @Test(arguments: ["", "SUMMARY:\n", "SUMMARY:  \n"])
  func namesAnEventWithoutANameByItsLine(summary: String) throws {
    let result = try tool.importing(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n\(summary)DTSTART:20270501\nEND:VEVENT\n"
        + "END:VCALENDAR\n")
    #expect(result.exitCode == .usage)
    #expect(
      result.stderr.hasPrefix(
        "error: line 2: the name is missing; nothing was imported\n"), "\(result.stderr)")
  }

  @Test(arguments: ["", "SUMMARY:\n", "SUMMARY:  \n"])
  func callsAnEventWithoutASummaryAsItsPlace(summary: String) throws {
    let result = try tool.importing(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n\(summary)LOCATION:Rome\nDTSTART:20270501\nEND:VEVENT\n"
        + "END:VCALENDAR\n")
    #expect(result.exitCode == .done)
    #expect(try tool.query("SELECT name || destination FROM trip") == ["RomeRome"])
  }

  @Test func countsTheCellsOfARow() throws {
    let result = try tool.importing("name,startDate\nParis\n")
    #expect(result.stderr.hasPrefix("error: line 2: the row has 1 cell, and the header 2;"))
  }

  @Test(arguments: [
    ("20261210", "DTEND;VALUE=DATE:20261215", "2026-12-10", "2026-12-14"),
    ("20261210", "DURATION:P5D", "2026-12-10", "2026-12-14"),
    ("20261210", "DURATION:P1W", "2026-12-10", "2026-12-16"),
    ("20261210T101500Z", "DTEND:20261212T080000Z", "2026-12-10", "2026-12-12"),
    ("20261210T101500", "DTEND:20261212T000000", "2026-12-10", "2026-12-11"),
    ("20261210T101500", "DURATION:PT36H", "2026-12-10", "2026-12-11"),
    ("99991230", "DURATION:P2D", "9999-12-30", "9999-12-31"),
  ])
  func readsTheDaysOfEvents(start: String, end: String, first: String, last: String) throws {
    _ = try tool.importing(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:x\nDTSTART:\(start)\n\(end)\nEND:VEVENT\n"
        + "END:VCALENDAR\n")
    #expect(
      tool.run("list", "--json", "startDate,endDate").stdout
        == "[\n{\"startDate\":\"\(first)\",\"endDate\":\"\(last)\"}\n]\n")
  }

  @Test(arguments: [
    ("{\"name\":\"x\",\"startDate\":\"2026-01-01\"}\n{\"name\":\"y\"}", 2, "start date is missing"),
    ("{\"name\":\"x\",\"startDate\":\"2026-02-30\"}", 1, "'startDate' must be a day"),
    ("{\"name\":\"x\",\"startDate\":\"2026-01-02\",\"endDate\":\"2026-01-01\"}", 1, "is before"),
    ("{\"name\":\"x\",\"name\":\"y\"}", 1, "'name' comes twice"),
    ("{\"name\":\"a\\u0000b\",\"startDate\":\"2026-01-01\"}", 1, "control character U+0000"),
    ("{\"name\":\"\\ud800\",\"startDate\":\"2026-01-01\"}", 1, "surrogate"),
    ("{\"name\":5,\"startDate\":\"2026-01-01\"}", 1, "'name' must be text, and is a number"),
    ("[" + String(repeating: "[", count: 100), 1, "nested deeper than 64"),
    ("[{\"name\":\"x\"", 1, "ends in the middle"),
    ("[1,", 1, "a trip is an object"),
    (
      "{\"name\":\"x\",\"startDate\":\"2026-01-01\",\"type\":\"fun\"}", 1,
      "plain, business, personal"
    ),
    (
      "{\"name\":\"x\",\"startDate\":\"2026-01-01\",\"type\":\"business\","
        + "\"perdiem\":{\"amount\":1e3,\"currency\":\"EUR\"}}", 1, "the per diem '1e3' is invalid"
    ),
    (
      #"{"name":"x","startDate":"2026-01-01","type":"trip","perdiem":{"amount":1,"currency":"EUR"}}"#,
      1, "only a business trip has a per diem"
    ),
    ("name,startDate\nx,2026-01-01\ny,2026-13-01\n", 3, "'startDate' must be a day"),
    ("name,startDate\n\"x\ny\",2026-01-01\n", 2, "control character U+000A"),
    ("name,startDate\n\"x,2026-01-01\n", 2, "quote is never closed"),
    ("name,startDate\nx\"y,2026-01-01\n", 2, "a quote is inside a cell without quotes"),
    ("name,startDate\nx,2026-01-01,z\n", 2, "3 cells, and the header 2"),
    ("name,when\n", 1, "no column 'startDate'"),
    ("PK\u{3}\u{4}", 1, "compressed"),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Weekly\nDTSTART:20260101\nRRULE:FREQ=DAILY\nEND:VEVENT\n",
      2, "'Weekly': the event repeats (RRULE)"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20260230\nEND:VEVENT\n", 2,
      "DTSTART is not a date"
    ),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20260101\n", 2, "has no end"),
  ])
  func namesTheLineAndChangesNothing(text: String, line: Int, reason: String) throws {
    tool.run("add", "Before", "--start", "2026-01-01")
    let before = try Data(contentsOf: tool.store)
    let result = try tool.importing(text)
    #expect(result.exitCode == .usage)
    #expect(result.stdout == "")
    #expect(result.stderr.hasPrefix("error: line \(line): "))
    #expect(result.stderr.contains(reason))
    #expect(try Data(contentsOf: tool.store) == before)
  }

  @Test(arguments: [
    "[{\"name\":\"Paris\",\"startDate\":\"2027-05-01\"}]",
    "{\"name\":\"Paris\",\"startDate\":\"2027-05-01\"}\n", "name,startDate\nParis,2027-05-01\n",
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Paris\nDTSTART:20270501\nEND:VEVENT\nEND:VCALENDAR",
  ])
  func takesAByteOrderMark(text: String) throws {
    #expect(try tool.importing("\u{FEFF}" + text).stdout == "1 added, 0 updated, 0 unchanged\n")
  }

  @Test func takesTheRuleAwayWithTheKind() throws {
    tool.run("add", "a", "--personal", "--start", "2026-01-01")
    let export = tool.run("export").stdout
    tool.run("edit", "a", "--business", "--perdiem-rule", "full")
    #expect(try tool.importing(export).stdout == "0 added, 1 updated, 0 unchanged\n")
    #expect(try tool.query("SELECT type FROM trip WHERE perdiemRule IS NULL") == ["personal"])
  }

  @Test func leavesAPerDiemAsItIsWhereTheFileIsSilentOrTheRuleUnknown() throws {
    _ = tool.withSampleTrips()
    try tool.execute("UPDATE trip SET perdiemRule = 'weird' WHERE id = 1")
    let key = #"{"name":"Berlin kickoff","startDate":"2026-12-10","endDate":"2026-12-15""#
    let unchanged = "0 added, 0 updated, 1 unchanged\n"
    #expect(try tool.importing(key + "}").stdout == unchanged)
    let amount = #""amount":"120.00","currency":"EUR""#
    #expect(try tool.importing(key + #","perdiem":{\#(amount)}}"#).stdout == unchanged)
    #expect(
      try tool.importing(key + #","perdiem":{\#(amount),"rule":"weird"}}"#).stdout == unchanged)
    #expect(try tool.query("SELECT perdiemRule FROM trip WHERE id = 1") == ["weird"])
    _ = try tool.importing(key + #","perdiem":{"amount":"85","rule":"nights"}}"#)
    #expect(
      tool.run("show", "1", "--json", "perdiem").stdout
        == #"{"perdiem":{"amount":"85.00","currency":"EUR","rule":"nights","total":"425.00"}}"#
        + "\n"
    )
  }

  /// The last one would win, and each import would change the trip back and forth.
  @Test(arguments: [
    "{\"uid\":\"u\",\"name\":\"A\",\"startDate\":\"2027-01-01\"}\n"
      + "{\"uid\":\"u\",\"name\":\"B\",\"startDate\":\"2027-01-01\"}\n",
    "name,startDate,destination\nA,2027-01-01,x\nA,2027-01-01,y\n",
    "{\"name\":\"A\",\"startDate\":\"2027-01-01\",\"bucketList\":[]}\n"
      + "{\"name\":\"A\",\"startDate\":\"2027-01-01\",\"bucketList\":[{\"title\":\"t\"}]}\n",
  ])
  func refusesATripThatStandsInTheFileTwiceWithOtherValues(text: String) throws {
    let refused = try tool.importing(text)
    #expect(refused.exitCode == .usage && refused.stderr.contains("appears earlier in the file"))
    #expect(
      try tool.importing(text, "--skip-invalid").stdout
        == "1 added, 0 updated, 0 unchanged, 1 skipped\n")
    #expect(
      try tool.importing(text, "--skip-invalid").stdout
        == "0 added, 0 updated, 1 unchanged, 1 skipped\n")
  }

  @Test func makesNoStoreWhereItFails() throws {
    #expect(try tool.importing("name,startDate\nParis,2027-05-01\nRome,soon\n").exitCode == .usage)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func skipsWhatIsInvalidWhereItMay() throws {
    let text = """
      {"name":"a","startDate":"2026-01-01"}
      {"name":"b"
      {"name":"c","startDate":"never"}
      {"name":"d","startDate":"2026-01-04"}

      """
    let result = try tool.importing(text, "--skip-invalid")
    #expect(result.stdout == "2 added, 0 updated, 0 unchanged, 2 skipped\n")
    #expect(result.stderr.contains("warning: skipped line 2: "))
    #expect(result.stderr.contains("warning: skipped line 3: "))
    #expect(tool.run("list", "--count").stdout == "2\n")
  }

  @Test func countsTheProblemsThatItDoesNotList() throws {
    let text = String(repeating: "{\"name\":\"a\"}\n", count: 103)
    let result = try tool.importing(text, "--skip-invalid", "--json")
    #expect(result.stdout.contains(#""skipped":103,"problems":[{"line":1,"#))
    #expect(result.stdout.contains(#""line":100,"#) && !result.stdout.contains(#""line":101,"#))
    #expect(result.stdout.contains(#"],"omittedProblems":3,"notes":[]"#))
  }

  /// The file that a failed export leaves.
  @Test(arguments: ["", " \n", "\u{FEFF}", "\u{FEFF}\r\n\r\n"])
  func refusesAnEmptyFile(text: String) throws {
    for format in [[], ["--format", "json"], ["--format", "csv"], ["--skip-invalid"]] {
      let file = tool.folder.appending(path: "empty")
      try Data(text.utf8).write(to: file)
      let result = tool.run(words: ["import", file.path] + format)
      #expect(result.exitCode == .usage)
      #expect(!FileManager.default.fileExists(atPath: tool.store.path))
      if format == ["--format", "json"] || text != " \n" {
        #expect(
          result.stderr == """
            error: line 1: the file is empty; nothing was imported
            hint: did the export fail? '--format ndjson' takes an empty file as an export without trips

            """)
      }
    }
  }

  @Test func takesAnExportWithoutTrips() throws {
    let other = try TestTool()
    _ = other.withSampleTrips()
    for format in ["json", "ndjson", "csv", "ics"] {
      let text = other.run("export", "--format", format, "--search", "none of them").stdout
      let result = try tool.importing(text, "--format", format)
      #expect(result.stdout == "0 added, 0 updated, 0 unchanged\n", "\(format)")
      let isGuessed = try tool.importing(text).exitCode == .done
      #expect(isGuessed == (format == "json" || format == "csv"), "\(format)")
    }
  }

  @Test func rehearses() throws {
    let result = try tool.importing(
      #"{"name":"a","startDate":"2026-01-01"}"#, "--dry-run", "--json")
    #expect(
      result.stdout
        == #"{"added":1,"updated":0,"unchanged":0,"skipped":0,"problems":[],"omittedProblems":0,"#
        + #""notes":[],"cancelled":[],"leftOut":[],"changes":["#
        + #"{"action":"added","id":null,"name":"a","startDate":"2026-01-01","#
        + #""endDate":"2026-01-01","line":1,"changes":[]}]}"# + "\n")
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func knowsATripByItsUIDThenByNameAndDates() throws {
    _ = try tool.importing(
      #"{"uid":"u1","name":"a","startDate":"2026-01-01","type":"personal","reason":"family"}"#)
    let byUID = try tool.importing(
      #"{"uid":"u1","name":"b","startDate":"2026-02-01","endDate":"2026-02-01"}"#)
    #expect(byUID.stdout == "0 added, 1 updated, 0 unchanged\n")
    let byName = try tool.importing(
      #"{"uid":"u2","name":"b","startDate":"2026-02-01","destination":"B"}"#)
    #expect(byName.stdout == "0 added, 1 updated, 0 unchanged\n")
    #expect(
      tool.run("list", "--json", "id,uid,type,name,destination,reason").stdout == """
        [
        {"id":1,"uid":"u1","type":"personal","name":"b","destination":"B","reason":"family"}
        ]

        """)
  }

  @Test func refusesACollisionByLine() throws {
    _ = try tool.importing(#"{"uid":"u1","name":"a","startDate":"2026-01-01"}"#)
    let text = """
      {"uid":"u2","name":"b","startDate":"2026-01-01"}
      {"uid":"u1","name":"b","startDate":"2026-01-01"}
      """
    let result = try tool.importing(text)
    #expect(result.stderr.hasPrefix("error: line 2: another trip has this name and these dates"))
    #expect(tool.run("list", "--count").stdout == "1\n")
  }

  @Test func makesTheBucketListAndTheStayWhatTheFileSays() throws {
    tool.run(
      "add", "a", "--start", "2026-01-01", "--stay", "Old", "--bucket", "one", "two", "three")
    let result = try tool.importing(
      """
      {"name":"a","startDate":"2026-01-01","bucketList":[{"title":"two","isInPlan":true},
      {"title":"three"},{"title":"four"}],"livingAccommodation":null}
      """)
    #expect(result.stdout == "0 added, 1 updated, 0 unchanged\n")
    #expect(
      tool.run("show", "1", "--json", "bucketList,livingAccommodations").stdout == """
        {"bucketList":[{"id":2,"title":"two","details":"","hasReservation":false,"isInPlan":true,"isDone":false,"date":null,"time":null,"cost":null},\
        {"id":3,"title":"three","details":"","hasReservation":false,"isInPlan":false,"isDone":false,"date":null,"time":null,"cost":null},\
        {"id":4,"title":"four","details":"","hasReservation":false,"isInPlan":false,"isDone":false,"date":null,"time":null,"cost":null}],\
        "livingAccommodations":[]}

        """)
  }

  @Test func keepsWhatTheFileDoesNotSay() throws {
    tool.run("add", "a", "--start", "2026-01-01", "--stay", "Old", "--bucket", "one")
    #expect(
      try tool.importing("name,startDate\na,2026-01-01\n").stdout
        == "0 added, 0 updated, 1 unchanged\n")
  }

  @Test func givesNewIdsInAStoreThatHeldTrips() throws {
    tool.run("add", "a", "--start", "2026-01-01")
    tool.run("delete", "a")
    _ = try tool.importing(#"{"id":1,"name":"b","startDate":"2026-01-01"}"#)
    #expect(tool.run("list", "--json", "id,name").stdout == "[\n{\"id\":2,\"name\":\"b\"}\n]\n")
  }

  @Test func reportsWhatIsNotKept() throws {
    let result = try tool.importing(
      """
      {"name":"a","startDate":"2026-01-01","mood":"good"}
      {"name":"b","startDate":"2026-01-01","mood":"bad"}
      """)
    #expect(result.stderr.contains("note: the field 'mood' is unknown and not kept (2 times)"))
    let calendar = try tool.importing(
      """
      BEGIN:VCALENDAR
      BEGIN:VTIMEZONE
      TZID:Europe/Paris
      BEGIN:STANDARD
      DTSTART:19701025T030000
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:1@example.com
      SUMMARY:Flight\\, to \\"Paris\\"
      LOCATION:Gate 1\\nBerlin
      DESCRIPTION:hello
      DTSTART;TZID=Europe/Paris:20270101T100000
      DTEND;TZID=Europe/Paris:20270102T110000
      BEGIN:VALARM
      TRIGGER:-PT15M
      END:VALARM
      END:VEVENT
      BEGIN:VTODO
      SUMMARY:no
      END:VTODO
      BEGIN:VEVENT
      SUMMARY:Called off
      STATUS:CANCELLED
      DTSTART:20270301
      END:VEVENT
      END:VCALENDAR
      """)
    #expect(calendar.stdout == "1 added, 0 updated, 0 unchanged\n")
    for note in [
      "times of day are not kept", "VALARM", "VTODO", "cancelled",
    ] {
      #expect(calendar.stderr.contains(note))
    }
    #expect(
      tool.run("show", "3", "--json", "name,destination,startDate,endDate,notes").stdout
        == #"{"name":"Flight, to \"Paris\"","destination":"Gate 1, Berlin","#
        + #""startDate":"2027-01-01","endDate":"2027-01-02","notes":"hello"}"# + "\n")
  }

  @Test func readsFoldsInsideACharacter() throws {
    var bytes = Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270101\r\nSUMMARY:".utf8)
    let name = Array("日本".utf8)
    bytes += name.prefix(1) + "\r\n ".utf8 + name.dropFirst(1)
    bytes += "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8
    let file = tool.folder.appending(path: "x.ics")
    try Data(bytes).write(to: file)
    #expect(tool.run("import", file.path).exitCode == .done)
    #expect(tool.run("list", "--json", "name").stdout == "[\n{\"name\":\"日本\"}\n]\n")
  }

  @Test func namesAFileThatIsNotThere() {
    let missing = tool.run("import", "none.json")
    #expect(missing.exitCode == .failed)
    #expect(missing.stderr.contains("No such file or directory"))
    #expect(tool.run("import", ".").stderr.contains("it has no .json"))
  }

  /// No bytes may crash the readers; they either succeed or report an error.
  @Test(arguments: 0..<60)
  func survivesDamage(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let other = try TestTool().withSampleTrips()
    for format in ["json", "csv", "ics"] {
      var bytes = Array(other.run("export", "--format", format).stdout.utf8)
      for _ in 0...Int.random(in: 0...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      }
      bytes.removeLast(Int.random(in: 0...20, using: &random))
      let file = tool.folder.appending(path: "damaged")
      try Data(bytes).write(to: file)
      let result = tool.run("import", file.path, "--skip-invalid", "--format", format)
      #expect([.done, .usage].contains(result.exitCode))
    }
  }
}

/// A generator with the same numbers in each run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
