import SQLite
import Testing

@testable import Migrations

struct WalkTests {
  private func store(_ sql: String) throws -> MigratedStore {
    let store = try MigratedStore()
    try store.queue.inDatabase { try $0.execute("PRAGMA foreign_keys = OFF; " + sql) }
    return store
  }

  private let paris = """
    INSERT INTO trip VALUES (1, 'Paris', '', '2026-05-01', '2026-05-03');
    INSERT INTO bucketListItem(id, tripId, title) VALUES (1, 1, 'Louvre');
    """

  @Test(arguments: [
    ("UPDATE trip SET start_date = '2026-02-30'", "trip", "start_date", "2026-02-30"),
    ("UPDATE trip SET start_date = '2026-5-1'", "trip", "start_date", "2026-5-1"),
    ("UPDATE trip SET end_date = '2026-04-30'", "trip", "end_date", "2026-04-30"),
    ("UPDATE trip SET start_date = '0000-01-01'", "trip", "start_date", "0000-01-01"),
    ("UPDATE trip SET name = ''", "trip", "name", ""),
    ("UPDATE trip SET name = ' '", "trip", "name", " "),
    ("UPDATE trip SET name = x'C328'", "trip", "name", "x'C328'"),
    ("UPDATE trip SET name = CAST(x'C328' AS TEXT)", "trip", "name", "x'C328'"),
    ("UPDATE trip SET destination = 'a' || char(0)", "trip", "destination", "x'6100'"),
    ("UPDATE trip SET id = -1", "trip", "id", "-1"),
    ("UPDATE bucketListItem SET isInPlan = 2", "bucketListItem", "isInPlan", "2"),
    ("UPDATE bucketListItem SET hasReservation = 'yes'", "bucketListItem", "hasReservation", "yes"),
    ("UPDATE bucketListItem SET title = CAST(x'FF' AS TEXT)", "bucketListItem", "title", "x'FF'"),
  ])
  func reportsRowsThatV2CannotHold(sql: String, table: String, column: String, value: String) throws
  {
    let store = try store(paris + sql)
    let before = try store.dump()
    let problem = #expect(throws: MigrationProblem.self) { try store.walk(to: .v4) }
    guard case .unfitRows(let rows) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(rows.map(\.table) == [table] && rows.map(\.column) == [column])
    #expect(rows.map { Array($0.value.utf8) } == [Array(value.utf8)])
    #expect(try store.dump() == before)

    try store.walk(to: .v4, MigrationOptions(quarantines: true))
    let kept = try store.queue.inDatabase { db in
      try db.texts(
        """
        SELECT entity || ' ' || rowId FROM migrationRecord
        WHERE action = 'quarantined' AND json_valid("row") ORDER BY id
        """)
    }
    let trip = sql.contains("id = -1") ? "Trip -1" : "Trip 1"
    #expect(
      kept == (table == "trip" ? [trip] : []) + (trip == "Trip -1" ? [] : ["BucketListItem 1"]))
  }

  /// All of the user's objects survive, and the migration fires none of their triggers.
  @Test func keepsTheUsersObjects() throws {
    let store = try store(
      paris + """
        INSERT INTO trip VALUES (2, 'Paris', 'x', '2026-05-01', '2026-05-03');
        CREATE TABLE photo(tripId INTEGER REFERENCES trip(id), itemId REFERENCES bucketListItem);
        INSERT INTO photo VALUES (2, 1);
        CREATE TABLE log(x);
        CREATE TRIGGER "my trigger" AFTER UPDATE ON photo
          BEGIN INSERT INTO log SELECT end_date FROM trip WHERE id = new.tripId; END;
        CREATE VIEW v AS SELECT name, start_date FROM trip;
        """)
    try store.walk(to: .v4)
    try store.queue.inDatabase { db throws in
      #expect(try db.integer("SELECT tripId FROM photo").map(Int.init) == 1)
      #expect(try db.text("SELECT startDate FROM v") == "2026-05-01")
      // Its row followed the trip that it refers to.
      #expect(try db.texts("SELECT x FROM log") == ["2026-05-03"])
    }
  }

  /// The migration would fire them.
  @Test(arguments: [SchemaVersion.v1, .v2, .v3, .v4]) func stopsAtTriggersOnItsTables(
    version: SchemaVersion
  ) throws {
    let triggers = [
      "CREATE TRIGGER \"my \"\"trigger\"\"\" AFTER UPDATE ON TRIP\nBEGIN SELECT 1; END",
      "CREATE TRIGGER other BEFORE DELETE ON bucketListItem BEGIN SELECT raise(IGNORE); END",
    ]
    let store = try MigratedStore(sql: FrozenStoreTests.dump(version))
    try store.queue.inDatabase { db in
      for sql in triggers { try db.execute(sql) }
    }
    let before = try store.dump()
    let problem = #expect(throws: MigrationProblem.self) { try store.walk(to: .latest) }
    guard case .triggers(let found) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(found.map(\.sql) == triggers)
    #expect(found.map(\.drop) == ["DROP TRIGGER \"my \"\"trigger\"\"\"", "DROP TRIGGER \"other\""])
    #expect(try store.dump() == before)
    try store.queue.inDatabase { db in
      for trigger in found { try db.execute(trigger.drop) }
    }
    try store.walk(to: .latest)
  }

  @Test(arguments: [
    ("CREATE TABLE migrationRecord(x)", "table migrationRecord"),
    ("CREATE VIEW newTrip AS SELECT 1", "view newTrip"),
    ("CREATE INDEX Trip_UID ON trip(destination)", "index trip_uid"),
    ("CREATE VIEW broken AS SELECT * FROM nowhere", "view broken"),
    (
      """
      INSERT INTO trip VALUES (2, 'Paris', '', '2026-05-01', '2026-05-03');
      INSERT INTO bucketListItem(tripId, title, details) VALUES (2, 'Louvre', 'x');
      CREATE UNIQUE INDEX mine ON bucketListItem(tripId, title)
      """, "your unique index 'mine'"
    ),
    (
      """
      CREATE TABLE log(x);
      CREATE TRIGGER broken AFTER UPDATE ON log BEGIN SELECT x.y FROM nowhere AS x; END
      """, "trigger broken"
    ),
  ])
  func reportsObstacles(sql: String, name: String) throws {
    let store = try store(paris + sql)
    let before = try store.dump()
    let problem = #expect(throws: MigrationProblem.self) { try store.walk(to: .v4) }
    guard case .obstacle(let detail) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(detail.contains(name))
    #expect(try store.dump() == before)
  }

  /// SQLite calls the progress handler only every few steps.
  @Test func numbersNamesInLinearTime() throws {
    func steps(_ count: Int) throws -> Int {
      let numbers = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n LIMIT \(count))"
      let store = try store(
        """
        INSERT INTO trip(name, destination, start_date, end_date)
        \(numbers) SELECT 'Paris (' || i || ')', '', '2026-01-01', '2026-01-01' FROM n;
        INSERT INTO trip(name, destination, start_date, end_date)
        \(numbers) SELECT 'Paris', '', date('2000-01-01', i || ' days'), '2026-01-01' FROM n;
        """)
      var asked = 0
      func shouldStop() -> Bool {
        asked += 1
        return false
      }
      try store.queue.inDatabase { db in
        try db.interruptible(by: shouldStop) {
          _ = try SchemaMigrationPlan.trips.walk(db, to: .v2, options: MigrationOptions()) { _ in
            .v1
          }
        }
      }
      return asked
    }
    let few = try steps(1_000)
    #expect(few > 0)
    #expect(try steps(4_000) < 8 * few)
  }

  @Test(arguments: [
    ("DROP TABLE livingAccommodation", "the table 'livingAccommodation' of V1 is missing"),
    ("ALTER TABLE trip ADD COLUMN x", "the table 'trip' differs from that of V1"),
  ])
  func refusesAnotherSchema(sql: String, difference: String) throws {
    let store = try store(sql)
    #expect(throws: MigrationProblem.schemaDiffers(difference)) { try store.walk(to: .v4) }
  }

  /// Names are quoted in SQL, whatever characters they contain.
  @Test(arguments: ["x\" SET a = 1; DELETE FROM trip; --", "\"", "a'b", "x]y"])
  func followsReferencesOfAnyName(name: String) throws {
    let table = name.asIdentifier
    let store = try store(
      paris + """
        INSERT INTO trip VALUES (2, 'Paris', 'x', '2026-05-01', '2026-05-03');
        CREATE TABLE \(table)(\(table) INTEGER REFERENCES trip(id));
        INSERT INTO \(table) VALUES (2);
        """)
    try store.walk(to: .v4)
    try store.queue.inDatabase { db throws in
      #expect(try db.integers(SQL(sql: "SELECT \(table) FROM \(table)")) == [1])
      #expect(try db.integer("SELECT count(*) FROM trip").map(Int.init) == 1)
    }
  }

  /// SQLite fires it before ours.
  @Test func namesTriggersThatHideChanges() throws {
    let store = try store(paris)
    try store.walk(to: .v4)
    let unsafe = try store.queue.inDatabase { db in
      try db.execute(
        """
        CREATE TRIGGER touch AFTER INSERT ON trip
        BEGIN UPDATE trip SET destination = 'touched' WHERE id = new.id; END;
        """)
      return try UserTriggers.unsafe(in: db)
    }
    #expect(
      unsafe.map(\.description) == ["'touch' writes to its own table, trip"])
  }

  /// An error of the observer stops the migration at any step, and it can be repeated.
  @Test(arguments: 1...14)
  func anErrorAtAnyStepChangesNothing(step: Int) throws {
    let store = try MigratedStore(sql: FrozenStoreTests.dump(.v1))
    let before = try store.dump()
    var steps = 0
    var observer = SchemaMigrationPlan.Observer()
    observer.step = { _, _ in
      steps += 1
      if steps == step { throw MigrationProblem.interrupted }
    }
    store.queue.inDatabase { db in
      _ = #expect(throws: MigrationProblem.interrupted) {
        try SchemaMigrationPlan.trips.walk(
          db, to: .v4, options: MigrationOptions(), observer: observer
        ) { _ in .v1 }
      }
    }
    #expect(try store.dump() == before)
    try store.walk(to: .v4)
    #expect(
      try store.queue.inDatabase { try SchemaFingerprint.state(of: $0, at: .v4).difference } == nil)
  }

  /// A row changed without an entry in the ledger is detected.
  @Test func detectsAnUnrecordedChange() throws {
    let store = try store(paris)
    var observer = SchemaMigrationPlan.Observer()
    store.queue.inDatabase { db in
      observer.step = { _, step in
        if step == "proof" { try db.execute("UPDATE trip SET destination = 'lost'") }
      }
      let problem = #expect(throws: MigrationProblem.self) {
        try SchemaMigrationPlan.trips.walk(
          db, to: .v2, options: MigrationOptions(), observer: observer
        ) { _ in .v1 }
      }
      #expect(problem == .unbalanced("a row of trip changed without an entry"))
    }
  }

  @Test func mergesNothingAmongManyNames() throws {
    let store = try store(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO trip SELECT i, 'Paris ' || i, '', '2026-05-01', '2026-05-03' FROM n
      """)
    let trips = try store.rows().trips
    try store.walk(to: .v4)
    #expect(try store.entries().isEmpty)
    #expect(try store.rows().trips == trips)
  }

  /// Invalid UTF-8 is not a name: two such trips are not equal.
  @Test func neverMergesNamesThatAreNotText() throws {
    let store = try store(paris)
    try store.walk(to: .v2)
    try store.queue.inDatabase { db in
      try db.execute(
        """
        INSERT INTO trip SELECT id + 1, CAST(x'FE' AS TEXT), '', startDate, endDate FROM trip;
        INSERT INTO trip SELECT id + 1, CAST(x'FF' AS TEXT), '', startDate, endDate FROM trip
        WHERE id = 2
        """)
    }
    try store.walk(to: .v4)
    #expect(try store.entries().isEmpty)
    #expect(try store.rows().trips.count == 3)
  }

  @Test func assignsAUIDOfItsOwnToEachTrip() throws {
    let store = try store(paris)
    try store.queue.inDatabase { db in
      for id in 2...200 {
        try db.run(
          "INSERT INTO trip VALUES (\(id), \("Paris \(id)"), '', '2026-05-01', '2026-05-03')")
      }
    }
    try store.walk(to: .v4)
    let uids = try store.queue.inDatabase { try $0.texts("SELECT uid FROM trip") }
    #expect(Set(uids).count == 200)
    let version4 = #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    #expect(uids.allSatisfy { $0.wholeMatch(of: version4) != nil })
  }

  @Test func detectsALostRow() throws {
    let store = try store(paris)
    var observer = SchemaMigrationPlan.Observer()
    store.queue.inDatabase { db in
      observer.step = { _, step in
        if step == "schema" { try db.execute("DELETE FROM bucketListItem") }
      }
      let problem = #expect(throws: MigrationProblem.self) {
        try SchemaMigrationPlan.trips.walk(
          db, to: .v2, options: MigrationOptions(), observer: observer
        ) { _ in .v1 }
      }
      #expect(
        problem == .unbalanced("V1toV2: bucketListItem had 1 rows, has 0, and 0 are named"))
    }
  }
}
