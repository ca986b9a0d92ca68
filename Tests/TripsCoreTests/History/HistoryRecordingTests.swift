import SQLite
import Testing

@testable import TripsCore

/// What the triggers record when other programs write.
struct HistoryRecordingTests {
  let fixture: HistoryFixture

  init() throws {
    fixture = try HistoryFixture()
  }

  /// Every form of REPLACE, with and without the delete triggers firing.
  @Test(arguments: [false, true])
  func recordsRowsRemovedByREPLACE(recursiveTriggers: Bool) throws {
    let into = "INTO trip(uid, name, destination, startDate, endDate) VALUES"
    let dates = "'', '2026-01-01', '2026-01-02'"
    try fixture.execute(
      "INSERT \(into) ('u1', 'A', \(dates))", "INSERT \(into) ('u2', 'B', \(dates))",
      "INSERT \(into) ('u3', 'C', \(dates))", "INSERT OR REPLACE \(into) ('u9', 'A', \(dates))",
      "UPDATE OR REPLACE trip SET name = 'C' WHERE uid = 'u2'",
      "INSERT \(into) ('u9', 'Z', \(dates)) ON CONFLICT(uid) DO UPDATE SET name = excluded.name",
      "INSERT OR IGNORE \(into) ('u9', 'zz', \(dates))",
      "REPLACE INTO trip(id, uid, name, destination, startDate, endDate) "
        + "VALUES (2, 'u7', 'Q', \(dates))",
      "DELETE FROM trip WHERE uid = 'u7'", recursiveTriggers: recursiveTriggers)
    var uids: [Int64: String] = [:]
    let record = try fixture.history().map { transaction in
      transaction.changes.map { change in
        if let uid = change.newValues.text("uid") { uids[change.rowID] = uid }
        let uid = uids[change.rowID] ?? "?"
        return change.kind.rawValue.prefix(1).uppercased() + uid.dropFirst()
      }.joined(separator: " ")
    }
    #expect(record == ["I1", "I2", "I3", "D1 I9", "D3 U2", "U9", "D2 I7", "D7"])
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
    let tombstone = try #require(history[2].changes.last).oldValues
    #expect(tombstone.text("name") == "Paris")
    #expect(tombstone.text("startDate") == "0001-01-01")
  }

  @Test func isAppendOnlyForEveryProgram() throws {
    try fixture.add("A")
    for statement in [
      "UPDATE historyChange SET nonce = 'x'", "DELETE FROM historyChange",
      "DELETE FROM historyTransaction", "UPDATE historyTransaction SET author = 'x'",
      "INSERT OR REPLACE INTO historyChange(id, transactionId, entity, rowId, kind, newValues) "
        + "VALUES (1, 1, 'Trip', 1, 'insert', '{}')",
    ] {
      #expect(throws: SQLiteError.self) { try fixture.execute(statement) }
    }
  }

  @Test func preservesAnUnreadableRecord() throws {
    try fixture.add("A")
    try fixture.store(.writing).write { try SearchIndex($0).pack(all: true) }
    try fixture.execute(
      """
      INSERT INTO historyChange(transactionId, entity, rowId, kind, newValues)
      VALUES (1, 'Trip', 1, 'insert', '{"rowid":1}')
      """)
    try fixture.execute(
      """
      INSERT INTO historyChange(transactionId, entity, rowId, kind, newValues)
      VALUES (1, 'BucketListItem', 1, 'insert', '{"id":1,"tripId":1,"title":"a"b"}')
      """)
    let changes = try fixture.history().flatMap(\.changes)
    #expect(changes.map(\.isReadable) == [true, false, false])
    #expect(changes.last?.newValues.pairs.isEmpty == true)
    var descriptor = FetchDescriptor()
    descriptor.predicate.searches = ["a"]
    #expect(try fixture.store(.reading).fetch(Trip.self, descriptor).count == 1)
    #expect(try fixture.store(.reading).read { try SearchIndex($0).touchedTrips() } == [1])
  }
}
