import GRDB
import Testing

@testable import Migrations

struct SchemaFingerprintTests {
  @Test(arguments: SchemaVersion.allCases)
  func isTheOneThatTheVersionDeclares(version: SchemaVersion) throws {
    let digits = try SchemaFingerprint.reference(version).digits
    #expect(digits == version.fingerprint)
  }

  @Test(arguments: [
    ("CREATE TABLE t(a, b)", "create  table T ( -- a\n a,\r\n b /* ; */ );"),
    ("CREATE TABLE t(a)", "CREATE TABLE \"t\"(`a`)"), ("CREATE TABLE t(a)", "CREATE TABLE [t](a)"),
    ("SELECT 'It''s'", "select 'It''s'"),
  ])
  func spellingsMeanTheSame(one: String, other: String) {
    #expect(SchemaTokens.normalized(one) == SchemaTokens.normalized(other))
  }

  @Test(arguments: [
    ("SELECT 'a'", "SELECT 'A'"), ("SELECT 'a b'", "SELECT 'a  b'"), ("SELECT a b", "SELECT ab"),
    ("SELECT 'a--b'", "SELECT 'a'"),
  ])
  func differencesAreSeen(one: String, other: String) {
    #expect(SchemaTokens.normalized(one) != SchemaTokens.normalized(other))
  }

  @Test(arguments: [
    ("DROP INDEX trip_endDate", "the index 'trip_endDate' of V4 is missing"),
    ("DROP TRIGGER trip_noteInsert", "the trigger 'trip_noteInsert' of V4 is missing"),
    ("ALTER TABLE trip ADD COLUMN mine TEXT", "the table 'trip' is not that of V4"),
  ])
  func aDifferenceIsNamed(change: String, difference: String) throws {
    try DatabaseQueue().inDatabase { db in
      try SchemaMigrationPlan.trips.build(in: db) { _ in true }
      #expect(try SchemaFingerprint.difference(db, from: .v4) == nil)
      try db.execute(sql: "CREATE TABLE mine(x); CREATE INDEX mineToo ON trip(destination)")
      #expect(try SchemaFingerprint.difference(db, from: .v4) == nil)
      try db.execute(sql: change)
      #expect(try SchemaFingerprint.difference(db, from: .v4) == difference)
    }
  }
}
