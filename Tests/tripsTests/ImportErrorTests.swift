import Foundation
import Testing

@testable import trips

/// Records that an import refuses or skips.
struct ImportErrorTests {
  let tool: TestTool

  init() throws {
    tool = try TestTool()
  }

  @Test func requiresTheRightNumberOfCells() throws {
    let result = try tool.importing("name,startDate\nParis,2027-05-01,,x\n")
    #expect(result.stderr.hasPrefix("error: line 2: the row has 4 cells, and the header 2;"))
  }

  @Test(arguments: [
    ("{\"name\":\"x\",\"startDate\":\"2026-01-01\"}\n{\"name\":\"y\"}", 2, "start date is missing"),
    ("{\"name\":\"x\",\"startDate\":\"2026-02-30\"}", 1, "'startDate' must be a day"),
    ("{\"name\":\"x\",\"startDate\":\"2026-01-02\",\"endDate\":\"2026-01-01\"}", 1, "is before"),
    ("{\"name\":\"x\",\"name\":\"y\"}", 1, "'name' appears twice"),
    ("{\"name\":\"a\\u0000b\",\"startDate\":\"2026-01-01\"}", 1, "control character U+0000"),
    ("{\"name\":\"\\ud800\",\"startDate\":\"2026-01-01\"}", 1, "surrogate"),
    ("{\"name\":5,\"startDate\":\"2026-01-01\"}", 1, "'name' must be text, not a number"),
    ("[" + String(repeating: "[", count: 100), 1, "nested deeper than 64"),
    ("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:A\n", count: 100), 66, "deeper than 64"),
    ("[{\"name\":\"x\"", 1, "ends too early"),
    ("[1,", 1, "a trip must be an object"),
    (
      "{\"name\":\"x\",\"startDate\":\"2026-01-01\",\"type\":\"fun\"}", 1,
      "plain, business, personal"
    ),
    (
      "{\"name\":\"x\",\"startDate\":\"2026-01-01\",\"type\":\"business\","
        + "\"perdiem\":{\"amount\":1e3,\"currency\":\"EUR\"}}", 1,
      "the per diem '1e3' is invalid"
    ),
    (
      #"{"name":"x","startDate":"2026-01-01","type":"plain","perdiem":{"amount":1,"currency":"EUR"}}"#,
      1, "only a business trip has a per diem"
    ),
    ("name,startDate\nx,2026-01-01\ny,2026-13-01\n", 3, "'startDate' must be a day"),
    ("name,startDate\n\"x\ny\",2026-01-01\n", 2, "control character U+000A"),
    ("name,startDate\n\"x,2026-01-01\n", 2, "quote is never closed"),
    ("name,startDate\nx,2026-01-01,z\n", 2, "3 cells, and the header 2"),
    ("name,when\n", 1, "no column 'startDate'"),
    ("PK\u{3}\u{4}", 1, "the file is a ZIP archive; unpack it, or save a spreadsheet as CSV"),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Weekly\nDTSTART:20260101\nRRULE:FREQ=DAILY\n"
        + "X-TRIPS-KIND:plain\nEND:VEVENT\n",
      2, "'Weekly': the event repeats (RRULE)"
    ),
    (
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nX-TRIPS-KIND:PLAIN\nDTSTART:20260230\nEND:VEVENT\n",
      2,
      "DTSTART is not a date"
    ),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\nDTSTART:20260101\n", 2, "has no end"),
    ("BEGIN:VCALENDAR\nVERSION:1.0\nBEGIN:VEVENT\n", 2, "the file is vCalendar 1.0"),
    ("name,startDate,stayCost\nx,2026-01-01,5\n", 2, "has 'stayCost' but no 'stayName'"),
    (
      "name,startDate,stayName,stayAddress\nx,2026-01-01,,y\n", 2,
      "has 'stayAddress' but no 'stayName'"
    ),
    (
      "name,startDate,type,perdiemAmount,perdiemCurrency\nx,2026-01-01,business,28 EUR,CHF\n", 2,
      "the per diem '28 EUR' is invalid; the currency given next to it is CHF"
    ),
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

  /// Otherwise the last one would win, and each import would change the trip back and forth.
  @Test(arguments: [
    "{\"uid\":\"u\",\"name\":\"A\",\"startDate\":\"2027-01-01\"}\n"
      + "{\"uid\":\"u\",\"name\":\"B\",\"startDate\":\"2027-01-01\"}\n",
    "name,startDate,destination\nA,2027-01-01,x\nA,2027-01-01,y\n",
    "{\"name\":\"A\",\"startDate\":\"2027-01-01\",\"bucketList\":[]}\n"
      + "{\"name\":\"A\",\"startDate\":\"2027-01-01\",\"bucketList\":[{\"title\":\"t\"}]}\n",
  ])
  func refusesContradictingRecordsOfATrip(text: String) throws {
    let refused = try tool.importing(text)
    #expect(
      refused.exitCode == .usage && refused.stderr.contains("appears earlier with other values"))
    #expect(
      try tool.importing(text, "--skip-invalid").sum.hasSuffix(": 1 added (1 trip); 1 left out"))
    #expect(
      try tool.importing(text, "--skip-invalid").sum.hasSuffix(": 1 unchanged; 1 left out"))
  }

  /// The currency of the cost is known only with the trip.
  @Test func addsNothingOfASkippedRow() throws {
    let text = "name,start,stayName,stayCost\nA,2027-01-01,,\nBali,2027-01-02,Hotel,1.234\n"
    #expect(
      try tool.importing(text, "--skip-invalid").sum
        == "2 rows: 1 added (1 trip); 1 left out")
    #expect(try tool.query("SELECT name FROM trip") == ["A"])
  }

  @Test func createsNoStoreOnFailure() throws {
    #expect(try tool.importing("name,startDate\nParis,2027-05-01\nRome,soon\n").exitCode == .usage)
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func skipsInvalidRecordsIfAllowed() throws {
    let text = """
      {"name":"a","startDate":"2026-01-01"}
      {"name":"b"
      {"name":"c","startDate":"never"}
      {"name":"d","startDate":"2026-01-04"}

      """
    let result = try tool.importing(text, "--skip-invalid")
    #expect(result.sum == "4 objects: 2 added (2 trips); 2 left out")
    #expect(result.stderr.contains("warning: skipped line 2: "))
    #expect(result.stderr.contains("warning: skipped line 3: "))
    #expect(tool.run("list", "--count").stdout == "2\n")
  }

  @Test func countsProblemsThatAreNotListed() throws {
    let text = String(repeating: "{\"name\":\"a\"}\n", count: 103)
    let result = try tool.importing(text, "--skip-invalid", "--json")
    #expect(result.stdout == "[]\n")
    #expect(result.stderr.contains("line 100: ") && !result.stderr.contains("line 101: "))
    #expect(result.stderr.contains("warning: skipped 3 more\n"))
    #expect(result.sum == "103 objects: 103 left out")
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
        #expect(result.stderr == "error: line 1: the file is empty; nothing was imported\n")
      }
    }
  }

  /// "0 added" would hide that the file was cut off, or that its lines could not be told apart.
  @Test(arguments: [
    ("name,start\n", "the file has no rows below its header"),
    ("name;start\r;\r", "the file has no rows below its header"),
    ("[]", "the list has no trips"),
    ("BEGIN:VCALENDAR\nEND:VCALENDAR\n", "the calendar has no events"),
  ])
  func refusesAFileWithoutRecords(text: String, reason: String) throws {
    let file = tool.folder.appending(path: "none")
    try Data(text.utf8).write(to: file)
    for options in [[], ["--skip-invalid"], ["--dry-run"]] {
      let result = tool.run(words: ["import", file.path] + options)
      #expect(result.exitCode == .usage)
      #expect(result.stderr.hasPrefix("error: line 1: \(reason)"), "\(result.stderr)")
    }
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  /// A file with records of which all are skipped has records.
  @Test func acceptsAFileWhoseRecordsAreAllSkipped() throws {
    let result = try tool.importing("name,start\n\"a\"b,2027-01-01\n", "--skip-invalid")
    #expect(result.exitCode == .done)
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

  @Test func reportsAMissingFile() {
    let missing = tool.run("import", "none.json")
    #expect(missing.exitCode == .failed)
    #expect(missing.stderr.contains("No such file or directory"))
    #expect(tool.run("import", ".").stderr.contains("it has no .json"))
  }
}
