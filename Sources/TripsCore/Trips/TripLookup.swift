internal import SQLite

/// Finds trips and reads their rows, by statements that are compiled once.
struct TripLookup {
  let db: Connection

  init(_ db: Connection) { self.db = db }

  private func statement(_ sql: String) throws -> Statement {
    try db.cachedStatement(sql: sql)
  }

  func tripID(uid: String) throws -> Int64? {
    try statement("SELECT id FROM trip WHERE uid = ?").integer(for: [uid.sqliteValue])
  }

  func tripID(_ name: String, _ start: CalendarDate, _ end: CalendarDate) throws -> Int64? {
    try statement("SELECT id FROM trip WHERE name = ? AND startDate = ? AND endDate = ?")
      .integer(for: [name, start.description, end.description].map(\.sqliteValue))
  }

  /// The trip with this name and these dates, whatever its id.
  func tripID(_ trip: TripSummary) throws -> Int64? {
    try tripID(trip.name, trip.startDate, trip.endDate)
  }

  /// The trip that a statement names by its record or its uid.
  func tripID(identifiedBy stated: StatedTrip) throws -> Int64? {
    if let id = stated.home ?? stated.trip.origin?.known?.trip { return id }
    return try stated.uid.flatMap { try tripID(uid: $0) }
  }

  /// The trip with the name and dates of a statement.
  ///
  /// - Throws: `TripsError.value` if its end is missing and several trips begin on its start.
  func tripID(namedBy stated: StatedTrip) throws -> Int64? {
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

  /// - Throws: `TripsError.collision` if another trip has this name and these dates.
  func refuseCollision(_ trip: TripSummary, except id: Int64?) throws {
    if let other = try tripID(trip), other != id {
      throw TripsError.collision(with: TripSummary(try Store.trip(id: other, in: db)))
    }
  }

  /// At most two trips that have this day.
  func tripIDs(on day: CalendarDate) throws -> [Int64] {
    let row = try statement(
      "SELECT id FROM trip WHERE startDate <= ?1 AND endDate >= ?1 ORDER BY id LIMIT 2")
    try row.bind([day.description.sqliteValue])
    return try row.map { $0.integer(0) }
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
  func tripID(of entity: Entity, _ row: Int64) throws -> Int64? {
    let column = entity == .trip ? "id" : "tripId"
    return try statement(
      "SELECT \(column) FROM \(entity.table) WHERE id = ? AND \(column) NOT NULL"
    )
    .integer(for: [row.sqliteValue])
  }

  func id(of entity: Entity, uid: String) throws -> Int64? {
    try statement("SELECT id FROM \(entity.table) WHERE uid = ?").integer(for: [uid.sqliteValue])
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

  /// The items and stays with the number of a reservation, and their names.
  func parts(reference number: String) throws -> [(record: RememberedRecord, name: String)] {
    func parts<Column: PartColumn>(
      _ entity: Entity, _ column: Column
    ) throws -> [(record: RememberedRecord, name: String)] {
      let row = try statement(
        """
        SELECT id, tripId, \(Column.label.name) FROM \(Column.table)
        WHERE \(column.name) = ? AND tripId NOT NULL ORDER BY tripId, id
        """)
      try row.bind([number.sqliteValue])
      return try row.map { row in
        var record = RememberedRecord(key: "", entity: entity, row: row.integer(0))
        record.trip = row.integer(1)
        return (record, row.text(2))
      }
    }
    return try parts(.stay, StayColumn.reference)
      + parts(.item, ItemColumn.reference)
  }

  /// Whether a trip, an item or a stay has the uid.
  func isTaken(_ uid: String) throws -> Bool {
    try statement(Self.holdersOfUID).integer(for: [uid.sqliteValue]) != nil
  }

  private static let holdersOfUID = [TripColumn.table, ItemColumn.table, StayColumn.table]
    .map { "SELECT id FROM \($0) WHERE uid = ?1" }.joined(separator: " UNION ALL ")

  func isTaken(_ id: Int64, _ table: String) throws -> Bool {
    try statement("SELECT id FROM \(table) WHERE id = ?").integer(for: [id.sqliteValue]) != nil
  }
}
