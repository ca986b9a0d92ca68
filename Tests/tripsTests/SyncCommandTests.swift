import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// What a sync carries from one side to the other.
struct SyncCommandTests {
  @Test func writesAFileForEachEvent() throws {
    let fixture = try SyncFixture(isSynced: false)
    let lines = fixture.report()
    #expect(lines.count == 9)
    #expect(lines.allSatisfy { $0.hasPrefix("calendar\tinsert\t") })
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    #expect(names.count == 9)
    #expect(try names.contains(fixture.uid("Paris") + "-stay.ics"))
    let before = try fixture.bytes()
    #expect(fixture.sync().stdout == "[]\n")
    #expect(try fixture.bytes() == before)
  }

  @Test func writesTheFactsOfARow() throws {
    let fixture = try SyncFixture(isSynced: false)
    try fixture.setNotes("Paris", "Bring cash.")
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.expectSettled()
    let uid = try fixture.uid("Paris")
    #expect(
      try fixture.lines("Paris") == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//trips//trips//EN", "CALSCALE:GREGORIAN",
        "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20261120T101500Z", "SEQUENCE:0",
        "DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270504", "SUMMARY:Paris",
        "LOCATION:Paris\\, Île", "DESCRIPTION:Bring cash.", "CATEGORIES:PERSONAL",
        "X-TRIPS-KIND:PERSONAL", "X-TRIPS-ID:\(uid)", "X-TRIPS-DATES:2027-05-01/2027-05-03",
        "X-TRIPS-SHOWN:20270501/20270504", "X-TRIPS-REASON:family", "TRANSP:TRANSPARENT",
        "END:VEVENT", "END:VCALENDAR",
      ])
    let berlin = try fixture.lines("Berlin")
    for line in [
      "X-TRIPS-KIND:BUSINESS", "X-TRIPS-PERDIEM:120.00 EUR", "X-TRIPS-PERDIEM-RULE:first-last:75%",
      "X-TRIPS-SINGLE-DAYS:none", "DESCRIPTION:", "CATEGORIES:BUSINESS", "TRANSP:OPAQUE",
    ] {
      #expect(berlin.contains(line), "\(line)")
    }
    let stay = try fixture.lines("Paris", stay: true)
    for line in [
      "UID:\(uid)-stay", "DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270503",
      "SUMMARY:Hôtel du Nord", "STATUS:CONFIRMED", "RELATED-TO:\(uid)", "X-TRIPS-KIND:STAY",
      "X-TRIPS-DATES:none", "X-TRIPS-BOOKED:2027-05-01/2027-05-03", "X-TRIPS-COST:none",
      "X-TRIPS-PAID:FALSE", "TRANSP:TRANSPARENT",
    ] {
      #expect(stay.contains(line), "\(line)")
    }
    // An item without a date is on the first day.
    let item = EventLines.of(try fixture.read(fixture.file(item: "Orsay")))
    for line in [
      "DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270502", "X-TRIPS-DATES:none",
      "DESCRIPTION:[ ]\\nclosed on Mondays", "X-TRIPS-RESERVED:TRUE", "X-TRIPS-BOOKED:any",
      "RELATED-TO:\(uid)", "X-TRIPS-KIND:ITEM", "CATEGORIES:ITEM",
    ] {
      #expect(item.contains(line), "\(line)")
    }
    let exported = EventLines.of(fixture.tool.run("export", "Paris", "--format", "ics").stdout)
    for line in try fixture.lines("Paris") + stay + item
    where !line.hasPrefix("DTSTAMP") && !line.hasPrefix("SEQUENCE") {
      #expect(exported.contains(line), "\(line)")
    }
  }

  // MARK: - From the calendar

  /// A line of an event, and the resulting values in the store.
  @Test(arguments: [
    ("Paris", "SUMMARY", "SUMMARY:Paris\\, je t'aime", "name", "Paris, je t'aime"),
    ("Rome", "LOCATION", "LOCATION:Roma", "destination", "Roma"),
    ("Paris", "LOCATION", "LOCATION:", "destination", ""),
    ("Berlin", "DTEND", "DTEND;VALUE=DATE:20270208", "endDate", "2027-02-07"),
    ("Berlin", "DTSTART", "DTSTART;VALUE=DATE:20270203", "startDate", "2027-02-03"),
    ("Rome", "DESCRIPTION", "DESCRIPTION:one\\n two", "notes", "one\n two"),
    ("Paris", "X-TRIPS-REASON", "X-TRIPS-REASON:reunion", "reason", "reunion"),
    ("Paris", "X-TRIPS-REASON", "X-TRIPS-REASON:none", "coalesce(reason, '')", ""),
    (
      "Berlin", "X-TRIPS-PERDIEM", "X-TRIPS-PERDIEM:80 USD",
      "perdiemMinor || perdiemCurrency", "8000USD"
    ),
    ("Berlin", "X-TRIPS-PERDIEM-RULE", "X-TRIPS-PERDIEM-RULE:nights", "perdiemRule", "nights"),
    ("Rome", "X-TRIPS-KIND", "X-TRIPS-KIND:PERSONAL", "type", "personal"),
    ("Rome", "CATEGORIES", "CATEGORIES:PERSONAL", "type", "personal"),
    ("Rome", "CATEGORIES", "CATEGORIES:PLAIN,Poland", "tags", "Poland"),
  ])
  func carriesAChangeFromTheCalendar(
    _ name: String, _ property: String, _ line: String, _ column: String, _ value: String
  ) throws {
    let fixture = try SyncFixture()
    let id = try fixture.tool.query("SELECT id FROM trip WHERE name = '\(name)'")[0]
    try fixture.set(name, property, line)
    let changed = fixture.report("--dry-run")
    #expect(changed.count == 1 && changed[0].hasPrefix("store\tupdate\tTrip\t"), "\(changed)")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT \(column) FROM trip WHERE id = \(id)") == [value])
    #expect(fixture.tool.run("history", "--limit", "1").stdout.contains("sync"))
  }

  @Test func carriesAStayFromTheCalendar() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    try fixture.set("Paris", "LOCATION", "LOCATION:Place Vendôme", stay: true)
    try fixture.set("Paris", "STATUS", "STATUS:CONFIRMED", stay: true)
    try fixture.expectSettled()
    let stay = "SELECT placeName || address || isConfirmed FROM livingAccommodation"
    #expect(try fixture.tool.query(stay) == ["RitzPlace Vendôme1"])
  }

  // MARK: - To the calendar

  /// A command, and the resulting lines of an event.
  @Test(arguments: [
    (["edit", "Paris", "--name", "Paname"], ["SUMMARY:Paname"]),
    (["edit", "Paris", "--destination", "Lyon"], ["LOCATION:Lyon"]),
    (["edit", "Paris", "--extend", "+1d"], ["DTEND;VALUE=DATE:20270505"]),
    (["edit", "Paris", "--plain"], ["X-TRIPS-KIND:PLAIN"]),
    (["edit", "Paris", "--reason", "reunion"], ["X-TRIPS-REASON:reunion"]),
    (
      ["edit", "Paris", "--business", "--perdiem", "80EUR", "--perdiem-rule", "nights"],
      [
        "X-TRIPS-KIND:BUSINESS", "X-TRIPS-PERDIEM:80.00 EUR", "X-TRIPS-PERDIEM-RULE:nights",
        "CATEGORIES:BUSINESS",
      ]
    ),
    (["note", "Paris", "Bring cash."], ["DESCRIPTION:Bring cash."]),
  ])
  func carriesAChangeToTheCalendar(_ words: [String], _ lines: [String]) throws {
    let fixture = try SyncFixture()
    let file = try fixture.file("Paris")
    let before = try fixture.bytes()
    fixture.tool.run(words: words)
    let changed = fixture.report("--dry-run")
    #expect(changed.allSatisfy { $0.hasPrefix("calendar\tupdate\tTrip\t") }, "\(changed)")
    try fixture.expectSettled()
    let event = EventLines.of(try fixture.read(file))
    for line in lines { #expect(event.contains(line), "\(line)") }
    #expect(event.contains("SEQUENCE:1") && event.contains("LAST-MODIFIED:20261120T101500Z"))
    // No other event is written, except the stay of a trip that moved.
    let after = try fixture.bytes()
    let other = before.keys.filter { before[$0] != after[$0] && $0 != "store" }
    let hasMoved = words.contains("--extend")
    #expect(other.count == (hasMoved ? 2 : 1))
    // The other device has the same values.
    let device = try fixture.otherStore()
    let trips = device.run("export", "--format", "json").stdout
      .withoutIDs
    #expect(try trips == fixture.trips())
  }

  @Test func carriesAStayToTheCalendar() throws {
    let fixture = try SyncFixture()
    fixture.tool.run(
      "stay", "edit", "Paris", "--name", "Ritz", "--address", "Place Vendôme", "--confirmed")
    try fixture.expectSettled()
    let event = try fixture.lines("Paris", stay: true)
    for line in ["SUMMARY:Ritz", "LOCATION:Place Vendôme", "STATUS:CONFIRMED"] {
      #expect(event.contains(line))
    }
    fixture.tool.run("edit", "Paris", "--move", "+1w")
    try fixture.expectSettled()
    let moved = try fixture.lines("Paris", stay: true)
    #expect(moved.contains("DTSTART;VALUE=DATE:20270508"))
    #expect(moved.contains("DTEND;VALUE=DATE:20270510") && moved.contains("STATUS:TENTATIVE"))
    fixture.tool.run("stay", "remove", "Paris")
    let file = try fixture.file("Paris", stay: true)
    try fixture.expectSettled()
    #expect(!fixture.exists(file))
    fixture.tool.run("stay", "add", "Paris", "Ritz")
    try fixture.expectSettled()
    let uid = try #require(fixture.tool.query("SELECT uid FROM livingAccommodation").first)
    #expect(fixture.exists(fixture.folder.appending(path: uid + ".ics")))
  }

  // MARK: - Both ways

  @Test func mergesFactsOfOneTripFromBothSides() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paris in May")
    fixture.tool.run("edit", "Paris", "--destination", "Lyon")
    fixture.tool.run("bucket", "done", "Paris", "Rodin")
    #expect(
      fixture.report() == [
        "store\tupdate\tTrip\t2\tParis in May\t\tname\tParis\tParis in May\t",
        "calendar\tupdate\tTrip\t2\tParis in May\t\tdestination\tParis, Île\tLyon\t",
        "calendar\tupdate\tBucketListItem\t3\tRodin\t2\tisDone\tfalse\ttrue\t",
      ])
    try fixture.expectSettled()
    #expect(try fixture.lines("Paris in May").contains("LOCATION:Lyon"))
    #expect(try fixture.read(fixture.file(item: "Rodin")).contains("DESCRIPTION:[x]"))
  }

  @Test func treatsEqualChangesAsNoConflict() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    fixture.tool.run("edit", "Paris", "--name", "Paname")
    try fixture.expectSettled()
    #expect(try fixture.lines("Paname").contains("SEQUENCE:0"))
  }

  @Test func changesNothingInADryRun() throws {
    let fixture = try SyncFixture()
    try fixture.set("Paris", "SUMMARY", "SUMMARY:Paname")
    try fixture.remove("Oslo")
    fixture.tool.run("edit", "Rome", "--destination", "Lazio")
    fixture.tool.run("delete", "Lyon")
    let before = try fixture.bytes()
    let rehearsal = fixture.sync("--dry-run")
    #expect(try fixture.bytes() == before)
    let result = fixture.sync()
    #expect(result.stdout == rehearsal.stdout && result.exitCode == rehearsal.exitCode)
    #expect(rehearsal.stderr.contains("this was a dry run"))
  }

  // MARK: - Values that no trip has

  @Test(
    arguments: [
      ("SUMMARY", "SUMMARY:  ", "must not be empty"), ("SUMMARY", nil, "its title is empty"),
      ("SUMMARY", "SUMMARY:" + String(repeating: "x", count: 1_001), "at most 1000"),
      ("DTEND", "DTEND;VALUE=DATE:20270101", "ends before it begins"),
      ("DTSTART", nil, "no DTSTART"), ("DTSTART", "DTSTART:soon", "not a date"),
      ("DESCRIPTION", "DESCRIPTION:" + String(repeating: "y", count: 65_537), "at most 65536"),
      ("RRULE", "RRULE:FREQ=YEARLY", "its event repeats"),
    ] as [(String, String?, String)])
  func reportsAnInvalidValueAndKeepsIt(_ property: String, _ line: String?, _ reason: String) throws
  {
    let fixture = try SyncFixture()
    try fixture.set("Rome", property, line)
    fixture.tool.run("edit", "Paris", "--name", "Paname")
    let before = try fixture.bytes()
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains(reason), "\(result.stdout)")
    let rome = try fixture.uid("Rome") + ".ics"
    #expect(try fixture.bytes()[rome] == before[rome])
    #expect(try fixture.lines("Paname").contains("SUMMARY:Paname"))
  }

  @Test func reportsNameAndDatesOfAnotherTrip() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("edit", "Oslo", "--start", "2027-08-01", "--end", "2027-08-01")
    try fixture.expectSettled()
    try fixture.set("Oslo", "SUMMARY", "SUMMARY:Rome")
    let result = try fixture.expectSettled(.refused)
    #expect(result.stdout.contains("another trip has its name and dates"))
    // The other one moves away.
    fixture.tool.run("edit", "Rome", "--name", "Roma")
    try fixture.expectSettled()
    #expect(try fixture.tool.query("SELECT name FROM trip ORDER BY id").contains("Rome"))
  }

  /// The row has the trip's current days, and the changes are below it in full.
  @Test func showsMovedDatesAndWhatIsOutsideThem() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "edit", "Paris", "Rodin", "--on", "2027-05-03")
    fixture.tool.run("stay", "confirm", "Paris")
    try fixture.expectSettled()
    try fixture.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270503")
    fixture.tool.terminal = Context.Terminal(
      isOutput: true, isError: true, width: 80, errorWidth: 80)
    fixture.tool.environment["NO_COLOR"] = "1"
    #expect(
      fixture.tool.run("sync", fixture.folder.path)
        == TestTool.Result(
          stdout: """
            WHAT     WHERE            KIND  ID  NAME           TRIP
            changed  here             trip   2  Paris
              end: 2027-05-03 → 2027-05-02
            changed  here             stay   1  Hôtel du Nord  Paris
              confirmed: yes → no
            changed  in the calendar  stay   1  Hôtel du Nord  Paris
              confirmed: yes → no

            """,
          stderr: """
            warning: outside 'Paris' (2), 2027-05-01 to 2027-05-02: item 'Rodin' (3), Mon 3
              May

            """))
  }

  /// The other store moves the items too.
  @Test func movesATripOfAnotherStoreWithItsItems() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("bucket", "edit", "Paris", "Rodin", "--on", "2027-05-02")
    try fixture.expectSettled()
    let other = try fixture.otherStore()
    other.run("edit", "Paris", "--move", "+1w")
    other.run("sync", fixture.folder.path)
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT date FROM bucketListItem WHERE date NOTNULL") == ["2027-05-09"]
    )
  }

  @Test func movesTripsInAnOrderThatAvoidsCollisions() throws {
    let fixture = try SyncFixture()
    for name in ["Oslo", "Lyon"] {
      fixture.tool.run("edit", name, "--start", "2027-08-01", "--end", "2027-08-01")
    }
    try fixture.expectSettled()
    let (rome, oslo) = try (fixture.uid("Rome"), fixture.uid("Oslo"))
    try fixture.set("Oslo", "SUMMARY", "SUMMARY:Rome")
    try fixture.set("Lyon", "SUMMARY", "SUMMARY:Oslo")
    try fixture.set("Rome", "SUMMARY", "SUMMARY:Napoli")
    try fixture.expectSettled()
    #expect(try fixture.uid("Napoli") == rome)
    #expect(try fixture.uid("Rome") == oslo)
  }
}
