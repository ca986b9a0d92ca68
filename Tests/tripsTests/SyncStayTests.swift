import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Stays, each with its own event, and the costs and dates of items.
struct SyncStayTests {
  let sync: SyncFixture

  private static let rows =
    "SELECT placeName || '|' || coalesce(startDate, '') || '|' || coalesce(endDate, '') || '|' "
    + "|| isConfirmed || '|' || coalesce(costMinor || costCurrency, '') "
    + "FROM livingAccommodation ORDER BY placeName"

  init() throws {
    sync = try SyncFixture()
  }

  private func stays() throws -> [String] { try sync.tool.query(Self.rows) }

  private func execute(_ sql: String) throws { try sync.tool.execute(sql) }

  /// A second stay of Paris, from 2 to 3 May.
  private func addStay(_ columns: String = "'2027-05-02', '2027-05-03'") throws -> String {
    try execute(
      """
      INSERT INTO livingAccommodation(
        tripId, placeName, startDate, endDate, costMinor, costCurrency)
      SELECT id, 'Ritz', \(columns), 123450, 'EUR' FROM trip WHERE name = 'Paris'
      """)
    return try #require(
      sync.tool.query("SELECT uid FROM livingAccommodation WHERE placeName = 'Ritz'").first)
  }

  private func event(_ uid: String) throws -> [String] {
    EventLines.of(try sync.read(sync.folder.appending(path: uid + ".ics")))
  }

  private func edit(_ uid: String, _ old: String, _ new: String) throws {
    let file = sync.folder.appending(path: uid + ".ics")
    let text = try sync.read(file)
    #expect(text.contains(old))
    try sync.write(file, text.replacing(old, with: new))
  }

  @Test func writesTheNightsAndTheCostOfEachStay() throws {
    let uid = try addStay()
    try sync.expectSettled()
    let event = try event(uid)
    for line in [
      "DTSTART;VALUE=DATE:20270502", "DTEND;VALUE=DATE:20270503", "SUMMARY:Ritz",
      "X-TRIPS-DATES:2027-05-02/2027-05-03", "X-TRIPS-COST:1234.50 EUR",
    ] { #expect(event.contains(line), "\(line)") }
    let other = try sync.otherStore()
    #expect(try other.query(Self.rows) == stays())
    #expect(try stays().count == 2)
  }

  @Test func namesCheckInAndCheckOutInItsReport() throws {
    let uid = try addStay()
    try sync.expectSettled()
    sync.tool.terminal = Context.Terminal(isOutput: true, isError: true, width: 80, errorWidth: 80)
    try edit(uid, "DTSTART;VALUE=DATE:20270502", "DTSTART;VALUE=DATE:20270501")
    let changed = sync.tool.run("sync", sync.folder.path)
    #expect(changed.stdout.contains("  check-in: 2027-05-02 → 2027-05-01\n"), "\(changed.stdout)")
    try edit(uid, "DTEND;VALUE=DATE:20270503", "DTEND;VALUE=DATE:20270504")
    sync.tool.run("stay", "edit", "Paris", "Ritz", "--to", "2027-05-02")
    let conflict = sync.tool.run("sync", sync.folder.path)
    #expect(
      conflict.stdout.contains("  check-out: 2027-05-02 here, 2027-05-04 in the calendar\n"),
      "\(conflict.stdout)")
  }

  /// A day room has no night, and a stay may have the trip's dates as its own.
  @Test(arguments: ["'2027-05-02', '2027-05-02'", "'2027-05-01', '2027-05-03'", "NULL, NULL"])
  func carriesStayDatesToAnotherDevice(_ columns: String) throws {
    _ = try addStay(columns)
    try sync.expectSettled()
    let other = try sync.otherStore()
    #expect(try other.query(Self.rows) == stays())
    let imported = try TestTool()
    let export = sync.tool.run("export", "--format", "ics").stdout
    #expect(try imported.importing(export, name: "a.ics").exitCode == .done)
    #expect(try imported.query(Self.rows) == stays())
  }

  /// Once its event is moved apart from the trip, the stay has its own dates. It was confirmed for
  /// other nights.
  @Test func readsTheNightsOfAMovedStay() throws {
    sync.tool.run("stay", "confirm", "Paris")
    try sync.expectSettled()
    try sync.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270502", stay: true)
    let result = try sync.expectSettled()
    #expect(
      result.stdout.contains(
        #""name":"Hôtel du Nord","trip":2,"property":"isConfirmed","old":"true","new":"false""#
      ))
    #expect(try stays() == ["Hôtel du Nord|2027-05-02|2027-05-03|0|"])
    #expect(try sync.lines("Paris", stay: true).contains("STATUS:TENTATIVE"))
    // The trip then moves alone.
    sync.tool.run("edit", "Paris", "--end", "2027-05-08")
    try sync.expectSettled()
    #expect(
      try sync.lines("Paris", stay: true).contains("DTEND;VALUE=DATE:20270503"))
    // And back to the whole trip.
    try execute("UPDATE livingAccommodation SET startDate = NULL, endDate = NULL")
    try sync.expectSettled()
    let event = try sync.lines("Paris", stay: true)
    #expect(event.contains("DTSTART;VALUE=DATE:20270501"))
    #expect(event.contains("DTEND;VALUE=DATE:20270508"))
  }

  /// The nights and their confirmation then come from the same device.
  @Test func keepsAStayConfirmedForTheNightsOfAnotherStore() throws {
    let other = try sync.otherStore()
    for options in [["--to", "2027-05-02"], ["--no-dates"]] {
      sync.tool.run(words: ["stay", "edit", "Paris", "--confirmed"] + options)
      try sync.expectSettled()
      #expect(other.run("sync", sync.folder.path).exitCode == .done)
      #expect(try other.query(Self.rows) == stays())
      #expect(try stays().first?.hasSuffix("|1|") == true)
      try sync.expectSettled()
    }
  }

  /// Neither store has confirmed the nights that both together make.
  @Test func unconfirmsAStayThatAnotherStoreMoves() throws {
    let other = try sync.otherStore()
    sync.tool.run("stay", "confirm", "Paris")
    try sync.expectSettled()
    other.run("edit", "Paris", "--move", "+1w")
    #expect(other.run("sync", sync.folder.path).exitCode == .done)
    try sync.expectSettled()
    #expect(try stays() == ["Hôtel du Nord|||0|"])
    #expect(try other.query(Self.rows) == stays())
  }

  /// The store that moves the trip does not have the stay yet.
  @Test func movesANewStayWithItsTrip() throws {
    let other = try sync.otherStore()
    let uid = try addStay("NULL, NULL")
    try sync.expectSettled()
    other.run("edit", "Paris", "--move", "+1w")
    #expect(other.run("sync", sync.folder.path).exitCode == .done)
    #expect(try event(uid).contains("DTSTART;VALUE=DATE:20270508"))
    try sync.expectSettled()
    #expect(try other.query(Self.rows) == stays())
  }

  @Test func warnsOfAStayThatTheCalendarMakesLonger() throws {
    let tool = sync.tool
    tool.run("edit", "Paris", "--end", "2027-05-06")
    tool.run("stay", "edit", "Paris", "--from", "2027-05-01", "--to", "2027-05-03")
    tool.run("stay", "add", "Paris", "Ritz", "--from", "2027-05-03", "--to", "2027-05-05")
    try sync.expectSettled()
    try sync.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270504", stay: true)
    #expect(sync.sync().stderr.contains("warning: two stays for one night"))
  }

  /// A stay with dates keeps its own, even if they are the trip's.
  @Test func readsTheDatesOfAStayMovedOntoItsTrip() throws {
    let uid = try addStay()
    try sync.expectSettled()
    try edit(uid, "DTSTART;VALUE=DATE:20270502", "DTSTART;VALUE=DATE:20270501")
    try sync.expectSettled()
    #expect(try stays().last == "Ritz|2027-05-01|2027-05-03|0|123450EUR")
  }

  /// No night begins on the day of a check-out with a time.
  @Test func readsTheTimesOfAStayAsCheckInAndCheckOut() throws {
    let uid = try addStay("'2027-05-01', '2027-05-02'")
    try sync.expectSettled()
    try edit(
      uid, "DTSTART;VALUE=DATE:20270501\nDTEND;VALUE=DATE:20270502",
      "DTSTART:20270501T150000\nDTEND:20270503T110000")
    try sync.expectSettled()
    #expect(try stays().last == "Ritz|2027-05-01|2027-05-03|0|123450EUR")
    sync.tool.run("stay", "edit", "Paris", "Ritz", "--to", "2027-05-02")
    try sync.expectSettled()
    #expect(try event(uid).contains("DTEND;VALUE=DATE:20270502"))
  }

  /// A check-out after the trip does not make it a stay for the whole trip.
  @Test func keepsTheNightsOfAStayThatEndsAfterItsTrip() throws {
    try sync.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270504", stay: true)
    try sync.expectSettled()
    #expect(try stays() == ["Hôtel du Nord|2027-05-01|2027-05-04|0|"])
  }

  /// Even if the trip's event was moved and the stay's event was not.
  @Test func movesAStayWithoutDatesWithItsTrip() throws {
    sync.tool.run("stay", "confirm", "Paris")
    try sync.expectSettled()
    try sync.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270508")
    try sync.set("Paris", "DTEND", "DTEND;VALUE=DATE:20270511")
    let other = try sync.otherStore()
    try sync.expectSettled()
    #expect(try stays() == ["Hôtel du Nord|||0|"])
    #expect(try sync.lines("Paris", stay: true).contains("DTSTART;VALUE=DATE:20270508"))
    #expect(other.run("sync", sync.folder.path).exitCode == .done)
    #expect(try other.query("SELECT count(*) FROM livingAccommodation") == ["1"])
  }

  @Test func carriesAddedAndDeletedStaysFromTheCalendar() throws {
    let uid = try sync.uid("Paris")
    let file = sync.folder.appending(path: "new.ics")
    let event = EventLines.foreign(
      "phone-1", "SUMMARY:Ibis", "DTSTART;VALUE=DATE:20270502", "DTEND;VALUE=DATE:20270503",
      "RELATED-TO:\(uid)", "X-TRIPS-KIND:STAY", "STATUS:CONFIRMED", "X-TRIPS-COST:80 EUR")
    try sync.write(file, event)
    #expect(sync.report("--dry-run").count == 1)
    try sync.expectSettled()
    #expect(
      try stays() == ["Hôtel du Nord|||0|", "Ibis|2027-05-02|2027-05-03|1|8000EUR"])
    #expect(try sync.read(file) == event)
    try FileManager.default.removeItem(at: file)
    try sync.expectSettled()
    #expect(try stays() == ["Hôtel du Nord|||0|"])
  }

  @Test func mergesTheFactsOfSeveralStays() throws {
    let uid = try addStay()
    try sync.expectSettled()
    try edit(uid, "SUMMARY:Ritz", "SUMMARY:Meurice")
    try edit(uid, "X-TRIPS-COST:1234.50 EUR", "X-TRIPS-COST:none")
    try execute(
      "UPDATE livingAccommodation SET isConfirmed = 1, address = 'Rue' WHERE uid = '\(uid)'")
    try sync.set("Paris", "STATUS", "STATUS:CONFIRMED", stay: true)
    try sync.expectSettled()
    #expect(
      try stays() == ["Hôtel du Nord|||1|", "Meurice|2027-05-02|2027-05-03|1|"])
    let event = try event(uid)
    #expect(event.contains("LOCATION:Rue") && event.contains("STATUS:CONFIRMED"))
    // One is deleted here and the other there.
    try execute("DELETE FROM livingAccommodation WHERE uid = '\(uid)'")
    try FileManager.default.removeItem(at: sync.file("Paris", stay: true))
    try sync.expectSettled()
    #expect(try stays().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: sync.folder.path).count == 8)
  }

  @Test func reportsInvalidValuesOfAStay() throws {
    try sync.set("Paris", "DTSTART", nil, stay: true)
    let result = try sync.expectSettled(.refused)
    #expect(result.stdout.contains("no DTSTART"))
    #expect(try stays() == ["Hôtel du Nord|||0|"])
  }

  /// Another program may give a row any uid. It is reported each time, not only when it changes.
  @Test func reportsAUIDThatNoEventCanHave() throws {
    let fixture = try SyncFixture(isSynced: false)
    try fixture.tool.execute("UPDATE livingAccommodation SET uid = ' stay '")
    for _ in 1...2 {
      let result = fixture.sync()
      #expect(result.exitCode == .refused)
      #expect(result.stdout.contains("its uid cannot be written to a calendar"))
    }
    #expect(try fixture.exists(fixture.file("Paris")))
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).count == 8)
  }

  /// The event of a stay without dates shows one night, even if its trip has only one day.
  @Test func takesTheConfirmationOfAStayOfOneDay() throws {
    let fixture = try SyncFixture()
    fixture.tool.run("add", "Oslo", "--start", "2029-03-01", "--stay", "Inn").expectDone()
    _ = fixture.sync()
    let uid = try #require(
      fixture.tool.query("SELECT uid FROM livingAccommodation WHERE placeName = 'Inn'").first)
    let file = fixture.folder.appending(path: "\(uid).ics")
    try fixture.write(
      file,
      try fixture.read(file).replacing("STATUS:TENTATIVE", with: "STATUS:CONFIRMED"))
    try fixture.expectSettled()
    #expect(
      try fixture.tool.query("SELECT isConfirmed FROM livingAccommodation WHERE placeName = 'Inn'")
        == ["1"])
  }

  /// A sync that was cut short may have deleted the event of the trip alone.
  @Test func deletesTheEventsOfADeletedTripWithoutItsOwn() throws {
    let fixture = try SyncFixture()
    let events = try fixture.bytes().count
    let file = try fixture.file("Paris")
    fixture.tool.run("delete", "Paris").expectDone()
    try FileManager.default.removeItem(at: file)
    try fixture.tool.execute("DELETE FROM syncedEvent WHERE file = '\(file.lastPathComponent)'")
    try fixture.expectSettled()
    #expect(try fixture.bytes().count < events - 1)
    #expect(!fixture.report().contains { $0.contains("waiting") })
  }
}
