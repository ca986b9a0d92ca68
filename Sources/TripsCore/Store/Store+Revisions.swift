internal import GRDB

extension Store {
  /// When each trip, or something that belongs to it, was changed last, by the trip's id.
  ///
  /// One query, however many trips there are. Trips whose changes the history does not reach, as it
  /// began later or was purged, are left out; nothing is in it then but `purgedThrough`.
  static func revisions(in db: Database) throws -> [Int64: TripRevision] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        WITH change(tripId, id, transactionId, isOrigin) AS (
          SELECT rowId, id, transactionId, kind = 'insert' FROM historyChange
          WHERE entity IN ('Trip', 'BusinessTrip', 'PersonalTrip')
          UNION ALL
          SELECT coalesce(json_extract(newValues, '$.tripId'), json_extract(oldValues, '$.tripId'),
              i.tripId), c.id, transactionId, 0
          FROM historyChange AS c LEFT JOIN bucketListItem AS i ON i.id = c.rowId
          WHERE entity = 'BucketListItem'
          UNION ALL
          SELECT coalesce(json_extract(newValues, '$.tripId'), json_extract(oldValues, '$.tripId'),
              l.tripId), c.id, transactionId, 0
          FROM historyChange AS c LEFT JOIN livingAccommodation AS l ON l.id = c.rowId
          WHERE entity = 'LivingAccommodation'),
        latest AS (
          SELECT tripId, max(id) AS id, max(transactionId) AS transactionId,
            max(iif(isOrigin, transactionId, 0)) AS origin
          FROM change WHERE tripId IS NOT NULL GROUP BY tripId)
        SELECT tripId, iif(transactionId = origin, 0, latest.id), t.timestamp
        FROM latest JOIN historyTransaction AS t ON t.id = transactionId
        """)
    var revisions: [Int64: TripRevision] = [:]
    while let row = try rows.next() {
      var revision = TripRevision()
      revision.sequence = try row.decode(atIndex: 1)
      revision.timestamp = try row.decode(atIndex: 2)
      revisions[try row.decode(atIndex: 0)] = revision
    }
    return revisions
  }

  /// The trips that a descriptor describes with all that belongs to them, and their last changes
  /// where they are asked for, of one moment.
  package func exported(
    _ descriptor: FetchDescriptor, withRevisions: Bool
  ) throws(TripsError) -> (trips: [Trip], revisions: [Int64: TripRevision]) {
    var descriptor = descriptor
    descriptor.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
    return try read { db in
      let trips = try Self.fetch(Trip.self, descriptor, in: db)
      return (trips, withRevisions ? try Self.revisions(of: trips, in: db) : [:])
    }
  }

  /// A trip that the history does not reach counts as changed by what was purged, so that its
  /// sequence never goes back.
  private static func revisions(of trips: [Trip], in db: Database) throws -> [Int64: TripRevision] {
    var revisions = try revisions(in: db)
    let purged = try Int64.fetchOne(db, sql: "SELECT purgedThrough FROM historyState") ?? 0
    for trip in trips where revisions[trip.id] == nil {
      var revision = TripRevision()
      revision.sequence = purged
      revisions[trip.id] = revision
    }
    return revisions
  }
}
