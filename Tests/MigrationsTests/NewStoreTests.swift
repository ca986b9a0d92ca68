import SQLite
import Testing

@testable import Migrations

struct NewStoreTests {
  @Test(arguments: SchemaVersion.allCases)
  func hasItsVersion(version: SchemaVersion) throws {
    let store = try MigratedStore(version)
    #expect(try store.version() == version)
    #expect(try store.db.integer("PRAGMA application_id") == 0x5452_4950)
    try store.expectSound()
  }

  @Test func hasTheColumnsThatProgramsRelyOn() throws {
    let store = try MigratedStore(.latest)
    func columns(_ table: String) throws -> [String] {
      try store.texts("SELECT name FROM pragma_table_info('\(table)')")
    }
    #expect(
      try columns("trip") == [
        "id", "name", "destination", "startDate", "endDate", "uid", "type", "perdiemMinor",
        "perdiemCurrency", "perdiemRule", "singleDays", "reason", "notes", "tags",
      ])
    #expect(
      try columns("bucketListItem") == [
        "id", "tripId", "title", "details", "hasReservation", "isInPlan", "uid", "isDone",
        "isPaid", "date", "time", "endDate", "endTime", "place", "reference", "costMinor",
        "costCurrency",
      ])
    #expect(
      try columns("livingAccommodation") == [
        "id", "tripId", "placeName", "address", "isConfirmed", "uid", "startDate", "endDate",
        "details", "reference", "isPaid", "costMinor", "costCurrency",
      ])
  }

  /// The triggers copy the columns in this order.
  @Test(arguments: [SchemaVersion.v3, .v4], Entity.allCases)
  func keepsThePastInTablesWithTheSameColumns(version: SchemaVersion, entity: Entity) throws {
    let store = try MigratedStore(version)
    let columns = try store.texts("SELECT name FROM pragma_table_info('\(entity.table)')")
    let past = try store.texts("SELECT name FROM pragma_table_info('\(entity.pastTable)')")
    #expect(past == ["changeId"] + columns)
    for kind in ["updated", "deleted"] {
      let sql = try store.db.text(
        "SELECT sql FROM sqlite_schema WHERE name = \("\(entity.table)_\(kind)")")
      let list = columns.map { "old.\($0)" }.joined(separator: ", ")
      let words = try #require(sql).split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains("SELECT max(id), \(list) FROM historyChange"))
    }
  }

  @Test(arguments: [
    "trip(name) VALUES ('')", "trip(endDate) VALUES ('2026-02-30')",
    "trip(endDate) VALUES ('2025-01-01')", "trip(startDate) VALUES ('0000-01-01')",
    "trip(startDate) VALUES ('2026-1-1')", "trip(startDate) VALUES ('now')",
    "trip(startDate) VALUES ('2026-01-01' || char(0))", "trip(id) VALUES (0)",
    "trip(id) VALUES (9007199254740992)", "trip(type) VALUES ('trip')", "trip(uid) VALUES ('')",
    "trip(perdiemMinor, perdiemCurrency) VALUES (1, 'EUR')",
    "trip(type, perdiemMinor, perdiemCurrency) VALUES ('personal', 1, 'EUR')",
    "trip(type, perdiemMinor) VALUES ('business', 1)",
    "trip(type, perdiemMinor, perdiemCurrency) VALUES ('business', -1, 'EUR')",
    "trip(type, perdiemMinor, perdiemCurrency) VALUES ('business', 1, 'eur')",
    "trip(type, reason) VALUES ('business', 'family')",
    "trip(type, reason) VALUES ('personal', 'boredom')",
    "livingAccommodation(startDate) VALUES ('2027-01-01')",
    "livingAccommodation(startDate, endDate) VALUES ('2027-01-02', '2027-01-01')",
    "livingAccommodation(costMinor) VALUES (5)", "bucketListItem(time) VALUES ('09:00')",
    "bucketListItem(date, time) VALUES ('2027-01-01', '24:00')",
    "bucketListItem(date, time) VALUES ('2027-01-01', '9:00')",
    "bucketListItem(date) VALUES ('now')",
    "bucketListItem(costMinor, costCurrency) VALUES (1, 'eur')",
    "bucketListItem(isDone) VALUES (2)", "bucketListItem(isPaid) VALUES (2)",
    "bucketListItem(endDate) VALUES ('2027-01-01')",
    "bucketListItem(date, endTime) VALUES ('2027-01-01', '10:00')",
    "bucketListItem(date, time, endDate) VALUES ('2027-01-01', '09:00', '2027-01-01')",
    "bucketListItem(date, endDate, endTime) VALUES ('2027-01-01', '2027-01-02', '09:00')",
    "bucketListItem(date, endDate) VALUES ('2027-01-03', '2027-01-01')",
    "bucketListItem(date, time, endDate, endTime) "
      + "VALUES ('2027-01-03', '09:00', '2027-01-01', '09:00')",
    "trip(type, singleDays) VALUES ('business', '[]')", "livingAccommodation(isPaid) VALUES (2)",
  ])
  func refusesRowsThatTheModelCannotHold(insert: String) throws {
    let store = try MigratedStore(.latest)
    let defaults = [
      "trip": [
        "name": "'a'", "destination": "''", "startDate": "'2026-01-01'", "endDate": "'2026-01-01'",
      ],
      "bucketListItem": ["title": "'a'"], "livingAccommodation": ["placeName": "'a'"],
    ]
    let table = String(insert.prefix { $0 != "(" })
    let missing = try #require(defaults[table]).filter { !insert.contains($0.key) }
    let full = insert.replacing(
      "VALUES (", with: "VALUES (" + missing.map { $0.value + ", " }.joined()
    )
    .replacing("\(table)(", with: "\(table)(" + missing.map { $0.key + ", " }.joined())
    // Without the invalid value, the row is accepted.
    let valid = try #require(defaults[table])
    try store.db.execute(
      """
      INSERT INTO \(table)(\(valid.keys.joined(separator: ", ")))
      VALUES (\(valid.values.joined(separator: ", "))); DELETE FROM \(table)
      """)
    #expect(throws: SQLiteError.self) { try store.db.execute("INSERT INTO \(full)") }
  }
}
