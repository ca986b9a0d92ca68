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
  func acceptsSeveralSpellings(one: String, other: String) {
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
    ("DROP INDEX trip_endDate", "the index 'trip_endDate' of V4 is missing"),
    ("DROP TRIGGER trip_updated", "the trigger 'trip_updated' of V4 is missing"),
    ("ALTER TABLE trip ADD COLUMN mine TEXT", "the table 'trip' differs from the table in V4"),
    (
      "DROP VIEW historyEntry; CREATE VIEW historyEntry AS SELECT 1",
      "the view 'historyEntry' differs from the view in V4"
    ),
  ])
  func namesTheObjectThatDiffers(change: String, difference: String) throws {
    let store = try MigratedStore(
      .latest, "CREATE TABLE mine(x); CREATE INDEX mineToo ON trip(destination)")
    #expect(try StoreSchema.difference(of: store.db, from: .latest) == nil)
    #expect(
      try StoreSchema.added(to: store.db, beside: .latest).map { "\($0.type) \($0.name)" }
        == ["table mine", "index mineToo"])
    #expect(try StoreSchema.obstacles(in: store.db, beside: .latest).isEmpty)
    try store.db.execute(change)
    #expect(try StoreSchema.difference(of: store.db, from: .latest) == difference)
  }

  /// Those on the tables of the history included.
  @Test(arguments: [
    "CREATE TRIGGER mine AFTER INSERT ON historyChange BEGIN SELECT 1; END",
    "CREATE TRIGGER mine INSTEAD OF INSERT ON historyEntry BEGIN SELECT 1; END",
    "CREATE TRIGGER mine AFTER DELETE ON TripPast BEGIN SELECT 1; END",
    "create unique index mine on trip(destination)",
  ])
  func findsTriggersAndUniqueIndexesOnItsTables(sql: String) throws {
    let store = try MigratedStore(.latest, sql)
    #expect(try StoreSchema.obstacles(in: store.db, beside: .latest).map(\.name) == ["mine"])
    #expect(try StoreSchema.difference(of: store.db, from: .latest) == nil)
  }

  @Test(arguments: [("trip", "\"trip\""), ("a\"b", "\"a\"\"b\""), ("\"\u{301}", "\"\"\"\u{301}\"")])
  func quotesNames(name: String, quoted: String) {
    #expect(Array(name.asIdentifier.utf8) == Array(quoted.utf8))
  }
}
