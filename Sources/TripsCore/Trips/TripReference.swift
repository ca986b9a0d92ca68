internal import SQLite

/// A typed reference to a trip: its id, UID or name, or a part of a name that no other trip has.
package struct TripReference: Hashable, Sendable {
  package let words: String

  package init(_ words: String) {
    self.words = words
  }

  /// A command that deletes needs more than a part of a name.
  package enum Purpose: Sendable { case any, deleting }
}

extension Store {
  /// The trip that `reference` identifies, with its items and stays.
  package func trip(
    _ reference: TripReference, for purpose: TripReference.Purpose = .any
  ) throws(TripsError) -> Trip {
    try read { db in
      try Self.trip(id: try Self.id(of: reference, for: purpose, in: db), in: db)
    }
  }

  /// The trips that the references identify, in order and without duplicates.
  package func trips(
    _ references: [TripReference], for purpose: TripReference.Purpose = .any
  ) throws(TripsError) -> [Trip] {
    try read { db in try Self.trips(references, for: purpose, in: db) }
  }

  /// The id of the referenced trip.
  ///
  /// - Throws: `TripsError.reference`.
  static func id(
    of reference: TripReference, for purpose: TripReference.Purpose = .any, in db: Connection
  ) throws -> Int64 {
    try ids(of: [reference], for: purpose, in: db)[0]
  }

  /// The ids of the referenced trips, in order. All names are read at most once.
  private static func ids(
    of references: [TripReference], for purpose: TripReference.Purpose, in db: Connection
  ) throws -> [Int64] {
    let words = references.map(\.words)
    var matches = try words.map { words in
      let name = StoredText.formed(words)
      return try match(
        [words],
        """
        uid FROM trip WHERE id = \(RowMatcher.identifier(name)) OR uid = \(words) OR name IN \([words, name])
        ORDER BY startDate, endDate
        """, in: db)[0]
    }
    let others = words.indices.filter { matches[$0].rows.isEmpty }
    if !others.isEmpty {
      // No trip has such a uid, and an index has the other columns.
      let found = try match(
        others.map { words[$0] }, "NULL FROM trip ORDER BY name, startDate, endDate", in: db)
      for (index, match) in zip(others, found) { matches[index] = match }
    }
    return try zip(words, matches).map { try $1.only($0, .trip, for: purpose).id }
  }

  /// The trips that words identify among the rows of a query.
  ///
  /// - Parameter source: the uid and everything after it.
  static func match(_ words: [String], _ source: SQL, in db: Connection) throws -> [RowMatch] {
    let row = try Statement("SELECT id, name, startDate, endDate, \(source)", in: db)
    var rows: [NamedRow] = []
    while try row.step() {
      rows.append(
        NamedRow(
          id: row.integer(0), uid: row.isNull(4) ? nil : row.text(4), name: row.text(1),
          start: row.text(2), end: row.text(3)))
    }
    return RowMatcher.matches(words, among: rows)
  }

  static func trips(
    _ references: [TripReference], for purpose: TripReference.Purpose, in db: Connection
  ) throws -> [Trip] {
    var seen: Set<Int64> = []
    let ids = try ids(of: references, for: purpose, in: db).filter { seen.insert($0).inserted }
    return try ids.map { try trip(id: $0, in: db) }
  }

  static func trip(id: Int64, in db: Connection) throws -> Trip {
    var descriptor = FetchDescriptor()
    descriptor.predicate.id = id
    descriptor.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
    guard let trip = try fetch(Trip.self, descriptor, in: db).first else {
      throw TripsError.noTrip(id)
    }
    return trip
  }
}
