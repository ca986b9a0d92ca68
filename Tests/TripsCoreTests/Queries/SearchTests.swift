import GRDB
import Testing

@testable import TripsCore

/// Searches in a store that other programs write to as well.
struct SearchTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
  }

  private func found(_ text: String) throws -> [String] {
    var descriptor = FetchDescriptor()
    descriptor.predicate.search = text
    descriptor.sortBy = .id
    let names = try temporary.store.fetch(Trip.self, descriptor).map(\.name)
    #expect(try temporary.store.fetchCount(descriptor) == names.count)
    return names
  }

  @Test(arguments: [
    ("lodz", ["Łódź"]), ("ŁÓDŹ", ["Łódź"]), ("strasse", ["Große Straße"]), ("50%", ["50% _off_*"]),
    ("%", ["50% _off_*"]), ("_", ["50% _off_*"]), ("*", ["50% _off_*"]), ("\"", []), ("NEAR", []),
    ("-", []), ("京", ["東京"]), ("е", ["Ёлка"]), ("tokyo", ["東京"]), ("ódź\u{1F}p", []),
    ("źpolska", []), ("", ["Łódź", "Große Straße", "50% _off_*", "東京", "Ёлка"]),
  ])
  func findsTheLiteralTextWhetherFoldedOrNot(text: String, names: [String]) throws {
    try temporary.add("Łódź", destination: "Polska")
    try temporary.add("Große Straße")
    try temporary.add("50% _off_*")
    try temporary.add("東京", destination: "Ｔｏｋｙｏ")
    try temporary.add("Ёлка")
    #expect(try temporary.store.unfoldedCount() == 0)
    #expect(try found(text) == names)
    try temporary.asOtherProgram { try $0.execute(sql: "UPDATE trip SET folded = NULL") }
    #expect(try temporary.store.unfoldedCount() == 5)
    #expect(try found(text) == names)
  }

  @Test func findsWhatAnotherProgramWroteAndFillsItInWithTheNextWrite() throws {
    try temporary.add("Paris")
    try temporary.asOtherProgram { db in
      try db.execute(
        sql: """
          INSERT INTO trip(name, destination, startDate, endDate)
          VALUES('Kraków', 'Polska', '2027-01-01', '2027-01-02');
          UPDATE trip SET name = 'Ørsted' WHERE name = 'Paris';
          """)
    }
    #expect(try temporary.store.unfoldedCount() == 2)
    #expect(try found("krakow") == ["Kraków"])
    #expect(try found("orsted") == ["Ørsted"])
    #expect(try found("paris") == [])
    #expect(try temporary.store.unfoldedCount() == 2)
    try temporary.add("Rome")
    #expect(try temporary.store.unfoldedCount() == 0)
    #expect(try found("krakow") == ["Kraków"])
    #expect(try found("orsted") == ["Ørsted"])
  }

  @Test func tellsAnEmptyFoldedTextFromAMissingOne() throws {
    try temporary.add("Paris")
    try temporary.asOtherProgram { try $0.execute(sql: "UPDATE trip SET folded = ''") }
    #expect(try found("paris").isEmpty)
    try temporary.asOtherProgram { try $0.execute(sql: "UPDATE trip SET folded = NULL") }
    #expect(try found("paris") == ["Paris"])
    #expect(try found("rome").isEmpty)
  }

  @Test func fillsInSomeRowsAtATime() throws {
    try temporary.asOtherProgram { db in
      try db.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
          INSERT INTO trip(name, destination, startDate, endDate)
          SELECT 'Trip ' || i, '', '2027-01-01', '2027-01-02' FROM n
          """)
    }
    try temporary.add("Rome")
    #expect(try temporary.store.unfoldedCount() == 700 - SearchText.fillLimit)
    #expect(try found("trip").count == 700)
  }

  @Test(arguments: [700, 21_000]) func fillsInAllRowsAndLeavesTheSchemaAsItWas(count: Int) throws {
    let before = try temporary.asOtherProgram { db in
      try db.execute(
        sql: """
          DROP TRIGGER trip_historyInsert; DROP TRIGGER trip_noteInsert;
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          INSERT INTO trip(name, destination, startDate, endDate)
          SELECT 'Łódź ' || i, 'É', '2027-01-01', '2027-01-02' FROM n
          """)
      return try Set(
        String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"))
    }
    #expect(try temporary.store.fillFoldedTexts() == count)
    #expect(try temporary.store.unfoldedCount() == 0)
    try temporary.asOtherProgram { db in
      let after = try Set(
        String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"))
      #expect(after == before)
      #expect(try String.fetchOne(db, sql: "PRAGMA integrity_check") == "ok")
      let text = try String.fetchOne(db, sql: "SELECT folded FROM trip WHERE id = 7")
      #expect(text == "lodz 7\u{1F}e")
    }
    #expect(try temporary.store.fillFoldedTexts() == 0)
  }

  /// The folded text is no property: computing it is nothing that happened to a trip.
  @Test func fillsInWithoutHistory() throws {
    try temporary.add("Paris")
    try temporary.asOtherProgram { try $0.execute(sql: "UPDATE trip SET folded = NULL") }
    try temporary.add("Rome")
    let changes = try temporary.asOtherProgram { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM historyChange")
    }
    #expect(changes == 2)
  }

  @Test func keepsTheFoldedTextWhenAnEditChangesCaseAlone() throws {
    let id = try temporary.add("paris")
    var draft = TripDraft()
    draft.name = "Paris"
    _ = try temporary.store.edit(TripReference(String(id)), draft)
    #expect(try temporary.store.unfoldedCount() == 0)
    #expect(try found("PARIS") == ["Paris"])
  }

  /// The sqlite3 shell makes such a store by `PRAGMA encoding` before its first table.
  @Test func readsAStoreInUTF16() throws {
    let path = temporary.folder.appending(path: "utf16.db").path
    try DatabaseQueue(path: path).inDatabase { db in
      try db.execute(sql: "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(x); DROP TABLE t")
    }
    let store = try Store(
      path: path, access: .creating, options: Store.Options(author: "test", command: "add"))
    var draft = TripDraft()
    draft.name = "Łódź 東京"
    _ = try store.add(draft, today: .first)
    var descriptor = FetchDescriptor()
    descriptor.predicate.search = "LODZ 東"
    var rows: [String] = []
    try store.render(descriptor, as: .csv).withEach {
      rows.append(String(decoding: $0, as: UTF8.self))
    }
    #expect(rows.count == 1)
    #expect(rows.first?.contains(",trip,Łódź 東京,,0001-01-01,") == true)
    #expect(try store.fetchCount(descriptor) == 1)
  }
}
