internal import SQLite

/// A typed reference to a trip: its id, name or UID, or, for reading only, a text that no other
/// trip contains.
package struct TripReference: Hashable, Sendable {
  package let words: String

  package init(_ words: String) {
    self.words = words
  }

  /// Decides what happens if only part of a name is given: a reading command uses the only trip
  /// that contains the text, a writing one refuses and names it.
  package enum Purpose: Sendable { case reading, writing }
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
  /// Another trip that begins on the same day, whose name differs only in case or accents.
  package let namesake: TripSummary?
  /// Of the items to add, those that were already on the bucket list or that the call contains
  /// twice.
  package let existing: [BucketListItem]
  /// The places of stays whose confirmed nights have changed.
  package let unconfirmed: [String]
  /// How far the dates of its stays and items were moved.
  package let movedDays: Int

  package static let overlapLimit = 5
}

extension Store {
  /// The trip that `reference` identifies, with its items and stays.
  package func trip(
    _ reference: TripReference, for purpose: TripReference.Purpose = .reading
  ) throws(TripsError) -> Trip {
    try read { db in
      try Self.trip(id: try Self.id(of: reference, for: purpose, in: db), in: db)
    }
  }

  /// The trips that the references identify, in order and without duplicates.
  package func trips(
    _ references: [TripReference], for purpose: TripReference.Purpose = .reading
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
        let (draft, existing) = draft.withoutItems(in: [])
        _ = try Self.applyRelations(draft, toTrip: id, in: db)
        let made = TripChanges(existing: existing)
        return try Self.outcome(id, isNew: true, made, in: db)
      }
      return try Self.update(id, draft, in: db)
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
      return try Self.update(id, draft, in: db)
    }
  }

  /// Changes several trips in the same way, or none.
  ///
  /// - Throws: `TripsError.collision` with an unchanged trip, `.wouldBeEqual`.
  package func edit(
    _ references: [TripReference], _ draft: TripDraft
  ) throws(TripsError) -> [TripOutcome] {
    try write { db in
      let trips = try Self.trips(references, for: .writing, in: db)
      // A trip can take the former dates of another only after that one has moved.
      let isForward =
        (draft.move ?? draft.startOffset).map { $0.days > 0 || $0.months > 0 } ?? false
      let ordered = trips.sorted {
        isForward ? $0.startDate > $1.startDate : $0.startDate < $1.startDate
      }
      var changes: [Int64: TripChanges] = [:]
      for trip in ordered {
        do {
          changes[trip.id] = try Self.change(trip.id, draft, in: db)
        } catch TripsError.collision(let other) where changes[other.id] != nil {
          throw TripsError.wouldBeEqual(min(other.id, trip.id), max(other.id, trip.id), other)
        }
      }
      return try trips.map { trip in
        let made = changes[trip.id] ?? TripChanges()
        return try Self.outcome(trip.id, isNew: false, made, in: db)
      }
    }
  }

  /// Deletes trips with their bucket lists and stays.
  ///
  /// - Returns: the deleted trips, as found by `trips(_:)`.
  package func delete(_ references: [TripReference]) throws(TripsError) -> [Trip] {
    try write { db in
      let trips = try Self.trips(references, for: .writing, in: db)
      for trip in trips { try db.delete(trip.id.sqliteValue, TripColumn.self) }
      return trips
    }
  }

  /// Copies a trip to another start, with the same length. No item of the copy is done or reserved,
  /// and no stay is confirmed, since bookings do not move by themselves.
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
      return try Self.outcome(id, isNew: true, TripChanges(), in: db)
    }
  }
}

// MARK: - Finding

extension Store {
  /// The id of the referenced trip.
  ///
  /// - Throws: `TripsError.noSuchTrip`, `.foundOnly` or `.severalTrips`, each with the candidates.
  static func id(
    of reference: TripReference, for purpose: TripReference.Purpose = .writing, in db: Connection
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
    // Another program may have stored blanks around a name.
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
    // Almost any text contains digits.
    if number != nil { throw TripsError.noSuchTrip(words, similar: []) }
    guard found.count == 1, let trip = found.first.first else {
      throw TripsError.noSuchTrip(words, similar: found.first)
    }
    if purpose == .writing { throw TripsError.foundOnly(words, in: trip) }
    return trip.id
  }

  /// - Throws: `TripsError.severalTrips`.
  private static func only(_ trips: [TripSummary], of words: String) throws -> TripSummary? {
    if trips.count > 1 { throw TripsError.severalTrips(words, candidates: trips) }
    return trips.first
  }

  /// The trips that contain a text.
  private struct Found {
    /// Those with an equal name, as a search compares.
    var named: [TripSummary] = []
    /// Three of all.
    var first: [TripSummary] = []
    var count = 0

    /// Trips are read one at a time, since a single letter may be found in all.
    init(_ text: String, in db: Connection) throws {
      let wanted = SearchText.foldedName(text)
      guard !wanted.isEmpty else { return }
      var descriptor = FetchDescriptor()
      descriptor.predicate.searches = [text]
      let row = try Statement(descriptor.searched(in: db).select(), in: db)
      while try row.step() {
        let trip = TripSummary(try Trip.read(row))
        count += 1
        if first.count < 3 { first.append(trip) }
        if SearchText.foldedName(trip.name) == wanted { named.append(trip) }
      }
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
  /// The changes of a draft, and its titles that were already on the bucket list.
  private struct TripChanges {
    var changes: [PropertyChange] = []
    var existing: Set<String> = []
    /// The places of stays whose confirmed nights have changed.
    var unconfirmed: [String] = []
    var movedDays = 0
  }

  private static func update(_ id: Int64, _ draft: TripDraft, in db: Connection) throws
    -> TripOutcome
  {
    try outcome(id, isNew: false, change(id, draft, in: db), in: db)
  }

  private static func change(_ id: Int64, _ draft: TripDraft, in db: Connection) throws
    -> TripChanges
  {
    let before = try trip(id: id, in: db)
    let old = TripValues(before)
    var new = old
    try new.apply(draft, costs: before.currency)
    try refuseCollision(new, except: id, in: db)
    try update(id, from: old, to: new, in: db)
    var changes = old.changes(to: new)
    var unconfirmed: [String] = []
    let days = draft.movesDays ? old.startDate.days(until: new.startDate) : 0
    if (old.startDate, old.endDate) != (new.startDate, new.endDate) {
      try moveRelations(of: before, byDays: days, in: db)
      unconfirmed = try unconfirmStays(of: before, movedByDays: days, in: db)
      changes += unconfirmed.map { place in
        let isOnly = before.livingAccommodations.count == 1
        return PropertyChange(
          property: isOnly ? "isConfirmed" : "isConfirmed of '\(place)'", old: "true", new: "false")
      }
    }
    let (added, existing) = draft.withoutItems(in: before.bucketList)
    changes += try applyRelations(added, toTrip: id, in: db)
    return TripChanges(
      changes: changes, existing: existing, unconfirmed: unconfirmed, movedDays: days)
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
    return TripValues(try Trip.read(row))
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

  private static func outcome(
    _ id: Int64, isNew: Bool, _ made: TripChanges, in db: Connection
  ) throws -> TripOutcome {
    let trip = try trip(id: id, in: db)
    let values = TripValues(trip)
    return TripOutcome(
      trip: trip, isNew: isNew, changes: made.changes,
      overlaps: try overlaps(of: values, id: id, in: db),
      namesake: try TripLookup(db).tripID(namesakeOf: values)
        .map { TripSummary(try Self.trip(id: $0, in: db)) },
      existing: trip.bucketList.filter {
        made.existing.contains(SearchText.foldedName($0.title))
      },
      unconfirmed: made.unconfirmed, movedDays: made.movedDays)
  }
}

extension TripDraft {
  /// The new titles, and, folded, those already on the bucket list or repeated in this call:
  /// repeating an upsert changes nothing.
  fileprivate func withoutItems(in list: [BucketListItem]) -> (TripDraft, existing: Set<String>) {
    var draft = self
    var present = Set(list.map { SearchText.foldedName($0.title) })
    var existing: Set<String> = []
    draft.bucketList.removeAll { title in
      let title = SearchText.foldedName(title)
      if present.insert(title).inserted { return false }
      existing.insert(title)
      return true
    }
    return (draft, existing)
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
