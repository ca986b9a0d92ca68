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
  /// - Throws: `TripsError.noSuchTrip` or `.severalTrips`, each with the candidates.
  static func id(
    of reference: TripReference, for purpose: TripReference.Purpose = .any, in db: Connection
  ) throws -> Int64 {
    let words = reference.words
    // An id takes precedence over a name: a trip called '2026' still has its own id.
    let number = identifier(words)
    if let number,
      try db.integer("SELECT id FROM trip WHERE id = \(number)") != nil
    {
      return number
    }
    let name = (try? StoredText.name.normalized(words)) ?? words
    // Another program may have stored spaces around a name.
    for letters in name == words ? [name] : [words, name] {
      var predicate = TripPredicate()
      predicate.name = letters
      if let only = try only(candidates(predicate, in: db), of: words) { return only.id }
    }
    let holder = try db.integer("SELECT id FROM trip WHERE uid = \(words)")
    if let holder { return holder }
    // Without an exact match, names are compared as in a search, so that 'lodz' finds 'Łódź'.
    let found = try Found(name, in: db)
    if let only = try only(found.named, of: words) { return only.id }
    // Digits are an id or a whole name.
    if number != nil { throw TripsError.noSuchTrip(words, similar: []) }
    if purpose == .deleting || found.parts.isEmpty {
      throw TripsError.noSuchTrip(words, similar: Array(found.parts.prefix(3)))
    }
    return try only(found.parts, of: words)?.id ?? 0
  }

  /// - Throws: `TripsError.severalTrips`.
  private static func only(_ trips: [TripSummary], of words: String) throws -> TripSummary? {
    if trips.count > 1 { throw TripsError.severalTrips(words, candidates: trips) }
    return trips.first
  }

  /// The trips whose names contain a string.
  private struct Found {
    /// Those with an equal name, as a search compares.
    var named: [TripSummary] = []
    var parts: [TripSummary] = []

    init(_ text: String, in db: Connection) throws {
      let wanted = SearchText.foldedName(text)
      guard !wanted.isEmpty else { return }
      var predicate = TripPredicate()
      predicate.fieldSearches = [FieldSearch(.name, text)]
      parts = try candidates(predicate, in: db)
      named = parts.filter { SearchText.foldedName($0.name) == wanted }
    }
  }

  /// A row's id in ASCII digits, from 1 to 2^63−1; nil for anything else.
  static func identifier(_ words: String) -> Int64? {
    guard words.isDigits, let id = Int64(words), id > 0 else { return nil }
    return id
  }

  static func trips(
    _ references: [TripReference], for purpose: TripReference.Purpose, in db: Connection
  ) throws -> [Trip] {
    var seen: Set<Int64> = []
    let ids = try references.map { try id(of: $0, for: purpose, in: db) }
      .filter { seen.insert($0).inserted }
    return try ids.map { try trip(id: $0, in: db) }
  }

  static func candidates(
    _ predicate: TripPredicate, limit: Int? = nil, in db: Connection
  ) throws -> [TripSummary] {
    var descriptor = FetchDescriptor()
    descriptor.predicate = predicate
    descriptor.fetchLimit = limit
    return try fetch(Trip.self, descriptor, in: db).map(TripSummary.init)
  }

  static func trip(id: Int64, in db: Connection) throws -> Trip {
    var descriptor = FetchDescriptor()
    descriptor.predicate.id = id
    descriptor.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
    guard let trip = try fetch(Trip.self, descriptor, in: db).first else {
      throw TripsError.noSuchTrip(String(id), similar: [])
    }
    return trip
  }
}
