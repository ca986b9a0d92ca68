import Foundation
import SQLite
import Testing

@testable import Migrations

struct WalkTests {
  private let paris = """
    INSERT INTO trip VALUES (1, 'Paris', '', '2026-05-01', '2026-05-03');
    INSERT INTO bucketListItem(id, tripId, title) VALUES (1, 1, 'Louvre');

    """

  @Test(arguments: [
    ("UPDATE trip SET start_date = '2026-02-30'", "trip 1: start_date '2026-02-30' is not a date"),
    ("UPDATE trip SET start_date = '2026-5-1'", "trip 1: start_date '2026-5-1' is not a date"),
    ("UPDATE trip SET start_date = '0000-01-01'", "trip 1: start_date '0000-01-01' is not a date"),
    (
      "UPDATE trip SET end_date = '2026-04-30'", "trip 1: end_date '2026-04-30' is before the start"
    ),
    ("UPDATE trip SET name = ''", "trip 1: name '' is empty"),
    ("UPDATE trip SET name = char(160, 9)", "trip 1: name '\u{A0}\t' is empty"),
    ("UPDATE trip SET name = x'C328'", "trip 1: name 'x'C328'' is not text"),
    ("UPDATE trip SET name = CAST(x'C328' AS TEXT)", "trip 1: name 'x'C328'' is not text"),
    ("UPDATE trip SET destination = 'a' || char(0)", "trip 1: destination 'x'6100'' is not text"),
    ("UPDATE trip SET id = -1", "trip -1: id '-1' is not between 1 and 2^53 - 1"),
    ("UPDATE bucketListItem SET isInPlan = 2", "bucketListItem 1: isInPlan '2' is neither 0 nor 1"),
    (
      "UPDATE bucketListItem SET hasReservation = 'yes'",
      "bucketListItem 1: hasReservation 'yes' is neither 0 nor 1"
    ),
    (
      "UPDATE bucketListItem SET title = CAST(x'FF' AS TEXT)",
      "bucketListItem 1: title 'x'FF'' is not text"
    ),
  ])
  func listsRowsThatV2CannotHold(sql: String, text: String) throws {
    let store = try MigratedStore(.v1, "PRAGMA foreign_keys = OFF;" + paris + sql)
    let before = try store.dump()
    let problem = #expect(throws: MigrationProblem.self) { try store.walk() }
    guard case .unfitRows(let rows) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(rows.map { Array($0.description.utf8) } == [Array(text.utf8)])
    #expect(try store.dump() == before)

    let report = try #require(try store.walk(quarantines: true))
    let kept = report.quarantined.map { "\($0.row.entity.table) \($0.row.id)" }
    switch (text.hasPrefix("trip"), text.hasPrefix("trip -1")) {
    case (true, false): #expect(kept == ["trip 1", "bucketListItem 1"])
    case (true, true): #expect(kept == ["trip -1"])
    default: #expect(kept == ["bucketListItem 1"])
    }
    let valid = try store.db.integer(
      "SELECT count(*) FROM migrationRecord WHERE action = 'quarantined' AND json_valid(\"row\")")
    #expect(valid == Int64(kept.count))
    try store.expectSound()
  }

  @Test func keepsEveryValueOfAQuarantinedRow() throws {
    let store = try MigratedStore(
      .v1, "INSERT INTO trip VALUES (1, x'C3', CAST(x'FF' AS TEXT), 'a\"\\' || char(1), 9e999)")
    let report = try #require(try store.walk(quarantines: true))
    #expect(
      report.quarantined.map(\.json) == [
        """
        {"id":1,"name":{"blob":"C3"},"destination":{"text":"FF"},"start_date":"a\\"\\\\\\u0001",\
        "end_date":"Inf"}
        """
      ])
  }

  @Test func quarantinesATripWithItsItemsAndStays() throws {
    let store = try MigratedStore(
      .v1,
      """
      INSERT INTO trip VALUES (1, 'Bad', '', '2027-02-30', '2027-03-01'), (2, 'Good', '', '2027-01-01', '2027-01-02');
      INSERT INTO bucketListItem(tripId, title) VALUES (1, 'Louvre'), (2, 'Zoo');
      INSERT INTO livingAccommodation(tripId, placeName) VALUES (1, 'Ritz'), (2, 'Inn');
      """)
    let report = try #require(try store.walk(quarantines: true))
    #expect(report.quarantined.map(\.row.label) == ["Bad", "Louvre", "Ritz"])
    #expect(try store.texts("SELECT title FROM bucketListItem") == ["Zoo"])
    #expect(try store.texts("SELECT placeName FROM livingAccommodation") == ["Inn"])
  }

  @Test func givesNewRowsIdsThatAreAllowed() throws {
    let store = try MigratedStore(
      .v1,
      paris + """
        INSERT INTO trip VALUES (1 << 60, 'Rome', '', '2026-05-01', '2026-05-03');
        """)
    try store.walk(quarantines: true)
    try store.db.execute(
      """
      INSERT INTO trip(name, destination, startDate, endDate)
      VALUES ('new', '', '2026-01-01', '2026-01-01')
      """)
    #expect(store.db.lastInsertedRowID == 2)
  }

  /// A trigger or a unique index on one of our tables could act, or fail, during the migration.
  @Test(arguments: SchemaVersion.allCases.filter { $0 < .latest })
  func refusesTriggersAndUniqueIndexesOnItsTables(version: SchemaVersion) throws {
    let statements = [
      "CREATE TRIGGER \"my \"\"trigger\"\"\" AFTER UPDATE ON TRIP BEGIN SELECT 1; END",
      "CREATE UNIQUE INDEX mine ON bucketListItem(tripId, title, details)",
    ]
    let store = try MigratedStore(version, statements.joined(separator: ";"))
    let before = try store.dump()
    let problem = #expect(throws: MigrationProblem.self) { try store.walk() }
    guard case .objects(let found) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(found.map(\.sql) == statements)
    #expect(found.map(\.drop) == ["DROP TRIGGER \"my \"\"trigger\"\"\"", "DROP INDEX mine"])
    #expect(try store.dump() == before)
    for object in found { try store.db.execute(object.drop) }
    try store.walk()
  }

  @Test(arguments: [
    ("CREATE TABLE migrationRecord(x)", "V2 needs the name of your table 'migrationRecord'"),
    ("CREATE INDEX Trip_UID ON trip(destination)", "V4 needs the name of your index 'Trip_UID'"),
    (
      "CREATE VIEW broken AS SELECT * FROM nowhere",
      "error in view broken: no such table: main.nowhere"
    ),
    (
      "CREATE TABLE log(x); CREATE TRIGGER t AFTER UPDATE ON log BEGIN SELECT x FROM nowhere; END",
      "error in trigger t: no such table: main.nowhere"
    ),
  ])
  func reportsWhatWouldStopIt(sql: String, obstacle: String) throws {
    let store = try MigratedStore(.v1, paris + sql)
    let before = try store.dump()
    #expect(throws: MigrationProblem.obstacle(obstacle)) { try store.walk() }
    #expect(try store.dump() == before)
  }

  /// The migration passes after the statements that the problem lists; a row may be merged twice.
  @Test func refusesReferencesToRowsThatItWouldMerge() throws {
    let store = try MigratedStore(
      .v1,
      paris + """
        INSERT INTO trip VALUES (2, 'Paris', '', '2026-05-01', '2026-05-03'),
          (3, 'Paris (2)', '', '2026-05-09', '2026-05-09');
        INSERT INTO bucketListItem(id, tripId, title) VALUES (2, 2, 'Louvre');
        CREATE TABLE "a'b"(trip_id INTEGER REFERENCES TRIP, item REFERENCES bucketListItem(id));
        INSERT INTO "a'b" VALUES (2, 2), (2, NULL), (1, 1), (3, 77);
        """)
    let before = try store.dump()
    let problem = #expect(throws: MigrationProblem.self) { try store.walk() }
    guard case .references(let found) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(
      Set(found.map(\.description)) == [
        "'a'b' refers to trip 2, which would be merged into trip 1",
        "'a'b' refers to item 2, which would be merged into item 1",
      ])
    #expect(try store.dump() == before)
    for reference in found { try store.db.execute(#require(reference.update)) }
    try store.walk()
    #expect(
      try store.texts("SELECT trip_id || ifnull(item, '') FROM \"a'b\"") == [
        "11", "1", "11", "377",
      ])
  }

  @Test func refusesReferencesToRowsThatItWouldQuarantine() throws {
    let store = try MigratedStore(
      .v1,
      paris + """
        CREATE TABLE photo(trip REFERENCES trip); INSERT INTO photo VALUES (1);
        UPDATE trip SET start_date = 'x';
        """)
    let reference = LostReference(table: "photo", column: "trip", entity: .trip, id: 1)
    #expect(throws: MigrationProblem.references([reference])) { try store.walk(quarantines: true) }
    #expect(reference.update == nil && reference.description.contains("quarantined"))
  }

  @Test func keepsTheUsersObjects() throws {
    let store = try MigratedStore(frozen: .v1)
    try store.walk()
    #expect(try store.texts("SELECT path FROM myPhoto") == ["a.jpg", "b.jpg"])
    #expect(try store.texts("SELECT max(startDate) FROM myTrips") == ["9999-12-31"])
    try store.db.execute("INSERT INTO myPhoto VALUES (12, 'c')")
    #expect(try store.texts("SELECT path FROM myPhoto").last == "c2026-05-03")
    // Ids are not used again.
    try store.db.execute(
      """
      INSERT INTO trip(name, destination, startDate, endDate)
      VALUES ('new', '', '2026-01-01', '2026-01-01')
      """)
    #expect(store.db.lastInsertedRowID == 21)
  }

  @Test func numbersNamesThatAreTaken() throws {
    let store = try MigratedStore(
      .v1,
      """
      INSERT INTO trip VALUES (1, 'Paris', '', '2026-05-02', '2026-05-03'),
        (2, 'Paris', '', '2026-05-01', '2026-05-03'), (3, 'Paris (2)', '', '2026-05-01', '2026-05-03'),
        (4, 'Paris', '', '2026-05-04', '2026-05-04')
      """)
    try store.walk(to: .v2)
    #expect(
      try store.texts("SELECT name FROM trip ORDER BY id") == [
        "Paris (3)", "Paris", "Paris (2)", "Paris (4)",
      ])
  }

  /// Names are always compared and written as bytes, however many marks follow a letter.
  @Test func keepsTheBytesOfNamesThatLookTheSame() throws {
    let acute = "\u{301}"
    let below = "\u{323}"
    let names = [
      "Z" + String(repeating: acute, count: 40),
      "Q" + String(repeating: below, count: 15) + String(repeating: acute, count: 17),
      "Q" + String(repeating: acute, count: 15) + String(repeating: below, count: 15) + acute
        + acute,
    ]
    let store = try MigratedStore(.v1)
    for (id, name) in [(1, names[0]), (2, names[0]), (3, names[1]), (4, names[2])] {
      let start = "2026-05-0\(min(id, 3))"
      try store.db.run("INSERT INTO trip VALUES (\(id), \(name), '', \(start), '2026-05-04')")
    }
    let report = try #require(try store.walk())
    #expect(
      try store.texts("SELECT hex(name) FROM trip ORDER BY id")
        == [0, 0, 1, 2].map { names[$0].utf8.map { String($0, radix: 16).uppercased() }.joined() })
    #expect(report.merges.isEmpty && report.renames.isEmpty && report.textChanges.isEmpty)
    try store.expectSound()
  }

  /// Only a name that is still the one that was given, and not one that looks like it.
  @Test func putsBackOnlyTheNameThatWasGiven() throws {
    let store = try MigratedStore(
      .v1,
      """
      INSERT INTO trip VALUES (1, 'Paris', '', '2026-05-01', '2026-05-03'),
        (2, 'Paris', '', '2026-05-02', '2026-05-03'), (3, 'Paris', '', '2026-05-03', '2026-05-03')
      """)
    try store.walk(to: .v2)
    try store.db.execute("UPDATE trip SET name = 'Paris (2019)' WHERE name = 'Paris (2)'")
    let report = try #require(try store.walk())
    #expect(
      try store.texts("SELECT name FROM trip ORDER BY id") == ["Paris", "Paris (2019)", "Paris"])
    #expect(report.renames.keys.sorted() == [3])
  }

  @Test func refusesAnotherSchema() throws {
    let store = try MigratedStore(.v1, "ALTER TABLE trip ADD COLUMN x")
    #expect(
      throws: MigrationProblem.schemaDiffers(.added(columns: ["x"], table: "trip"), .v1)
    ) {
      try store.walk()
    }
  }
}

/// Whatever fails, the store is the old one or the new one.
struct FailedWalkTests {
  /// Walks, and calls `body` before the first write, before each stage and before the commit.
  private func walk(
    _ store: MigratedStore, _ body: @escaping (MigrationStage?, Int) throws -> Void
  ) throws -> Int {
    var steps = 0
    func step(_ stage: MigrationStage?) throws {
      steps += 1
      try body(stage, steps)
    }
    var observer = SchemaMigrationPlan.Observer()
    observer.willWrite = { _, _ in try step(nil) }
    observer.willBegin = step
    observer.willCommit = { try step(nil) }
    try store.walk(observer)
    return steps
  }

  @Test(arguments: FrozenStoreTests.frozen)
  func anErrorAtAnyStepChangesNothing(version: SchemaVersion) throws {
    let steps = try walk(MigratedStore(frozen: version)) { _, _ in }
    #expect(steps == [.v1: 5, .v2: 4, .v3: 3][version])
    let store = try MigratedStore(frozen: version)
    let before = try store.dump()
    for failing in 1...steps {
      #expect(throws: MigrationProblem.interrupted) {
        _ = try walk(store) { _, step in
          if step == failing { throw MigrationProblem.interrupted }
        }
      }
      #expect(try store.dump() == before, "step \(failing)")
    }
    try store.walk()
    try store.expectSound()
  }

  /// The disk is full at any page.
  @Test(arguments: FrozenStoreTests.frozen)
  func aFullDiskChangesNothing(version: SchemaVersion) throws {
    let store = try MigratedStore(frozen: version)
    let before = try store.dump()
    var pages = try #require(try store.db.integer("PRAGMA page_count"))
    var failures = 0
    while try store.version() == version {
      _ = try store.db.integer("PRAGMA max_page_count = \(sql: "\(pages)")")
      pages += 1
      do {
        try store.walk()
      } catch let error as SQLiteError {
        #expect(error.code == .full)
        failures += 1
        #expect(try store.dump() == before)
      }
    }
    #expect(failures > 3)
    try store.expectSound()
  }

  /// A copy of the file and its journal, as a kill at any step leaves them.
  @Test(arguments: FrozenStoreTests.frozen)
  func aKillLeavesTheOldStore(version: SchemaVersion) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store").path
    let frozen = try MigratedStore(frozen: version)
    let before = try frozen.dump()
    try frozen.db.run("VACUUM INTO \(path)")
    let store = MigratedStore(db: try Connection(path))
    // Pages are written to the file before the end.
    try store.db.execute("PRAGMA cache_size = 4; PRAGMA cache_spill = 4")
    var hasChanged = false
    let steps = try walk(store) { _, step in
      for suffix in ["", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
        let copy = folder.appending(path: "\(step)\(suffix)").path
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy)
      }
      if !FileManager.default.contentsEqual(atPath: path, andPath: folder.appending(path: "1").path)
      {
        hasChanged = true
      }
    }
    #expect(hasChanged)
    for step in 1...steps {
      let copy = MigratedStore(db: try Connection(folder.appending(path: "\(step)").path))
      #expect(try copy.dump() == before, "step \(step)")
    }
  }

  @Test func detectsARowThatIsChangedWithoutARecord() throws {
    for (sql, problem) in [
      ("UPDATE trip SET destination = 'lost' WHERE id = 11", "trip 11"),
      // These rows have a record, but it allows only another column to change, or none.
      ("UPDATE trip SET destination = 'lost' WHERE id = 9", "trip 9"),
      ("UPDATE bucketListItem SET details = 'lost' WHERE id = 3", "item 3"),
      ("UPDATE livingAccommodation SET isConfirmed = 0 WHERE id = 3", "stay 3"),
      ("DELETE FROM bucketListItem WHERE id = 8", "item 8"),
      ("DELETE FROM bucketListItem WHERE id = 12", "item 12"),
    ] {
      let store = try MigratedStore(frozen: .v1)
      #expect(throws: MigrationProblem.unbalanced("\(problem) was changed without a record")) {
        _ = try walk(store) { stage, _ in
          if stage?.toVersion == .v4 { try store.db.execute(sql) }
        }
      }
    }
  }

  @Test(arguments: [
    (
      "INSERT INTO bucketListItem(title) VALUES ('new')",
      "the table bucketListItem had 11 rows, has 10, and 2 are recorded"
    ),
    // The record of a move allows another trip, but not one that does not exist.
    (
      "UPDATE bucketListItem SET tripId = 999 WHERE id = 3",
      "the table bucketListItem refers to trip 999, which does not exist"
    ),
  ])
  func detectsARowThatTheOldStoreLacks(sql: String, problem: String) throws {
    let store = try MigratedStore(frozen: .v1)
    #expect(throws: MigrationProblem.unbalanced(problem)) {
      _ = try walk(store) { stage, _ in
        if stage?.toVersion == .v4 { try store.db.execute(sql) }
      }
    }
  }

  /// Another program may have written them with foreign keys off; `doctor` lists them.
  @Test func acceptsRowsOfV3ThatHadNoTripBefore() throws {
    let store = try MigratedStore(
      frozen: .v3,
      "PRAGMA foreign_keys = OFF; INSERT INTO bucketListItem(tripId, title) VALUES (999, 'x')")
    try store.walk()
    #expect(try store.texts("SELECT tripId FROM bucketListItem WHERE title = 'x'") == ["999"])
  }

  /// Two processes migrate at once: the second finds nothing to do.
  @Test func readsTheVersionUnderTheLock() throws {
    let store = try MigratedStore(frozen: .v1)
    var isLocked = false
    _ = try SchemaMigrationPlan.trips.walk(store.db, to: .v4) { db in
      isLocked = db.isInTransaction
      return .v4
    }
    #expect(isLocked)
    #expect(try store.version() == .v1)
  }
}
