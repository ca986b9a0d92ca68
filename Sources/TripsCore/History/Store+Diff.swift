internal import SQLite

/// The difference of one row between two states.
package struct RowDifference: RowChange {
  package let entity: HistoryEntity
  package let rowID: Int64
  package let kind: RowChangeKind
  package let oldValues: HistoryValues
  package let newValues: HistoryValues
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
  /// The net changes from this store's state to that of another, trip by trip; reverted changes are
  /// left out.
  ///
  /// - Parameter other: the same file at another place of its history; nil is the present of this
  ///   one.
  package func difference(to other: Store? = nil) throws(TripsError) -> [TripDifference] {
    try read { db in
      guard let other else {
        return try ShownState(db: db).difference(to: ShownState(db: db, schema: "main."))
      }
      return try other.read { otherDB in
        try ShownState(db: db).difference(to: ShownState(db: otherDB))
      }
    }
  }
}

/// A state of the store as shown by a connection.
private struct ShownState {
  let db: Connection
  /// The schema of its tables, with its dot.
  var schema = ""

  func difference(to new: ShownState) throws -> [TripDifference] {
    var differences: [RowDifference] = []
    var names: [Int64: String] = [:]
    for entity in HistoryEntity.stored {
      let ids = try touched(entity, or: new)
      let oldRows = try rows(of: entity, ids)
      let newRows = try new.rows(of: entity, ids)
      try nameTrips(of: oldRows + newRows, in: new, &names)
      for (id, (old, new)) in zip(ids, zip(oldRows, newRows)) {
        guard let difference = RowDifference(entity, id, old, new, names) else { continue }
        if entity.isTrip { names[id] = difference.name }
        differences.append(difference)
      }
    }
    let groups = Dictionary(grouping: differences) { $0.entity.isTrip ? $0.rowID : $0.trip?.id }
    return groups.sorted { ($0.key ?? .max) < ($1.key ?? .max) }.map { id, differences in
      TripDifference(
        trip: id.map { RowOwner(id: $0, name: names[$0]) },
        own: differences.first { $0.entity.isTrip },
        relations: differences.filter { !$0.entity.isTrip })
    }
  }

  /// The ids of the rows that were changed since one of the states, in order.
  private func touched(_ entity: HistoryEntity, or other: ShownState) throws -> [Int64] {
    let ids = try PastState.touched(entity, in: db)
    if db === other.db { return ids }
    return Set(ids).union(try PastState.touched(entity, in: other.db)).sorted()
  }

  private func rows(of entity: HistoryEntity, _ ids: [Int64]) throws -> [HistoryValues?] {
    try HistoryValues.rows(of: entity, ids, schema: schema, in: db)
  }

  /// Adds the names of the trips of items and stays, from the newer state if they exist there.
  private func nameTrips(
    of rows: [HistoryValues?], in new: ShownState, _ names: inout [Int64: String]
  ) throws {
    for state in [new, self] {
      let ids = Set(rows.compactMap { $0?.integer("tripId") }).filter { names[$0] == nil }
      let trips = try state.rows(of: .trip, ids.sorted())
      for (id, trip) in zip(ids.sorted(), trips) { names[id] = trip?.text("name") }
    }
  }
}

extension RowDifference {
  /// Nil if both states are equal.
  fileprivate init?(
    _ stored: HistoryEntity, _ id: Int64, _ old: HistoryValues?, _ new: HistoryValues?,
    _ tripNames: [Int64: String]
  ) {
    guard old != new, let values = new ?? old else { return nil }
    entity = HistoryEntity(stored, type: values.text("type"))
    rowID = id
    kind = old == nil ? .insert : new == nil ? .delete : .update
    oldValues = old ?? HistoryValues()
    newValues = new ?? HistoryValues()
    name = values.text(stored.nameProperty)
    trip = values.integer("tripId").map { RowOwner(id: $0, name: tripNames[$0]) }
  }
}

extension HistoryValues {
  /// The rows with these ids; nil for a missing one.
  ///
  /// - Parameter schema: the table's schema with its dot; empty for the one that the connection
  ///   shows.
  static func rows(
    of entity: HistoryEntity, _ ids: [Int64], schema: String = "", in db: Connection
  ) throws -> [HistoryValues?] {
    if ids.isEmpty { return [] }
    let columns = entity.properties.map(Column.init)
    let row = try Statement(
      sql: """
        SELECT \(entity.properties.joined(separator: ", ")) FROM \(schema)\(entity.table)
        WHERE id = ?
        """, in: db)
    return try ids.map { id in
      row.bind(id)
      return try row.step() ? HistoryValues(row, columns) : nil
    }
  }
}
