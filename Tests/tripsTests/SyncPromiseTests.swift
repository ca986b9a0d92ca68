import Foundation
import Testing

@testable import TripsCore
@testable import trips

/// Losses found by `Scripts/check-sync`.
struct SyncPromiseTests {
  let sync: SyncFixture

  init() throws {
    sync = try SyncFixture()
  }

  @Test func restoresATripWithItsItems() throws {
    try sync.set("Paris", "SUMMARY", "SUMMARY:Lutetia")
    sync.tool.run("delete", "Paris")
    #expect(sync.report().contains { $0.hasPrefix("store\tkept\tTrip") })
    #expect(
      try sync.tool.query("SELECT title || ':' || details FROM bucketListItem ORDER BY title")
        == ["Louvre:", "Orsay:closed on Mondays", "Rodin:"])
    try sync.expectSettled()
  }

  @Test func keepsADeletedTripWhoseStayWasChangedInTheCalendar() throws {
    try sync.set("Paris", "SUMMARY", "SUMMARY:Ritz", stay: true)
    sync.tool.run("delete", "Paris")
    #expect(sync.report().contains { $0.hasPrefix("store\tkept\tTrip") })
    #expect(try sync.tool.query("SELECT placeName FROM livingAccommodation") == ["Ritz"])
    try sync.expectSettled()
  }

  @Test func keepsTheNightsOfAStayMovedOnItsOwn() throws {
    try sync.set("Paris", "DTSTART", "DTSTART;VALUE=DATE:20270502", stay: true)
    try sync.expectSettled()
    try sync.setNotes("Paris", "by train")
    sync.tool.run("edit", "Paris", "--end", "2027-05-08")
    try sync.expectSettled()
    let event = try sync.read(try sync.file("Paris", stay: true))
    #expect(event.contains("DTSTART;VALUE=DATE:20270502\nDTEND;VALUE=DATE:20270503\n"))
  }

  @Test func movesTheNightsOfAStayWithItsTrip() throws {
    sync.tool.run("edit", "Paris", "--end", "2027-05-08")
    try sync.expectSettled()
    let event = try sync.read(try sync.file("Paris", stay: true))
    #expect(event.contains("DTSTART;VALUE=DATE:20270501\nDTEND;VALUE=DATE:20270508\n"))
  }

  @Test func restoresATripWhoseKindHasChanged() throws {
    for property in ["X-TRIPS-PERDIEM", "X-TRIPS-PERDIEM-RULE"] {
      try sync.set("Berlin", property, nil)
    }
    try sync.set("Berlin", "X-TRIPS-KIND", "X-TRIPS-KIND:PLAIN")
    sync.tool.run("delete", "Berlin")
    #expect(sync.report().contains { $0.hasPrefix("store\tkept\tTrip") })
    #expect(try sync.tool.query("SELECT type FROM trip WHERE name = 'Berlin'") == ["plain"])
    try sync.expectSettled()
  }

  /// Many programs drop an empty property.
  @Test func carriesEmptiedValues() throws {
    try sync.setNotes("Rome", "by train")
    sync.tool.run("edit", "Rome", "--destination", "Lazio")
    try sync.expectSettled()
    try sync.set("Rome", "LOCATION", nil)
    try sync.set("Rome", "DESCRIPTION", nil)
    try sync.expectSettled()
    let query = "SELECT destination || notes FROM trip WHERE name = 'Rome'"
    #expect(try sync.tool.query(query) == [""])
    try sync.set("Rome", "LOCATION", "LOCATION:")
    try sync.set("Rome", "DESCRIPTION", "DESCRIPTION:")
    try sync.expectSettled()
    #expect(try sync.tool.query(query) == [""])
    sync.tool.run("edit", "Rome", "--destination", "Lazio")
    try sync.expectSettled()
    sync.tool.run("edit", "Rome", "--destination", "")
    try sync.expectSettled()
    #expect(try sync.read(try sync.file("Rome")).contains("LOCATION:\n"))
  }

  /// Another device has the values of the deleted event.
  @Test func writesEmptyValuesIntoAReplacedEvent() throws {
    sync.tool.run("edit", "Rome", "--destination", "Lazio", "--notes", "by train")
    try sync.expectSettled()
    try sync.tool.execute("UPDATE livingAccommodation SET address = 'Quai'")
    try sync.expectSettled()
    sync.tool.run("edit", "Rome", "--destination", "", "--no-notes")
    sync.tool.run("stay", "edit", "Paris", "--name", "Ritz", "--address", "")
    try FileManager.default.removeItem(at: sync.file("Rome"))
    try FileManager.default.removeItem(at: sync.file("Paris", stay: true))
    try sync.expectSettled()
    let event = try sync.read(try sync.file("Rome"))
    #expect(event.contains("LOCATION:\n") && event.contains("DESCRIPTION:\n"))
    #expect(try sync.read(try sync.file("Paris", stay: true)).contains("LOCATION:\n"))
  }

  /// A trip that was deleted and imported again has another id, and the event that it had.
  @Test func matchesARestoredTripByUID() throws {
    let export = sync.tool.run("export", "--format", "json").stdout
    sync.tool.run("delete", "Paris", "Rome", "--yes")
    try sync.tool.importing(export)
    try sync.set("Rome", "LOCATION", "LOCATION:typed on the phone")
    let names = try sync.bytes().keys.sorted()
    #expect(sync.sync().exitCode == .done)
    #expect(
      try sync.tool.query("SELECT destination FROM trip WHERE name = 'Rome'")
        == ["typed on the phone"])
    try sync.expectSettled()
    #expect(try sync.bytes().keys.sorted() == names)
  }

  /// A program has dropped both properties that mark an event as a stay.
  @Test func recognizesTheEventOfAStayByItsUid() throws {
    try sync.set("Paris", "X-TRIPS-KIND", nil, stay: true)
    try sync.set("Paris", "RELATED-TO", nil, stay: true)
    try sync.expectSettled()
    try sync.set("Paris", "LOCATION", "LOCATION:Rue 1", stay: true)
    try sync.expectSettled()
    #expect(try sync.tool.query("SELECT address FROM livingAccommodation") == ["Rue 1"])
    // The properties are written again with the next change.
    sync.tool.run("stay", "edit", "Paris", "--address", "Rue 2")
    try sync.expectSettled()
    let event = try sync.lines("Paris", stay: true)
    #expect(event.contains("RELATED-TO:" + (try sync.uid("Paris"))))
    #expect(event.contains("X-TRIPS-KIND:STAY"))
  }

  @Test func keepsTheSpacesInNotes() throws {
    try sync.setNotes("Rome", "10\u{A0}EUR  \nx")
    try sync.expectSettled()
    let other = try sync.otherStore()
    #expect(try other.query("SELECT notes FROM trip WHERE name = 'Rome'") == ["10\u{A0}EUR  \nx"])
  }

}
