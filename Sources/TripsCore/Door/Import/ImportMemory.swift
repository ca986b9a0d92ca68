internal import SQLite

/// A kind of record that the store remembers.
enum RecordSource: String {
  case event, booking, csv

  /// Whether each of its records is identified by itself, and placed in a trip.
  var isPlaced: Bool { self != .csv }
}

/// The record of a source that states a row.
struct RecordOrigin: Equatable, Sendable {
  let source: RecordSource
  /// What identifies the record: the UID of an event, the uid of a row of CSV.
  let key: String
  var version = EventVersion()
  /// The keys of other records that are part of the row: the check-out of a stay.
  var parts: [String] = []
  /// The key of the trip's record with which it came.
  var home: String?
  /// The number of records that it represents.
  var count = 1
  /// What the store remembers of it.
  var known: RememberedRecord?
  /// Whether the values of the file are taken, as if it had never been imported.
  var isAnew = false

  /// Whether a newer version was imported before.
  var isOutdated: Bool { !isAnew && known.map { version < $0.version } ?? false }

  var rule: MergeRule {
    if isAnew { return .overwrite }
    if known?.facts.isEmpty == false { return .memory }
    return source == .csv ? .overwrite : .firstMatch
  }
}

/// The version of an event: the higher SEQUENCE counts, then the later DTSTAMP, then the later
/// LAST-MODIFIED (RFC 5546 section 2.1.5).
struct EventVersion: Comparable, Sendable {
  var sequence = 0
  /// UTC: `20261126T101010Z`.
  var stamp = ""
  var modified = ""

  static func < (one: EventVersion, other: EventVersion) -> Bool {
    (one.sequence, one.stamp, one.modified) < (other.sequence, other.stamp, other.modified)
  }
}

/// What a record stated, by the names of the columns.
typealias RecordFacts = [String: SQLiteValue]

/// What the store remembers of an imported record: its row, and the values that it stated.
struct RememberedRecord: Equatable, Sendable {
  let key: String
  let entity: Entity
  var row: Int64
  var version = EventVersion()
  var facts: RecordFacts = [:]
  /// The key of the trip's record with which it came.
  var home: String?
  /// The transaction that imported it; nil if nothing changed.
  var transaction: Int64?
  /// The trip of its row; nil if the row is gone.
  var trip: Int64?

  func base<Column: StoredColumn>(_ columns: Column.Type = Column.self) -> StatedRow<Column> {
    StatedRow(stated: columns.allCases.map { facts[$0.name] })
  }

  private func text(_ names: String...) -> String? {
    names.lazy.compactMap { facts[$0]?.text }.first
  }

  /// The title and the first day that it stated; nil for a part of another record.
  var title: String? { text("name", "title", "placeName") }
  var day: String? { text("startDate", "date") }
  var identity: String? { title.flatMap { title in day.map { "\($0) \(title)" } } }

  /// The days of a trip.
  var days: ClosedRange<CalendarDate>? {
    let dates = [text("startDate"), text("endDate")].compactMap { $0.flatMap { CalendarDate($0) } }
    return dates.count == 2 && dates[0] <= dates[1] ? dates[0]...dates[1] : nil
  }
}

/// A record of a file that stated a row, as it will be remembered.
struct StatedRecord {
  let origin: RecordOrigin
  /// As stored: a JSON object by the names of the columns.
  let facts: String
  /// Whether it states something that is not remembered yet.
  let isNews: Bool
  /// Stated values that were not taken.
  let left: [PropertyChange]

  /// - Parameter stated: a value that the record no longer states is still remembered.
  init<Column: StoredColumn>(
    _ origin: RecordOrigin, _ stated: StatedRow<Column>, left: [PropertyChange]
  ) {
    (self.origin, self.left) = (origin, left)
    let base: StatedRow<Column> = origin.known?.base() ?? StatedRow()
    var all = base.setting(stated)
    if origin.source == .booking, let details = Column.details, let text = stated.text(details) {
      all.set(
        details, DetailLines(text).merged(into: DetailLines(base.text(details) ?? "")).lines.text)
    }
    if let uid = Column.uid { all[uid] = nil }
    let home = origin.home ?? origin.known?.home
    facts = all.facts(home: home)
    isNews =
      !origin.isOutdated
      && (origin.known.map {
        $0.key != origin.key || $0.version != origin.version || $0.home != home
          || all.values != base.values
      } ?? true)
  }
}

extension StatedRow {
  /// The stated values as a JSON object, with the key of the trip's record.
  fileprivate func facts(home: String?) -> String {
    var json = JSONWriter()
    json.object { json in
      for (column, value) in given {
        json.key(column.name)
        if let number = value.integer { json.value(number) } else { json.value(value.text) }
      }
      if let home { json.member(ImportMemory.home, home) }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

/// The imported records of a store, by source and key.
///
/// Each import adds a record for each one that states something new. A record counts unless its
/// transaction was undone, so that undoing an import also forgets its records, and redoing it
/// restores them.
final class ImportMemory {
  private let lookup: TripLookup
  private var db: Connection { lookup.db }
  private lazy var reversions = Result { try Reversions(db) }

  init(_ lookup: TripLookup) { self.lookup = lookup }

  private static let columns =
    "key, transactionId, entity, rowId, sequence, stamp, modified, facts"

  /// The newest record that counts; nil if there is none.
  func record(_ source: RecordSource, _ key: String) throws -> RememberedRecord? {
    try newest(
      "WHERE source = ? AND key = ? ORDER BY id DESC",
      [source.rawValue.sqliteValue, key.sqliteValue])
  }

  /// The newest record of an event that made a row.
  func event(of entity: Entity, _ row: Int64) throws -> RememberedRecord? {
    try newest(.event, of: entity, row)
  }

  private func newest(
    _ source: RecordSource, of entity: Entity, _ row: Int64
  ) throws -> RememberedRecord? {
    try newest(
      "WHERE source = ? AND entity = ? AND rowId = ? ORDER BY id DESC",
      [source.rawValue.sqliteValue, entity.table.sqliteValue, row.sqliteValue])
  }

  /// The events that made the items and stays of a trip and came with its event, whose key is
  /// `home`.
  func parts(ofTrip id: Int64, home: String) throws -> [RememberedRecord] {
    try Entity.children.flatMap { entity in
      let statement = try db.cachedStatement(sql: "SELECT id FROM \(entity.table) WHERE tripId = ?")
      statement.bind(id)
      return try statement.map { $0.integer(0) }.compactMap { row in
        try event(of: entity, row).flatMap { $0.home == home ? $0 : nil }
      }
    }
  }

  private func newest(_ condition: String, _ values: [SQLiteValue]) throws -> RememberedRecord? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM importedRecord \(condition)")
    try statement.bind(values)
    defer { statement.reset() }
    while try statement.step() {
      if let record = try record(statement.values) { return record }
    }
    return nil
  }

  /// The newest event of each row, the oldest first.
  ///
  /// - Parameter present: the keys of the events in the files, which are excluded.
  func events(without present: Set<String>) throws -> [RememberedRecord] {
    var rows: Set<String> = []
    return try records(.event, "ORDER BY id DESC", [])
      .filter { rows.insert("\($0.entity.table) \($0.row)").inserted && !present.contains($0.key) }
      .reversed()
  }

  /// The newest records of the events whose keys are a UID followed by their start, by start.
  func events(withUID uid: String) throws -> [RememberedRecord] {
    // In ASCII, '0' follows '/'.
    try records(.event, from: "\(uid)/", to: "\(uid)0").filter { $0.key != "\(uid)/" }
  }

  /// The newest records whose keys are from the first to before the second, by key.
  func records(
    _ source: RecordSource, from first: String, to last: String
  ) throws -> [RememberedRecord] {
    var keys: Set<String> = []
    return try records(
      source, "AND key >= ? AND key < ? ORDER BY key, id DESC",
      [first.sqliteValue, last.sqliteValue]
    ).filter { keys.insert($0.key).inserted }
  }

  /// The items and stays of a trip that bookings made.
  func booked(_ rows: TripRows) throws -> ClaimedRows {
    func ids(_ rows: [[SQLiteValue]], _ entity: Entity) throws -> Set<Int64> {
      try Set(rows.map(\.id).filter { try newest(.booking, of: entity, $0) != nil })
    }
    return ClaimedRows(
      items: try ids(rows.items, .item), stays: try ids(rows.stays, .stay))
  }

  private func records(
    _ source: RecordSource, _ condition: String, _ values: [SQLiteValue]
  ) throws -> [RememberedRecord] {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Self.columns) FROM importedRecord WHERE source = ? \(condition)")
    try statement.bind([source.rawValue.sqliteValue] + values)
    return try statement.map { try record($0.values) }.compactMap(\.self)
  }

  /// Nil for a record that does not count.
  private func record(_ row: [SQLiteValue]) throws -> RememberedRecord? {
    let transaction = try row.checkedIntegerIfAny(1)
    if let transaction, try reversions.get().reverted[transaction] != nil { return nil }
    guard let entity = Entity(rawValue: try row.checkedText(2)) else { return nil }
    var record = RememberedRecord(
      key: try row.checkedText(0), entity: entity,
      row: try row.checkedInteger(3),
      version: EventVersion(
        sequence: Int(try row.checkedInteger(4)), stamp: try row.checkedText(5),
        modified: try row.checkedText(6)))
    record.transaction = transaction
    record.facts = try facts(row.checkedText(7))
    record.home = record.facts.removeValue(forKey: Self.home)?.text
    record.trip = try lookup.tripID(of: record.entity, record.row)
    // A row that came back, from JSON for example, has its uid and another id.
    if record.trip == nil, let id = try lookup.id(of: entity, uid: record.key) {
      (record.row, record.trip) = (id, try lookup.tripID(of: record.entity, id))
    }
    return record
  }

  /// The member of the facts with the key of the trip's record.
  fileprivate static let home = "home"

  /// The members of a JSON object.
  private func facts(_ json: String) throws -> RecordFacts {
    let member = try db.cachedStatement(
      sql: "SELECT key, atom FROM json_each(iif(json_valid(?1), ?1, '{}'))")
    try member.bind([json.sqliteValue])
    var facts: RecordFacts = [:]
    while try member.step() { facts[member.text(0)] = member.values[1] }
    return facts
  }

  /// Remembers a record of a row. Its older records that no undo can bring back are deleted.
  func save(
    _ record: StatedRecord, as entity: Entity, _ row: Int64, _ transaction: Int64?
  ) throws {
    let origin = record.origin
    let row = [entity.table.sqliteValue, row.sqliteValue]
    // If this import changed nothing, its records belong to the previous import, and are undone
    // with it.
    let number = (transaction ?? origin.known?.transaction)?.sqliteValue ?? .null
    if transaction == nil, let old = origin.known?.key, old != origin.key {
      try db.cachedStatement(sql: "DELETE FROM importedRecord WHERE source = ? AND key = ?")
        .run([origin.source.rawValue.sqliteValue, old.sqliteValue])
    }
    for key in [origin.key] + origin.parts {
      let key = [origin.source.rawValue.sqliteValue, key.sqliteValue]
      try db.cachedStatement(
        sql: """
          DELETE FROM importedRecord WHERE source = ? AND key = ? AND (
            transactionId IS NULL OR transactionId NOT IN (SELECT id FROM historyTransaction))
          """
      ).run(key)
      let facts = key[1] == origin.key.sqliteValue ? record.facts : "{}"
      try db.cachedStatement(
        sql: """
          INSERT INTO importedRecord(source, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).run(
        key + [number] + row + [
          Int64(origin.version.sequence).sqliteValue, origin.version.stamp.sqliteValue,
          origin.version.modified.sqliteValue, facts.sqliteValue,
        ])
    }
  }
}
