import Chance
import SQLite
import Testing

@testable import Migrations

/// The history of a store that other programs write to, with any settings and statements.
struct HistoryTriggerTests {
  private typealias State = [String: [[SQLiteValue]]]

  @Test(arguments: [SchemaVersion.v3, .v4])
  func everyPastStateIsReadBack(version: SchemaVersion) throws {
    var (written, refused) = (0, 0)
    for seed in UInt64(0)..<12 {
      var generator = SplitMix(state: seed)
      let store = try MigratedStore(version)
      for setting in ["foreign_keys", "recursive_triggers", "trusted_schema"] {
        try store.db.execute("PRAGMA \(setting) = \(Int.random(in: 0...1, using: &generator))")
      }
      var states = [(place: Int64(0), state: try now(store))]
      for _ in 0..<100 {
        do {
          try store.db.execute(statement(version, &generator))
          written += 1
        } catch let error as SQLiteError {
          #expect(error.code == .constraint)
          refused += 1
        }
        let place = try store.db.integer("SELECT max(id) FROM historyChange") ?? 0
        states.append((place, try now(store)))
      }
      for (place, state) in states {
        #expect(try past(store, place) == state, "seed \(seed), place \(place)")
      }
      try expectReplay(store, of: states)
    }
    #expect(written > 500 && refused > 100)
  }

  /// Replays the changes, beginning with an empty store: a change's new row is the next past row of
  /// that row, or the row itself.
  private func expectReplay(
    _ store: MigratedStore, of states: [(place: Int64, state: State)]
  ) throws {
    let expected = Dictionary(states.map { ($0.place, $0.state) }) { _, last in last }
    var state: State = ["trip": [], "bucketListItem": [], "livingAccommodation": []]
    let changes = try store.db.rows("SELECT id, entity, rowId, kind FROM historyChange ORDER BY id")
    {
      (id: $0.integer(0), table: $0.text(1), row: $0.integer(2), kind: $0.text(3))
    }
    for change in changes {
      var rows = state[change.table]!.filter { $0[0] != .integer(change.row) }
      #expect((change.kind == "insert") == (rows.count == state[change.table]!.count))
      if change.kind != "delete" {
        let next = try store.db.integer(
          """
          SELECT min(id) FROM historyChange
          WHERE entity = \(change.table) AND rowId = \(change.row) AND id > \(change.id)
          """)
        let source =
          next.map { "\(change.table)Past WHERE changeId = \($0)" }
          ?? "\(change.table) WHERE id = \(change.row)"
        let columns = try columns(store, change.table)
        rows += try store.db.rows("SELECT \(sql: columns) FROM \(sql: source)") { $0.values }
      }
      state[change.table] = rows.sorted { $0[0].integer! < $1[0].integer! }
      if let known = expected[change.id] { #expect(state == known) }
    }
  }

  private func columns(_ store: MigratedStore, _ table: String) throws -> String {
    try store.texts("SELECT name FROM pragma_table_info('\(table)')").joined(separator: ", ")
  }

  private func now(_ store: MigratedStore) throws -> State {
    try Entity.allCases.reduce(into: [:]) { state, entity in
      state[entity.table] = try store.db.rows("SELECT * FROM \(sql: entity.table) ORDER BY id") {
        $0.values
      }
    }
  }

  private func past(_ store: MigratedStore, _ place: Int64) throws -> State {
    try Entity.allCases.reduce(into: [:]) { state, entity in
      let (table, columns) = (entity.table, try columns(store, entity.table))
      let later = "FROM historyChange WHERE id > \(place) AND entity = '\(table)'"
      state[table] = try store.db.rows(
        """
        SELECT \(sql: columns) FROM \(sql: table) WHERE id NOT IN (SELECT rowId \(sql: later))
        UNION ALL SELECT \(sql: columns) FROM \(sql: table)Past WHERE changeId IN (
          SELECT min(id) \(sql: later) GROUP BY rowId)
        ORDER BY id
        """
      ) { $0.values }
    }
  }

  /// A statement that another program may try.
  private func statement(_ version: SchemaVersion, _ generator: inout SplitMix) -> String {
    func one(of texts: [String]) -> String { texts.randomElement(using: &generator)! }
    let (name, start) = (
      one(of: ["'A'", "'B'", "'C'"]), one(of: ["'2027-01-01'", "'2027-01-02'"])
    )
    let (id, uid) = (Int.random(in: 1...9, using: &generator), one(of: ["'u1'", "'u2'", "'u3'"]))
    let insert = one(of: ["INSERT", "INSERT OR IGNORE", "INSERT OR REPLACE", "INSERT OR FAIL"])
    let update = one(of: ["UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE", "UPDATE OR FAIL"])
    let (kid, label) =
      Bool.random(using: &generator)
      ? ("bucketListItem", "title") : ("livingAccommodation", "placeName")
    let entity = one(of: ["trip", kid])
    let trip = "trip(name, destination, startDate, endDate)"
    var statements = [
      "\(insert) INTO \(trip) VALUES (\(name), '', \(start), '2027-01-03'), (\(name), 'x', \(start), '2027-01-04')",
      "\(insert) INTO trip(id, name, destination, startDate, endDate) VALUES (\(id), \(name), '', \(start), '2027-01-05')",
      "INSERT INTO \(trip) VALUES (\(name), '', \(start), '2027-01-03') ON CONFLICT DO UPDATE SET destination = 'y'",
      "\(update) trip SET name = \(name) WHERE id % 3 = \(id % 3)",
      "\(update) trip SET destination = '\(id)' WHERE id % 2 = \(id % 2)",
      "\(update) trip SET endDate = '2026-01-01' WHERE id = \(id)",
      "\(update) \(entity) SET rowid = rowid + 20 WHERE id = \(id)",
      "DELETE FROM trip WHERE id % 4 = \(id % 4)", "DELETE FROM trip WHERE id = \(id) RETURNING id",
      "\(insert) INTO \(kid)(id, tripId, \(label)) VALUES (\(id), (SELECT max(id) FROM trip), \(name))",
      "INSERT INTO \(kid)(tripId, \(label)) SELECT id, \(name) FROM trip",
      "\(update) \(kid) SET \(label) = CAST(x'FF' AS TEXT), tripId = NULL WHERE id % 3 = \(id % 3)",
      "DELETE FROM \(kid) WHERE id % 5 = \(id % 5)",
      "BEGIN; UPDATE trip SET destination = 'z'; DELETE FROM trip; ROLLBACK",
      // As in an undo.
      """
      INSERT INTO trip SELECT \(version == .v3 ? "" : "")id, name, destination, startDate, endDate\
      \(version == .v3 ? "" : ", uid, type, perdiemMinor, perdiemCurrency, perdiemRule, singleDays, reason, notes, tags")
      FROM tripPast WHERE id NOT IN (SELECT id FROM trip) ORDER BY changeId DESC LIMIT 1
      """,
    ]
    if version == .v4 {
      statements += [
        "\(update) \(entity) SET uid = \(uid) WHERE id = \(id)",
        "\(insert) INTO \(kid)(\(label), uid) VALUES (\(name), \(uid))",
        "UPDATE trip SET type = 'business', perdiemMinor = \(id), perdiemCurrency = 'EUR'",
        "UPDATE trip SET type = 'plain', perdiemMinor = NULL, perdiemCurrency = NULL WHERE id = \(id)",
        "UPDATE \(kid) SET costMinor = \(id), costCurrency = 'USD'",
        "UPDATE bucketListItem SET date = \(start), time = '09:00', isDone = 1 WHERE id % 2 = 0",
        "UPDATE livingAccommodation SET startDate = \(start), endDate = \(start) WHERE id % 2 = 0",
      ]
    }
    return one(of: statements)
  }
}

/// What the triggers record and refuse.
struct HistoryRuleTests {
  private func store() throws -> MigratedStore {
    try MigratedStore(
      .latest,
      """
      INSERT INTO trip(name, destination, startDate, endDate)
      VALUES ('Paris', '', '2027-01-01', '2027-01-02'), ('Rome', '', '2027-01-01', '2027-01-02');
      INSERT INTO bucketListItem(tripId, title, isDone) VALUES (1, 'Louvre', 1), (2, 'Forum', 0);
      INSERT INTO livingAccommodation(tripId, placeName, isConfirmed)
      VALUES (1, 'Ritz', 1), (2, 'Inn', 0);
      """)
  }

  private func changes(_ store: MigratedStore, after place: Int64 = 6) throws -> [String] {
    try store.texts(
      """
      SELECT author || ' ' || command || ' ' || ifnull(reverts, '') || ' ' || entity || ' ' || rowId
        || ' ' || c.kind
      FROM historyChange AS c JOIN historyTransaction AS t ON t.id = transactionId
      WHERE c.id > \(place) ORDER BY c.id
      """)
  }

  @Test func recordsOurTransactionsByAuthorAndCommand() throws {
    let store = try store()
    try store.db.execute(
      """
      BEGIN;
      UPDATE historyState SET author = 'anna', command = 'undo', kind = 'undo', reverts = 1,
        currentTransaction = NULL;
      UPDATE trip SET notes = 'a';
      UPDATE trip SET notes = 'b' WHERE id = 1;
      UPDATE trip SET notes = 'b' WHERE id = 1;
      UPDATE historyState
      SET author = NULL, command = NULL, kind = NULL, reverts = NULL, currentTransaction = NULL;
      COMMIT;
      UPDATE trip SET notes = 'c' WHERE id = 1;
      """)
    #expect(
      try changes(store) == [
        "anna undo 1 trip 1 update", "anna undo 1 trip 2 update", "anna undo 1 trip 1 update",
        "external   trip 1 update",
      ])
    let transactions = try store.db.integer(
      "SELECT count(DISTINCT transactionId) FROM historyChange WHERE id > 6")
    #expect(transactions == 2)
  }

  @Test(arguments: [false, true], [false, true])
  func aTripIsRecordedAfterItsItemsAndStays(foreignKeys: Bool, recursive: Bool) throws {
    let store = try store()
    try store.db.execute(
      "PRAGMA foreign_keys = \(foreignKeys); PRAGMA recursive_triggers = \(recursive)")
    try store.db.execute("DELETE FROM trip WHERE id = 1")
    let recorded = try changes(store).map {
      $0.split(separator: " ").dropFirst().joined(separator: " ")
    }
    #expect(
      Set(recorded.dropLast()) == ["bucketListItem 1 delete", "livingAccommodation 1 delete"])
    #expect(recorded.last == "trip 1 delete")
    #expect(try store.db.integer("SELECT count(*) FROM bucketListItem") == 1)
    let transactions = try store.db.integer(
      "SELECT count(DISTINCT transactionId) FROM historyChange WHERE id > 6")
    #expect(transactions == 1)
  }

  @Test(arguments: [
    (
      "REPLACE INTO trip(id, name, destination, startDate, endDate) VALUES (1, 'a', '', '2027-01-01', '2027-01-01')",
      "a trip with this id, uid, or name and dates already exists; use UPDATE"
    ),
    (
      "INSERT OR IGNORE INTO trip(name, destination, startDate, endDate) VALUES ('Rome', '', '2027-01-01', '2027-01-02')",
      "a trip with this id, uid, or name and dates already exists; use UPDATE"
    ),
    (
      "UPDATE OR REPLACE trip SET name = 'Rome'",
      "another trip has this uid, or this name and these dates; update that trip"
    ),
    (
      "UPDATE OR IGNORE trip SET uid = 'a'",
      "another trip has this uid, or this name and these dates; update that trip"
    ),
    ("UPDATE trip SET _rowid_ = 7", "the id of a trip cannot change; insert a new trip"),
    (
      "REPLACE INTO bucketListItem(id, title) VALUES (1, 'a')",
      "an item with this id or uid already exists; use UPDATE"
    ),
    ("UPDATE bucketListItem SET id = 9", "the id of an item cannot change; insert a new item"),
    (
      "UPDATE OR REPLACE bucketListItem SET uid = 'a'",
      "another item has this uid; update that item"
    ),
    (
      "UPDATE OR REPLACE livingAccommodation SET uid = 'a'",
      "another stay has this uid; update that stay"
    ),
    (
      "REPLACE INTO livingAccommodation(placeName, uid) SELECT 'a', uid FROM livingAccommodation",
      "a stay with this id or uid already exists; use UPDATE"
    ),
  ])
  func refusesCollisionsAndChangedIds(sql: String, message: String) throws {
    let store = try store()
    let before = try store.dump()
    let error = #expect(throws: SQLiteError.self) { try store.db.execute(sql) }
    #expect(error?.message == message)
    #expect(try store.dump() == before)
  }

  /// Each lookup of a row, and each new id, uses an index.
  @Test func costsTheSameOnALargeStore() throws {
    let store = try store()
    for table in ["trip", "bucketListItem", "livingAccommodation"] {
      let key = table == "trip" ? " OR (name, startDate, endDate) = ('a', 'b', 'c')" : ""
      let plan = try store.db.rows(
        "EXPLAIN QUERY PLAN SELECT 1 FROM \(sql: table) WHERE id = 1 OR uid = 'a' \(sql: key)"
      ) { $0.text(3) }
      #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }
  }
}
