internal import SQLite

/// Finds trips and reads their rows, by statements that are compiled once.
struct TripLookup {
  let db: Connection

  init(_ db: Connection) { self.db = db }

  private func statement(_ sql: String) throws -> Statement {
    try db.kept(sql: sql)
  }

  func tripID(uid: String) throws -> Int64? {
    try statement("SELECT id FROM trip WHERE uid = ?").integer(for: [uid.sqliteValue])
  }

  func tripID(_ name: String, _ start: CalendarDate, _ end: CalendarDate) throws -> Int64? {
    try statement("SELECT id FROM trip WHERE name = ? AND startDate = ? AND endDate = ?")
      .integer(for: [name, start.description, end.description].map(\.sqliteValue))
  }

  /// The trip with the name and dates of these values.
  func tripID(_ values: TripValues) throws -> Int64? {
    try tripID(values.name, values.startDate, values.endDate)
  }

  /// The one rule for which trip a statement means: the one that its event became, the one with its
  /// uid, otherwise the one with its name and dates.
  ///
  /// - Throws: `TripsError.value` if its end is missing and several trips begin on its start.
  func tripID(_ stated: StatedTrip) throws -> Int64? {
    if let id = stated.trip.origin?.row { return id }
    if let uid = stated.uid, let id = try tripID(uid: uid) { return id }
    guard !stated.isPart, let name = stated.trip.text(.name),
      let start = stated.trip.date(.startDate)
    else { return nil }
    if let end = stated.trip.date(.endDate) { return try tripID(name, start, end) }
    let row = try statement("SELECT id FROM trip WHERE name = ? AND startDate = ? LIMIT 2")
    try row.bind([name.sqliteValue, start.description.sqliteValue])
    let ids = try row.map { $0.integer(0) }
    guard ids.count <= 1 else {
      throw TripsError.value(
        "several trips are called '\(name)' and start on \(start); their end or uid is missing")
    }
    return ids.first
  }

  /// A trip that starts on the same day, with another name that is equal in a search.
  func tripID(namesakeOf trip: TripValues) throws -> Int64? {
    let name = SearchText.foldedName(trip.name)
    let row = try statement("SELECT id, name FROM trip WHERE startDate = ? AND name <> ?")
    try row.bind([trip.startDate.description, trip.name].map(\.sqliteValue))
    let ids = try row.map { row in
      let isEqual = SearchText.foldedName(row.text(1)) == name
      return isEqual ? row.integer(0) : nil
    }
    return ids.lazy.compactMap(\.self).first
  }

  /// A trip that has this day.
  func tripID(on day: CalendarDate) throws -> Int64? {
    try statement("SELECT id FROM trip WHERE startDate <= ?1 AND endDate >= ?1 ORDER BY id LIMIT 1")
      .integer(for: [day.description.sqliteValue])
  }

  /// The rows of a trip; nil if there is none.
  func rows(ofTrip id: Int64) throws -> TripRows? {
    let row = try statement("SELECT \(TripColumn.list) FROM trip WHERE id = ?")
    try row.bind([id.sqliteValue])
    guard let trip = try row.map(\.values).first else { return nil }
    return TripRows(
      trip: trip, items: try rows(id, ItemColumn.self), stays: try rows(id, StayColumn.self))
  }

  private func rows<Column: StoredColumn>(
    _ id: Int64, _ columns: Column.Type
  ) throws -> [[SQLiteValue]] {
    let row = try statement(
      """
      SELECT \(Column.list) FROM \(Column.table) WHERE tripId = ? ORDER BY \(Column.orderClause())
      """)
    try row.bind([id.sqliteValue])
    return try row.map(\.values)
  }

  /// The trip of a row; nil if the row is gone or has no trip.
  func tripID(of entity: HistoryEntity, _ row: Int64) throws -> Int64? {
    let column = entity.isTrip ? "id" : "tripId"
    return try statement(
      "SELECT \(column) FROM \(entity.table) WHERE id = ? AND \(column) NOT NULL"
    )
    .integer(for: [row.sqliteValue])
  }

  /// The trip of the item or the stay with a uid.
  func tripID(ofPart uid: String) throws -> Int64? {
    for table in [ItemColumn.table, StayColumn.table] {
      let id = try statement("SELECT tripId FROM \(table) WHERE uid = ? AND tripId NOT NULL")
        .integer(for: [uid.sqliteValue])
      if let id { return id }
    }
    return nil
  }

  func isTaken(_ uid: String) throws -> Bool {
    if try tripID(uid: uid) != nil { return true }
    let tables = [ItemColumn.uid.map { _ in ItemColumn.table }, StayColumn.table].compactMap(\.self)
    return try tables.contains { table in
      try statement("SELECT id FROM \(table) WHERE uid = ?").integer(for: [uid.sqliteValue]) != nil
    }
  }

  func isTaken(_ id: Int64, _ table: String) throws -> Bool {
    try statement("SELECT id FROM \(table) WHERE id = ?").integer(for: [id.sqliteValue]) != nil
  }
}

/// Writes the changes of imports and syncs.
struct TripWriter {
  let lookup: TripLookup
  /// Ids of a file are kept only in a store that was never used, so that exporting it again gives the
  /// same file.
  let keepsIDs: Bool
  private var db: Connection { lookup.db }

  /// - Returns: the resulting rows, with their ids.
  /// - Throws: `TripsError.collision` if another trip has the resulting name and dates.
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
    switch (change.before, change.after) {
    case (let before?, let after?):
      let changed = columns.allCases.filter { before[$0] != after[$0] && $0.name != "tripId" }
      try db.update(before.id.sqliteValue, changed.map { ($0, after[$0]) })
      return before.id
    case (let before?, nil):
      try db.delete(before.id.sqliteValue, columns)
      return before.id
    case (nil, var after?):
      if try !keepsIDs || after.id == 0 || lookup.isTaken(after.id, Column.table) {
        after[0] = .null
      }
      if let tripID, let place = Column.allCases.firstIndex(where: { $0.name == "tripId" }) {
        after[place] = tripID.sqliteValue
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
