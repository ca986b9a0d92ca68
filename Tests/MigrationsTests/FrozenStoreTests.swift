import Foundation
import SQLite
import Testing

@testable import Migrations

/// Stores as earlier versions have left them, with nasty data, as text dumps that are never edited.
struct FrozenStoreTests {
  static func dump(_ version: SchemaVersion) throws -> String { try dump("\(version)") }

  /// - Parameter hasTrigger: whether the user's trigger on `trip`, at which a walk stops, stays.
  static func dump(_ name: String, hasTrigger: Bool = false) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let dump = try String(contentsOf: folder.appending(path: "Frozen/\(name).sql"), encoding: .utf8)
    return dump + (hasTrigger ? "" : "DROP TRIGGER myTrigger;")
  }

  /// Those of release 0.1.0 whose form of their version is another than today's.
  static let earlier = ["0.1.0-V3", "0.1.0-V4"]

  /// A version that has shipped has its dump.
  private static let frozen = SchemaVersion.allCases.filter { $0 < .latest }

  private static let pairs = frozen.flatMap { from in
    SchemaVersion.allCases.filter { $0 > from }.map { (from, $0) }
  }

  @Test(arguments: pairs)
  func directMigrationEqualsSingleSteps(from: SchemaVersion, to: SchemaVersion) throws {
    let direct = try MigratedStore(sql: Self.dump(from))
    let steps = try MigratedStore(sql: Self.dump(from))
    let walked = try direct.walk(to: to)
    let versions = SchemaVersion.allCases.filter { $0 > from && $0 <= to }
    #expect(walked == versions.map { "V\($0.rawValue - 1)to\($0)" })
    for version in versions { try steps.walk(to: version) }
    #expect(try direct.dump() == steps.dump())
    #expect(
      try direct.queue.inDatabase { try SchemaFingerprint.state(of: $0, at: to).difference } == nil)
  }

  @Test(arguments: frozen)
  func aSecondWalkDoesNothing(from: SchemaVersion) throws {
    let store = try MigratedStore(sql: Self.dump(from))
    try store.walk(to: .latest)
    let once = try store.dump()
    #expect(try store.walk(to: .latest) == [])
    #expect(try store.dump() == once)
  }

  @Test func matchesTheModel() throws {
    let store = try MigratedStore(sql: Self.dump(.v1))
    let rows = try store.rows()
    var model = MigrationModel(rows)
    model.migrateToV2(.keep)
    model.migrateToV3()
    model.migrateToV5()
    try store.walk(to: .v5)
    #expect(try store.rows() == model.rows)
    #expect(try store.entries() == model.entries)
    try store.expectSound(after: rows)
  }

  /// A name that was changed after it was set aside is the user's, and stays.
  @Test func keepsChangesMadeInV2() throws {
    let store = try MigratedStore(sql: Self.dump(.v2))
    try store.walk(to: .v4)
    let names = try store.rows().trips.map(\.name.string)
    #expect(names.contains("mine now"))
    #expect(!names.contains { $0.hasPrefix("Paris (4)") })
  }

  /// With the identity and the places that tokens name, and what consumers have read; V5 remembers
  /// syncs elsewhere.
  @Test(arguments: ["V3", "V4"] + earlier)
  func keepsTheHistory(dump: String) throws {
    let store = try MigratedStore(sql: Self.dump(dump))
    func history() throws -> [String] {
      try store.queue.inDatabase { db in
        try db.texts(
          """
          SELECT id || entity || kind || coalesce(oldValues, '') || coalesce(newValues, '') || nonce
          FROM historyChange UNION ALL SELECT id || timestamp || author || command
          FROM historyTransaction UNION ALL SELECT name || token || acknowledged
          FROM historyConsumer UNION ALL SELECT storeId || purgedThrough FROM historyState
          """)
      }
    }
    let before = try history()
    try store.walk(to: .latest)
    #expect(before.count > 4 && before.contains { $0.hasPrefix("sync:") } == (dump == "V4"))
    #expect(Set(before.filter { !$0.hasPrefix("sync:") }).isSubset(of: try history()))
  }

  /// Two devices may have a copy each, and walk before they sync; what only one has is its own.
  @Test func givesATripTheSameUidInEachCopyOfAStore() throws {
    func uids(without storeID: Bool = false) throws -> [String] {
      let store = try MigratedStore(sql: Self.dump(.v3))
      try store.queue.inDatabase { db in
        try db.execute(
          """
          INSERT INTO trip(name, destination, startDate, endDate)
          VALUES ('mine', '', '2027-01-01', '2027-01-02')
          """)
        if storeID { try db.execute("UPDATE historyState SET storeId = 'no id'") }
      }
      try store.walk(to: .v4)
      return try store.queue.inDatabase {
        try $0.texts("SELECT uid FROM trip ORDER BY id")
      }
    }
    let (one, other) = (try uids(), try uids())
    #expect(one.count > 3)
    #expect(one.dropLast() == other.dropLast())
    #expect(one.last != other.last)
    for uid in one { #expect(UUID(uuidString: uid) != nil) }
    let without = try uids(without: true)
    #expect(Set(without).count == one.count)
    #expect(Set(without).isDisjoint(with: one))
  }

  /// A stay has the UID of its event in the calendars of 1.0.0; several are numbered, the one that was shown
  /// first. One without a trip has the same in each copy of the store.
  @Test func assignsAUidToEachStay() throws {
    func uids() throws -> [[String?]] {
      let store = try MigratedStore(sql: Self.dump(.v4))
      try store.queue.inDatabase { db in
        try db.execute(
          """
          DELETE FROM livingAccommodation;
          UPDATE trip SET uid = 'u' || id;
          INSERT INTO livingAccommodation(tripId, placeName, isConfirmed)
          VALUES (1, 'a', 0), (5, 'b', 0), (5, 'c', 1), (5, 'd', 0), (NULL, 'e', 0)
          """)
      }
      try store.walk(to: .v5)
      return try store.queue.inDatabase { db in
        try Row.fetchAll(db, sql: "SELECT placeName, uid FROM livingAccommodation ORDER BY id")
          .map { [$0[0], $0[1]] }
      }
    }
    let stays = try uids()
    #expect(
      stays.dropLast() == [
        ["a", "u1-stay"], ["b", "u5-stay-3"], ["c", "u5-stay"], ["d", "u5-stay-2"],
      ])
    #expect(stays.last?[1].flatMap { UUID(uuidString: $0) } != nil)
    // The mark of the record that added it is another in each copy.
    #expect(try uids().last != stays.last)
  }

  /// What the schema of V5 refuses, whoever writes it.
  @Test(arguments: [
    "livingAccommodation SET startDate = '2027-01-01'", "livingAccommodation SET costMinor = 5",
    "livingAccommodation SET startDate = '2027-01-02', endDate = '2027-01-01'",
    "livingAccommodation SET startDate = '2027-02-30', endDate = '2027-03-01'",
    "livingAccommodation SET uid = ''",
    "livingAccommodation SET costMinor = -1, costCurrency = 'EUR'",
    "bucketListItem SET time = '09:00'", "bucketListItem SET date = '2027-01-01', time = '24:00'",
    "bucketListItem SET date = '2027-01-01', time = '9:00'", "bucketListItem SET date = 'now'",
    "bucketListItem SET costMinor = 1, costCurrency = 'eur'",
  ])
  func refusesRowsThatV5CannotHold(update: String) throws {
    let store = try MigratedStore(sql: Self.dump(.v4))
    try store.walk(to: .v5)
    #expect(throws: SQLiteError.self) {
      try store.queue.inDatabase { try $0.execute("UPDATE \(update)") }
    }
  }

  /// A store of 0.1.0 walks whole: each row stays, with its uid where it has one, the account balances,
  /// and what is written afterwards is recorded.
  @Test(arguments: earlier)
  func migratesStoresOfAnEarlierRelease(dump: String) throws {
    let store = try MigratedStore(sql: Self.dump(dump))
    let hasUids = dump.hasSuffix("V4")
    func uids() throws -> [String] {
      try store.queue.inDatabase {
        try $0.texts("SELECT uid FROM trip ORDER BY id")
      }
    }
    let rows = try store.rows()
    let records = try store.entries()
    let uidsBefore = hasUids ? try uids() : []
    #expect(
      try store.walk(to: .v4) == (hasUids ? ["V4of0.1.0toV4"] : ["V3of0.1.0toV3", "V3toV4"]))
    #expect(try store.rows() == rows)
    #expect(try store.entries() == records)
    if hasUids { #expect(try uids() == uidsBefore) }
    #expect(try store.walk(to: .v4) == [])
    try store.queue.inDatabase { db in
      #expect(try SchemaFingerprint.state(of: db, at: .v4).difference == nil)
      #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
      #expect(try db.texts("PRAGMA integrity_check") == ["ok"])
      let count = "SELECT count(*) FROM historyChange"
      let before = try #require(try db.integer(SQL(sql: count)).map(Int.init))
      try db.execute(
        "UPDATE trip SET notes = 'new' WHERE id = 1; UPDATE trip SET notes = 'new' WHERE id = 1")
      #expect(try db.integer(SQL(sql: count)).map(Int.init) == before + 1)
    }
  }

  /// A store made new and one walked up have the same schema; what is the user's is kept besides.
  @Test(arguments: frozen.map(\.description) + earlier)
  func endsWithTheSchemaOfANewStore(from: String) throws {
    func schema(_ store: Connection) throws -> Set<String> {
      try store.inDatabase { db in
        try Set(
          db.texts("SELECT type || name || tbl_name || coalesce(sql, '') FROM sqlite_schema"))
      }
    }
    let new = try Connection(":memory:")
    try new.inDatabase { try SchemaMigrationPlan.trips.build(in: $0) { _ in true } }
    let store = try MigratedStore(sql: Self.dump(from))
    try store.walk(to: .latest)
    let added = try schema(store.queue).subtracting(schema(new))
    #expect(try schema(new).isSubset(of: schema(store.queue)))
    #expect(added.count == 3 && added.allSatisfy { $0.contains("my") })
  }
}
