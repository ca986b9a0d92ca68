import SQLite
import Testing

@testable import Migrations

struct SchemaFingerprintTests {
  /// `Scripts/record-schemas` records the schemas that the SQL creates.
  @Test(arguments: SchemaVersion.allCases)
  func matchesTheDeclaredVersion(version: SchemaVersion) throws {
    try Connection(":memory:").inDatabase { db in
      try SchemaMigrationPlan.trips.build(in: db, to: version) { _ in true }
      let store = try SchemaFingerprint(db)
      #expect(DeclaredSchema.of(version).difference(from: store) == nil)
      #expect(store.objects.count == DeclaredSchema.of(version).objects.count)
    }
  }

  @Test(arguments: [("0.1.0-V3", SchemaVersion.v3), ("0.1.0-V4", .v4)])
  func recognizesSchemasOfEarlierReleases(dump: String, version: SchemaVersion) throws {
    try MigratedStore(sql: FrozenStoreTests.dump(dump, hasTrigger: true)).queue.inDatabase { db in
      #expect(DeclaredSchema.of(version).difference(from: try SchemaFingerprint(db)) != nil)
      #expect(try SchemaFingerprint.state(of: db, at: version).difference == nil)
      #expect(try SchemaFingerprint.state(of: db, at: version).release == "0.1.0")
      #expect(
        try SchemaFingerprint.added(to: db, beside: version) == [
          "index myIndex", "table myLog", "trigger myTrigger", "view myTrips",
        ])
      try db.execute("DROP INDEX trip_endDate")
      #expect(try SchemaFingerprint.state(of: db, at: version).release == nil)
    }
  }

  /// With additional triggers, the history cannot count the statements of a store.
  @Test(arguments: [SchemaVersion.v3, .v4])
  func historyCountsTheTriggers(version: SchemaVersion) throws {
    try Connection(":memory:").inDatabase { db in
      try SchemaMigrationPlan.trips.build(in: db, to: version) { _ in true }
      let entry = try db.text("SELECT sql FROM sqlite_schema WHERE name = 'historyEntry_insert'")
      let ours = try db.integer(
        """
        SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'
          OR type = 'table' AND instr(upper(sql), ' REFERENCES ')
        """
      ).map(Int.init)
      let number = try #require(ours)
      #expect(entry?.contains(") > \(number)),") == true)
    }
  }

  @Test(arguments: [
    ("CREATE TABLE t(a, b)", "create  table T ( -- a\n a,\r\n b /* ; */ );"),
    ("CREATE TABLE t(a)", "CREATE TABLE \"t\"(`a`)"), ("CREATE TABLE t(a)", "CREATE TABLE [t](a)"),
    ("SELECT 'It''s'", "select 'It''s'"),
  ])
  func acceptsSeveralSpellings(one: String, other: String) {
    #expect(SchemaTokens.normalized(one) == SchemaTokens.normalized(other))
  }

  @Test(arguments: [
    ("SELECT 'a'", "SELECT 'A'"), ("SELECT 'a b'", "SELECT 'a  b'"), ("SELECT a b", "SELECT ab"),
    ("SELECT 'a--b'", "SELECT 'a'"),
  ])
  func detectsDifferences(one: String, other: String) {
    #expect(SchemaTokens.normalized(one) != SchemaTokens.normalized(other))
  }

  @Test(arguments: [
    ("DROP INDEX trip_endDate", "the index 'trip_endDate' of \(SchemaVersion.latest) is missing"),
    (
      "DROP TRIGGER trip_beforeInsert",
      "the trigger 'trip_beforeInsert' of \(SchemaVersion.latest) is missing"
    ),
    (
      "ALTER TABLE trip ADD COLUMN mine TEXT",
      "the table 'trip' differs from that of \(SchemaVersion.latest)"
    ),
  ])
  func reportsADifference(change: String, difference: String) throws {
    try Connection(":memory:").inDatabase { db in
      try SchemaMigrationPlan.trips.build(in: db) { _ in true }
      #expect(try SchemaFingerprint.state(of: db, at: .latest).difference == nil)
      try db.execute("CREATE TABLE mine(x); CREATE INDEX mineToo ON trip(destination)")
      #expect(try SchemaFingerprint.state(of: db, at: .latest).difference == nil)
      try db.execute(change)
      #expect(try SchemaFingerprint.state(of: db, at: .latest).difference == difference)
    }
  }
}
