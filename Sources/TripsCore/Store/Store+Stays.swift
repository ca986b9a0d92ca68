internal import SQLite

extension Store {
  /// Adds a stay to a trip. If there is one with the same nights and place, as a search compares,
  /// it gets the given values instead.
  ///
  /// - Throws: `TripsError.value` for nights outside the trip.
  package func addStay(
    _ draft: StayDraft, _ nights: StayNights, to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      let dates = try nights.dates(in: trip, over: nil)
      let present = trip.livingAccommodations.filter { stay in
        trip.dates(of: stay) == dates ?? trip.startDate...trip.endDate
      }
      var draft = draft
      if let present = Self.matches(
        draft.placeName, .placeName, among: present, { _ in -1 }, \.placeName
      ).first {
        draft.set(.placeName, present.placeName)
        var change = try Self.change(present, draft, of: trip, in: db)
        change.isExistingStay = true
        return change
      }
      draft.set(dates)
      return try Self.insert(draft, to: trip, in: db)
    }
  }

  /// Changes a stay, identified by its id, its place or part of it; a trip's only stay needs no
  /// name.
  ///
  /// - Throws: `TripsError.value`, `.noStay`, `.noSuchStay`, `.fitsSeveralStays`.
  package func editStay(
    _ words: String?, of reference: TripReference, _ draft: StayDraft,
    _ nights: StayNights = StayNights()
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      let stay = try Self.stay(words, in: trip)
      var draft = draft
      if !nights.isEmpty {
        draft.set(
          try nights.dates(in: trip, over: stay.startDate == nil ? nil : trip.dates(of: stay)))
      }
      return try Self.change(stay, draft, of: trip, in: db)
    }
  }

  /// Removes a stay, identified in the same way.
  package func removeStay(
    _ words: String?, of reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      let stay = try Self.stay(words, in: trip)
      try db.delete(stay.id.sqliteValue, StayColumn.self)
      return RelationChange(
        stays: [stay.id],
        changes: [PropertyChange(property: "stay", old: stay.placeName, new: nil)])
    }
  }

  /// Sets the only stay of a trip. A changed place is not confirmed, unless the call confirms it.
  ///
  /// - Throws: `TripsError.severalStays`.
  package func setStay(
    _ draft: StayDraft, of reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in try Self.applyStay(draft, to: trip, in: db) }
  }

  static func applyStay(
    _ draft: StayDraft, to trip: Trip, in db: Connection
  ) throws -> RelationChange {
    guard trip.livingAccommodations.count < 2 else {
      throw TripsError.severalStays(
        TripSummary(trip), trip.livingAccommodations.map(\.placeName))
    }
    guard let stay = trip.livingAccommodations.first else {
      return try insert(draft, to: trip, in: db)
    }
    return try change(stay, draft.replacing(stay.values), of: trip, in: db)
  }

  private static func insert(
    _ draft: StayDraft, to trip: Trip, in db: Connection
  ) throws -> RelationChange {
    let row = try draft.fitting(nil) { trip.currency }.row(id: nil, tripID: trip.id)
    // A stay that did not exist had no name, rather than an empty one.
    var old = StayDraft().row(id: nil, tripID: trip.id)
    old[Int(StayColumn.placeName.rawValue)] = .null
    return RelationChange(
      stays: [try db.insert(row, StayColumn.self)],
      changes: StayColumn.changes(from: old, to: row, as: \.reportName), hasNewNights: true)
  }

  /// Writes the differences. A confirmation counts only for the nights it was given for.
  private static func change(
    _ stay: LivingAccommodation, _ draft: StayDraft, of trip: Trip, in db: Connection
  ) throws -> RelationChange {
    let row = stay.values
    var draft = try draft.fitting(row) { trip.currency }
    let dates = (trip.startDate, trip.endDate)
    let hasNewNights =
      draft.nights(over: row, of: dates) != StayDraft().nights(over: row, of: dates)
    let isUnconfirmed = hasNewNights && stay.isConfirmed && draft[.isConfirmed] == nil
    if isUnconfirmed { draft.set(.isConfirmed, false) }
    let changes = draft.changes(of: row)
    try db.update(row[StayColumn.id], changes)
    return RelationChange(
      stays: [stay.id],
      changes: StayColumn.changes(from: row, to: row.with(changes), as: \.reportName),
      isUnconfirmed: isUnconfirmed, hasNewNights: hasNewNights)
  }

  /// Finds a stay by id, then by its exact place, then as a search compares, then by part of the
  /// place.
  private static func stay(_ words: String?, in trip: Trip) throws -> LivingAccommodation {
    let stays = trip.livingAccommodations
    guard !stays.isEmpty else { throw TripsError.noStay(TripSummary(trip)) }
    guard let words else {
      if stays.count == 1 { return stays[0] }
      throw TripsError.fitsSeveralStays(nil, TripSummary(trip), stays.map(candidate))
    }
    let fitting = matches(words, .placeName, among: stays, \.id, \.placeName, orPart: true)
    guard let first = fitting.first else {
      throw TripsError.noSuchStay(words, TripSummary(trip), stays.map(candidate))
    }
    guard fitting.count == 1 else {
      throw TripsError.fitsSeveralStays(words, TripSummary(trip), fitting.map(candidate))
    }
    return first
  }

  private static func candidate(_ stay: LivingAccommodation) -> String {
    "'\(stay.placeName)' (\(stay.id))"
  }
}

extension StayColumn {
  /// The name of the place represents the stay.
  fileprivate var reportName: String { self == .placeName ? "stay" : fact }
}
