internal import Foundation
internal import GRDB
import Platform

/// What the store remembers of one event of a folder: a row of `syncedEvent`.
struct SyncedEvent {
  var file: String
  let uid: String
  /// Of the file when it was read or written last; empty where it must be read again.
  var stamp: String
  var hash: Int64
  /// Nil for an event that was given back to the program that had made it.
  var tripId: Int64?
  /// Nil for the event of a trip.
  var stayId: Int64?
  /// Of the trip's rows (`RowDigests`).
  var digest: Int64
  /// Empty unless it was asked for.
  var facts = ""

  var base: EventBase? { try? JSONDecoder().decode(EventBase.self, from: Data(facts.utf8)) }

  mutating func set(_ base: EventBase) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    facts = (try? encoder.encode(base)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// What the store remembers of the events of a folder.
struct SyncedEvents {
  /// Its absolute path, links followed.
  let folder: String
  let db: Database

  private static let columns = "file, uid, stamp, hash, tripId, stayId, digest"

  /// Calls `body` with each event, in the order of the bytes of their files' names.
  func visit(_ body: (SyncedEvent) throws -> Void) throws {
    let row = try StatementCursor(
      "SELECT \(sql: Self.columns) FROM syncedEvent WHERE folder = \(folder) ORDER BY file", in: db)
    while try row.next() { try body(Self.event(row)) }
  }

  /// The events of these trips, with their facts.
  func events(ofTrips ids: some Sequence<Int64>) throws -> [SyncedEvent] {
    let row = try StatementCursor(
      """
      SELECT \(sql: Self.columns), facts FROM syncedEvent
      WHERE folder = \(folder) AND tripId IN (SELECT value FROM json_each(\(Array(ids).json)))
      ORDER BY file
      """, in: db)
    return try row.map { row in
      var event = try Self.event(row)
      event.facts = try row.checkedText(7)
      return event
    }
  }

  private static func event(_ row: StatementCursor) throws -> SyncedEvent {
    SyncedEvent(
      file: try row.checkedText(0), uid: try row.checkedText(1), stamp: try row.checkedText(2),
      hash: try row.checkedInteger(3), tripId: try row.checkedIntegerIfAny(4),
      stayId: try row.checkedIntegerIfAny(5), digest: try row.checkedInteger(6))
  }

  func save(_ event: SyncedEvent) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO syncedEvent(folder, \(Self.columns), facts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      folder, event.file, event.uid, event.stamp, event.hash, event.tripId, event.stayId,
      event.digest, event.facts,
    ])
  }

  /// Notes that a file was touched, and holds what it held.
  func restamp(_ event: SyncedEvent) throws {
    try db.cachedStatement(
      sql: "UPDATE syncedEvent SET stamp = ? WHERE folder = ? AND file = ? AND stamp <> ?"
    ).execute(arguments: [event.stamp, folder, event.file, event.stamp])
  }

  func remove(_ file: String) throws {
    try db.cachedStatement(sql: "DELETE FROM syncedEvent WHERE folder = ? AND file = ?")
      .execute(arguments: [folder, file])
  }

  /// Makes the next sync with the folder the first one, which deletes nothing.
  func removeAll() throws {
    try db.execute(sql: "DELETE FROM syncedEvent WHERE folder = ?", arguments: [folder])
  }
}

/// Digests of the rows of trips with their items and stays: which of them have changed since a sync is
/// found without reading any as objects.
struct RowDigests {
  let db: Database

  /// Calls `body` with each trip and its digest, in the order of their ids.
  func visit(_ body: (Int64, Int64) throws -> Void) throws {
    try visit(nil, body)
  }

  func digest(ofTrip id: Int64) throws -> Int64 {
    var result: Int64 = 0
    try visit(id) { result = $1 }
    return result
  }

  private func visit(_ id: Int64?, _ body: (Int64, Int64) throws -> Void) throws {
    let trips = try rows(TripColumn.self, "id", id)
    let relations = [
      Relation(try rows(ItemColumn.self, "tripId", id), ItemColumn.allCases, .tripId),
      Relation(try rows(StayColumn.self, "tripId", id), StayColumn.allCases, .tripId),
    ]
    for relation in relations { try relation.advance() }
    while try trips.next() {
      var hash = FNV1a()
      Self.add(trips, TripColumn.allCases, to: &hash)
      let trip = trips.integer(TripColumn.id)
      for relation in relations { try relation.add(ofTrip: trip, to: &hash) }
      try body(trip, Int64(bitPattern: hash.value))
    }
  }

  private func rows<Column: StoredColumn>(
    _ columns: Column.Type, _ key: String, _ id: Int64?
  ) throws -> StatementCursor {
    let condition = id.map { "\(key) = \($0)" } ?? "\(key) NOT NULL"
    let order = key == "id" ? "id" : "\(key), id"
    return try StatementCursor(
      sql: "SELECT \(Column.list) FROM \(Column.table) WHERE \(condition) ORDER BY \(order)", in: db
    )
  }

  /// The rows that belong to trips, which are asked for in the order of their ids.
  private final class Relation {
    private let rows: StatementCursor
    private let trip: Int32
    private let add: (StatementCursor, inout FNV1a) -> Void
    private var hasRow = false

    init<Column: StoredColumn>(_ rows: StatementCursor, _ columns: [Column], _ trip: Column) {
      self.rows = rows
      self.trip = trip.rawValue
      add = { row, hash in RowDigests.add(row, columns, to: &hash) }
    }

    func advance() throws { hasRow = try rows.next() }

    func add(ofTrip id: Int64, to hash: inout FNV1a) throws {
      while hasRow, rows.integer(trip) <= id {
        if rows.integer(trip) == id { add(rows, &hash) }
        try advance()
      }
    }
  }

  private static func add<Column: StoredColumn>(
    _ row: StatementCursor, _ columns: [Column], to hash: inout FNV1a
  ) {
    for column in columns {
      // No text has such a byte: what is one value cannot look like two.
      hash.add(CollectionOfOne(0xFF))
      if row.isNull(column.rawValue) { continue }
      if column.declaration.isNumber {
        withUnsafeBytes(of: row.integer(column.rawValue)) { hash.addWords($0) }
      } else {
        hash.addWords(row.text(column.rawValue))
      }
    }
  }
}
