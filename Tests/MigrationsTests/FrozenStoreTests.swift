import SQLite
import Testing

@testable import Migrations

/// Stores of earlier versions, as text dumps that are never edited.
struct FrozenStoreTests {
  static let frozen = SchemaVersion.allCases.filter { $0 < .latest }
  static let pairs = frozen.flatMap { from in
    SchemaVersion.allCases.filter { $0 > from }.map { (from, $0) }
  }

  /// The user's additions are kept.
  @Test(arguments: pairs)
  func endsWithTheSchemaOfANewStore(from: SchemaVersion, to: SchemaVersion) throws {
    let store = try MigratedStore(frozen: from)
    try store.walk(to: to)
    try store.expectSound()
    let new = Set(try MigratedStore(to).schema())
    let added = Set(try store.schema()).subtracting(new)
    #expect(new.isSubset(of: try store.schema()))
    #expect(added.count == 4 && added.allSatisfy { $0.contains("my") })
  }

  @Test(arguments: pairs)
  func equalsSingleSteps(from: SchemaVersion, to: SchemaVersion) throws {
    let direct = try MigratedStore(frozen: from)
    let steps = try MigratedStore(frozen: from)
    let versions = SchemaVersion.allCases.filter { $0 > from && $0 <= to }
    let report = try #require(try direct.walk(to: to))
    #expect(report.stages.map(\.stage.toVersion) == versions)
    for version in versions { try steps.walk(to: version) }
    #expect(try direct.dump() == steps.dump())
  }

  @Test(arguments: frozen)
  func aSecondWalkDoesNothing(from: SchemaVersion) throws {
    let store = try MigratedStore(frozen: from)
    try store.walk()
    let once = try store.dump()
    #expect(try store.walk() == nil)
    #expect(try store.dump() == once)
  }

  @Test func reportsResults() throws {
    let store = try MigratedStore(frozen: .v1)
    let report = try #require(try store.walk())
    #expect(report.before == [.trip: 12, .item: 11, .stay: 7])
    #expect(report.after == [.trip: 9, .item: 9, .stay: 6])
    #expect(report.stages.map(\.stage.kind) == ["custom", "custom", "lightweight"])
    let merges = report.merges.map { merge in
      "\(merge.survivor.label) \(merge.survivor.id) \(merge.duplicates) "
        + "\(merge.moved.map(\.label)) \(merge.dropped.map(\.label)) "
        + "\(merge.changes.map { "\($0.property): \($0.old) → \($0.new)" })"
    }
    #expect(
      merges == [
        """
        Paris 1 [2, 3] ["Louvre", "Taxi", "Taxi", "H2", "H1"] ["Louvre", "Taxi", "H1"] \
        ["destination: France → Île-de-France"]
        """,
        "Café 6 [7] [\"Canal\"] [] []",
      ])
    // Set aside, and put back.
    #expect(report.renames.isEmpty)
    #expect(report.orphans.map(\.label) == ["Lost", "Dangling", "H9", "H0"])
    #expect(report.textChanges.map(\.row.id) == [2, 6, 10, 4, 11, 6])
    #expect(report.textChanges[3].old == " Taxi" && report.textChanges[3].new == "Taxi")
  }

  @Test func reportsNamesThatAreSetAside() throws {
    let store = try MigratedStore(frozen: .v1)
    let first = try #require(try store.walk(to: .v2))
    #expect(
      first.renames.values.map { "\($0.row.id) \($0.old) → \($0.new)" }.sorted() == [
        "1 Paris → Paris (3)", "9 Café → Café (2)",
      ])
    let second = try #require(try store.walk())
    #expect(second.renames[1]?.new == "Paris" && second.renames.count == 2)
    #expect(second.merges.isEmpty && second.orphans.isEmpty)
  }

  /// A name that was changed after it was set aside stays, and a trip of the original name and dates
  /// that was added since is merged.
  @Test func keepsChangesMadeInV2() throws {
    let store = try MigratedStore(frozen: .v2)
    let report = try #require(try store.walk())
    let names = try store.texts("SELECT name FROM trip ORDER BY id")
    #expect(names.contains("mine now") && !names.contains("Paris (3)"))
    #expect(report.merges.map(\.survivor.id) == [1] && report.merges[0].duplicates == [15])
    #expect(report.merges[0].dropped.map(\.label) == ["Louvre"])
    #expect(report.merges[0].moved.map(\.label) == ["Musée d'Orsay", "H3"])
    #expect(report.merges[0].changes.map(\.new) == ["Paris, France"])
    #expect(report.orphans.map(\.label) == ["Dangling in V2"])
  }

  /// With the identity and the places that tokens name.
  @Test func keepsTheHistory() throws {
    let store = try MigratedStore(frozen: .v3)
    func history() throws -> [String] {
      try store.texts(
        """
        SELECT id || '|' || transactionId || entity || rowId || kind || nonce FROM historyChange
        UNION ALL SELECT id || timestamp || author || command || ifnull(reverts, '')
        FROM historyTransaction UNION ALL SELECT changeId || '|' || id || name || hex(destination)
          || startDate || endDate FROM tripPast
        UNION ALL SELECT storeId || purgedThrough || purgedNonce || knownSince FROM historyState
        """)
    }
    let before = try history()
    #expect(before.count > 20)
    try store.walk()
    #expect(try history() == before)
    // Past rows get the same values as rows of V3.
    let past = try store.texts("SELECT DISTINCT type || notes FROM tripPast")
    #expect(past == ["plain"])
    let wrong = try store.db.integer(
      """
      SELECT count(*) FROM tripPast JOIN trip USING (id) WHERE tripPast.uid <> trip.uid
        OR tripPast.uid IS NULL
      """)
    #expect(wrong == 0)
  }

  @Test func recordsWhatEachTransactionIs() throws {
    let store = try MigratedStore(
      frozen: .v3, "INSERT INTO historyTransaction VALUES (8, '', 'anna', 'redo 6', 6)")
    try store.walk()
    let kinds = try store.texts("SELECT id || kind FROM historyTransaction WHERE id > 4")
    #expect(kinds == ["5change", "6undo", "7change", "8redo"])
  }

  @Test func beginsTheHistoryOfAMigratedStore() throws {
    let store = try MigratedStore(frozen: .v2)
    try store.walk()
    #expect(try store.db.integer("SELECT count(*) FROM historyChange") == 0)
    #expect(try store.db.text("SELECT knownSince FROM historyState")?.count == 24)
    let new = try MigratedStore(.latest)
    #expect(try new.db.text("SELECT knownSince FROM historyState") == nil)
  }

  /// Two devices may have a copy each, and migrate before they sync; a row that only one of them
  /// has gets its own uid.
  @Test(arguments: frozen)
  func givesARowTheSameUidInEachCopyOfAStore(version: SchemaVersion) throws {
    func uids() throws -> [String] {
      let store = try MigratedStore(frozen: version)
      if version == .v3 {
        try store.db.execute(
          """
          INSERT INTO trip(name, destination, startDate, endDate)
          VALUES ('mine', '', '2027-01-01', '2027-01-02')
          """)
      }
      try store.walk()
      return try store.texts(
        """
        SELECT uid FROM bucketListItem UNION ALL SELECT uid FROM livingAccommodation
        UNION ALL SELECT * FROM (SELECT uid FROM trip ORDER BY id)
        """)
    }
    let (one, other) = (try uids(), try uids())
    #expect(Set(one).count == one.count && one.count > 20)
    #expect(one.dropLast() == other.dropLast())
    #expect((one.last == other.last) == (version != .v3))
  }
}
