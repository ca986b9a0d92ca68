internal import SQLite

extension Store {
  /// Attaches items or stays without a trip to a trip; items to the end of its bucket list.
  ///
  /// - Throws: `TripsError.noOrphan` for another id.
  package func attach(
    _ entity: HistoryEntity, _ ids: [Int64], to reference: TripReference
  ) throws(TripsError) -> TripOutcome {
    try write { db in
      try Self.change(reference, in: db) { change, trip in
        for id in Set(ids).sorted() {
          if entity == .bucketListItem {
            change.items.append(try Self.attached(id, ItemColumn.tripId, to: trip, entity, in: db))
          } else {
            change.stays.append(try Self.attached(id, StayColumn.tripId, to: trip, entity, in: db))
          }
        }
      }
    }
  }

  private static func attached<Column: StoredColumn>(
    _ id: Int64, _ tripID: Column, to trip: Trip, _ entity: HistoryEntity, in db: Connection
  ) throws -> RowOutcome {
    let rows = try db.rows(
      """
      SELECT \(sql: Column.list) FROM \(sql: Column.table)
      WHERE id = \(id) AND (tripId IS NULL OR tripId NOT IN (SELECT id FROM trip))
      """
    ) { $0.values }
    guard let row = rows.first else { throw TripsError.noOrphan(entity.noun, id) }
    return RowOutcome(
      before: row, after: row.with([(tripID, trip.id.sqliteValue)]), isStated: true)
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
