import Foundation
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
    let store = try store ?? temporary.store
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
  func findsTheLiteralText(text: String, names: [String]) throws {
    try temporary.add("Łódź") { $0.values.set(.destination, "Polska") }
    try temporary.add("Große Straße")
    try temporary.add("50% _off_*")
    try temporary.add("東京") { $0.values.set(.destination, "Ｔｏｋｙｏ") }
    try temporary.add("Ёлка")
    #expect(try found(text) == names)
  }

  /// For any contents of trips, and any changes by another program.
  @Test func findsTextThatAnotherProgramWrote() throws {
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
      ("UPDATE bucketListItem SET tripId = NULL", ["musee": []]),
      ("UPDATE bucketListItem SET tripId = 3", ["musee": ["Oslo"]]),
      (
        "UPDATE bucketListItem SET tripId = 2, title = 'Forum'",
        ["musee": [], "forum": ["Rome"]]
      ),
      ("UPDATE livingAccommodation SET placeName = 'Ritz'", ["regina": [], "ritz": ["Paris"]]),
      ("DELETE FROM livingAccommodation", ["ritz": []]),
      ("PRAGMA foreign_keys = OFF; DELETE FROM trip WHERE id = 2", ["rome": [], "forum": []]),
      ("DELETE FROM trip WHERE id = 3", ["oslo": []]),
    ]
    for (sql, expected) in steps {
      try execute(sql)
      for (text, names) in expected { #expect(try found(text) == names, "\(text) after \(sql)") }
    }
  }

  @Test func findsTextOfAPastState() throws {
    let changes = [
      "UPDATE trip SET name = 'Oslo' WHERE id = 1",
      "INSERT INTO bucketListItem(tripId, title) VALUES(2, 'Forum')",
      "DELETE FROM trip WHERE id = 1",
      "UPDATE bucketListItem SET title = 'Musée'",
    ]
    try temporary.add("Paris")
    try temporary.add("Rome")
    for change in changes {
      try execute(change)
      // Statements of other programs within a millisecond may share a transaction.
      usleep(2_000)
    }
    let states: [[String: [String]]] = [
      ["paris": ["Paris"], "rome": ["Rome"], "oslo": [], "forum": []],
      ["paris": [], "oslo": ["Oslo"], "forum": []],
      ["oslo": ["Oslo"], "forum": ["Rome"], "musee": []],
      ["oslo": [], "forum": ["Rome"], "musee": []],
      ["forum": [], "musee": ["Rome"], "rome": ["Rome"]],
    ]
    for (index, expected) in states.enumerated() {
      let past = try Store(
        path: temporary.path, access: .reading,
        options: Store.Options(author: "", command: ""), at: .transaction(Int64(index + 2)))
      for (text, names) in expected {
        #expect(try found(text, in: past) == names, "\(text) \(index)")
      }
    }
  }

  /// Scanning all trips and looking up the few matches give the same result.
  @Test func findsFewAndManyWithAndWithoutALimit() throws {
    try insertTrips(2_000)
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
    var draft = TripEdit()
    draft.values.set(.name, "Łódź 東京")
    _ = try store.add(draft, today: .first)
    var descriptor = FetchDescriptor()
    descriptor.predicate.searches = ["LODZ 東"]
    var rows: [String] = []
    try store.render(descriptor, TripCSV().append).withEach {
      rows.append(String(decoding: $0, as: UTF8.self))
    }
    #expect(rows.count == 1)
    #expect(rows.first?.contains(",plain,Łódź 東京,,0001-01-01,") == true)
    #expect(try store.fetchCount(descriptor) == 1)
  }
}
