import Foundation
import SQLite
import Testing

@testable import TripsCore

/// Compares trips rendered one by one, perhaps in table order, with a fetch in the same order.
struct RenderTests {
  let temporary: TemporaryStore

  init() throws {
    temporary = try TemporaryStore()
    try temporary.asOtherProgram { db in
      try db.execute(Self.fill)
      // Bytes that are not UTF-8.
      try db.execute(
        "UPDATE trip SET name = CAST(x'C3' AS TEXT) || ' \"\\' || char(8238) WHERE id = 100")
    }
  }

  private static let fill = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
    INSERT INTO trip(name, destination, startDate, endDate, type, perdiemMinor, perdiemCurrency,
      perdiemRule, reason)
    SELECT
      CASE i % 5 WHEN 0 THEN '=' WHEN 1 THEN 'Łódź, "' WHEN 2 THEN char(9, 13) WHEN 3 THEN '東京'
        ELSE '''+' END || i,
      CASE i % 3 WHEN 0 THEN 'أحمد' WHEN 1 THEN '' ELSE 'a\\b' || char(127, 133) END,
      date('2020-01-01', (i * 37 % 3000) || ' days'),
      date('2020-01-01', (i * 37 % 3000 + i % 40) || ' days'),
      CASE i % 3 WHEN 0 THEN 'plain' WHEN 1 THEN 'business' ELSE 'personal' END,
      CASE WHEN i % 3 = 1 THEN i * 1001 END,
      CASE WHEN i % 3 = 1 THEN substr('EURJPYKWDCLFXXX', 1 + i % 5 * 3, 3) END,
      CASE WHEN i % 3 = 1 THEN CASE i % 7 WHEN 0 THEN 'nights' WHEN 1 THEN 'first-last:75%'
        WHEN 2 THEN 'first-last:90' WHEN 3 THEN 'nonsense' END END,
      CASE WHEN i % 6 = 2 THEN 'family' END
    FROM n;
    UPDATE trip SET perdiemMinor = 9223372036854775807 WHERE id = 1;
    INSERT INTO bucketListItem(tripId, title, details, isInPlan)
    SELECT nullif(i * 31 % 1500, 0), 'Item ' || i, char(10), i % 2
    FROM (SELECT id AS i FROM trip UNION ALL SELECT id FROM trip WHERE id > 1300);
    INSERT INTO livingAccommodation(tripId, placeName, address, isConfirmed)
    SELECT i % 1000 + 1, 'Place ' || i, 'ß', i % 3 = 0 FROM (SELECT id AS i FROM trip);
    """

  private func text(
    _ descriptor: FetchDescriptor, _ fields: [TripField] = TripField.allCases
  ) throws -> [String] {
    var descriptor = descriptor
    descriptor.relationshipsForPrefetching = TripField.relationships(of: fields)
    var rows: [String] = []
    try temporary.store.render(descriptor, TripJSON(fields: fields).append).withEach {
      rows.append(String(decoding: $0, as: UTF8.self))
    }
    return rows
  }

  @Test(arguments: FetchDescriptor.SortKey.allCases)
  func keepsTheOrderOfAFetch(key: FetchDescriptor.SortKey) throws {
    for (search, isReversed) in [("", false), ("", true), ("lodz", true), ("東京1", false)] {
      var descriptor = FetchDescriptor()
      descriptor.sortBy = key
      descriptor.isReversed = isReversed
      descriptor.predicate.searches = [search]
      var objects = descriptor
      objects.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
      let trips = try temporary.store.fetch(Trip.self, objects)
      #expect(try text(descriptor) == trips.map(json))
    }
  }

  private func json(_ trip: Trip) -> String {
    var json = JSONWriter()
    json.trip(trip, fields: TripField.allCases)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func writesTheRequestedFieldsInOrder() throws {
    var descriptor = FetchDescriptor()
    descriptor.predicate.id = 3
    let fields: [TripField] = [.nights, .id, .type]
    #expect(try text(descriptor, fields) == [#"{"nights":3,"id":3,"type":"plain"}"#])
    descriptor.predicate.id = nil
    #expect(
      try text(descriptor, fields).contains(#"{"nights":3,"id":3,"type":"plain"}"#))
  }

  @Test func unlocksTheStoreBeforeItReturnsARow() throws {
    let rows = try temporary.store.render(FetchDescriptor(), TripCSV().append)
    var isFirst = true
    try rows.withEach { _ in
      guard isFirst else { return }
      isFirst = false
      try temporary.asOtherProgram { try $0.execute("DELETE FROM trip WHERE id = 1") }
    }
    #expect(!isFirst)
  }

  @Test func reportsAnInvalidDate() throws {
    try temporary.asOtherProgram { db in
      try db.execute(
        """
        PRAGMA ignore_check_constraints = ON;
        UPDATE trip SET startDate = '2027-02-30', endDate = '2027-03-01' WHERE id = 5
        """)
    }
    #expect {
      try temporary.store.render(FetchDescriptor(), TripCSV().append)
    } throws: { error in
      "\(error)".contains("startDate of trip 5 is '2027-02-30'")
    }
  }
}
