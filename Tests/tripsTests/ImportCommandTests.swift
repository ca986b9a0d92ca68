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
  ])
  func detectsTheFormatByTheContents(text: String) throws {
    let result = try tool.importing(text)
    #expect(result.sum.hasSuffix(": 1 added (1 trip)"))
    #expect(
      tool.run("list", TestTool.tripColumns).stdout
        == "1\t2027-05-01\t2027-05-01\t1\tplain\tParis\t\n")
    #expect(try tool.importing(text).sum.hasSuffix(": 1 unchanged"))
  }

  @Test(arguments: ["", "SUMMARY:\n", "SUMMARY:  \n"])
  func namesAnEventWithoutASummaryAfterItsPlace(summary: String) throws {
    let result = try tool.importing(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n\(summary)LOCATION:Rome\nDTSTART:20270501\nDURATION:P2D\nEND:VEVENT\n"
        + "END:VCALENDAR\n")
    #expect(result.exitCode == .done)
    #expect(try tool.query("SELECT name || destination FROM trip") == ["RomeRome"])
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
      tool.run("list", "--json", "--columns", "startDate,endDate").stdout
        == "[\n{\"startDate\":\"\(first)\",\"endDate\":\"\(last)\"}\n]\n")
  }

  @Test(arguments: [
    "[{\"name\":\"Paris\",\"startDate\":\"2027-05-01\"}]",
    "{\"name\":\"Paris\",\"startDate\":\"2027-05-01\"}\n", "name,startDate\nParis,2027-05-01\n",
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Paris\nDTSTART:20270501\nDURATION:P2D\nEND:VEVENT\nEND:VCALENDAR",
  ])
  func acceptsAByteOrderMark(text: String) throws {
    #expect(try tool.importing("\u{FEFF}" + text).sum.hasSuffix(": 1 added (1 trip)"))
  }

  @Test func removesTheRuleWithTheKind() throws {
    tool.run("add", "a", "--personal", "--start", "2026-01-01")
    let export = tool.run("export").stdout
    tool.run("edit", "a", "--business", "--perdiem-rule", "full")
    #expect(try tool.importing(export).sum == "1 object: 1 updated")
    #expect(try tool.query("SELECT type FROM trip WHERE perdiemRule IS NULL") == ["personal"])
  }

  @Test func keepsAPerDiemIfTheFileLacksItOrTheRuleIsUnknown() throws {
    _ = tool.withSampleTrips()
    try tool.execute("UPDATE trip SET perdiemRule = 'weird' WHERE id = 1")
    let key = #"{"name":"Berlin kickoff","startDate":"2026-12-10","endDate":"2026-12-15""#
    let unchanged = "1 object: 1 unchanged"
    #expect(try tool.importing(key + "}").sum == unchanged)
    let amount = #""amount":"120.00","currency":"EUR""#
    #expect(try tool.importing(key + #","perdiem":{\#(amount)}}"#).sum == unchanged)
    #expect(
      try tool.importing(key + #","perdiem":{\#(amount),"rule":"weird"}}"#).sum == unchanged)
    #expect(try tool.query("SELECT perdiemRule FROM trip WHERE id = 1") == ["weird"])
    _ = try tool.importing(key + #","perdiem":{"amount":"85","rule":"nights"}}"#)
    #expect(
      tool.run("show", "1", "--json", "--columns", "perdiem").stdout
        == #"{"perdiem":{"amount":"85.00","currency":"EUR","rule":"nights","total":"425.00","singleDays":[]}}"#
        + "\n"
    )
  }

  /// It looks like an export that failed.
  @Test func refusesAnExportWithoutTrips() throws {
    let other = try TestTool()
    _ = other.withSampleTrips()
    for format in ["json", "ndjson", "csv", "ics"] {
      let text = other.run("export", "--format", format, "--search", "none of them").stdout
      for options in [[], ["--format", format]] {
        let file = tool.folder.appending(path: "none")
        try Data(text.utf8).write(to: file)
        #expect(tool.run(words: ["import", file.path] + options).exitCode == .usage, "\(format)")
      }
    }
  }

  @Test func dryRunReportsWithoutChanges() throws {
    let result = try tool.importing(
      #"{"name":"a","startDate":"2026-01-01"}"#, "--dry-run", "--json")
    #expect(
      result.stdout
        == "[\n"
        + #"{"kind":"insert","entity":"Trip","id":null,"name":"a","trip":null,"property":null,"#
        + #""old":null,"new":null}"# + "\n]\n")
    #expect(result.sum == "1 object: 1 would be added (1 trip)")
    #expect(!FileManager.default.fileExists(atPath: tool.store.path))
  }

  @Test func matchesATripByUIDThenByNameAndDates() throws {
    _ = try tool.importing(
      #"{"uid":"u1","name":"a","startDate":"2026-01-01","type":"personal","reason":"family"}"#)
    let byUID = try tool.importing(
      #"{"uid":"u1","name":"b","startDate":"2026-02-01","endDate":"2026-02-01"}"#)
    #expect(byUID.sum == "1 object: 1 updated")
    let byName = try tool.importing(
      #"{"uid":"u2","name":"b","startDate":"2026-02-01","destination":"B"}"#)
    #expect(byName.sum == "1 object: 1 updated")
    #expect(
      tool.run("list", "--json", "--columns", "id,uid,type,name,destination,reason").stdout == """
        [
        {"id":1,"uid":"u1","type":"personal","name":"b","destination":"B","reason":"family"}
        ]

        """)
  }

  @Test func setsTheBucketListAndTheStayFromTheFile() throws {
    tool.run(
      "add", "a", "--start", "2026-01-01", "--stay", "Old", "--bucket", "one", "--bucket", "two",
      "--bucket", "three")
    let result = try tool.importing(
      """
      {"name":"a","startDate":"2026-01-01","bucketList":[{"title":"two","isInPlan":true},
      {"title":"three"},{"title":"four"}],"livingAccommodations":null}
      """)
    #expect(result.sum == "1 object: 1 updated")
    #expect(
      tool.run("show", "1", "--json", "--columns", "bucketList,livingAccommodations").stdout
        .replacing(/"uid":"item-[0-9a-f]+",/, with: "") == """
          {"bucketList":[{"id":2,"title":"two","details":"","place":"","reference":"","hasReservation":false,"isInPlan":true,"isDone":false,"isPaid":false,"date":null,"time":null,"endDate":null,"endTime":null,"cost":null},\
          {"id":3,"title":"three","details":"","place":"","reference":"","hasReservation":false,"isInPlan":false,"isDone":false,"isPaid":false,"date":null,"time":null,"endDate":null,"endTime":null,"cost":null},\
          {"id":4,"title":"four","details":"","place":"","reference":"","hasReservation":false,"isInPlan":false,"isDone":false,"isPaid":false,"date":null,"time":null,"endDate":null,"endTime":null,"cost":null}],\
          "livingAccommodations":[]}

          """)
  }

  @Test func keepsValuesMissingFromTheFile() throws {
    tool.run("add", "a", "--start", "2026-01-01", "--stay", "Old", "--bucket", "one")
    #expect(
      try tool.importing("name,startDate\na,2026-01-01\n").sum
        == "1 row: 1 unchanged")
  }

  @Test func assignsNewIdsInAnEmptiedStore() throws {
    tool.run("add", "a", "--start", "2026-01-01")
    tool.run("delete", "a")
    _ = try tool.importing(#"{"id":1,"name":"b","startDate":"2026-01-01"}"#)
    #expect(
      tool.run("list", "--json", "--columns", "id,name").stdout
        == "[\n{\"id\":2,\"name\":\"b\"}\n]\n")
  }

  @Test func reportsIgnoredContents() throws {
    let result = try tool.importing(
      """
      {"name":"a","startDate":"2026-01-01","mood":"good"}
      {"name":"b","startDate":"2026-01-01","mood":"bad"}
      """)
    #expect(result.stderr.contains("note: the field 'mood' is unknown and was ignored\n"))
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
    #expect(calendar.sum == "3 events: 1 added (1 trip); 2 left out")
    #expect(calendar.stderr.contains("cancelled"))
    #expect(
      tool.run("show", "3", "--json", "--columns", "name,destination,startDate,endDate,notes")
        .stdout
        == #"{"name":"Flight, to \"Paris\"","destination":"Gate 1, Berlin","#
        + #""startDate":"2027-01-01","endDate":"2027-01-02","notes":"hello"}"# + "\n")
  }

  @Test func explainsItsRulesOnOnePage() {
    let page = tool.run("import", "--help").stdout.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(page.count <= 51)
    let rules = page.drop { !$0.contains("An event of another calendar") }.prefix { !$0.isEmpty }
    #expect((1...12).contains(rules.count))
  }

  @Test func readsFoldsInsideACharacter() throws {
    var bytes = Array(
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20270101\r\nDURATION:P2D\r\nSUMMARY:".utf8)
    let name = Array("日本".utf8)
    bytes += name.prefix(1) + "\r\n ".utf8 + name.dropFirst(1)
    bytes += "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8
    let file = tool.folder.appending(path: "x.ics")
    try Data(bytes).write(to: file)
    #expect(tool.run("import", file.path).exitCode == .done)
    #expect(tool.run("list", "--json", "--columns", "name").stdout == "[\n{\"name\":\"日本\"}\n]\n")
  }
}
