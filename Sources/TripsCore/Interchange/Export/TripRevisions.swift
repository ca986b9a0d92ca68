internal import SQLite

/// The last change of each trip, its items and its stays.
struct TripRevisions {
  private var revisions: [Int64: TripRevision] = [:]
  /// Trips whose changes precede the history, or were purged, count as changed by the last purged
  /// change, so that a sequence never decreases.
  private var other = TripRevision()

  subscript(trip id: Int64) -> TripRevision { revisions[id] ?? other }

  /// One query for any number of trips.
  init(in db: Connection) throws {
    other.sequence =
      try db.integer("SELECT purgedThrough FROM historyState") ?? 0
    let found = try Statement(Self.query, in: db)
    while try found.step() {
      let row = found.values
      var revision = TripRevision()
      revision.sequence = try row.checkedInteger(1)
      revision.timestamp = try row.checkedText(2)
      revisions[try row.checkedInteger(0)] = revision
    }
  }

  private static let query: SQL = """
      WITH change(tripId, id, transactionId, isOrigin) AS (
        SELECT rowId, id, transactionId, kind = 'insert' FROM historyChange WHERE entity = 'trip'
        UNION ALL SELECT tripId, c.id, transactionId, 0
        FROM historyChange AS c JOIN bucketListItemPast ON changeId = c.id
        UNION ALL SELECT tripId, c.id, transactionId, 0
        FROM historyChange AS c JOIN bucketListItem AS i ON entity = 'bucketListItem' AND i.id = rowId
        UNION ALL SELECT tripId, c.id, transactionId, 0
        FROM historyChange AS c JOIN livingAccommodationPast ON changeId = c.id
        UNION ALL SELECT tripId, c.id, transactionId, 0
        FROM historyChange AS c
        JOIN livingAccommodation AS s ON entity = 'livingAccommodation' AND s.id = rowId),
      latest AS (
        SELECT tripId, max(id) AS id, max(transactionId) AS transactionId,
          max(iif(isOrigin, transactionId, 0)) AS origin
        FROM change WHERE tripId IS NOT NULL GROUP BY tripId)
      SELECT tripId, iif(transactionId = origin, 0, latest.id), t.timestamp
      FROM latest JOIN historyTransaction AS t ON t.id = transactionId
    """
}
