internal import GRDB

extension Store {
  /// Attaches items without a trip to the end of a trip's bucket list.
  ///
  /// - Throws: `TripsError.noOrphan` for another id.
  package func attachItems(
    _ ids: [Int64], to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      let ids = Set(ids)
      for item in ids.sorted() { try Self.attach(.bucketListItem, item, to: trip.id, in: db) }
      return RelationChange(items: ids)
    }
  }

  /// Attaches a stay without a trip to a trip.
  ///
  /// - Throws: `TripsError.noOrphan` for another id.
  package func attachStay(
    _ stay: Int64, to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      try Self.attach(.livingAccommodation, stay, to: trip.id, in: db)
      let name = try StatementCursor.text(
        "SELECT placeName FROM livingAccommodation WHERE id = \(stay)", in: db)
      return RelationChange(
        stays: [stay], changes: [PropertyChange(property: "stay", old: nil, new: name)],
        hasNewNights: true)
    }
  }

  private static func attach(
    _ entity: HistoryEntity, _ id: Int64, to trip: Int64, in db: Database
  ) throws {
    let orphan = try StatementCursor.integer(
      """
      SELECT id FROM \(sql: entity.table)
      WHERE id = \(id) AND (tripId IS NULL OR tripId NOT IN (SELECT id FROM trip))
      """, in: db)
    guard orphan != nil else { throw TripsError.noOrphan(entity.noun, id) }
    try db.execute(
      sql: "UPDATE \(entity.table) SET tripId = ? WHERE id = ?", arguments: [trip, id])
    try db.checkWritten(entity.table, id)
  }
}
