internal import SQLite

extension Store {
  /// Adds a stay to a trip.
  package func addStay(
    _ draft: StayDraft, _ nights: StayNights, to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      var draft = draft
      draft.set(try nights.dates(in: trip, over: nil))
      let row = try draft.fitting(nil) { nil }.row(id: nil, tripID: trip.id)
      return RelationChange(stays: [try db.insert(row, StayColumn.self)])
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
    try changeRelations(of: reference, for: .deleting) { db, trip in
      let stay = try Self.stay(words, in: trip, for: .deleting)
      try db.delete(stay.id.sqliteValue, StayColumn.self)
      return RelationChange(stays: [stay.id])
    }
  }

  /// Writes the differences. A confirmation counts only for the nights it was given for.
  private static func change(
    _ stay: LivingAccommodation, _ draft: StayDraft, of trip: Trip, in db: Connection
  ) throws -> RelationChange {
    let row = stay.values
    var draft = try draft.fitting(row) { nil }
    let dates = (trip.startDate, trip.endDate)
    let hasNewNights =
      draft.nights(over: row, of: dates) != StayDraft().nights(over: row, of: dates)
    if hasNewNights, stay.isConfirmed, draft[.isConfirmed] == nil {
      draft.set(.isConfirmed, false)
    }
    try db.update(row[StayColumn.id], draft.changes(of: row))
    return RelationChange(stays: [stay.id])
  }

  /// Finds a stay as a trip is found; the only one needs no words.
  private static func stay(
    _ words: String?, in trip: Trip, for purpose: TripReference.Purpose = .any
  ) throws -> LivingAccommodation {
    let stays = trip.livingAccommodations
    guard !stays.isEmpty else { throw TripsError.noStay(TripSummary(trip)) }
    guard let words else {
      if stays.count == 1 { return stays[0] }
      throw TripsError.fitsSeveralStays(nil, TripSummary(trip), stays.map(candidate))
    }
    let fitting = matches(
      words, .placeName, among: stays, \.id, \.placeName, uid: \.uid, orPart: purpose == .any)
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
