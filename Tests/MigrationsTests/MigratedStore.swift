import Foundation
import SQLite
import Testing

@testable import Migrations

/// A store in memory, and its migrations.
struct MigratedStore {
  let db: Connection

  init(db: Connection) { self.db = db }

  /// A new store of a version, with the rows of a script.
  init(_ version: SchemaVersion = .v1, _ script: String = "") throws {
    db = try Connection(":memory:")
    try SchemaMigrationPlan.trips.build(in: db, to: version)
    try db.execute(script)
  }

  /// The frozen store of a version.
  init(frozen version: SchemaVersion, _ script: String = "") throws {
    db = try Connection(":memory:")
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(path: "Frozen/\(version).sql")
    try db.execute(String(contentsOf: file, encoding: .utf8))
    try db.execute(script)
  }

  func version() throws -> SchemaVersion {
    try #require(SchemaVersion(rawValue: Int(db.integer("PRAGMA user_version") ?? 0)))
  }

  @discardableResult
  func walk(
    to target: SchemaVersion = .latest, quarantines: Bool = false,
    _ observer: SchemaMigrationPlan.Observer = .init()
  ) throws -> MigrationReport? {
    try SchemaMigrationPlan.trips.walk(
      db, to: target, quarantines: quarantines, observer: observer
    ) { _ in try version() }
  }

  /// The values of a query's only column.
  func texts(_ query: String) throws -> [String] { try db.texts(SQL(sql: query)) }

  /// The rows of user data, in the order of their ids, with the columns of V1.
  func rows() throws -> StoreRows {
    let dates = try version() == .v1 ? "start_date, end_date" : "startDate, endDate"
    let columns = [
      "trip": "id, name, destination, \(dates)",
      "bucketListItem": "id, tripId, title, details, hasReservation, isInPlan",
      "livingAccommodation": "id, tripId, placeName, address, isConfirmed",
    ]
    return try columns.mapValues { _ in [] }.merging(
      columns.map { table, list in
        (table, try db.rows("SELECT \(sql: list) FROM \(sql: table) ORDER BY id") { $0.values })
      }
    ) { $1 }
  }

  /// Every object of the schema, and every row, except for times and the nonces of the history.
  func dump() throws -> [String] {
    var lines = try schema()
    let tables = try texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
    for table in tables {
      let columns = try db.texts(
        """
        SELECT format('quote("%w")', name) FROM pragma_table_info(\(table))
        WHERE name NOT IN ('timestamp', 'nonce', 'knownSince')
        """
      ).joined(separator: " || ',' || ")
      lines += try db.texts(
        "SELECT \(table) || ' ' || \(sql: columns) FROM \(sql: table.asIdentifier) ORDER BY 1")
    }
    return lines
  }

  func schema() throws -> [String] {
    try texts(
      "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1")
  }

  /// Checks references, integrity and the schema.
  func expectSound() throws {
    #expect(try texts("PRAGMA integrity_check") == ["ok"])
    #expect(try db.rows("PRAGMA foreign_key_check") { $0.values }.isEmpty)
    #expect(try StoreSchema.difference(of: db, from: version()) == nil)
  }
}

/// The rows of each table.
typealias StoreRows = [String: [[SQLiteValue]]]
