import Platform
internal import SQLite

/// The base of one event: a row of `syncedEvent`.
struct SyncedEvent {
  let uid: String
  var file: String
  /// The stamp of the file when it was last read or written.
  var stamp: Int64
  var hash: Int64
  let entity: Entity
  let row: Int64
}

/// A base with its contents.
struct KnownRow {
  let event: SyncedEvent
  /// The uid of its row.
  let uid: String
  let known: KnownEvent
  /// When the event is, and whether another program wrote it: content lines.
  let shown: String

  var isAdopted: Bool { EventText.lines(of: shown).contains(EventFile.markOfAdoption) }
}

/// The bases of the events. They belong to the events, not to a folder, which may be moved.
///
/// The facts are those of the row, as the schema's own JSON: a row that has not changed since is found
/// by a comparison of texts.
struct SyncedEvents {
  let db: Connection
  let zone: ZoneClock
  /// Whether they are ignored, as in the first sync of a store.
  var ignoresBases = false

  private static let columns = "uid, file, stamp, hash, entity, rowId"

  /// Bases of transactions that were undone do not count.
  func all() throws -> [SyncedEvent] {
    if ignoresBases { return [] }
    let undone = try Reversions(db).reverted
    let row = try Statement(
      "SELECT \(sql: Self.columns), transactionId FROM syncedEvent ORDER BY file", in: db)
    var events: [SyncedEvent] = []
    while try row.step() {
      if !row.isNull(6), undone[row.integer(6)] != nil { continue }
      guard let entity = Entity(rawValue: row.text(4)) else { throw StoreProblem.unfitValue }
      events.append(
        SyncedEvent(
          uid: row.text(0), file: row.text(1), stamp: row.integer(2), hash: row.integer(3),
          entity: entity, row: row.integer(5)))
    }
    return events
  }

  /// The contents of a base.
  func known(_ event: SyncedEvent) throws -> KnownRow {
    switch event.entity {
    case .trip: try known(event, TripColumn.self)
    case .item: try known(event, ItemColumn.self)
    case .stay: try known(event, StayColumn.self)
    }
  }

  private func known<Column: StoredColumn>(
    _ event: SyncedEvent, _ columns: Column.Type
  ) throws -> KnownRow {
    let statement = try db.cachedStatement(
      sql: "SELECT facts, shown FROM syncedEvent WHERE uid = ?")
    try statement.bind([event.uid.sqliteValue])
    let (json, shown) = try statement.map { ($0.text(0), $0.text(1)) }.first ?? ("{}", "")
    var values: [String: SQLiteValue] = [:]
    let member = try db.cachedStatement(
      sql: "SELECT key, atom FROM json_each(iif(json_valid(?1), ?1, '{}'))")
    try member.bind([json.sqliteValue])
    while try member.step() { values[member.text(0)] = member.value(1) }
    let lines = EventText.lines(of: shown).compactMap { ICSReader.parse($0, number: 0) }
    let days = try? EventDays.read(zone) { name in lines.first { $0.name == name } }
    let row = Column.allCases.map { values[$0.name] ?? $0.declaration.initialValue }
    let facts = EventFacts(
      row, columns, trip: values[EventFacts.trip]?.text ?? "",
      on: days?.times.dates(of: Column.entity))
    return KnownRow(
      event: event, uid: values["uid"]?.text ?? event.uid,
      known: KnownEvent(facts: facts, times: days?.times, days: days), shown: shown)
  }

  /// Calls `body` with each row in a trip that has no base, or has changed since: its uid, its trip's
  /// uid, and the UID of the base.
  func visitChanged(_ body: (_ uid: String, _ trip: String, _ base: String?) -> Void) throws {
    for entity in Entity.allCases {
      let (facts, tables) = Self.facts(of: entity)
      let trip = entity == .trip ? "r.uid" : "trip.uid"
      let row = try Statement(
        sql: """
          SELECT r.uid, \(trip), e.uid FROM \(tables) LEFT JOIN syncedEvent e
          ON e.entity = '\(entity.table)' AND e.rowId = r.id AND \(ignoresBases ? "0" : "1")
          WHERE e.facts IS NOT \(facts)
          """, in: db)
      while try row.step() { body(row.text(0), row.text(1), row.isNull(2) ? nil : row.text(2)) }
    }
  }

  /// The UIDs of bases whose rows are gone, or have no trip.
  func withoutTrip() throws -> [(uid: String, isOrphan: Bool)] {
    if ignoresBases { return [] }
    return try Entity.allCases.flatMap { entity in
      try db.rows(
        """
        SELECT uid, EXISTS (SELECT 1 FROM \(sql: entity.table) WHERE id = e.rowId)
        FROM syncedEvent e WHERE entity = \(entity.table) AND NOT EXISTS (
          SELECT 1 FROM \(sql: Self.facts(of: entity).tables) WHERE r.id = e.rowId)
        """
      ) { ($0.text(0), $0.integer(1) != 0) }
    }
  }

  /// The JSON of a row's facts, and the tables that it needs.
  private static func facts(of entity: Entity) -> (json: String, tables: String) {
    func members<Column: StoredColumn>(_ columns: Column.Type) -> [String] {
      Column.allCases.filter { $0.isValue || $0.name == "uid" }.map { "'\($0.name)', r.\($0.name)" }
    }
    switch entity {
    case .trip:
      return ("json_object(\(members(TripColumn.self).joined(separator: ", ")))", "trip r")
    case .item, .stay:
      let own = entity == .item ? members(ItemColumn.self) : members(StayColumn.self)
      let all = own + ["'\(EventFacts.trip)', trip.uid"]
      return (
        "json_object(\(all.joined(separator: ", ")))",
        "\(entity.table) r JOIN trip ON trip.id = r.tripId"
      )
    }
  }

  // MARK: - Writing

  /// Remembers an event, with the facts of its row as it is now.
  ///
  /// - Parameters:
  ///   - transaction: the one that has changed the row; nil if none has.
  ///   - shown: the DTSTART and DTEND of the event.
  func save(_ event: SyncedEvent, shown: String, transaction: Int64?) throws {
    let (facts, tables) = Self.facts(of: event.entity)
    try db.cachedStatement(
      sql: "DELETE FROM syncedEvent WHERE entity = ? AND rowId = ? AND uid <> ?"
    )
    .run([event.entity.table.sqliteValue, event.row.sqliteValue, event.uid.sqliteValue])
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO syncedEvent(\(Self.columns), transactionId, shown, facts)
        SELECT ?, ?, ?, ?, ?, r.id, ?, ?, \(facts) FROM \(tables) WHERE r.id = ?
        """
    ).run([
      event.uid.sqliteValue, event.file.sqliteValue, event.stamp.sqliteValue,
      event.hash.sqliteValue, event.entity.table.sqliteValue, transaction?.sqliteValue ?? .null,
      shown.sqliteValue, event.row.sqliteValue,
    ])
  }

  /// Records the stamp of a file that was touched but is unchanged.
  func restamp(_ event: SyncedEvent) throws {
    try db.cachedStatement(sql: "UPDATE syncedEvent SET stamp = ? WHERE uid = ?")
      .run([event.stamp.sqliteValue, event.uid.sqliteValue])
  }

  func remove(_ uid: String) throws {
    try db.cachedStatement(sql: "DELETE FROM syncedEvent WHERE uid = ?").run([uid.sqliteValue])
  }

  /// Makes the next sync a first one, which deletes nothing.
  static func forget(in db: Connection) throws { try db.execute("DELETE FROM syncedEvent") }
}

extension EventFile {
  /// The lines that state when the event takes place, and whether another program wrote it.
  var shown: String {
    let names: Set = ["DTSTART", "DTEND", "DURATION", OwnProperty.adopted]
    return lines.filter { $0.isOwn && names.contains($0.property.name) }.map(\.content)
      .joined(separator: "\n")
  }
}
