import Chance
import Foundation
import SQLite
import Testing

@testable import Migrations

/// Compares migrations of random V1 stores with the model. `TRIPS_RANDOM_STORES` sets their number.
struct RandomStoreTests {
  static let count =
    ProcessInfo.processInfo.environment["TRIPS_RANDOM_STORES"].flatMap { UInt64($0) } ?? 20

  @Test func matchTheModel() throws {
    for seed in 0..<Self.count {
      var generator = SplitMix(state: seed)
      let rows = Self.rows(&generator)
      var model = MigrationModel(rows)
      let steps = try Self.store(rows)
      model.migrateToV2()
      try steps.walk(to: .v2)
      #expect(try steps.rows() == model.rows, "seed \(seed), V2")
      model.migrateToV3()
      try steps.walk(to: .v3)
      #expect(try steps.rows() == model.rows, "seed \(seed), V3")
      try steps.walk(to: .v4)
      #expect(try steps.rows() == model.rows, "seed \(seed), V4")
      let records = try steps.texts(
        """
        SELECT stage || ' ' || action || ' ' || entity || ' ' || rowId || ' ' || ifnull(survivorId, 0)
        FROM migrationRecord
        """)
      #expect(Set(records) == model.records, "seed \(seed)")
      let direct = try Self.store(rows)
      try direct.walk()
      #expect(try direct.dump() == steps.dump(), "seed \(seed)")
      try direct.expectSound()
    }
  }

  private static func store(_ rows: StoreRows) throws -> MigratedStore {
    let store = try MigratedStore(.v1, "PRAGMA foreign_keys = OFF")
    for (table, rows) in rows {
      for row in rows {
        let places = row.map { _ in "?" }.joined(separator: ", ")
        try store.db.cachedStatement(sql: "INSERT INTO \(table) VALUES (\(places))").run(row)
      }
    }
    return store
  }

  /// Random rows with few distinct values in the columns that de-duplication compares.
  private static func rows(_ generator: inout SplitMix) -> StoreRows {
    func one<Value>(of values: [Value]) -> Value { values.randomElement(using: &generator)! }
    let names = [
      "Paris", "paris", "Paris ", "\u{A0}Paris", "Paris\t", "Caf\u{E9}", "Cafe\u{301}",
      "Paris (2)", "Paris (3)", "Paris (2) (2)", "Paris (02)", "Paris (1)", "Paris ()", "(2)",
      "東京", "o'Brien \"%_*", "\u{212B}", "\u{C5}", "A\u{30A}",
    ]
    let pool = names.shuffled(using: &generator).prefix(.random(in: 2...6, using: &generator))
    let days = ["2026-05-01", "2026-05-02", "0001-01-01", "9999-12-31", "2024-02-29"]
    var rows: StoreRows = ["trip": [], "bucketListItem": [], "livingAccommodation": []]
    var id = 0
    for _ in 0..<Int.random(in: 0...16, using: &generator) {
      id += .random(in: 1...3, using: &generator)
      let dates = [one(of: days), one(of: days)]
      rows["trip"]!.append([
        .integer(Int64(id)), .text(one(of: Array(pool))), .text(one(of: ["", " ", "x", "y"])),
        .text(dates.min()!), .text(dates.max()!),
      ])
    }
    let parents = rows["trip"]!.map { $0[0] } + [.null, 999, 0]
    for id in 1...Int64.random(in: 1...40, using: &generator) where id % 7 != 0 {
      rows["bucketListItem"]!.append([
        .integer(id), one(of: parents),
        .text(one(of: ["Louvre", "louvre ", "Taxi", "Cafe\u{301}"])),
        .text(one(of: ["", "d"])), .integer(.random(in: 0...1, using: &generator)), 0,
      ])
      rows["livingAccommodation"]!.append([
        .integer(id), one(of: parents), .text(one(of: ["H1", "H2", " H1"])),
        .text(one(of: ["", "a"])),
        .integer(.random(in: 0...1, using: &generator)),
      ])
    }
    return rows
  }
}
