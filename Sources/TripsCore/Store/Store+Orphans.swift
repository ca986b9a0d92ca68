internal import SQLite

extension Store {
  /// Attaches items or stays without a trip to a trip; items to the end of its bucket list.
  ///
  /// - Throws: `TripsError.noOrphan` for another id.
  package func attach(
    _ entity: HistoryEntity, _ ids: [Int64], to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      var result = RelationChange()
      for id in Set(ids).sorted() {
        let name = try db.text(
          """
          SELECT \(sql: entity.nameProperty) FROM \(sql: entity.table)
          WHERE id = \(id) AND (tripId IS NULL OR tripId NOT IN (SELECT id FROM trip))
          """)
        guard let name else { throw TripsError.noOrphan(entity.noun, id) }
        try db.run("UPDATE \(sql: entity.table) SET tripId = \(trip.id) WHERE id = \(id)")
        try db.checkWritten(entity.table, id)
        if entity == .bucketListItem {
          result.items.insert(id)
        } else {
          result.stays.insert(id)
          result.changes = [PropertyChange(property: "stay", old: nil, new: name)]
          result.hasNewNights = true
        }
      }
      return result
    }
  }
}
