import Foundation
import GRDB
import Testing

@testable import Migrations

/// Stores as earlier versions have left them, with nasty data, as text dumps that are never edited.
struct FrozenStoreTests {
  static func dump(_ version: SchemaVersion) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(
      contentsOf: folder.appending(path: "Frozen/\(version).sql"), encoding: .utf8)
  }

  private static let pairs = [SchemaVersion.v1, .v2, .v3].flatMap { from in
    SchemaVersion.allCases.filter { $0 > from }.map { (from, $0) }
  }

  @Test(arguments: pairs)
  func aDirectWalkIsTheStepsTogether(from: SchemaVersion, to: SchemaVersion) throws {
    let direct = try MigratedStore(sql: Self.dump(from))
    let steps = try MigratedStore(sql: Self.dump(from))
    let walked = try direct.walk(to: to)
    let versions = SchemaVersion.allCases.filter { $0 > from && $0 <= to }
    #expect(walked == versions.map { "V\($0.rawValue - 1)to\($0)" })
    for version in versions { try steps.walk(to: version) }
    #expect(try direct.dump() == steps.dump())
    #expect(try direct.queue.inDatabase { try SchemaFingerprint.difference($0, from: to) } == nil)
  }

  @Test(arguments: [SchemaVersion.v1, .v2, .v3])
  func aSecondWalkDoesNothing(from: SchemaVersion) throws {
    let store = try MigratedStore(sql: Self.dump(from))
    try store.walk(to: .v4)
    let once = try store.dump()
    #expect(try store.walk(to: .v4) == [])
    #expect(try store.dump() == once)
  }

  @Test func comesOutAsTheModelOfTheRules() throws {
    let store = try MigratedStore(sql: Self.dump(.v1))
    let rows = try store.rows()
    var model = MigrationModel(rows)
    model.migrateToV2(.keep)
    model.migrateToV3()
    try store.walk(to: .v4)
    #expect(try store.rows() == model.rows)
    #expect(try store.entries() == model.entries)
    try store.expectSound(after: rows)
  }

  /// A name that was changed after it was set aside is the user's, and stays.
  @Test func keepsWhatWasChangedInV2() throws {
    let store = try MigratedStore(sql: Self.dump(.v2))
    try store.walk(to: .v4)
    let names = try store.rows().trips.map(\.name.string)
    #expect(names.contains("mine now"))
    #expect(!names.contains { $0.hasPrefix("Paris (4)") })
  }

  @Test func keepsTheHistoryOfV3() throws {
    let store = try MigratedStore(sql: Self.dump(.v3))
    func history() throws -> [String] {
      try store.queue.inDatabase { db in
        try String.fetchAll(
          db,
          sql: """
            SELECT id || entity || kind || coalesce(oldValues, '') || coalesce(newValues, '') || nonce
            FROM historyChange UNION ALL SELECT storeId FROM historyState
            """)
      }
    }
    let before = try history()
    try store.walk(to: .v4)
    #expect(before.count == 4)
    #expect(try history() == before)
  }

  /// A store made new and one walked up have the same schema; what is the user's is kept besides.
  @Test(arguments: [SchemaVersion.v1, .v2, .v3])
  func endsWithTheSchemaOfANewStore(from: SchemaVersion) throws {
    func schema(_ store: DatabaseQueue) throws -> Set<String> {
      try store.inDatabase { db in
        try Set(
          String.fetchAll(
            db, sql: "SELECT type || name || tbl_name || coalesce(sql, '') FROM sqlite_schema"))
      }
    }
    let new = try DatabaseQueue()
    try new.inDatabase { try SchemaMigrationPlan.trips.build(in: $0) { _ in true } }
    let store = try MigratedStore(sql: Self.dump(from))
    try store.walk(to: .v4)
    let added = try schema(store.queue).subtracting(schema(new))
    #expect(try schema(new).isSubset(of: schema(store.queue)))
    #expect(added.count == 4 && added.allSatisfy { $0.contains("my") })
  }
}
