internal import SQLite

/// Selects the changes of one trip, and of items and stays that belong or belonged to it.
enum HistoryTripFilter {
  static func condition(_ reference: TripReference, in db: Connection) throws -> SQL {
    let trip = try tripID(reference, in: db)
    let children: [SQL] = HistoryEntity.stored.filter { !$0.isTrip }.map { entity in
      """
      c.entity = \(entity.table) AND c.rowId IN (
        SELECT id FROM main.\(sql: entity.table) WHERE tripId = \(trip)
        UNION SELECT id FROM main.\(sql: entity.pastTable) WHERE tripId = \(trip))
      """
    }
    return "(c.entity = 'trip' AND c.rowId = \(trip) OR \(children.joined(separator: " OR ")))"
  }

  /// The trip with this id, uid or name; otherwise a deleted trip, or one that formerly had the name;
  /// otherwise the only trip that contains the text.
  private static func tripID(_ reference: TripReference, in db: Connection) throws -> Int64 {
    do {
      return try Store.id(of: reference, for: .deleting, in: db)
    } catch TripsError.noSuchTrip {
      let former = try formerTrips(reference, in: db)
      guard let first = former.first else {
        return try Store.id(of: reference, in: db)
      }
      guard former.count == 1 else {
        throw TripsError.severalTrips(reference.words, candidates: former)
      }
      return first.id
    }
  }

  /// The trips that have this id, uid or name, or had it before they were deleted or renamed.
  private static func formerTrips(
    _ reference: TripReference, in db: Connection
  ) throws -> [TripSummary] {
    let folded = SearchText.folded(reference.words)
    var ids: Set<Int64> = []
    let row = try Statement("SELECT id, name, uid FROM main.tripPast", in: db)
    while try row.step() {
      let id = row.integer(0)
      if id == Store.identifier(reference.words) || row.text(2) == reference.words
        || SearchText.folded(row.text(1)) == folded
      {
        ids.insert(id)
      }
    }
    return try ids.sorted().compactMap { id in
      try RowHistory(db: db).last(.trip, id).flatMap { HistoryValues(entity: .trip, row: $0).trip }
    }
  }
}
