import Platform
internal import SQLite

/// The base of one event: a row of `syncedEvent`.
struct SyncedEvent: Equatable {
  let file: String
  let uid: String
  /// The stamp of the file when it was last read or written.
  var stamp: Int64
  let hash: Int64
  let tripId: Int64
  /// The kind and the id of its row.
  let kind: StatedEvent.Kind
  let rowId: Int64
  /// The digest of the trip's rows (`RowDigests`); 0 if they must be compared again.
  let digest: Int64
  /// The row as JSON; the row of a trip is followed by its items without a date. Empty unless
  /// requested, like the content lines of the event.
  var rows = ""
  var event = ""

  func with(stamp: Int64) -> SyncedEvent {
    var event = self
    event.stamp = stamp
    return event
  }
}

/// The bases of the events. They belong to the events, not to a folder, which may be moved.
struct SyncedEvents {
  let db: Connection
  /// Whether they are ignored, as in the first sync of a store.
  var areForgotten = false

  private static let columns = "file, uid, stamp, hash, tripId, kind, rowId, digest"

  /// Calls `body` with each event, sorted by the bytes of their files' names.
  func visit(_ body: (SyncedEvent) throws -> Void) throws {
    if areForgotten { return }
    let row = try Statement(
      "SELECT \(sql: Self.columns) FROM syncedEvent ORDER BY file", in: db)
    while try row.step() { try body(Self.event(row.values)) }
  }

  /// The events of these trips, with their contents; the event of a trip precedes the events of its
  /// parts.
  func events(ofTrips ids: some Sequence<Int64>) throws -> [SyncedEvent] {
    if areForgotten { return [] }
    let row = try Statement(
      """
      SELECT \(sql: Self.columns), rows, event FROM syncedEvent
      WHERE tripId IN (SELECT value FROM json_each(\(Array(ids).json)))
      ORDER BY tripId, kind <> 'trip', kind, rowId
      """, in: db)
    return try row.map { found in
      let row = found.values
      var event = try Self.event(row)
      event.rows = try row.checkedText(8)
      event.event = try row.checkedText(9)
      return event
    }
  }

  private static func event(_ row: [SQLiteValue]) throws -> SyncedEvent {
    SyncedEvent(
      file: try row.checkedText(0), uid: try row.checkedText(1), stamp: try row.checkedInteger(2),
      hash: try row.checkedInteger(3), tripId: try row.checkedInteger(4),
      kind: StatedEvent.Kind(rawValue: try row.checkedText(5)) ?? .other,
      rowId: try row.checkedInteger(6), digest: try row.checkedInteger(7))
  }

  func save(_ event: SyncedEvent) throws {
    try db.kept(
      sql: """
        INSERT OR REPLACE INTO syncedEvent(\(Self.columns), rows, event)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).run([
      .text(event.file), .text(event.uid), .integer(event.stamp),
      .integer(event.hash), event.tripId.sqliteValue,
      .text(event.kind.rawValue), event.rowId.sqliteValue, .integer(event.digest),
      .text(event.rows), .text(event.event),
    ])
  }

  /// Records the stamp of a file that was touched but is unchanged.
  func restamp(_ event: SyncedEvent) throws {
    try db.kept(sql: "UPDATE syncedEvent SET stamp = ? WHERE uid = ?")
      .run([.integer(event.stamp), .text(event.uid)])
  }

  func remove(_ event: SyncedEvent) throws {
    try db.kept(sql: "DELETE FROM syncedEvent WHERE uid = ?").run([.text(event.uid)])
  }

  /// Makes the next sync a first one, which deletes nothing.
  static func forget(in db: Connection) throws { try db.execute("DELETE FROM syncedEvent") }
}

// MARK: - Rows as JSON

extension SyncedEvents {
  /// The rows of an event as they are now, as JSON.
  func json(of kind: StatedEvent.Kind, id: Int64) throws -> String {
    let sql =
      switch kind {
      case .stay:
        "SELECT json_array(json_array(\(StayColumn.list))) FROM \(StayColumn.table) WHERE id = ?"
      case .item:
        "SELECT json_array(json_array(\(ItemColumn.list))) FROM \(ItemColumn.table) WHERE id = ?"
      case .trip, .other:
        """
        SELECT json_group_array(json(line)) FROM (
          SELECT json_array(\(TripColumn.list)) AS line FROM trip WHERE id = ?1
          UNION ALL
          SELECT line FROM (
            SELECT json_array(\(ItemColumn.list)) AS line FROM bucketListItem
            WHERE tripId = ?1 AND date IS NULL ORDER BY id))
        """
      }
    let row = try db.kept(sql: sql)
    try row.bind([id.sqliteValue])
    return try row.map { $0.text(0) }.first ?? "[]"
  }

  func rows(_ json: String) throws -> [[SQLiteValue]] {
    try values(json).map { try values($0.text ?? "[]") }
  }

  private func values(_ json: String) throws -> [SQLiteValue] {
    let row = try db.kept(sql: "SELECT value FROM json_each(?)")
    try row.bind([json.sqliteValue])
    return try row.map { $0.value(0) }
  }
}

/// Digests of the rows of trips with their items and stays, to find changes since a sync without
/// loading objects.
enum RowDigests {
  /// Calls `body` with each trip and its digest.
  ///
  /// - Parameter ids: of the trips; nil is all.
  static func visit(
    _ ids: [Int64]? = nil, in db: Connection, _ body: (Int64, Int64) throws -> Void
  ) throws {
    func rows<Column: StoredColumn>(_ columns: Column.Type) -> String {
      """
      (SELECT json_group_array(json_array(\(Column.list)))
       FROM (SELECT * FROM \(Column.table) WHERE tripId = trip.id ORDER BY id))
      """
    }
    let condition = ids.map { "WHERE id IN (SELECT value FROM json_each('\($0.json)'))" } ?? ""
    let row = try Statement(
      sql: """
        SELECT id, json_array(
          \(TripColumn.list), \(rows(ItemColumn.self)), \(rows(StayColumn.self)))
        FROM trip \(condition) ORDER BY id
        """, in: db)
    while try row.step() {
      var hash = FNV1a()
      hash.addWords(row.bytes(1))
      try body(row.integer(0), Int64(bitPattern: hash.value))
    }
  }
}
