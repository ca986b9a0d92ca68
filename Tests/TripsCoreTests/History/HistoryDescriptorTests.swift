import Testing

@testable import TripsCore

struct HistoryDescriptorTests {
  let fixture: TemporaryStore

  init() throws {
    fixture = try TemporaryStore()
    let insert = "INSERT INTO trip(name, destination, startDate, endDate, type) VALUES"
    let dates = "'', '2026-01-01', '2026-01-02'"
    try fixture.execute(
      "\(insert) ('plain', \(dates), 'plain')",  // 1
      "\(insert) ('work', \(dates), 'business')",  // 2
      "\(insert) ('fun', \(dates), 'personal')",  // 3
      "INSERT INTO bucketListItem(tripId, title) VALUES (1, 'x')",  // 4
      "INSERT INTO livingAccommodation(tripId, placeName) VALUES (2, 'y')",  // 5
      "UPDATE trip SET type = 'personal' WHERE id = 2",  // 6
      "UPDATE bucketListItem SET title = '\"tripId\":2,' WHERE id = 1",  // 7
      "UPDATE bucketListItem SET tripId = 3",  // 8
      "DELETE FROM trip WHERE id = 3")  // 9
  }

  /// A trip counts as its current kind, or its last kind if it was deleted.
  @Test(arguments: [
    ([HistoryEntity.trip], [1, 2, 3, 6, 9]), ([.businessTrip], []),
    ([.personalTrip], [2, 3, 6, 9]), ([.bucketListItem], [4, 7, 8, 9]),
    ([.livingAccommodation, .personalTrip], [2, 3, 5, 6, 9]),
    (Array(repeating: .trip, count: 2_000), [1, 2, 3, 6, 9]), ([], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
  ])
  func filtersByEntityDeeply(entities: [HistoryEntity], ids: [Int64]) throws {
    var descriptor = HistoryDescriptor()
    descriptor.entities = entities
    #expect(try fixture.history(descriptor).map(\.id) == ids)
  }

  @Test(arguments: [
    ("1", [1, 4, 7, 8, 9]), ("2", [2, 5, 6]), ("fun", [3, 4, 7, 8, 9]), ("3", [3, 4, 7, 8, 9]),
  ])
  func watchesATripWithItsItemsAndStays(trip: String, ids: [Int64]) throws {
    var descriptor = HistoryDescriptor()
    descriptor.trip = TripReference(trip)
    #expect(try fixture.history(descriptor).map(\.id) == ids)
  }

  @Test func listsTheDeletedTripsThatMatchAName() throws {
    try fixture.execute(
      """
      INSERT INTO trip(name, destination, startDate, endDate)
      VALUES ('fun', '', '2028-01-01', '2028-01-02')
      """, "DELETE FROM trip WHERE name = 'fun'")
    var descriptor = HistoryDescriptor()
    descriptor.trip = TripReference("fun")
    #expect {
      try fixture.history(descriptor)
    } throws: { error in
      guard case TripsError.reference(let problem) = error else { return false }
      return problem.rows.map(\.id) == [3, 4]
    }
    descriptor.trip = TripReference("nothing")
    #expect(throws: TripsError.self) { try fixture.history(descriptor) }
  }

  /// Limit, newest first, the ids, and whether the token covers exactly the transactions shown.
  @Test(arguments: [
    (3, false, [1, 2, 3], true), (3, true, [9, 8, 7], false), (0, false, [], true),
    (9, false, [1, 2, 3, 4, 5, 6, 7, 8, 9], false),
    (nil, true, [9, 8, 7, 6, 5, 4, 3, 2, 1], false),
  ])
  func tokenCoversWhatWasShown(
    limit: Int?, newestFirst: Bool, ids: [Int64], isCut: Bool
  ) throws {
    var descriptor = HistoryDescriptor()
    descriptor.fetchLimit = limit
    descriptor.newestFirst = newestFirst
    let (transactions, token) = try fixture.follow(descriptor)
    #expect(transactions.map(\.id) == ids)
    let rest = try fixture.since(try #require(token)).map(\.id)
    #expect(rest == (isCut ? Array(((ids.last ?? 0) + 1)...9) : []))
  }

  @Test(arguments: [1, 2, 3, 100])
  func readsTheSameInPagesOfAnySize(pageSize: Int) throws {
    for newestFirst in [false, true] {
      var descriptor = HistoryDescriptor()
      descriptor.newestFirst = newestFirst
      let cursor = HistoryCursor(try fixture.open(.reading), descriptor, pageSize: pageSize)
      var changes: [Int64] = []
      while let page = try cursor.next() { changes += page.flatMap(\.changes).map(\.id) }
      let whole = try fixture.history(descriptor).flatMap(\.changes).map(\.id)
      #expect(changes == whole)
      #expect(Set(changes).count == 10)
    }
  }

  @Test func stopsAtUntil() throws {
    let middle = try fixture.history()[4].changes[0].token
    var descriptor = HistoryDescriptor()
    descriptor.until = middle
    let (transactions, token) = try fixture.follow(descriptor)
    #expect(transactions.map(\.id) == [1, 2, 3, 4, 5])
    #expect(token == middle)
  }
}
