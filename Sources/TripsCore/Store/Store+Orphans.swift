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
          SELECT \(sql: entity.nameColumn) FROM \(sql: entity.table)
          WHERE id = \(id) AND (tripId IS NULL OR tripId NOT IN (SELECT id FROM trip))
          """)
        guard name != nil else { throw TripsError.noOrphan(entity.noun, id) }
        try db.run("UPDATE \(sql: entity.table) SET tripId = \(trip.id) WHERE id = \(id)")
        if entity == .bucketListItem {
          result.items.insert(id)
        } else {
          result.stays.insert(id)
        }
      }
      return result
    }
  }

  /// The items and stays without a trip, by id.
  package func orphans() throws(TripsError) -> (
    items: [BucketListItem], stays: [LivingAccommodation]
  ) {
    try read { db in
      (
        try db.rows(Self.orphans(of: ItemColumn.self)) { try BucketListItem($0.values) },
        try db.rows(Self.orphans(of: StayColumn.self)) { try LivingAccommodation($0.values) }
      )
    }
  }

  private static func orphans<Column: StoredColumn>(of columns: Column.Type) -> SQL {
    "SELECT \(sql: Column.list) FROM \(sql: Column.table) WHERE tripId IS NULL ORDER BY id"
  }
}
