import Foundation
import SQLite
import Testing

@testable import TripsCore

struct StoreTests {
  let test: TemporaryStore

  init() throws {
    test = try TemporaryStore()
  }

  /// A store accepts no more items than an import of its export.
  @Test func refusesMoreItemsThanAnImportAccepts() throws {
    let trip = TripReference(String(try test.add("A").trip.id))
    try test.asOtherProgram { db in
      try db.run(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(BucketListItem.maxCount - 1))
        INSERT INTO bucketListItem(tripId, title) SELECT 1, 'item ' || i FROM n
        """)
    }
    func add(_ titles: String...) throws {
      let items = titles.map { title in
        var item = BucketListDraft()
        item.set(.title, title)
        return item
      }
      _ = try test.store.add(items, ItemDays(), to: trip)
    }
    #expect(throws: TripsError.self) { try add("one", "two") }
    try add("one")
    var draft = TripEdit()
    draft.bucketList = ["two"]
    #expect(throws: TripsError.self) { try test.store.edit(trip, draft) }
    let count = try test.asOtherProgram {
      try $0.integer("SELECT count(*) FROM bucketListItem").map(Int.init)
    }
    #expect(count == BucketListItem.maxCount)
  }

  @Test func fetchesDeepAndShallow() throws {
    try test.add("plain", from: "2027-01-01")
    try test.add("work", from: "2027-01-02", type: .business) {
      $0.values.cost = try? WrittenAmount("120", otherwise: .usd)
    }
    try test.add("fun", from: "2027-01-03", type: .personal) { $0.values.set(.reason, "wellness") }
    let store = try test.open(.reading)
    let all = try store.fetch(Trip.self)
    #expect(all.map { "\(Swift.type(of: $0))" } == ["Trip", "BusinessTrip", "PersonalTrip"])
    let business: [BusinessTrip] = try store.fetch(BusinessTrip.self)
    #expect(business.map(\.perdiem?.description) == ["120.00 USD"])
    let personal: [PersonalTrip] = try store.fetch(PersonalTrip.self)
    #expect(personal.map(\.reason) == [.wellness])
    var descriptor = FetchDescriptor()
    descriptor.predicate.types = [.personal]
    #expect(try store.fetch(BusinessTrip.self, descriptor).isEmpty)
  }

  @Test func neverGivesAnIdTwice() throws {
    try test.add("a")
    let last = try test.add("b")
    _ = try test.open(.writing).delete([TripReference("b")])
    let next = try test.add("c")
    #expect(next.trip.id > last.trip.id)
    #expect(next.trip.uid != last.trip.uid)
  }

  @Test(arguments: [
    ("2", 2), ("Rome", 2), ("rome", 2), ("ŁÓDŹ", 3), ("lodz", 3), ("Łódz\u{301}", 3), ("4", 4),
  ])
  func findsATripByIdOrName(words: String, id: Int64) throws {
    try test.add("4")
    try test.add("Rome")
    try test.add("Łódź")
    try test.add("last")
    #expect(try test.open(.reading).trip(TripReference(words)).id == id)
  }

  @Test func listsTheCandidates() throws {
    try test.add("Paris", from: "2027-01-01")
    try test.add("Paris", from: "2028-01-01")
    let error = #expect(throws: TripsError.self) {
      try test.open(.reading).trip(TripReference("Paris"))
    }
    #expect(
      error?.description
        == "'Paris' matches 2 trips: 'Paris' (1, 2027-01-01 to 2027-01-03), "
        + "'Paris' (2, 2028-01-01 to 2028-01-03)")
    let missing = #expect(throws: TripsError.self) {
      try test.open(.reading).trip(TripReference("pari"))
    }
    #expect(missing?.description.hasPrefix("'pari' matches 2 trips: 'Paris' (1, ") == true)
  }

  /// Digits are an id or a whole name, never search text.
  @Test func findsATripToReadByTextThatOnlyItContains() throws {
    try test.add("Paris 2027")
    try test.add("Paris 2028")
    try test.add("Rome")
    let store = try test.open(.writing)
    #expect(try store.trip(TripReference("s 2028")).id == 2)
    #expect(throws: TripsError.self) { try store.trip(TripReference("2028")) }
    #expect(throws: TripsError.self) { try store.trip(TripReference("paris")) }
    #expect(try store.edit(TripReference("s 2028"), TripEdit()).trip.id == 2)
    let refused = #expect(throws: TripsError.self) { try store.delete([TripReference("s 2028")]) }
    #expect(refused?.kind == .noTrip)
    #expect(
      refused?.description
        == "'s 2028' is only part of a name: trip 'Paris 2028' (2, 2027-05-01 to 2027-05-03)")
  }

  @Test func findsANameAmongManyThatContainIt() throws {
    for number in 1...25 { try test.add("Paris stop \(number)", from: "2026-01-01") }
    let id = try test.add("Paris", from: "2029-01-01").trip.id
    let store = try test.open(.reading)
    #expect(try store.trip(TripReference("paris")).id == id)
    for day in 10...21 { try test.add("Same", from: "2027-01-\(day)") }
    let error = #expect(throws: TripsError.self) { try store.trip(TripReference("same")) }
    #expect(
      error?.description.hasPrefix("'same' matches 12 trips: 'Same' (27, 2027-01-10 to ") == true)
    #expect(error?.description.hasSuffix(" and 2 more") == true)
  }

  @Test func warnsOfTripsOnTheSameDays() throws {
    try test.add("before", from: "2027-01-01")
    func add(_ name: String, _ start: String, _ nights: Int) throws -> [String] {
      let outcome = try test.add(name, from: start) { $0.end = .after(.days(nights)) }
      return (outcome.warnings?.overlaps ?? []).map(\.name)
    }
    _ = try add("ends as it begins", "2027-01-02", 2)
    _ = try add("begins as it ends", "2027-01-09", 1)
    _ = try add("first day", "2027-01-04", 0)
    _ = try add("shares two days", "2027-01-03", 2)
    _ = try add("within", "2027-01-07", 0)
    _ = try add("around", "2027-01-03", 30)
    #expect(try add("new", "2027-01-04", 5) == ["shares two days", "around", "within"])
    #expect(try add("day", "2027-01-04", 0) == ["shares two days", "around"])
  }
}
