internal import GRDB

/// What became of one row between two states.
package struct RowDifference: RowChange {
  package let entity: HistoryEntity
  package let rowID: Int64
  package let kind: RowChangeKind
  package let oldValues: HistoryValues
  package let newValues: HistoryValues
  package let name: String?
  package let trip: RowOwner?
}

extension RowDifference {
  /// Without the trip, for whoever has named it already.
  package var alone: RowDifference {
    RowDifference(
      entity: entity, rowID: rowID, kind: kind, oldValues: oldValues, newValues: newValues,
      name: name, trip: nil)
  }
}

/// What became of a trip and of all that belongs to it, between two states.
package struct TripDifference: Sendable {
  /// Nil for what belongs to no trip.
  package let trip: RowOwner?
  /// What became of its own row, if anything.
  package let own: RowDifference?
  /// What became of its items and stays, by their ids.
  package let relations: [RowDifference]
}

extension Store {
  /// The net changes from the state that this store shows to that of another, trip by trip: what was
  /// changed and changed back is none. Both are the same file at places of its history.
  package func difference(to other: Store) throws(TripsError) -> [TripDifference] {
    let touched = try [self, other].map { store throws(TripsError) in
      try store.read { db in try PastState.touched(in: db) }
    }
    let ids = HistoryEntity.stored.map { entity in
      (touched[0][entity] ?? []).union(touched[1][entity] ?? [])
    }
    let old = try rows(ids)
    let new = try other.rows(ids)
    let owners = Set((old + new).flatMap { $0.values.compactMap { $0.integer("tripId") } })
      .subtracting(ids[0])
    let names = try Self.names(rows([owners])[0], old[0])
      .merging(Self.names(other.rows([owners])[0], new[0])) { $1 }
    var differences: [RowDifference] = []
    for (index, entity) in HistoryEntity.stored.enumerated() {
      differences += ids[index].sorted().compactMap { id in
        RowDifference(entity, id, old[index][id], new[index][id], names)
      }
    }
    return Self.byTrip(differences, names)
  }

  /// The rows of these ids that there are, for each entity in the order of `HistoryEntity.stored`.
  private func rows(_ ids: [Set<Int64>]) throws(TripsError) -> [[Int64: HistoryValues]] {
    try read { db in
      try zip(HistoryEntity.stored, ids).map { entity, ids in
        ids.isEmpty ? [:] : try HistoryValues.rows(of: entity, ids, in: db)
      }
    }
  }

  private static func names(
    _ owners: [Int64: HistoryValues], _ trips: [Int64: HistoryValues]
  ) -> [Int64: String] {
    owners.merging(trips) { $1 }.compactMapValues { $0.text("name") }
  }

  private static func byTrip(
    _ differences: [RowDifference], _ names: [Int64: String]
  ) -> [TripDifference] {
    let groups = Dictionary(grouping: differences) { $0.entity.isTrip ? $0.rowID : $0.trip?.id }
    return groups.sorted { ($0.key ?? .max) < ($1.key ?? .max) }.map { id, differences in
      TripDifference(
        trip: id.map { RowOwner(id: $0, name: names[$0]) },
        own: differences.first { $0.entity.isTrip },
        relations: differences.filter { !$0.entity.isTrip })
    }
  }
}

extension RowDifference {
  /// Nil where both states have the same.
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
  /// The rows of these ids that there are.
  static func rows(
    of entity: HistoryEntity, _ ids: Set<Int64>, in db: Database
  ) throws -> [Int64: HistoryValues] {
    let columns = entity.properties.map(Column.init)
    let list = "[\(ids.sorted().map(String.init).joined(separator: ","))]"
    let row = try StatementCursor(
      """
      SELECT \(sql: entity.properties.joined(separator: ", ")) FROM \(sql: entity.table)
      WHERE id IN (SELECT value FROM json_each(\(list)))
      """, in: db)
    var rows: [Int64: HistoryValues] = [:]
    while try row.next() {
      rows[row.integer(0)] = try HistoryValues(row, columns)
    }
    return rows
  }
}
