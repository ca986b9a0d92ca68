internal import GRDB
internal import Migrations

extension Store {
  /// Gives items that belong to no trip to one, at the end of its bucket list.
  ///
  /// - Throws: `TripsError.noOrphan` for an id of none.
  package func attachItems(
    _ ids: [Int64], to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try write { db in
      let id = try Self.id(of: reference, in: db)
      for item in Set(ids).sorted() { try Self.attach(.bucketListItem, item, to: id, in: db) }
      let trip = try Self.trip(id: id, in: db)
      try Self.checkCount(ofItems: trip.bucketList)
      return RelationOutcome(
        trip: trip, items: trip.bucketList.filter { ids.contains($0.id) }, changes: [])
    }
  }

  /// Gives a stay that belongs to no trip to one that has none.
  ///
  /// - Throws: `TripsError.noOrphan` for an id of none, `TripsError.hasStay`.
  package func attachStay(
    _ stay: Int64, to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try write { db in
      let before = try Self.trip(id: try Self.id(of: reference, in: db), in: db)
      if let present = before.livingAccommodation {
        throw TripsError.hasStay(TripSummary(before), present.placeName)
      }
      try Self.attach(.livingAccommodation, stay, to: before.id, in: db)
      let trip = try Self.trip(id: before.id, in: db)
      return RelationOutcome(
        trip: trip, items: [],
        changes: [
          PropertyChange(property: "stay", old: nil, new: trip.livingAccommodation?.placeName)
        ])
    }
  }

  private static func attach(
    _ entity: MigratedEntity, _ id: Int64, to trip: Int64, in db: Database
  ) throws {
    try db.execute(
      sql: """
        UPDATE \(entity.table) SET tripId = ?
        WHERE id = ? AND (tripId IS NULL OR tripId NOT IN (SELECT id FROM trip))
        """, arguments: [trip, id])
    if db.changesCount == 0 {
      throw TripsError.noOrphan(entity == .bucketListItem ? "item" : "stay", id)
    }
  }
}
