internal import SQLite

/// Writes the rows of changes.
struct TripWriter {
  let lookup: TripLookup
  /// Ids of a file are kept only in a store that was never used, so that exporting it again gives the
  /// same file.
  let keepsIDs: Bool
  private var db: Connection { lookup.db }

  /// - Returns: the resulting rows, with their ids.
  func write(_ change: TripChange) throws -> TripChange {
    var change = change
    let id = try write(&change.trip, tripID: nil, TripColumn.self)
    for index in change.items.indices {
      _ = try write(&change.items[index], tripID: id, ItemColumn.self)
    }
    for index in change.stays.indices {
      _ = try write(&change.stays[index], tripID: id, StayColumn.self)
    }
    return change
  }

  private func write<Column: StoredColumn>(
    _ change: inout RowOutcome, tripID: Int64?, _ columns: Column.Type
  ) throws -> Int64 {
    // A row may come from another trip.
    let index = Column.allCases.firstIndex { $0.name == "tripId" }
    if let tripID, let index { change.after?[index] = tripID.sqliteValue }
    switch (change.before, change.after) {
    case (let before?, let after?):
      let changed = columns.allCases.filter { before[$0] != after[$0] }
      try db.update(before.id.sqliteValue, changed.map { ($0, after[$0]) })
      return before.id
    case (let before?, nil):
      try db.delete(before.id.sqliteValue, columns)
      return before.id
    case (nil, var after?):
      if try !keepsIDs || after.id == 0 || lookup.isTaken(after.id, Column.table) {
        after[0] = .null
      }
      // A uid of another row is not reused.
      if let uid = Column.uid, try lookup.isTaken(after.text(uid)) {
        after[Int(uid.rawValue)] = Column.newUID().sqliteValue
      }
      after[0] = try db.insert(after, columns).sqliteValue
      change.after = after
      return after.id
    case (nil, nil): return 0
    }
  }
}
