import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Items with a date, which are events of their own.
struct SyncItemTests {
  let sync: SyncFixture

  init() throws {
    sync = try SyncFixture()
    try execute(
      """
      UPDATE bucketListItem SET date = '2027-05-02', time = '09:05', costMinor = 1700,
        costCurrency = 'EUR' WHERE title = 'Louvre'
      """)
    try execute("UPDATE bucketListItem SET date = '2027-05-03' WHERE title = 'Orsay'")
    try sync.expectSettled()
  }

  private func execute(_ sql: String) throws { try sync.tool.execute(sql) }

  private static let columns =
    "SELECT title || '|' || isDone || '|' || coalesce(date, '') || '|' || coalesce(time, '') || '|' "
    + "|| coalesce(costMinor || costCurrency, '') || '|' || details || '|' || hasReservation "
    + "FROM bucketListItem ORDER BY title"

  private func items(_ tool: TestTool? = nil) throws -> [String] {
    try (tool ?? sync.tool).query(Self.columns)
  }

  private func file(_ title: String) throws -> URL {
    let uids = try sync.tool.query("SELECT uid FROM bucketListItem WHERE title = '\(title)'")
    return sync.folder.appending(path: try #require(uids.first) + ".ics")
  }

  private func lines(_ title: String) throws -> [String] {
    EventLines.of(try sync.read(file(title)))
  }

  /// Replaces the line of a property in the event of an item.
  private func set(_ title: String, _ property: String, _ line: String) throws {
    let file = try file(title)
    let old = EventLines.of(try sync.read(file))
    let new = old.map { $0.hasPrefix(property + ":") || $0.hasPrefix(property + ";") ? line : $0 }
    #expect(old != new, "the edit changes something")
    try sync.write(file, EventLines.text(new))
  }

  private let louvre = "Louvre|0|2027-05-02|09:05|1700EUR||0"
  private let orsay = "Orsay|0|2027-05-03|||closed on Mondays|1"
  private let rodin = "Rodin|0|||||0"

  @Test func writesAnEventForEachItemWithADate() throws {
    let uid = try sync.uid("Paris")
    let lines = try lines("Louvre")
    for line in [
      "DTSTART:20270502T090500", "DTEND:20270502T100500", "SUMMARY:Louvre", "DESCRIPTION:[ ]",
      "RELATED-TO:\(uid)", "X-TRIPS-KIND:ITEM", "X-TRIPS-COST:17.00 EUR", "TRANSP:TRANSPARENT",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    let orsay = try self.lines("Orsay")
    for line in [
      "DTSTART;VALUE=DATE:20270503", "DTEND;VALUE=DATE:20270504",
      "DESCRIPTION:[ ]\\nclosed on Mondays", "X-TRIPS-RESERVED:TRUE",
    ] {
      #expect(orsay.contains(line), "\(line)")
    }
  }

  /// An hour is shown for an item without an end; another length is its end.
  @Test func takesTheEndThatAProgramGaveAnItem() throws {
    let ends =
      "SELECT ifnull(endDate || ' ' || endTime, '') FROM bucketListItem WHERE title = 'Louvre'"
    try set("Louvre", "DTSTART", "DTSTART:20270502T100500")
    try set("Louvre", "DTEND", "DTEND:20270502T110500")
    try sync.expectSettled()
    #expect(try sync.tool.query(ends) == [""])
    try set("Louvre", "DTEND", "DTEND:20270502T120500")
    try sync.expectSettled()
    #expect(try sync.tool.query(ends) == ["2027-05-02 12:05"])
  }

  /// Dragged to its day on a phone, and ticked off there.
  @Test func plansAnItemWithoutADate() throws {
    try set("Rodin", "DTSTART", "DTSTART;VALUE=DATE:20270503")
    try set("Rodin", "DTEND", "DTEND;VALUE=DATE:20270504")
    try set("Rodin", "DESCRIPTION", "DESCRIPTION:bring ID\\n[x]")
    try sync.expectSettled()
    #expect(try items().contains("Rodin|1|2027-05-03|||bring ID|0"))
  }

  /// An item without a date is shown on its trip's first day.
  @Test func movesAnItemWithoutADateWithItsTrip() throws {
    sync.tool.run("edit", "Paris", "--move", "+1w")
    try sync.expectSettled()
    #expect(try lines("Rodin").contains("DTSTART;VALUE=DATE:20270508"))
    #expect(try lines("Rodin").contains("X-TRIPS-SHOWN:20270508/20270509"))
    #expect(try items().contains(rodin))
  }

  @Test func carriesItemsToAnotherDevice() throws {
    let other = try sync.otherStore()
    #expect(try items(other) == [louvre, orsay, rodin])
    #expect(
      try other.query("SELECT uid FROM bucketListItem ORDER BY title")
        == sync.tool.query("SELECT uid FROM bucketListItem ORDER BY title"))
    try execute(
      """
      UPDATE bucketListItem SET date = NULL, time = NULL, costMinor = NULL, costCurrency = NULL
      WHERE title = 'Louvre'
      """)
    try execute("UPDATE bucketListItem SET date = '2027-05-01' WHERE title = 'Rodin'")
    try sync.expectSettled()
    #expect(other.run("sync", sync.folder.path).exitCode == .done)
    #expect(try items(other) == ["Louvre|0|||||0", orsay, "Rodin|0|2027-05-01||||0"])
    #expect(try items() == items(other))
  }

  @Test(arguments: [
    ("SUMMARY", "SUMMARY:Le Louvre", "Le Louvre|0|2027-05-02|09:05|1700EUR||0"),
    ("DESCRIPTION", "DESCRIPTION:[X]", "Louvre|1|2027-05-02|09:05|1700EUR||0"),
    ("DESCRIPTION", "DESCRIPTION:[x]\\nat noon", "Louvre|1|2027-05-02|09:05|1700EUR|at noon|0"),
    ("DESCRIPTION", "DESCRIPTION:[x]<br>at noon", "Louvre|1|2027-05-02|09:05|1700EUR|at noon|0"),
    ("DESCRIPTION", "DESCRIPTION:at noon", "Louvre|0|2027-05-02|09:05|1700EUR|at noon|0"),
    ("DTSTART", "DTSTART:20270502T083000", "Louvre|0|2027-05-02|08:30|1700EUR||0"),
    (
      "DTSTART", "DTSTART;TZID=Europe/Paris:20270501T083000",
      "Louvre|0|2027-05-01|08:30|1700EUR||0"
    ),
    ("X-TRIPS-COST", "X-TRIPS-COST:none", "Louvre|0|2027-05-02|09:05|||0"),
  ])
  func takesChangesOfThePhone(_ property: String, _ line: String, _ expected: String) throws {
    try set("Louvre", property, line)
    try sync.expectSettled()
    let found = try items()
    #expect(found.contains(expected) && found.count == 3, "\(found)")
  }

  /// The end of an item is never read, and a change here keeps the phone's bytes.
  @Test func keepsValuesThatAnItemsEventLacks() throws {
    try set("Louvre", "DTEND", "DTEND:20270502T120000")
    try sync.expectSettled()
    #expect(try items() == [louvre, orsay, rodin])
    sync.tool.run("bucket", "edit", "Paris", "Louvre", "--details", "hall 3")
    try sync.expectSettled()
    let lines = try lines("Louvre")
    #expect(lines.contains("DTEND:20270502T120000") && lines.contains("DESCRIPTION:[ ]\\nhall 3"))
  }

  /// A server that drops our properties changes nothing.
  @Test func survivesTheLossOfItsProperties() throws {
    for title in ["Louvre", "Orsay"] {
      let file = try file(title)
      try sync.write(file, EventLines.without(try sync.read(file), "X-TRIPS-", "RELATED-TO"))
    }
    #expect(sync.sync().exitCode == .done)
    #expect(try items() == [louvre, orsay, rodin])
    try set("Louvre", "DESCRIPTION", "DESCRIPTION:[x]")
    try sync.expectSettled()
    #expect(try items() == ["Louvre|1|2027-05-02|09:05|1700EUR||0", orsay, rodin])
  }

  @Test func deletesWhatTheOtherSideHasDeleted() throws {
    let (louvre, orsay) = (try file("Louvre"), try file("Orsay"))
    try FileManager.default.removeItem(at: louvre)
    try execute("DELETE FROM bucketListItem WHERE title = 'Orsay'")
    try sync.expectSettled()
    #expect(try items() == [rodin])
    #expect(!sync.exists(orsay))
  }

  @Test func keepsWhatOneSideHasChanged() throws {
    let (louvre, orsay) = (try file("Louvre"), try file("Orsay"))
    try FileManager.default.removeItem(at: louvre)
    try execute("UPDATE bucketListItem SET details = 'hall 3' WHERE title = 'Louvre'")
    try set("Orsay", "DESCRIPTION", "DESCRIPTION:[x]\\nclosed on Mondays")
    try execute("DELETE FROM bucketListItem WHERE title = 'Orsay'")
    try sync.expectSettled()
    #expect(
      try items() == [
        "Louvre|0|2027-05-02|09:05|1700EUR|hall 3|0",
        "Orsay|1|2027-05-03|||closed on Mondays|1", rodin,
      ])
    #expect(sync.exists(louvre))
    #expect(sync.exists(orsay))
  }

  /// Date and time are one fact.
  @Test func reportsADateAndATimeThatBothSidesChanged() throws {
    try set("Louvre", "DTSTART", "DTSTART:20270502T083000")
    try set("Louvre", "DTEND", "DTEND:20270502T093000")
    try execute("UPDATE bucketListItem SET date = '2027-05-01' WHERE title = 'Louvre'")
    let result = try sync.expectSettled(.refused)
    #expect(
      result.stdout.contains(#""property":"time","old":"09:05","new":"08:30""#), "\(result.stdout)")
    #expect(sync.sync("--prefer", "calendar").exitCode == .done)
    #expect(try items().contains(louvre.replacing("09:05", with: "08:30")))
  }

  @Test func deletesTheItemsOfADeletedTrip() throws {
    let (louvre, orsay) = (try file("Louvre"), try file("Orsay"))
    sync.tool.run("delete", "Paris", "--yes")
    try sync.expectSettled()
    #expect(!sync.exists(louvre))
    #expect(!sync.exists(orsay))
  }

  /// Without bases, nothing is deleted or duplicated.
  @Test func pairsItemsAfterForgettingTheLastSync() throws {
    #expect(sync.sync("--anew").exitCode == .done)
    #expect(try items() == [louvre, orsay, rodin])
  }

  /// It holds back its event alone.
  @Test func reportsAValueThatAnItemCannotHave() throws {
    try set("Louvre", "SUMMARY", "SUMMARY:" + String(repeating: "x", count: 1_001))
    try set("Orsay", "DESCRIPTION", "DESCRIPTION:[x]\\nclosed on Mondays")
    sync.tool.run("edit", "Paris", "--destination", "Lyon")
    let result = try sync.expectSettled(.refused)
    #expect(result.stdout.contains("at most 1000"), "\(result.stdout)")
    #expect(try items() == [louvre, orsay.replacing("Orsay|0", with: "Orsay|1"), rodin])
    #expect(try sync.lines("Paris").contains("LOCATION:Lyon"))
  }

  @Test func syncsFortyItemsInOneGo() throws {
    let ids = try sync.tool.query("SELECT id FROM trip WHERE name = 'Paris'")
    let id = try #require(ids.first)
    for number in 1...40 {
      try execute(
        "INSERT INTO bucketListItem(tripId, title, date) VALUES (\(id), 'a\(number)', '2027-05-02')"
      )
    }
    try sync.expectSettled()
    let other = try sync.otherStore()
    #expect(try items(other) == items())
  }

  @Test func importsTheSameEvents() throws {
    let trips = try sync.trips()
    let ics = sync.tool.run("export", "--format", "ics").stdout
    let other = try TestTool()
    let file = other.folder.appending(path: "all.ics")
    try Data(ics.utf8).write(to: file)
    for _ in 1...2 {
      #expect(other.run("import", file.path).exitCode == .done)
      #expect(other.run("export", "--format", "json").stdout.withoutIDs == trips)
      #expect(try items(other) == items())
    }
    // The event of the trip alone does not delete the items that have their own.
    let trip = try sync.file("Paris")
    #expect(other.run("import", trip.path).exitCode == .done)
    #expect(try items(other) == items())
  }
}
