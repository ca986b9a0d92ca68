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
}
