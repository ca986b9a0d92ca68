internal import FoundationEssentials
import Platform
internal import SQLite

/// The base of one event: a row of `syncedEvent`.
struct SyncedEvent: Equatable {
  let file: String
  let uid: String
  /// The stamp of the file when it was last read or written; 0 if it must be read again.
  var stamp: Int64
  let hash: Int64
  let tripId: Int64
  /// The row that it states, and what that is.
  let kind: StatedEvent.Kind
  let rowId: Int64
  /// The digest of the trip's rows (`RowDigests`).
  let digest: Int64
  /// The base as JSON; empty unless requested.
  var facts = ""

  func with(stamp: Int64) -> SyncedEvent {
    var event = self
    event.stamp = stamp
    return event
  }

  var base: EventBase? { try? JSONDecoder().decode(EventBase.self, from: Data(facts.utf8)) }
}

extension EventBase {
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// The bases of the events. They belong to the events, not to a folder, which may be moved.
struct SyncedEvents {
  let db: Connection
  /// Whether they do not count, as in the first sync of a store.
  var areForgotten = false

  private static let columns = "file, uid, stamp, hash, tripId, kind, rowId, digest"

  /// Calls `body` with each event, sorted by the bytes of their files' names.
  func visit(_ body: (SyncedEvent) throws -> Void) throws {
    if areForgotten { return }
    let row = try Statement(
      "SELECT \(sql: Self.columns) FROM syncedEvent ORDER BY file", in: db)
    while try row.step() { try body(Self.event(row.values)) }
  }

  /// The events of these trips, with their facts; that of a trip precedes those of its parts.
  func events(ofTrips ids: some Sequence<Int64>) throws -> [SyncedEvent] {
    if areForgotten { return [] }
    let row = try Statement(
      """
      SELECT \(sql: Self.columns), facts FROM syncedEvent
      WHERE tripId IN (SELECT value FROM json_each(\(Array(ids).json)))
      ORDER BY tripId, kind <> 'trip', kind, rowId
      """, in: db)
    return try row.map { found in
      let row = found.values
      var event = try Self.event(row)
      event.facts = try row.checkedText(8)
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
        INSERT OR REPLACE INTO syncedEvent(\(Self.columns), facts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).run([
      .text(event.file), .text(event.uid), .integer(event.stamp),
      .integer(event.hash), event.tripId.sqliteValue,
      .text(event.kind.rawValue), event.rowId.sqliteValue, .integer(event.digest),
      .text(event.facts),
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
