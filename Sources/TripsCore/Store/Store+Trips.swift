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

/// The result of `add`, `edit` or `copy`.
package struct TripOutcome {
  /// The trip as it is now, with its items and stays.
  package let trip: Trip
  /// Whether the trip is new; otherwise `changes` lists its changes.
  package let isNew: Bool
  package let changes: [PropertyChange]
  /// Other trips that overlap it, by start date: `overlapLimit`, plus one if there are more.
  package let overlaps: [TripSummary]
  /// The stays and items that are outside the trip, and were not before.
  package let outside: DaysOutside
  /// The stays that share a night, each with the later one.
  package let shared: [(LivingAccommodation, LivingAccommodation)]

  package static let overlapLimit = 5
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

  /// Adds a trip, or updates the one with the same name and dates (an upsert, as SwiftData's unique
  /// constraints do): it keeps its id and gets the given values.
  package func add(_ draft: TripDraft, today: CalendarDate) throws(TripsError) -> TripOutcome {
    let values = try TripValues(draft, today: today)
    return try write { db in
      guard let id = try Self.id(withKeyOf: values, in: db) else {
        let id = try Self.insert(values, in: db)
        try Self.applyRelations(draft, to: try Self.trip(id: id, in: db), in: db)
        return try Self.outcome(id, from: nil, in: db)
      }
      return try Self.outcome(id, from: try Self.change(id, draft, in: db), in: db)
    }
  }

  /// Changes a trip. If another trip already has the new name and dates, nothing happens.
  ///
  /// - Parameter notes: the notes that the trip must still have; nil skips the check.
  /// - Throws: `TripsError.collision`, `.changedMeanwhile`.
  package func edit(
    _ reference: TripReference, _ draft: TripDraft, expecting notes: String? = nil
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      let id = try Self.id(of: reference, in: db)
      if let notes, try Self.values(ofTrip: id, in: db).notes != notes {
        throw TripsError.changedMeanwhile(TripSummary(try Self.trip(id: id, in: db)))
      }
      return try Self.outcome(id, from: try Self.change(id, draft, in: db), in: db)
    }
  }

  /// Changes several trips in the same way, or none.
  ///
  /// - Throws: `TripsError.collision` with an unchanged trip, `.wouldBeEqual`.
  package func edit(
    _ references: [TripReference], _ draft: TripDraft
  ) throws(TripsError) -> [TripOutcome] {
    try write { db in
      let trips = try Self.trips(references, for: .any, in: db)
      // A trip can take the former dates of another trip only after that trip has moved.
      let isForward =
        (draft.move ?? draft.startOffset).map { $0.days > 0 || $0.months > 0 } ?? false
      let ordered = trips.sorted {
        isForward ? $0.startDate > $1.startDate : $0.startDate < $1.startDate
      }
      var changed: Set<Int64> = []
      for trip in ordered {
        do {
          _ = try Self.change(trip.id, draft, in: db)
          changed.insert(trip.id)
        } catch TripsError.collision(let other) where changed.contains(other.id) {
          throw TripsError.wouldBeEqual(min(other.id, trip.id), max(other.id, trip.id), other)
        }
      }
      return try trips.map { try Self.outcome($0.id, from: $0, in: db) }
    }
  }

  /// Deletes trips with their bucket lists and stays.
  ///
  /// - Returns: the deleted trips, as found by `trips(_:)`.
  package func delete(_ references: [TripReference]) throws(TripsError) -> [Trip] {
    try write { db in
      let trips = try Self.trips(references, for: .deleting, in: db)
      for trip in trips { try db.delete(trip.id.sqliteValue, TripColumn.self) }
      return trips
    }
  }

  /// Copies a trip to another start, with the same length. No item of the copy is done or reserved,
  /// no stay is confirmed, and nothing has a cost: a copy is a plan, not an expense.
  ///
  /// - Throws: `TripsError.collision` if a trip has this name and these dates.
  package func copy(
    _ reference: TripReference, startDate: CalendarDate, name: String? = nil
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      let source = try Self.trip(id: try Self.id(of: reference, in: db), in: db)
      var values = TripValues(source)
      let length = values.startDate.days(until: values.endDate)
      guard let endDate = startDate.adding(days: length) else {
        throw TripsError.value("the copy would end after 9999-12-31")
      }
      let days = values.startDate.days(until: startDate)
      values.startDate = startDate
      values.endDate = endDate
      values.name = name ?? values.name
      try Self.refuseCollision(values, except: nil, in: db)
      let id = try Self.insert(values, in: db)
      try Self.copyRelations(from: source, to: id, movedByDays: days, in: db)
      return try Self.outcome(id, from: nil, in: db)
    }
  }
}

// MARK: - Finding

extension Store {
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

  private static func trips(
    _ references: [TripReference], for purpose: TripReference.Purpose, in db: Connection
  ) throws -> [Trip] {
    var seen: Set<Int64> = []
    let ids = try references.map { try id(of: $0, for: purpose, in: db) }
      .filter { seen.insert($0).inserted }
    return try ids.map { try trip(id: $0, in: db) }
  }

  private static func candidates(
    _ predicate: TripPredicate, limit: Int? = nil, in db: Connection
  ) throws -> [TripSummary] {
    var descriptor = FetchDescriptor()
    descriptor.predicate = predicate
    descriptor.fetchLimit = limit
    return try fetch(Trip.self, descriptor, in: db).map(TripSummary.init)
  }

  static func trip(id: Int64, in db: Connection) throws -> Trip {
    guard let trip = try tripIfAny(id: id, in: db) else {
      throw TripsError.noSuchTrip(String(id), similar: [])
    }
    return trip
  }

  static func tripIfAny(id: Int64, in db: Connection) throws -> Trip? {
    var descriptor = FetchDescriptor()
    descriptor.predicate.id = id
    descriptor.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
    return try fetch(Trip.self, descriptor, in: db).first
  }

  private static func id(withKeyOf values: TripValues, in db: Connection) throws -> Int64? {
    try TripLookup(db).tripID(values)
  }
}

// MARK: - Changing

extension Store {
  /// - Returns: the trip as it was.
  private static func change(_ id: Int64, _ draft: TripDraft, in db: Connection) throws -> Trip {
    let before = try trip(id: id, in: db)
    let old = TripValues(before)
    var new = old
    try new.apply(draft)
    var move: DayMove?
    if let offset = draft.move, let day = draft.moveFrom {
      move = try DayMove(offset, from: day, in: before)
      new.endDate = try move?.date(new.endDate) ?? new.endDate
    } else if draft.movesDays, old.startDate != new.startDate {
      move = DayMove(days: old.startDate.days(until: new.startDate))
    }
    try refuseCollision(new, except: id, in: db)
    try update(id, from: old, to: new, in: db)
    try moveRelations(of: before, move, to: new.startDate...new.endDate, in: db)
    try applyRelations(draft, to: before, in: db)
    return before
  }

  static func refuseCollision(
    _ values: TripValues, except id: Int64?, in db: Connection
  ) throws {
    if let other = try self.id(withKeyOf: values, in: db), other != id {
      throw TripsError.collision(with: TripSummary(try trip(id: other, in: db)))
    }
  }

  static func values(ofTrip id: Int64, in db: Connection) throws -> TripValues {
    let row = try Statement(
      "SELECT \(sql: TripColumn.list) FROM trip WHERE id = \(id)", in: db)
    guard try row.step() else { throw TripsError.noSuchTrip(String(id), similar: []) }
    return TripValues(try Trip.read(row.values))
  }

  static func insert(_ values: TripValues, in db: Connection) throws -> Int64 {
    try db.insert(values.row(id: nil, uid: TripColumn.newUID()), TripColumn.self)
  }

  static func update(
    _ id: Int64, from old: TripValues, to new: TripValues, in db: Connection
  ) throws {
    let changed = TripColumn.allCases.filter { old[$0] != new[$0] }
    try db.update(id.sqliteValue, changed.map { ($0, new[$0]) })
  }

  /// Other trips on the same days. Trips that share only the day on which one ends and the other
  /// begins do not overlap.
  ///
  /// - Parameter id: of the trip.
  static func overlaps(
    of trip: TripValues, id: Int64, in db: Connection
  ) throws -> [TripSummary] {
    guard let from = trip.startDate.adding(days: 1), let to = trip.endDate.adding(days: -1)
    else { return [] }
    var predicate = TripPredicate()
    (predicate.from, predicate.to, predicate.excludedID) = (from, to, id)
    return try candidates(predicate, limit: TripOutcome.overlapLimit + 1, in: db)
  }

  /// - Parameter before: the trip as it was; nil for a new one.
  private static func outcome(
    _ id: Int64, from before: Trip?, in db: Connection
  ) throws -> TripOutcome {
    let trip = try trip(id: id, in: db)
    let known = Set(before?.livingAccommodations.map(\.id) ?? [])
    return TripOutcome(
      trip: trip, isNew: before == nil, changes: before?.changes(to: trip) ?? [],
      overlaps: try overlaps(of: TripValues(trip), id: id, in: db),
      outside: DaysOutside(trip, unless: before),
      shared: trip.sharing(trip.livingAccommodations.filter { !known.contains($0.id) }))
  }
}

extension TripValues {
  /// The row of a trip with these values.
  ///
  /// - Parameter id: nil assigns the next one.
  func row(id: Int64?, uid: String) -> [SQLiteValue] {
    TripColumn.allCases.map { column in
      switch column {
      case .id: id?.sqliteValue ?? .null
      case .uid: uid.sqliteValue
      default: self[column]
      }
    }
  }
}
