import Foundation
import SQLite

@testable import Migrations

/// Text compared by bytes: Swift compares strings by canonical equivalence, SQLite does not.
struct Text: Hashable, Comparable, CustomStringConvertible {
  var bytes: [UInt8]

  init(_ string: String) { bytes = Array(string.utf8) }

  var string: String { String(decoding: bytes, as: UTF8.self) }
  var description: String { string.debugDescription }

  static func < (one: Text, other: Text) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}

struct TripRow: Hashable {
  var id: Int64
  var name: Text
  var destination: Text
  var start: String
  var end: String
}

struct ItemRow: Hashable {
  var id: Int64
  var tripId: Int64?
  var title: Text
  var details: Text
  var hasReservation: Bool
  var isInPlan: Bool
}

struct StayRow: Hashable {
  var id: Int64
  var tripId: Int64?
  var placeName: Text
  var address: Text
  var isConfirmed: Bool
}

/// All rows of user data, in the order of their ids.
struct StoreRows: Equatable {
  var trips: [TripRow] = []
  var items: [ItemRow] = []
  var stays: [StayRow] = []

  init() {}

  /// Reads a store of any version.
  init(_ db: Connection) throws {
    let isV1 = try db.texts("SELECT name FROM pragma_table_info('trip')").contains("start_date")
    let dates = isV1 ? "start_date, end_date" : "startDate, endDate"
    trips = try Row.fetchAll(
      db, sql: "SELECT id, name, destination, \(dates) FROM trip ORDER BY id"
    ).map {
      TripRow(id: $0[0], name: Text($0[1]), destination: Text($0[2]), start: $0[3], end: $0[4])
    }
    items = try Row.fetchAll(
      db,
      sql: """
        SELECT id, tripId, title, details, hasReservation, isInPlan
        FROM bucketListItem ORDER BY id
        """
    ).map {
      ItemRow(
        id: $0[0], tripId: $0[1], title: Text($0[2]), details: Text($0[3]), hasReservation: $0[4],
        isInPlan: $0[5])
    }
    stays = try Row.fetchAll(
      db,
      sql: "SELECT id, tripId, placeName, address, isConfirmed FROM livingAccommodation ORDER BY id"
    ).map {
      StayRow(
        id: $0[0], tripId: $0[1], placeName: Text($0[2]), address: Text($0[3]),
        isConfirmed: $0[4])
    }
  }

  /// Writes the rows to a new V1 store.
  func writeV1(_ db: Connection) throws {
    try SchemaMigrationPlan.trips.build(in: db, to: .v1) { _ in true }
    try db.execute("PRAGMA foreign_keys = OFF")
    try db.transaction {
      for trip in trips {
        try db.run(
          "INSERT INTO trip VALUES (\(trip.id), \(trip.name.string), \(trip.destination.string), \(trip.start), \(trip.end))"
        )
      }
      for item in items {
        try db.run(
          "INSERT INTO bucketListItem VALUES (\(item.id), \(item.tripId), \(item.title.string), \(item.details.string), \(item.hasReservation), \(item.isInPlan))"
        )
      }
      for stay in stays {
        try db.run(
          "INSERT INTO livingAccommodation VALUES (\(stay.id), \(stay.tripId), \(stay.placeName.string), \(stay.address.string), \(stay.isConfirmed))"
        )
      }
    }
  }
}

extension StoreRows {
  /// Random rows with few distinct values in the columns that de-duplication compares.
  static func random(_ generator: inout some RandomNumberGenerator) -> StoreRows {
    let names = [
      "Paris", "paris", "Paris ", "\u{A0}Paris", "Paris\t", "Caf\u{E9}", "Cafe\u{301}",
      " Cafe\u{301} ", "Paris (2)", "Paris (3)", "Paris (2) (2)", "Paris (02)", "Paris (1)",
      "Paris ()", "Paris (2)x", "(2)", "東京", "o'Brien \"%_*", "\u{212B}", "\u{C5}", "A\u{30A}",
    ]
    let days = ["2026-05-01", "2026-05-02", "0001-01-01", "9999-12-31", "2024-02-29"]
    var rows = StoreRows()
    var id: Int64 = 0
    let pool = Array(
      names.shuffled(using: &generator).prefix(.random(in: 2...8, using: &generator)))
    for _ in 0..<Int.random(in: 0...14, using: &generator) {
      id += .random(in: 1...3, using: &generator)
      let dates = [days.randomElement(using: &generator)!, days.randomElement(using: &generator)!]
      rows.trips.append(
        TripRow(
          id: id, name: Text(pool.randomElement(using: &generator)!),
          destination: Text(["", "x", "y"].randomElement(using: &generator)!),
          start: dates.min()!, end: dates.max()!))
    }
    func parent() -> Int64? {
      if Int.random(in: 0..<8, using: &generator) == 0 {
        return [nil, 0, 999].randomElement(using: &generator)!
      }
      return rows.trips.randomElement(using: &generator)?.id
    }
    for id in 1...Int64.random(in: 1...30, using: &generator) where id % 7 != 0 {
      rows.items.append(
        ItemRow(
          id: id, tripId: parent(),
          title: Text(
            ["Louvre", "louvre", "Cafe\u{301}", "Caf\u{E9}"].randomElement(using: &generator)!),
          details: Text(["", "d"].randomElement(using: &generator)!),
          hasReservation: .random(using: &generator), isInPlan: .random(using: &generator)))
    }
    for id in 1...Int64.random(in: 1...20, using: &generator) where id % 5 != 0 {
      rows.stays.append(
        StayRow(
          id: id, tripId: parent(),
          placeName: Text(["H1", "H2"].randomElement(using: &generator)!),
          address: Text(["", "a"].randomElement(using: &generator)!),
          isConfirmed: .random(using: &generator)))
    }
    return rows
  }
}

/// SplitMix64, so that the stores are the same on every machine.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
