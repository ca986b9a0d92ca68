internal import SQLite

/// The statements that run for each record of an import.
struct ImportStatements {
  let db: Connection
  /// Ids of the file are kept only in a store that was never used, so that exporting it again gives
  /// the same file.
  let keepsIDs: Bool

  init(_ db: Connection, keepsIDs: Bool) {
    self.db = db
    self.keepsIDs = keepsIDs
  }

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

  /// At most two.
  func tripIDs(_ name: String, _ start: CalendarDate) throws -> [Int64] {
    let row = try statement("SELECT id FROM trip WHERE name = ? AND startDate = ? LIMIT 2")
    try row.bind([name.sqliteValue, start.description.sqliteValue])
    return try row.map { $0.integer(0) }
  }

  /// The last trip of that name that starts by its end, if they share days.
  func tripID(sharingDaysWith trip: TripValues) throws -> Int64? {
    try statement(
      """
      SELECT id FROM (
        SELECT id, endDate FROM trip WHERE name = ? AND startDate <= ?
        ORDER BY startDate DESC, endDate DESC LIMIT 1)
      WHERE endDate >= ?
      """
    ).integer(
      for: [trip.name, trip.endDate.description, trip.startDate.description].map(\.sqliteValue))
  }

  /// A trip that starts on the same day, with another name that is equal in a search.
  func tripID(namesakeOf trip: TripValues) throws -> Int64? {
    let name = SearchText.foldedName(trip.name)
    let row = try statement("SELECT id, name FROM trip WHERE startDate = ? AND name <> ?")
    try row.bind([trip.startDate.description, trip.name].map(\.sqliteValue))
    let ids = try row.map { row in
      let isEqual = SearchText.foldedName(String(decoding: row.bytes(1), as: UTF8.self)) == name
      return isEqual ? row.integer(0) : nil
    }
    return ids.lazy.compactMap(\.self).first
  }

  /// The rows of a trip's bucket list, in order.
  func items(ofTrip id: Int64) throws -> [[SQLiteValue]] {
    try rows(id, ItemColumn.self)
  }

  /// The rows of a trip's stays, in order.
  func stays(ofTrip id: Int64) throws -> [[SQLiteValue]] {
    try rows(id, StayColumn.self)
  }

  private func rows<Column: StoredColumn>(
    _ id: Int64, _ columns: Column.Type
  ) throws -> [[SQLiteValue]] {
    let row = try statement(
      """
      SELECT \(Column.list) FROM \(Column.table) WHERE tripId = ? ORDER BY \(Column.orderClause())
      """)
    try row.bind([id.sqliteValue])
    return try row.map { $0.values(columns) }
  }

  func insert(_ values: TripValues, id: Int64?, uid: String?) throws -> Int64 {
    let id = try keptID(id, TripColumn.table)
    return try db.insert(values.row(id: id, uid: uid ?? Trip.newUID()), TripColumn.self)
  }

  /// The trip of a stay, 0 without one; nil if there is no such stay.
  func tripID(ofStay uid: String) throws -> Int64? {
    try statement("SELECT coalesce(tripId, 0) FROM livingAccommodation WHERE uid = ?")
      .integer(for: [uid.sqliteValue])
  }

  /// The stay that was exported as the event with this uid, or made of it.
  func stay(ofEvent uid: String) throws -> StoredStay? {
    let row = try statement(
      """
      SELECT stay.id, stay.uid, placeName, trip.id, trip.uid, trip.name, trip.startDate, trip.endDate,
        coalesce(stay.startDate, trip.startDate), coalesce(stay.endDate, trip.endDate)
      FROM livingAccommodation AS stay JOIN trip ON trip.id = tripId
      WHERE stay.uid IN (?, ?)
      """)
    try row.bind([uid, uid + ForeignEvents.staySuffix].map(\.sqliteValue))
    return try row.map { row -> StoredStay? in
      func text(_ column: Int32) -> String { row.value(column).text ?? "" }
      let dates = (6...9).compactMap { CalendarDate(text($0)) }
      guard dates.count == 4, dates[0] <= dates[1], dates[2] <= dates[3] else { return nil }
      return StoredStay(
        id: row.integer(0), uid: text(1), place: text(2), nights: dates[2]...dates[3],
        trip: TripSummary(
          id: row.integer(3), name: text(5), startDate: dates[0], endDate: dates[1]),
        tripUID: text(4))
    }.first ?? nil
  }

  /// The items with one of these titles that have a day.
  func items(titled titles: Set<String>) throws -> [RemainingItem] {
    var json = JSONWriter()
    json.array(titles) { json, title in json.value(title) }
    let row = try statement(
      """
      SELECT item.id, title, date, time, trip.id, name, trip.startDate, trip.endDate
      FROM bucketListItem AS item JOIN trip ON trip.id = tripId
      WHERE title IN (SELECT value FROM json_each(?)) ORDER BY item.id
      """)
    try row.bind([String(decoding: json.bytes, as: UTF8.self).sqliteValue])
    return try row.map { row -> RemainingItem? in
      func text(_ column: Int32) -> String? { row.value(column).text }
      let dates = [2, 6, 7].compactMap { text($0).flatMap { CalendarDate($0) } }
      guard dates.count == 3, let title = text(1), let name = text(5) else { return nil }
      return RemainingItem(
        id: row.integer(0), title: title, day: dates[0], time: text(3),
        trip: TripSummary(
          id: row.integer(4), name: name, startDate: dates[1], endDate: dates[2]))
    }.compactMap(\.self)
  }

  /// Inserts an item or a stay. A uid of another stay or of a trip is not reused.
  func insert<Column: StoredColumn>(_ row: ImportedRow<Column>, ofTrip id: Int64) throws {
    var row = row
    if let uid = row.uid, try tripID(ofStay: uid) ?? tripID(uid: uid) != nil { row.uid = nil }
    _ = try db.insert(row.row(id: try keptID(row.id, Column.table), tripID: id), Column.self)
  }

  /// The file's id, if ids are kept and it is free.
  private func keptID(_ id: Int64?, _ table: String) throws -> Int64? {
    guard keepsIDs, let id else { return nil }
    let isTaken = try statement("SELECT id FROM \(table) WHERE id = ?").integer(for: [
      id.sqliteValue
    ])
    return isTaken == nil ? id : nil
  }
}
