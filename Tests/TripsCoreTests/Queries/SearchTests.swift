import SQLite
import Testing

@testable import TripsCore

/// Searches in a store that other programs write to as well.
struct SearchTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private func found(_ text: String, in store: Store? = nil) throws -> [String] {
    let store = store ?? temporary.store
    var descriptor = FetchDescriptor()
    descriptor.predicate.searches = [text]
    descriptor.sortBy = .id
    let names = try store.fetch(Trip.self, descriptor).map(\.name)
    #expect(try store.fetchCount(descriptor) == names.count)
    return names
  }

  private func execute(_ sql: String) throws {
    try temporary.asOtherProgram { try $0.execute(sql) }
  }

  private func pack() throws {
    try temporary.store.write { try SearchIndex($0).pack() }
  }

  private func segments() throws -> [Int64] {
    try temporary.store.read { try $0.integers("SELECT id FROM searchSegment") }
  }

  private func wrongTexts() throws -> Int {
    try temporary.store.read { try SearchIndex($0).wrongTexts() }
  }

  private func insertTrips(_ count: Int) throws {
    try execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO trip(name, destination, startDate, endDate)
      SELECT 'Trip ' || i, '', '2027-01-01', '2027-01-02' FROM n
      """)
  }

  @Test(arguments: [
    ("lodz", ["Łódź"]), ("ŁÓDŹ", ["Łódź"]), ("strasse", ["Große Straße"]), ("50%", ["50% _off_*"]),
    ("%", ["50% _off_*"]), ("_", ["50% _off_*"]), ("*", ["50% _off_*"]), ("\"", []), ("NEAR", []),
    ("-", []), ("京", ["東京"]), ("е", ["Ёлка"]), ("tokyo", ["東京"]), ("ódź\u{1F}p", []),
    ("źpolska", []), ("", ["Łódź", "Große Straße", "50% _off_*", "東京", "Ёлка"]),
  ])
  func findsTheLiteralTextWhetherPackedOrNot(text: String, names: [String]) throws {
    try temporary.add("Łódź", destination: "Polska")
    try temporary.add("Große Straße")
    try temporary.add("50% _off_*")
    try temporary.add("東京", destination: "Ｔｏｋｙｏ")
    try temporary.add("Ёлка")
    #expect(try found(text) == names)
    try pack()
    #expect(try found(text) == names)
  }

  /// Whatever a trip holds, and whatever another program does to it.
  @Test(arguments: [false, true])
  func findsTextOfATripWhoeverWroteIt(isPacked: Bool) throws {
    for name in ["Paris", "Rome", "Oslo"] { try temporary.add(name) }
    try execute(
      """
      UPDATE trip SET notes = 'Äpfel' WHERE id = 1;
      INSERT INTO bucketListItem(id, tripId, title, details) VALUES(1, 1, 'Musée', 'Öffnet um 9');
      INSERT INTO livingAccommodation(id, tripId, placeName, address) VALUES(1, 1, 'Régina', 'Rue Ÿ');
      """)
    let steps: [(sql: String, found: [String: [String]])] = [
      (
        "SELECT 1",
        [
          "apfel": ["Paris"], "musee": ["Paris"], "offnet": ["Paris"], "regina": ["Paris"],
          "rue y": ["Paris"], "musee\u{1F}": [], "apfelmusee": [], "oslo": ["Oslo"],
        ]
      ),
      (
        "UPDATE bucketListItem SET details = 'zu' WHERE id = 1",
        ["offnet": [], "zu": ["Paris"], "musee": ["Paris"]]
      ),
      ("UPDATE bucketListItem SET tripId = 2", ["musee": ["Rome"], "apfel": ["Paris"]]),
      ("UPDATE bucketListItem SET id = 9, tripId = NULL", ["musee": []]),
      ("UPDATE bucketListItem SET tripId = 3", ["musee": ["Oslo"]]),
      (
        "REPLACE INTO bucketListItem(id, tripId, title) VALUES(9, 2, 'Forum')",
        ["musee": [], "forum": ["Rome"]]
      ),
      ("UPDATE livingAccommodation SET placeName = 'Ritz'", ["regina": [], "ritz": ["Paris"]]),
      ("DELETE FROM livingAccommodation", ["ritz": []]),
      (
        "PRAGMA foreign_keys = OFF; UPDATE trip SET id = 700 WHERE id = 2",
        ["rome": ["Rome"], "forum": []]
      ),
      (
        """
        INSERT OR REPLACE INTO trip(id, name, destination, startDate, endDate)
        VALUES(800, 'Paris', 'Seine', '2027-01-01', '2027-01-01')
        """, ["apfel": [], "seine": ["Paris"]]
      ),
      ("DELETE FROM trip WHERE id = 3", ["oslo": []]),
    ]
    for (sql, expected) in steps {
      if isPacked { try pack() }
      try execute(sql)
      for (text, names) in expected { #expect(try found(text) == names, "\(text) after \(sql)") }
    }
  }

  @Test func findsTheSameWithSegmentsAsWithout() throws {
    var random = SplitMix(state: 11)
    try insertTrips(600)
    try execute("UPDATE trip SET destination = 'Łódź ' || id % 7")
    for _ in 0..<12 {
      if random.below(2) == 0 { try pack() }
      try execute(
        """
        UPDATE trip SET destination = 'Á\(random.below(9))' WHERE id % 97 = \(random.below(97));
        DELETE FROM trip WHERE id % 83 = \(random.below(83));
        INSERT INTO bucketListItem(tripId, title)
        SELECT id, 'É' || \(random.below(9)) FROM trip WHERE id % 89 = \(random.below(89));
        DELETE FROM bucketListItem WHERE id % 5 = \(random.below(5));
        """)
      let searches = [
        ["a1"], ["e2"], ["lodz 3"], ["\(random.below(600))"], ["z 1"], ["trip 1", "3", "lodz"],
      ]
      for texts in searches {
        let hits = try temporary.store.read { db in
          let wanted = try texts.map { try #require(ByteSearch($0)) }
          return try (
            SearchIndex(db).find(wanted),
            SearchIndex.findInAllRows(wanted, db)
          )
        }
        #expect(hits.0 == hits.1)
      }
      #expect(try wrongTexts() == 0)
    }
  }

  @Test func packsAfterManyChangesAndBeforeAPurge() throws {
    try insertTrips(Int(SearchIndex.changesUntilPacking) - 1)
    try temporary.add("Rome")
    #expect(try segments() == [])
    try temporary.add("Oslo")
    #expect(try segments() == [0, 1])
    try execute("DELETE FROM trip WHERE id < 256")
    #expect(try found("trip 300") == [])
    #expect(try found("trip") == (256...299).map { "Trip \($0)" })
    let purger = try Store(
      path: temporary.store.path, access: .writing,
      options: Store.Options(author: "test", command: "history purge"))
    _ = try purger.purgeHistory(before: .token(purger.historyToken()))
    #expect(try segments() == [1])
    #expect(try found("trip").count == 44)
    #expect(try found("rome") == ["Rome"])
  }

  /// The segments describe the present, an older state, or a newer one than requested.
  @Test(arguments: 0...4) func findsTextOfAPastState(changesBeforePacking: Int) throws {
    let changes = [
      "UPDATE trip SET name = 'Oslo' WHERE id = 1",
      "INSERT INTO bucketListItem(tripId, title) VALUES(2, 'Forum')",
      "DELETE FROM trip WHERE id = 1",
      "UPDATE bucketListItem SET title = 'Musée'",
    ]
    try temporary.add("Paris")
    try temporary.add("Rome")
    for (index, change) in changes.enumerated() {
      if index == changesBeforePacking { try pack() }
      try execute(change)
    }
    if changesBeforePacking == changes.count { try pack() }
    let states: [[String: [String]]] = [
      ["paris": ["Paris"], "rome": ["Rome"], "oslo": [], "forum": []],
      ["paris": [], "oslo": ["Oslo"], "forum": []],
      ["oslo": ["Oslo"], "forum": ["Rome"], "musee": []],
      ["oslo": [], "forum": ["Rome"], "musee": []],
      ["forum": [], "musee": ["Rome"], "rome": ["Rome"]],
    ]
    for (index, expected) in states.enumerated() {
      let past = try Store(
        path: temporary.store.path, access: .reading,
        options: Store.Options(author: "", command: ""), at: .transaction(Int64(index + 2)))
      for (text, names) in expected {
        #expect(try found(text, in: past) == names, "\(text) \(index)")
      }
    }
  }

  /// If another program purges the history itself, packed texts must not be trusted.
  @Test func foldsAllTextsAgainAfterAPurge() throws {
    try temporary.add("Rome")
    try pack()
    try execute("UPDATE trip SET name = 'Oslo'")
    try execute("UPDATE historyState SET purgedThrough = 2")
    #expect(try found("oslo") == ["Oslo"])
    #expect(try found("rome") == [])
    try execute("UPDATE historyState SET purgedThrough = 0, packedThrough = 77")
    #expect(try found("oslo") == ["Oslo"])
  }

  @Test(arguments: [
    "x''", "x'00'", "x'FFFF'", "x'0102030405'", "x'006F00FFFFFFFF0100'", "x'61000000000100'",
  ])
  func readsAnyBytesAsASegment(text: String) throws {
    try insertTrips(3)
    try pack()
    try execute("UPDATE searchSegment SET text = \(text)")
    #expect(try ![1, 2].contains(found("trip").count))
    let isUsed = try found("trip").isEmpty
    #expect(try (wrongTexts() > 0) == isUsed)
    try temporary.store.write { try SearchIndex($0).pack(all: true) }
    #expect(try found("trip").count == 3)
  }

  @Test func detectsIncorrectSegments() throws {
    try insertTrips(600)
    try pack()
    #expect(try wrongTexts() == 0)
    try execute(
      "UPDATE searchSegment SET text = CAST(replace(text, 'trip 1', 'trip 2') AS BLOB) WHERE id = 0"
    )
    try execute("DELETE FROM searchSegment WHERE id = 2")
    #expect(try wrongTexts() > 89)
    try temporary.store.write { try SearchIndex($0).pack(all: true) }
    #expect(try wrongTexts() == 0)
  }

  @Test func findsTextPackedInTheSameTransaction() throws {
    try temporary.add("Paris")
    let names = try temporary.store.write { db in
      try db.execute("UPDATE trip SET name = 'Rome'")
      try SearchIndex(db).pack(all: true)
      var descriptor = FetchDescriptor()
      descriptor.predicate.searches = ["rome"]
      return try Store.fetch(Trip.self, descriptor, in: db).map(\.name)
    }
    #expect(names == ["Rome"])
  }

  /// A damaged block may contain a trip twice.
  @Test func countsATripOnce() throws {
    try insertTrips(3)
    try pack()
    try execute("UPDATE searchSegment SET text = x'6161010100000001020000000200'")
    #expect(try found("a") == ["Trip 1"])
  }

  @Test func packsWithoutHistory() throws {
    try temporary.add("Paris")
    try pack()
    let changes = try temporary.asOtherProgram { db in
      try db.integer("SELECT count(*) FROM historyChange").map(Int.init)
    }
    #expect(changes == 1)
  }

  /// Scanning all trips and looking up the few matches give the same result.
  @Test func findsFewAndManyWithAndWithoutALimit() throws {
    try insertTrips(2_000)
    try pack()
    for text in ["trip", "trip 1", "trip 77", "trip 1999", "9", "none"] {
      var descriptor = FetchDescriptor()
      descriptor.predicate.searches = [text]
      let expected = (1...2_000).filter { "trip \($0)".contains(text) }.map(Int64.init)
      #expect(try temporary.store.fetch(Trip.self, descriptor).map(\.id).sorted() == expected)
      for limit in [1, 20, 600, .max] {
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = 2
        let ids = try temporary.store.fetch(Trip.self, descriptor).map(\.id)
        #expect(ids.count == max(0, min(limit, expected.count - 2)))
        #expect(Set(ids).isSubset(of: expected))
        #expect(try temporary.store.fetchCount(descriptor) == ids.count)
      }
    }
  }

  /// The sqlite3 shell creates such a store by `PRAGMA encoding` before its first table.
  @Test func readsAStoreInUTF16() throws {
    let path = temporary.folder.appending(path: "utf16.db").path
    try Connection(path)
      .execute("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(x); DROP TABLE t")
    let store = try Store(
      path: path, access: .creating, options: Store.Options(author: "test", command: "add"))
    var draft = TripDraft()
    draft.name = "Łódź 東京"
    _ = try store.add(draft, today: .first)
    var descriptor = FetchDescriptor()
    descriptor.predicate.searches = ["LODZ 東"]
    var rows: [String] = []
    try store.render(descriptor, as: .csv).withEach {
      rows.append(String(decoding: $0, as: UTF8.self))
    }
    #expect(rows.count == 1)
    #expect(rows.first?.contains(",trip,Łódź 東京,,0001-01-01,") == true)
    #expect(try store.fetchCount(descriptor) == 1)
  }
}
