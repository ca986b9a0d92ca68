import Foundation
import SQLite
import Testing

@testable import TripsCore

/// A store in a temporary folder.
final class TestStore {
  let folder: URL
  var path: String { folder.appending(path: "trips.db").path }
  let today: CalendarDate

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "trips-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    today = try #require(CalendarDate("2026-11-21"))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func open(_ access: Store.Access = .creating, timeout: Double = 5) throws -> Store {
    try Store(
      path: path, access: access,
      options: Store.Options(author: "test", command: "test", busyTimeout: timeout))
  }

  /// Adds a two-day trip.
  @discardableResult
  func add(
    _ name: String, _ start: String = "2027-01-01", type: TripType? = nil,
    _ change: (inout TripDraft) -> Void = { _ in }
  ) throws -> TripOutcome {
    var draft = TripDraft()
    draft.name = name
    draft.startDate = CalendarDate(start)
    draft.end = .after(.days(1))
    draft.type = type
    change(&draft)
    return try open().add(draft, today: today)
  }
}

struct StoreTests {
  let test: TestStore

  init() throws {
    test = try TestStore()
  }

  /// A store accepts whatever an import of its export accepts.
  @Test func refusesMoreItemsThanAnImportAccepts() throws {
    let temporary = try TemporaryStore()
    var draft = TripDraft()
    draft.name = "A"
    draft.startDate = .first
    let trip = TripReference(String(try temporary.store.add(draft, today: .first).trip.id))
    try temporary.asOtherProgram { db in
      try db.run(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(BucketListItem.most - 1))
        INSERT INTO bucketListItem(tripId, title) SELECT 1, 'item ' || i FROM n
        """)
    }
    func add(_ titles: String...) throws {
      let items = titles.map { title in
        var item = BucketListDraft()
        item.set(.title, title)
        return item
      }
      _ = try temporary.store.addItems(items, to: trip)
    }
    #expect(throws: TripsError.self) { try add("one", "two") }
    try add("one")
    draft.bucketList = ["two"]
    #expect(throws: TripsError.self) { try temporary.store.edit(trip, draft) }
    let count = try temporary.asOtherProgram {
      try $0.integer("SELECT count(*) FROM bucketListItem").map(Int.init)
    }
    #expect(count == BucketListItem.most)
  }

  @Test func fetchesDeepAndShallow() throws {
    try test.add("plain", "2027-01-01")
    try test.add("work", "2027-01-02", type: .business) {
      $0.perdiem = .set(Money(minorUnits: 12_000, currency: .usd))
    }
    try test.add("fun", "2027-01-03", type: .personal) { $0.reason = .set(.wellness) }
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

  @Test func updatesTheTripWithTheSameNameAndDates() throws {
    let first = try test.add("Paris") {
      $0.destination = "France"
      $0.bucketList = ["Louvre"]
    }
    let second = try test.add("Paris", type: .personal) {
      $0.reason = .set(.family)
      $0.bucketList = ["Louvre", "Orsay"]
    }
    #expect(!second.isNew)
    #expect(second.trip.id == first.trip.id)
    #expect(second.trip.uid == first.trip.uid)
    #expect(second.trip.destination == "France")
    #expect(second.trip.bucketList.map(\.title) == ["Louvre", "Orsay"])
    #expect(second.changes.map(\.property) == ["type", "reason", "title"])
  }

  @Test func refusesACollidingEdit() throws {
    try test.add("Paris")
    let other = try test.add("Rome")
    var draft = TripDraft()
    draft.name = "Paris"
    let store = try test.open(.writing)
    let error = #expect(throws: TripsError.self) {
      try store.edit(TripReference(String(other.trip.id)), draft)
    }
    #expect(error?.kind == .refused)
    #expect(try store.fetch(Trip.self).map(\.name) == ["Paris", "Rome"])
  }

  @Test func dropsValuesOfAnotherKind() throws {
    try test.add("Paris", type: .business) {
      $0.perdiem = .set(Money(minorUnits: 5_000, currency: .usd))
      $0.perdiemRule = .set("first-last:75%")
    }
    var draft = TripDraft()
    draft.type = .personal
    let outcome = try test.open(.writing).edit(TripReference("Paris"), draft)
    #expect(outcome.changes.map(\.property) == ["type", "perdiem", "perdiemRule"])
    #expect(outcome.trip is PersonalTrip)
  }

  @Test func refusesValuesThatDoNotFitTogether() throws {
    try test.add("Paris")
    let store = try test.open(.writing)
    var perdiem = TripDraft()
    perdiem.perdiem = .set(Money(minorUnits: 1, currency: .usd))
    var reason = TripDraft()
    reason.reason = .set(.family)
    var end = TripDraft()
    end.end = .on(try #require(CalendarDate("2026-12-31")))
    for draft in [perdiem, reason, end] {
      let error = #expect(throws: TripsError.self) {
        try store.edit(TripReference("Paris"), draft)
      }
      #expect(error?.kind == .value)
    }
    #expect(try store.trip(TripReference("Paris")).endDate.description == "2027-01-02")
  }

  @Test func neverGivesAnIdTwice() throws {
    try test.add("a")
    let last = try test.add("b")
    _ = try test.open(.writing).delete([TripReference("b")])
    let next = try test.add("c")
    #expect(next.trip.id > last.trip.id)
    #expect(next.trip.uid != last.trip.uid)
  }

  @Test func deletesTheItemsAndStaysOfATrip() throws {
    try test.add("a") {
      $0.bucketList = ["x", "y"]
      $0.stay = "Hotel"
    }
    try test.add("b") { $0.bucketList = ["z"] }
    let store = try test.open(.writing)
    let deleted = try store.delete([TripReference("a"), TripReference("1")])
    #expect(deleted.map(\.name) == ["a"])
    #expect(deleted.first?.bucketList.count == 2)
    let counts = try store.read { db in
      try [
        db.integer("SELECT count(*) FROM bucketListItem").map(Int.init),
        db.integer("SELECT count(*) FROM livingAccommodation").map(Int.init),
      ]
    }
    #expect(counts == [1, 0])
  }

  @Test func deletesNothingIfOneIsMissing() throws {
    try test.add("a")
    let store = try test.open(.writing)
    #expect(throws: TripsError.self) { try store.delete([TripReference("a"), TripReference("z")]) }
    #expect(try store.fetch(Trip.self).count == 1)
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

  @Test func namesTheCandidates() throws {
    try test.add("Paris", "2027-01-01")
    try test.add("Paris", "2028-01-01")
    let error = #expect(throws: TripsError.self) {
      try test.open(.reading).trip(TripReference("Paris"))
    }
    #expect(
      error?.description
        == "'Paris' matches 2 trips: 1 (2027-01-01 to 2027-01-02), 2 (2028-01-01 to 2028-01-02)")
    let missing = #expect(throws: TripsError.self) {
      try test.open(.reading).trip(TripReference("pari"))
    }
    #expect(missing?.description.hasPrefix("'pari' matches 2 trips: 1 (") == true)
  }

  /// Digits are an id or a whole name, never a text to search for.
  @Test func findsATripToReadByTextThatOnlyItContains() throws {
    try test.add("Paris 2027")
    try test.add("Paris 2028")
    try test.add("Rome")
    let store = try test.open(.writing)
    #expect(try store.trip(TripReference("s 2028")).id == 2)
    #expect(throws: TripsError.self) { try store.trip(TripReference("2028")) }
    #expect(throws: TripsError.self) { try store.trip(TripReference("paris")) }
    #expect(try store.edit(TripReference("s 2028"), TripDraft()).trip.id == 2)
    let refused = #expect(throws: TripsError.self) { try store.delete([TripReference("s 2028")]) }
    #expect(refused?.kind == .noTrip)
    #expect(
      refused?.description
        == "no trip has the id or name 's 2028'; did you mean 'Paris 2028' (2)?")
  }

  @Test func unconfirmsTheStayOfATripThatMoves() throws {
    try test.add("Paris", "2027-01-01") { $0.stay = "Hotel" }
    let store = try test.open(.writing)
    let paris = TripReference("Paris")
    var stay = StayDraft()
    stay.set(.isConfirmed, true)
    _ = try store.editStay(nil, of: paris, stay)
    var draft = TripDraft()
    draft.name = "Lutetia"
    let renamed = try store.edit(paris, draft)
    #expect(renamed.trip.livingAccommodations.map(\.isConfirmed) == [true])
    draft.move = try CalendarOffset("+1w")
    let moved = try store.edit(TripReference("Lutetia"), draft)
    #expect(moved.trip.startDate.description == "2027-01-08")
    #expect(moved.trip.endDate.description == "2027-01-09")
    #expect(moved.trip.livingAccommodations.map(\.isConfirmed) == [false])
    #expect(
      moved.changes.last
        == PropertyChange(
          of: .stay(id: 1, place: "Hotel"), property: "isConfirmed", old: "true", new: "false"))
    _ = try store.undo()
    let back = try store.trip(TripReference("Lutetia"))
    #expect(back.startDate.description == "2027-01-01")
    #expect(back.livingAccommodations.map(\.isConfirmed) == [true])
  }

  @Test func keepsTheCurrencyOfATrip() throws {
    try test.add("London") {
      $0.type = .business
      $0.perdiem = .set(Money(minorUnits: 8_000, currency: Currency(stored: "GBP")))
    }
    let store = try test.open(.writing)
    var draft = TripDraft()
    draft.perdiemAmount = try TripDraft.PlainAmount("85", otherwise: .usd)
    let outcome = try store.edit(TripReference("London"), draft)
    #expect(outcome.changes.map(\.new) == ["85.00 GBP"])
    draft.perdiemAmount = try TripDraft.PlainAmount("85.005", otherwise: .usd)
    let refused = #expect(throws: TripsError.self) {
      try store.edit(TripReference("London"), draft)
    }
    #expect(
      refused?.description == "the per diem '85.005' is invalid: GBP has at most 2 decimals")
  }

  @Test func addsEveryItemToAListThatMayHaveTwoAlike() throws {
    try test.add("Paris") { $0.bucketList = ["Louvre", "Louvre"] }
    let store = try test.open(.writing)
    var louvre = BucketListDraft()
    louvre.set(.title, "Louvre")
    louvre.set(.hasReservation, true)
    var tower = louvre
    tower.set(.title, "Tower")
    let outcome = try store.addItems([louvre, tower, tower], to: TripReference("Paris"))
    #expect(outcome.items.map(\.title) == ["Louvre", "Tower", "Tower"])
    #expect(outcome.changes.allSatisfy(\.isOfWholeRow) && outcome.changes.count == 3)
    #expect(outcome.trip.bucketList.map(\.hasReservation) == [false, true, true, true])
  }

  @Test func findsANameAmongManyThatContainIt() throws {
    for number in 1...25 { try test.add("Paris stop \(number)", "2026-01-01") }
    let id = try test.add("Paris", "2029-01-01").trip.id
    let store = try test.open(.reading)
    #expect(try store.trip(TripReference("paris")).id == id)
    for day in 10...21 { try test.add("Same", "2027-01-\(day)") }
    let error = #expect(throws: TripsError.self) { try store.trip(TripReference("same")) }
    #expect(error?.description.hasPrefix("'same' matches 12 trips: 27 (2027-01-10 to ") == true)
    #expect(error?.description.hasSuffix(" and 2 more") == true)
  }

  @Test func copiesWithoutBookings() throws {
    try test.add("Paris") {
      $0.bucketList = ["Louvre"]
      $0.stay = "Hotel"
    }
    let store = try test.open(.writing)
    var item = BucketListDraft()
    item.set(.isInPlan, true)
    item.set(.hasReservation, true)
    _ = try store.editItems(["Louvre"], of: TripReference("Paris"), item)
    var stay = StayDraft()
    stay.set(.isConfirmed, true)
    _ = try store.editStay(nil, of: TripReference("Paris"), stay)
    let start = try #require(CalendarDate("2028-02-29"))
    let copy = try store.copy(TripReference("Paris"), startDate: start).trip
    #expect(copy.endDate.description == "2028-03-01")
    #expect(copy.bucketList.map(\.isInPlan) == [true])
    #expect(copy.bucketList.map(\.hasReservation) == [false])
    #expect(copy.livingAccommodations.map(\.isConfirmed) == [false])
    let again = #expect(throws: TripsError.self) {
      try store.copy(TripReference("1"), startDate: start)
    }
    #expect(again?.kind == .refused)
  }

  @Test func warnsOfTripsOnTheSameDays() throws {
    try test.add("before", "2027-01-01")
    func add(_ name: String, _ start: String, _ nights: Int) throws -> [String] {
      let outcome = try test.add(name, start) { $0.end = .after(.days(nights)) }
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

  @Test func dryRunChangesNothingInTheStore() throws {
    var draft = TripDraft()
    draft.name = "Paris"
    let first = try test.open(.rehearsing).add(draft, today: test.today)
    #expect(first.isNew)
    #expect(!FileManager.default.fileExists(atPath: test.path))
    try test.add("Rome")
    let before = try Data(contentsOf: URL(filePath: test.path))
    _ = try test.open(.rehearsing).add(draft, today: test.today)
    #expect(try Data(contentsOf: URL(filePath: test.path)) == before)
  }
}
