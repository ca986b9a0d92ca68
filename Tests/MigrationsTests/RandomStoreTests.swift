import Foundation
import SQLite
import Testing

@testable import Migrations

/// Compares migrations of random V1 stores with the model. `TRIPS_RANDOM_STORES` sets their number.
struct RandomStoreTests {
  static let seeds: Range<UInt64> = {
    let count = ProcessInfo.processInfo.environment["TRIPS_RANDOM_STORES"].flatMap { UInt64($0) }
    return 0..<(count ?? 15)
  }()

  @Test(arguments: MigrationOptions.Duplicates.allCases)
  func migrationsMatchTheModel(duplicates: MigrationOptions.Duplicates) throws {
    for seed in Self.seeds {
      try checkStore(seed: seed, duplicates)
    }
  }

  private func checkStore(seed: UInt64, _ duplicates: MigrationOptions.Duplicates) throws {
    var generator = SeededGenerator(state: seed)
    let rows = StoreRows.random(&generator)
    var model = MigrationModel(rows)
    model.migrateToV2(duplicates)
    let options = MigrationOptions(duplicates: duplicates)

    let steps = try MigratedStore(rows)
    try steps.walk(to: .v2, options)
    #expect(try steps.rows() == model.rows, "seed \(seed), V2")
    model.migrateToV3()
    try steps.walk(to: .v3, options)
    #expect(try steps.rows() == model.rows, "seed \(seed), V3")
    #expect(try steps.entries() == model.entries, "seed \(seed)")
    try steps.walk(to: .v4, options)
    #expect(try steps.rows() == model.rows, "seed \(seed), V4")
    model.migrateToV5()
    try steps.walk(to: .v5, options)
    #expect(try steps.rows() == model.rows, "seed \(seed), V5")
    #expect(try steps.entries() == model.entries, "seed \(seed), V5")

    let direct = try MigratedStore(rows)
    try direct.walk(to: .v5, options)
    #expect(try direct.dump() == steps.dump(), "seed \(seed)")
    try direct.expectSound(after: rows)
  }
}

/// A V1 store in memory, and its migrations.
struct MigratedStore {
  let queue: Connection

  init(_ rows: StoreRows = StoreRows()) throws {
    queue = try Connection(":memory:")
    try queue.inDatabase { try rows.writeV1($0) }
  }

  /// A store from a text dump.
  init(sql: String) throws {
    queue = try Connection(":memory:")
    try queue.inDatabase { db in
      try db.execute("PRAGMA foreign_keys = OFF")
      try db.execute(sql)
    }
  }

  @discardableResult
  func walk(
    to target: SchemaVersion, _ options: MigrationOptions = MigrationOptions()
  ) throws -> [String] {
    try queue.inDatabase { db in
      try SchemaMigrationPlan.trips.walk(db, to: target, options: options) { db in
        try #require(SchemaVersion(rawValue: db.integer("PRAGMA user_version").map(Int.init) ?? 0))
      }.map(\.stage.name)
    }
  }

  func rows() throws -> StoreRows { try queue.inDatabase { try StoreRows($0) } }

  func entries() throws -> Set<MigrationModel.Entry> {
    try queue.inDatabase { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT stage, action, entity, rowId, survivorId FROM migrationRecord
          WHERE action <> 'account'
          """)
      return try Set(
        rows.map { row in
          MigrationModel.Entry(
            stage: row[0], action: try #require(MigrationAction(rawValue: row[1])),
            entity: try #require(MigratedEntity(rawValue: row[2])), id: row[3], survivor: row[4])
        })
    }
  }

  /// Everything that is not random: each object of the schema, and each row except for uids, times
  /// and the history's identity.
  func dump() throws -> [String] {
    try queue.inDatabase { db in
      var lines = try db.texts(
        "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1")
      let tables = try db.texts(
        """
        SELECT name FROM sqlite_schema
        WHERE type = 'table' AND name NOT IN ('historyState') ORDER BY 1
        """)
      for table in tables {
        let columns = try db.texts(
          """
          SELECT quote(name) FROM pragma_table_info(\(table))
          WHERE name NOT IN ('uid', 'timestamp', 'nonce', 'oldValues', 'newValues')
          """)
        let values = columns.map { "quote(\($0.replacing("'", with: "\"")))" }
        lines += try db.texts(
          SQL(
            sql:
              "SELECT '\(table) ' || \(values.joined(separator: "||','||")) FROM \(table) ORDER BY 1"
          ))
      }
      return lines
    }
  }

  /// Checks references, integrity and ids, and that the history changes only for returned stays.
  func expectSound(after rows: StoreRows) throws {
    try queue.inDatabase { db in
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      #expect(try db.texts("PRAGMA integrity_check") == ["ok"])
      #expect(try SchemaFingerprint.state(of: db, at: .latest).difference == nil)
      let returned = try db.integer(
        "SELECT count(*) FROM migrationRecord WHERE stage = 'V4toV5' AND action = 'reassigned'"
      ).map(Int.init)
      #expect(try db.integer("SELECT count(*) FROM historyChange").map(Int.init) == returned)
      for table in ["trip", "livingAccommodation"] {
        let uids = try db.integer(SQL(sql: "SELECT count(DISTINCT uid) FROM \(table)")).map(
          Int.init)
        #expect(try db.integer(SQL(sql: "SELECT count(*) FROM \(table)")).map(Int.init) == uids)
      }
      try db.execute(
        """
        INSERT INTO trip(name, destination, startDate, endDate)
        VALUES ('new', '', '2026-01-01', '2026-01-01')
        """)
      #expect(db.lastInsertedRowID > rows.trips.last?.id ?? 0)
    }
  }
}
