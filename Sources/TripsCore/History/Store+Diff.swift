internal import SQLite

/// The difference of one row between two states.
package struct RowDifference: RowChange {
  package let entity: HistoryEntity
  package let rowID: Int64
  package let oldValues: HistoryValues?
  package let newValues: HistoryValues?
  package let name: String?
  package var trip: RowOwner?
}

/// The differences of a trip and of everything that belongs to it, between two states.
package struct TripDifference: Sendable {
  /// Nil for rows without a trip.
  package let trip: RowOwner?
  /// The difference of its own row, if any.
  package let own: RowDifference?
  /// The differences of its items and stays, by id.
  package let relations: [RowDifference]
}

extension Store {
  /// The net changes from one state to another, trip by trip, by the names of the second; reverted
  /// changes are left out.
  ///
  /// - Parameter new: the present if nil.
  /// - Throws: `TripsError.token` if the history does not reach that far.
  package func difference(
    from old: HistoryMoment, to new: HistoryMoment? = nil
  ) throws(TripsError) -> [TripDifference] {
    try read { db in
      let position = try HistoryPosition(db)
      let from = try old.token(position, in: db).changeID
      let to = try new.map { try $0.token(position, in: db).changeID } ?? position.newest.changeID
      return try Self.differences(from, to, in: db)
    }
  }

  private static func differences(
    _ from: Int64, _ to: Int64, in db: Connection
  ) throws -> [TripDifference] {
    let history = RowHistory(db: db)
    var trips: [Int64: RowDifference] = [:]
    var relations: [Int64?: [RowDifference]] = [:]
    for entity in Entity.allCases {
      let touched = try db.integers(
        """
        SELECT DISTINCT rowId FROM historyChange
        WHERE id > \(min(from, to)) AND id <= \(max(from, to)) AND +entity = \(entity.table)
        ORDER BY rowId
        """)
      for id in touched {
        let old = try history.row(entity, id, after: from)
        let new = try history.row(entity, id, after: to)
        if old == new { continue }
        let difference = RowDifference(
          entity: HistoryEntity(entity, of: new ?? old), rowID: id,
          oldValues: old.map { HistoryValues(entity: entity, row: $0) },
          newValues: new.map { HistoryValues(entity: entity, row: $0) },
          name: try history.name(entity, new ?? old),
          trip: try history.owner(of: new ?? old, entity) { trip in
            try history.row(.trip, trip, after: to) ?? history.row(.trip, trip, after: from)
          })
        if entity == .trip {
          trips[id] = difference
        } else {
          relations[difference.trip?.id, default: []].append(difference)
        }
      }
    }
    let ids = Set(trips.keys.map(Optional.init)).union(relations.keys)
    return ids.sorted { ($0 ?? .max) < ($1 ?? .max) }.map { id in
      let own = id.flatMap { trips[$0] }
      let others = relations[id] ?? []
      let owner = own.map { RowOwner(id: $0.rowID, name: $0.name) } ?? others.first?.trip
      return TripDifference(trip: owner, own: own, relations: others)
    }
  }
}
