import Foundation
import SQLite
import Testing

@testable import TripsCore

/// When an undo is refused, and the reason that is reported.
struct UndoRefusalTests: UndoTesting {
  let fixture: TemporaryStore

  init() throws {
    fixture = try TemporaryStore()
  }

  /// Writes that leave no record, and the reason given in the refusal.
  @Test(arguments: [
    (
      ["INSERT INTO bucketListItem(tripId, title) VALUES (1, 'x')"],
      "trip 'A' (1) was given an item"
    )
  ])
  func refusesIfAnUnrecordedWriteInterferes(statements: [String], what: String) throws {
    try fixture.add("A")
    try unrecorded(statements)
    let content = try fixture.content()
    let text = try #require(problem(undo)?.words)
    #expect(text.hasPrefix("transaction 1 (add by trips, "))
    #expect(text.hasSuffix(" cannot be reverted: \(what) since, by a program that left no record"))
    #expect(try fixture.content() == content)
    #expect(try fixture.history().count == 1)
  }

  @Test func reportsTheTripThatTookItsPlace() throws {
    try fixture.add("A")
    try fixture.execute("DELETE FROM trip")
    try unrecorded([
      """
      INSERT INTO trip(id, name, destination, startDate, endDate)
      VALUES (9, 'A', '', '2027-05-01', '2027-05-03')
      """
    ])
    let text = try #require(problem { try undo(2) }?.words)
    #expect(
      text.contains(
        " cannot be reverted: trip 9 has taken its place since"))
  }

  @Test func undoesNothingThatWasPurged() throws {
    try fixture.add("A")
    let token = try fixture.open(.reading).historyToken()
    _ = try fixture.open(command: "history purge").purgeHistory(before: .token(token))
    #expect(problem(undo)?.words == "there is nothing to undo")
  }

  /// Writes like a program that turns the triggers off.
  private func unrecorded(_ statements: [String]) throws {
    let db = try fixture.outsider()
    let triggers = try db.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
      ($0.text(0), $0.text(1))
    }
    for trigger in triggers { try db.execute("DROP TRIGGER \(trigger.0)") }
    for statement in statements { try db.execute(statement) }
    for trigger in triggers { try db.execute(trigger.1) }
  }

  @Test(arguments: [
    ("UPDATE trip SET name = 'C'", "trip 'C' (1) was changed"),
    ("DELETE FROM trip", "trip 'B' (1) was deleted"),
    ("UPDATE trip SET destination = 'x'", nil),
    ("INSERT INTO bucketListItem(tripId, title) VALUES (1, 'x')", nil),
  ])
  func refusesIfALaterWriteDependsOnIt(statement: String, what: String?) throws {
    try fixture.add("A")
    try fixture.execute("UPDATE trip SET name = 'B'", statement)
    if let what {
      let text = try #require(problem { try undo(2) }?.words)
      #expect(text.contains("\(what) since, by transaction 3 (by external, "))
      #expect(try [undo(3), undo(2)] == [3, 2])
    } else {
      #expect(try undo(2) == 2)
    }
    #expect(try fixture.content()["trip 1"]?.contains("A") == true)
  }

  /// Start and end are one value, and so are a day, its time and its end, an amount and its currency.
  @Test(arguments: [
    ("trip", "endDate = '2027-05-09'", "startDate = '2027-04-30'"),
    ("livingAccommodation", "endDate = '2027-05-09'", "startDate = '2027-04-30'"),
    ("livingAccommodation", "costMinor = 9", "costCurrency = 'JPY'"),
    ("bucketListItem", "date = '2099-09-09'", "time = '10:00'"),
    ("bucketListItem", "date = '2027-05-02'", "endDate = '2027-05-04'"),
    ("bucketListItem", "costMinor = 9", "costCurrency = 'JPY'"),
  ])
  func refusesHalfAValueIfTheOtherHasChanged(table: String, first: String, second: String) throws {
    try fixture.add("A")
    try fixture.execute(
      """
      INSERT INTO livingAccommodation(tripId, placeName, startDate, endDate, costMinor, costCurrency)
      VALUES (1, 'Inn', '2027-05-01', '2027-05-02', 5, 'EUR')
      """,
      """
      INSERT INTO bucketListItem(tripId, title, date, costMinor, costCurrency)
      VALUES (1, 'Zoo', '2027-05-01', 5, 'EUR')
      """, "UPDATE \(table) SET \(first)", "UPDATE \(table) SET \(second)")
    let text = try #require(problem { try undo(4) }?.words)
    #expect(text.contains(" was changed since, by transaction 5"))
    #expect(try [undo(5), undo(4)] == [5, 4])
  }

  /// The item's trip was deleted, so the item would have no trip.
  @Test func refusesToRestoreItemsOfADeletedTrip() throws {
    try fixture.add("A")
    try fixture.execute("INSERT INTO bucketListItem(tripId, title) VALUES (1, 'x')")
    try fixture.execute("DELETE FROM bucketListItem", "DELETE FROM trip")
    let text = try #require(problem { try undo(3) }?.words)
    #expect(text.contains("trip 1 was deleted since, by transaction 4"))
  }
}
