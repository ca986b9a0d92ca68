internal import SQLite

/// A property of a trip or of one of its items or stays, with the transaction that last set it.
package struct PropertyOrigin: Sendable {
  package let entity: HistoryEntity
  package let rowID: Int64
  package var property: String
  package var value: HistoryValue
  /// Without its changes; nil if it was set before the history began.
  package let transaction: HistoryTransaction?
  /// Whether it has had this value since the row was inserted.
  package let isOriginal: Bool
}

extension Store {
  /// The origin of each property of a trip, then of its items and stays by id.
  package func origins(ofTrip id: Int64) throws(TripsError) -> [PropertyOrigin] {
    try read { db in
      var search = try OriginSearch(tripID: id, in: db)
      let filter = try HistoryTripFilter(TripReference(String(id)), after: 0, in: db)
      let row = try Statement(
        """
        SELECT \(HistoryRow.columns) FROM historyChange AS c
        CROSS JOIN historyTransaction AS t ON t.id = c.transactionId
        WHERE \(filter.condition) ORDER BY c.id DESC
        """, in: db)
      let storeID = try HistoryPosition(db).storeID
      while !search.isDone, try row.step() {
        search.add(
          try HistoryRow.change(row, storeID: storeID), of: try HistoryRow.transaction(row))
      }
      return search.origins
    }
  }
}

/// Goes back from the present rows through their changes.
private struct OriginSearch {
  private let rows: [(entity: HistoryEntity, id: Int64, values: HistoryValues)]
  private var found: [Int: [String: (transaction: HistoryTransaction, isOriginal: Bool)]] = [:]
  /// The rows with unexplained properties, by their ids at the place.
  private var open: [RowKey: Int] = [:]
  /// The last transaction of each row with an unreadable record.
  private var unreadable: [Int: HistoryTransaction] = [:]

  var isDone: Bool { open.isEmpty }

  init(tripID: Int64, in db: Connection) throws {
    var rows: [(entity: HistoryEntity, id: Int64, values: HistoryValues)] = []
    for entity in HistoryEntity.stored {
      let owner = entity.isTrip ? "id" : "tripId"
      let ids = try db.integers(
        "SELECT id FROM \(sql: entity.table) WHERE \(sql: owner) = \(tripID) ORDER BY id")
      for case (let id, let values?) in zip(ids, try HistoryValues.rows(of: entity, ids, in: db)) {
        rows.append((HistoryEntity(entity, type: values.text("type")), id, values))
      }
    }
    self.rows = rows
    for (index, row) in rows.enumerated() {
      open[RowKey(table: row.entity.table, id: row.id)] = index
    }
  }

  mutating func add(_ change: HistoryChange, of transaction: HistoryTransaction) {
    let key = change.newKey
    guard change.kind != .delete, let index = open[key] else { return }
    let names =
      change.kind == .insert
      ? rows[index].values.pairs.map(\.property) : change.updatedProperties.map(\.name)
    if !change.isReadable, unreadable[index] == nil { unreadable[index] = transaction }
    for name in names where found[index]?[name] == nil {
      var origin = (transaction, change.kind == .insert)
      // Its value was set again since.
      if let later = unreadable[index], let value = change.newValues[name],
        value != rows[index].values[name]
      {
        origin = (later, false)
      }
      found[index, default: [:]][name] = origin
    }
    if change.kind == .insert || found[index]?.count == rows[index].values.pairs.count {
      open[key] = nil
    } else if change.rowID != change.newRowID {
      open[key] = nil
      open[change.key] = index
    }
  }

  var origins: [PropertyOrigin] {
    rows.enumerated().flatMap { index, row in
      row.values.pairs.filter { !["id", "tripId"].contains($0.property) }.map { pair in
        let origin = found[index]?[pair.property]
        return PropertyOrigin(
          entity: row.entity, rowID: row.id, property: pair.property, value: pair.value,
          transaction: origin?.transaction, isOriginal: origin?.isOriginal ?? true)
      }
    }
  }
}
