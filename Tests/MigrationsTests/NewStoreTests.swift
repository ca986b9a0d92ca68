import SQLite
import Testing

@testable import Migrations

struct NewStoreTests {
  private func build(to target: SchemaVersion = .latest) throws -> Connection {
    let queue = try Connection(":memory:")
    try queue.inDatabase { db throws in
      try SchemaMigrationPlan.trips.build(in: db, to: target, isStillEmpty: { _ in true })
    }
    return queue
  }

  @Test(arguments: SchemaVersion.allCases)
  func buildsEachVersion(version: SchemaVersion) throws {
    try build(to: version).inDatabase { db throws in
      #expect(try db.integer("PRAGMA user_version").map(Int.init) == version.rawValue)
      #expect(try db.integer("PRAGMA application_id") == 0x5452_4950)
      #expect(try db.texts("PRAGMA integrity_check") == ["ok"])
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
    }
  }

  @Test func hasTheColumnsThatProgramsRelyOn() throws {
    try build().inDatabase { db throws in
      #expect(
        try db.texts("SELECT name FROM pragma_table_info('trip')") == [
          "id", "name", "destination", "startDate", "endDate", "type", "perdiemMinor",
          "perdiemCurrency", "perdiemRule", "reason", "uid", "notes",
        ])
      let strict = try db.texts("SELECT name FROM pragma_table_list WHERE strict ORDER BY name")
      #expect(Set(strict).isSuperset(of: MigratedEntity.allCases.map(\.table) + ["syncedEvent"]))
    }
  }

  @Test(arguments: [
    "'', 'x', '2026-01-01', '2026-01-01', 'trip', NULL, NULL, NULL, NULL",
    "'a', 'x', '2026-02-30', '2026-03-01', 'trip', NULL, NULL, NULL, NULL",
    "'a', 'x', '2026-01-02', '2026-01-01', 'trip', NULL, NULL, NULL, NULL",
    "'a', 'x', '0000-01-01', '2026-01-01', 'trip', NULL, NULL, NULL, NULL",
    "'a', 'x', '2026-1-1', '2026-01-01', 'trip', NULL, NULL, NULL, NULL",
    "'a', 'x', '2026-01-01', '2026-01-01', 'cruise', NULL, NULL, NULL, NULL",
    "'a', 'x', '2026-01-01', '2026-01-01', 'trip', 1, 'EUR', NULL, NULL",
    "'a', 'x', '2026-01-01', '2026-01-01', 'personal', 1, 'EUR', NULL, NULL",
    "'a', 'x', '2026-01-01', '2026-01-01', 'business', 1, NULL, NULL, NULL",
    "'a', 'x', '2026-01-01', '2026-01-01', 'business', -1, 'EUR', NULL, NULL",
    "'a', 'x', '2026-01-01', '2026-01-01', 'business', 1, 'eur', NULL, NULL",
    "'a', 'x', '2026-01-01', '2026-01-01', 'business', NULL, NULL, NULL, 'family'",
    "'a', 'x', '2026-01-01', '2026-01-01', 'personal', NULL, NULL, NULL, 'boredom'",
  ])
  func refusesRowsThatTheModelCannotHold(values: String) throws {
    let queue = try build()
    #expect(throws: SQLiteError.self) {
      try queue.inDatabase { db throws in
        try db.execute(
          """
          INSERT INTO trip(name, destination, startDate, endDate, type, perdiemMinor,
            perdiemCurrency, perdiemRule, reason) VALUES(\(values))
          """)
      }
    }
  }

  @Test func leavesNothingBehindIfAScriptFails() throws {
    let queue = try Connection(":memory:")
    let broken = SchemaMigrationPlan(
      origin: .v1,
      stages: SchemaMigrationPlan.trips.stages + [
        MigrationStage(
          fromVersion: .v4, toVersion: .v4,
          script: SchemaScript { [Array("CREATE TABLE left(a); SELECT nonsense".utf8)] })
      ], renewals: [])
    try queue.inDatabase { db throws in
      #expect(throws: SQLiteError.self) {
        try broken.build(in: db, isStillEmpty: { _ in true })
      }
      #expect(try db.integer("SELECT count(*) FROM sqlite_schema").map(Int.init) == 0)
      #expect(try db.integer("PRAGMA user_version").map(Int.init) == 0)
      #expect(try db.integer("PRAGMA writable_schema").map({ $0 != 0 }) == false)
    }
  }
}
