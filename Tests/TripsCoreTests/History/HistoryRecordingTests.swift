import SQLite
import Testing

@testable import TripsCore

/// What the triggers record when other programs write.
struct HistoryRecordingTests {
  let fixture: HistoryFixture

  init() throws {
    fixture = try HistoryFixture()
  }

  /// Whatever the OR or ON CONFLICT clause, and whether or not delete triggers fire.
  @Test(arguments: [false, true])
  func refusesWritesThatCollideOrChangeAnId(recursiveTriggers: Bool) throws {
    let into = "INTO trip(uid, name, destination, startDate, endDate) VALUES"
    let dates = "'', '2026-01-01', '2026-01-02'"
    try fixture.execute(
      "INSERT \(into) ('u1', 'A', \(dates))", "INSERT \(into) ('u2', 'B', \(dates))")
    let content = try fixture.content()
    for (statement, message) in [
      ("INSERT OR REPLACE \(into) ('u9', 'A', \(dates))", "update it"),
      ("REPLACE \(into) ('u1', 'C', \(dates))", "update it"),
      ("INSERT OR IGNORE \(into) ('u9', 'B', \(dates))", "update it"),
      ("UPDATE OR REPLACE trip SET name = 'A' WHERE uid = 'u2'", "another trip has this uid"),
      ("UPDATE trip SET id = 70 WHERE uid = 'u2'", "the id of a trip never changes"),
      ("UPDATE trip SET rowid = 70 WHERE uid = 'u2'", "the id of a trip never changes"),
      (
        "INSERT \(into) ('u1', 'Z', \(dates)) ON CONFLICT(uid) DO UPDATE SET name = 'Z'",
        "update it"
      ),
    ] {
      let error = #expect(throws: SQLiteError.self) {
        try fixture.execute(statement, recursiveTriggers: recursiveTriggers)
      }
      #expect(error?.message.contains(message) == true, "\(statement)")
    }
    #expect(try fixture.content() == content)
    #expect(try fixture.history().count == 2)
    #expect(try fixture.history().allSatisfy { $0.author == "external" && $0.command.isEmpty })
  }

  @Test func groupsByCommandAndByStatement() throws {
    var draft = TripDraft()
    draft.name = "Paris"
    draft.bucketList = ["Louvre", "Orsay"]
    draft.stay = "Hôtel"
    _ = try fixture.store(author: "ana", command: "add").add(draft, today: .first)
    try fixture.execute(
      "UPDATE bucketListItem SET isInPlan = 1", "UPDATE bucketListItem SET isInPlan = 1",
      "DELETE FROM trip")
    let history = try fixture.history()
    #expect(history.map(\.author) == ["ana", "external", "external"])
    #expect(history.map(\.command) == ["add", "", ""])
    #expect(
      history.map { $0.changes.map(\.kind) } == [
        [.insert, .insert, .insert, .insert], [.update, .update],
        [.delete, .delete, .delete, .delete],
      ])
    let update = try #require(history[1].changes.first)
    #expect(
      update.updatedProperties == [
        RowProperty(name: "isInPlan", old: .boolean(false), new: .boolean(true))
      ])
    let tombstone = try #require(history[2].changes.last?.oldValues)
    #expect(tombstone.text("name") == "Paris")
    #expect(tombstone.text("startDate") == "0001-01-01")
  }
}
