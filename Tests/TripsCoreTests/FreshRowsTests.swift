import Foundation
import SQLite
import Testing

@testable import TripsCore

/// Compares an import into an empty store, whose history is written in bulk, with one recorded by
/// triggers.
struct FreshRowsTests {
  private static let records = """
    {"id": 3, "uid": "a", "name": "Łódź \\"x\\" \\\\", "destination": "", "startDate": "2027-01-01", "endDate": "2027-01-02", "notes": "one\\ntwo\\tthree", "bucketList": [{"uid": "i", "title": "Museum"}, {"uid": "j", "title": "Ca\\u0301fé", "isDone": true}], "livingAccommodations": [{"uid": "s", "placeName": "Ritz", "address": "1 Rue\\nParis"}]}
    {"id": 5, "uid": "b", "type": "business", "name": "Oslo", "startDate": "2027-02-01", "endDate": "2027-02-02", "perdiem": {"amount": "120.50", "currency": "EUR", "rule": "nights"}}
    {"id": 6, "uid": "c", "type": "personal", "reason": "family", "name": "Rome", "startDate": "2020-02-01", "endDate": "2027-02-02", "bucketList": [{"uid": "k", "title": "Forum"}]}
    {"uid": "b", "name": "Oslo", "startDate": "2027-02-01", "endDate": "2027-02-02"}
    """

  private struct Imported {
    let changes: [[SQLiteValue]]
    let rows: [[SQLiteValue]]
    let schema: Set<String>
  }

  /// - Parameter preparation: what another program does to the new store first.
  private func imported(_ records: String, after preparation: String) throws -> Imported {
    let temporary = try TemporaryStore()
    let schema = "SELECT type || ' ' || name || ' ' || sql FROM sqlite_schema WHERE sql NOT NULL"
    let before = try temporary.asOtherProgram { db in
      try db.execute(preparation)
      return try Set(db.texts(SQL(sql: schema)))
    }
    let file = temporary.folder.appending(path: "trips.ndjson")
    try Data(records.utf8).write(to: file)
    _ = try temporary.store.importTrips(
      from: [InputSource(path: file.path)], ImportOptions(), progress: { _ in })
    return try temporary.asOtherProgram { db in
      #expect(try Set(db.texts(SQL(sql: schema))) == before)
      #expect(try db.text("PRAGMA integrity_check") == "ok")
      return Imported(
        changes: try db.rows(
          """
          SELECT id, transactionId, entity, rowId, kind, oldValues, newValues FROM historyChange
          """, \.values),
        rows: try db.rows(
          """
          SELECT 0, trip.* FROM trip UNION ALL
          SELECT 1, * FROM bucketListItem UNION ALL
          SELECT 2, *, 0, 0 FROM livingAccommodation
          """, \.values), schema: before)
    }
  }

  @Test func areRecordedAsByTriggers() throws {
    let fresh = try imported(Self.records, after: "SELECT 1")
    // With a user's trigger, the history is not written in bulk.
    let oneByOne = try imported(
      Self.records,
      after: "CREATE TRIGGER mine AFTER INSERT ON trip BEGIN SELECT new.id; END")
    #expect(fresh.changes == oneByOne.changes)
    #expect(fresh.rows == oneByOne.rows)
    #expect(fresh.changes.map { $0[3] } == [3, 1, 2, 1, 5, 6, 3])
  }

  /// The history is written a thousand trips at a time.
  @Test func areRecordedInOrderEvenIfThereAreMany() throws {
    let records = (1...2_001).map {
      """
      {"id": \($0 * 3), "uid": "u\($0)", "name": "Oslo \($0)", "startDate": "2027-02-01", "bucketList": [{"uid": "i\($0)", "title": "a"}], "livingAccommodations": [{"uid": "s\($0)", "placeName": "Ritz"}]}
      """
    }.joined(separator: "\n")
    let fresh = try imported(records, after: "SELECT 1")
    let oneByOne = try imported(
      records, after: "CREATE TRIGGER mine AFTER INSERT ON trip BEGIN SELECT new.id; END")
    #expect(fresh.changes.count == 6_003)
    #expect(fresh.changes == oneByOne.changes)
  }

  @Test func areWrittenOneByOneBeforeAnotherChange() throws {
    let changing =
      Self.records + "\n" + #"{"uid": "z", "name": "Bonn", "startDate": "2027-02-01"}"#
    let fresh = try imported(changing, after: "SELECT 1")
    #expect(fresh.changes.count == 8)
  }

  @Test func leaveTheStoreUnchangedIfARecordIsInvalid() throws {
    let temporary = try TemporaryStore()
    let file = temporary.folder.appending(path: "trips.ndjson")
    try Data((Self.records + "\n{\"name\": 7}").utf8).write(to: file)
    let before = try Data(contentsOf: URL(filePath: temporary.store.path))
    #expect(throws: TripsError.self) {
      try temporary.store.importTrips(
        from: [InputSource(path: file.path)], ImportOptions(), progress: { _ in })
    }
    #expect(try Data(contentsOf: URL(filePath: temporary.store.path)) == before)
  }
}
