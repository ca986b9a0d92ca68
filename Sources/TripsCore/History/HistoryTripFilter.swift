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

  /// The trip with the name; otherwise one that formerly had it or is deleted; otherwise the only
  /// one that contains the text.
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

  /// The trips that had this name, id or uid, as they are now or were last; exact matches before
  /// those that a search would find.
  private static func formerTrips(
    _ reference: TripReference, in db: Connection
  ) throws -> [TripSummary] {
    let name = (try? StoredText.name.normalized(reference.words)) ?? reference.words
    let folded = SearchText.folded(name)
    var exact: Set<Int64> = []
    var alike: Set<Int64> = []
    let row = try Statement("SELECT id, name, uid FROM main.tripPast", in: db)
    while try row.step() {
      let (id, old) = (row.integer(0), row.text(1))
      if id == Store.identifier(reference.words) || old == name || row.text(2) == reference.words {
        exact.insert(id)
      } else if SearchText.folded(old) == folded {
        alike.insert(id)
      }
    }
    return try (exact.isEmpty ? alike : exact).sorted().compactMap { id in
      try RowHistory(db: db).last(.trip, id).flatMap { row in
        let values = HistoryValues(entity: .trip, row: row)
        guard let name = values.text("name"), let start = values.date("startDate"),
          let end = values.date("endDate")
        else { return nil }
        return TripSummary(id: id, name: name, startDate: start, endDate: end)
      }
    }
  }
}
