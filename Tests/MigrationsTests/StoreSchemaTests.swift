import SQLite
import Testing

@testable import Migrations

struct StoreSchemaTests {
  @Test(arguments: [
    ("CREATE TABLE t(a, b)", "create  table t (\ta,\r\n b )"),
    ("CREATE TABLE t(aB)", "CREATE TABLE \"t\"(`aB`)"),
    ("CREATE TABLE t(a)", "CREATE TABLE [t](a)"),
    ("SELECT 'It''s' b", "select  'It''s'  B"), ("SELECT a<=b", "SELECT a <= b"),
  ])
  func ignoresFormatting(one: String, other: String) {
    #expect(StoreSchema.meaning(of: one) == StoreSchema.meaning(of: other))
  }

  @Test(arguments: [
    ("SELECT 'a'", "SELECT 'A'"), ("SELECT 'a b'", "SELECT 'a  b'"), ("SELECT a b", "SELECT ab"),
    ("SELECT '\"a\"'", "SELECT 'a'"), ("SELECT 'a'", "SELECT a"),
    ("CHECK (a > 1)", "CHECK (a > 11)"),
  ])
  func detectsDifferences(one: String, other: String) {
    #expect(StoreSchema.meaning(of: one) != StoreSchema.meaning(of: other))
  }

  @Test(arguments: [
    ("DROP INDEX trip_endDate", "index 'trip_endDate' is missing"),
    ("DROP TRIGGER trip_updated", "trigger 'trip_updated' is missing"),
    ("ALTER TABLE trip ADD COLUMN mine TEXT", "table 'trip' also has the column 'mine'"),
    (
      "ALTER TABLE trip ADD COLUMN one ANY; ALTER TABLE trip ADD COLUMN two INT AS (id)",
      "table 'trip' also has the columns 'one', 'two'"
    ),
    (
      "DROP VIEW historyEntry; CREATE VIEW historyEntry AS SELECT 1",
      "view 'historyEntry' is different"
    ),
    (
      "DROP TABLE migrationRecord; CREATE VIEW migrationRecord AS SELECT 1",
      "table 'migrationRecord' is missing"
    ),
  ])
  func namesTheObjectThatDiffers(change: String, difference: String) throws {
    let store = try MigratedStore(
      .latest, "CREATE TABLE mine(x); CREATE INDEX mineToo ON trip(destination)")
    #expect(try StoreSchema.difference(of: store.db, from: .latest) == nil)
    #expect(
      try StoreSchema.added(to: store.db, version: .latest).map { "\($0.type) \($0.name)" }
        == ["table mine", "index mineToo"])
    #expect(try StoreSchema.obstacles(in: store.db, version: .latest).isEmpty)
    try store.db.execute(change)
    #expect(try StoreSchema.difference(of: store.db, from: .latest)?.description == difference)
  }

  /// The statements of the difference make the store usable again.
  @Test func dropsAddedColumns() throws {
    for version in SchemaVersion.allCases {
      let store = try MigratedStore(version)
      for table in ["trip", "bucketListItem"] {
        try store.db.execute("ALTER TABLE \(table) ADD COLUMN \"my \"\"own\" TEXT DEFAULT 'x'")
        let difference = try #require(try StoreSchema.difference(of: store.db, from: version))
        for statement in difference.drops { try store.db.execute(statement) }
        #expect(try StoreSchema.difference(of: store.db, from: version) == nil)
      }
    }
  }

  /// SQLite runs a trigger with such a name, which SQL cannot create, but a file can contain.
  @Test func findsForgedTriggers() throws {
    let store = try MigratedStore(
      .latest,
      """
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_mine', 'trip', 0,
        'CREATE TRIGGER sqlite_mine AFTER INSERT ON trip BEGIN DELETE FROM trip; END');
      """)
    #expect(
      try StoreSchema.obstacles(in: store.db, version: .latest).map(\.name) == ["sqlite_mine"])
  }

  /// Including those on the tables of the history.
  @Test(arguments: [
    "CREATE TRIGGER mine AFTER INSERT ON historyChange BEGIN SELECT 1; END",
    "CREATE TRIGGER mine INSTEAD OF INSERT ON historyEntry BEGIN SELECT 1; END",
    "CREATE TRIGGER mine AFTER DELETE ON TripPast BEGIN SELECT 1; END",
    "create unique index mine on trip(destination)",
  ])
  func findsTriggersAndUniqueIndexesOnItsTables(sql: String) throws {
    let store = try MigratedStore(.latest, sql)
    #expect(try StoreSchema.obstacles(in: store.db, version: .latest).map(\.name) == ["mine"])
    #expect(try StoreSchema.difference(of: store.db, from: .latest) == nil)
  }

  @Test(arguments: [
    ("trip", "trip"), ("order", "\"order\""), ("2nd", "\"2nd\""), ("", "\"\""),
    ("a\"b", "\"a\"\"b\""), ("\"\u{301}", "\"\"\"\u{301}\""),
  ])
  func quotesNames(name: String, quoted: String) {
    #expect(Array(name.asIdentifier.utf8) == Array(quoted.utf8))
  }
}
