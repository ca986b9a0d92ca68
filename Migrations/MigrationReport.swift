internal import Platform
internal import SQLite

/// The report of a migration: its results, not its steps.
package struct MigrationReport: Sendable {
  /// A row with its name, title or place.
  package struct Row: Hashable, Sendable {
    package let entity: MigratedEntity
    package let id: Int64
    package let label: String
  }

  /// A value that was replaced.
  package struct Change: Hashable, Sendable {
    package let row: Row
    package let property: String
    package let old: String
    package let new: String
  }

  /// Trips that became one.
  package struct Merge: Sendable {
    package let survivor: Row
    package var duplicates: [Int64] = []
    /// The items and stays that moved to it.
    package var moved: [Row] = []
    /// The items and stays that it had already.
    package var dropped: [Row] = []
    package var changes: [Change] = []
  }

  /// A row that is kept in `migrationRecord` alone.
  package struct Quarantined: Sendable {
    package let row: Row
    package let json: String
  }

  package internal(set) var stages: [(stage: MigrationStage, seconds: Double)] = []
  /// The number of rows in each table.
  package private(set) var before: [MigratedEntity: Int64] = [:]
  package private(set) var after: [MigratedEntity: Int64] = [:]
  package private(set) var merges: [Merge] = []
  /// Trips with another name than before.
  package private(set) var renames: [Change] = []
  /// Text that was trimmed or normalised.
  package private(set) var textChanges: [Change] = []
  /// Rows without a trip.
  package private(set) var orphans: [Row] = []
  package private(set) var quarantined: [Quarantined] = []

  /// Counts the rows before a migration.
  init(_ db: Connection) throws {
    before = try Self.counts(in: db)
  }

  private static func counts(in db: Connection) throws -> [MigratedEntity: Int64] {
    try MigratedEntity.allCases.reduce(into: [:]) { counts, entity in
      counts[entity] = try db.integer("SELECT count(*) FROM \(sql: entity.table)")
    }
  }
}

// MARK: - Reading it from the records

extension MigrationReport {
  private struct Record {
    let action: MigrationAction
    let row: Row
    let survivor: Int64
    let trip: Int64
    /// The values of the entity's labels.
    let labels: [String]
    let json: String
  }

  /// Reads what happened since an earlier record.
  mutating func read(_ db: Connection, since mark: Int64) throws {
    after = try Self.counts(in: db)
    let records = try Self.records(db, since: mark)
    for record in records {
      switch record.action {
      case .normalized: noteText(record)
      case .orphaned: orphans.append(record.row)
      case .quarantined: quarantined.append(Quarantined(row: record.row, json: record.json))
      default: break
      }
    }
    try readRenames(records, db)
    try readMerges(records, db)
  }

  private static func records(_ db: Connection, since mark: Int64) throws -> [Record] {
    try db.rows(
      """
      SELECT action, entity, rowId, survivorId, "row"->>'$.tripId',
        coalesce("row"->>'$.name', "row"->>'$.title', "row"->>'$.placeName'),
        "row"->>'$.destination', "row"
      FROM migrationRecord WHERE id > \(mark) ORDER BY id
      """
    ) { row -> Record? in
      guard let action = MigrationAction(rawValue: row.text(0)),
        let entity = MigratedEntity(rawValue: row.text(1))
      else { return nil }
      return Record(
        action: action, row: Row(entity: entity, id: row.integer(2), label: row.text(5)),
        survivor: row.integer(3), trip: row.integer(4), labels: [row.text(5), row.text(6)],
        json: row.text(7))
    }.compactMap(\.self)
  }

  private mutating func noteText(_ record: Record) {
    for (property, old) in zip(record.row.entity.labels, record.labels) {
      let new = old.normalizedLabel
      if new.utf8.elementsEqual(old.utf8) { continue }
      textChanges.append(Change(row: record.row, property: property, old: old, new: new))
    }
  }

  /// A name that was set aside and put back is no change.
  private mutating func readRenames(_ records: [Record], _ db: Connection) throws {
    let renamed = records.filter { $0.action == .renamed || $0.action == .restored }
    for trip in renamed.grouped(by: \.row.id) {
      let row = trip[0].row
      let name = try db.text("SELECT name FROM trip WHERE id = \(row.id)")
      guard let name, name != row.label else { continue }
      renames.append(Change(row: row, property: "name", old: row.label, new: name))
    }
  }

  private mutating func readMerges(_ records: [Record], _ db: Connection) throws {
    let merged = records.filter { $0.action == .merged && $0.row.entity == .trip }
    let survivors = Dictionary(merged.map { ($0.row.id, $0.survivor) }) { _, last in last }
    /// The trip that has the rows of this one now.
    func final(_ trip: Int64) -> Int64 {
      var trip = trip
      while let survivor = survivors[trip] { trip = survivor }
      return trip
    }
    let parts = records.compactMap { record -> (trip: Int64, record: Record)? in
      switch (record.action, record.row.entity) {
      case (.merged, .trip), (.moved, _): (final(record.survivor), record)
      case (.merged, _): (final(record.trip), record)
      case (.updated, _): (final(record.row.id), record)
      default: nil
      }
    }
    for group in parts.grouped(by: \.trip) {
      let id = group[0].trip
      let trip = try Statement("SELECT name, destination FROM trip WHERE id = \(id)", in: db)
      guard try trip.step() else { continue }
      var merge = Merge(survivor: Row(entity: .trip, id: id, label: trip.text(0)))
      for (_, record) in group {
        switch (record.action, record.row.entity) {
        case (.moved, _): merge.moved.append(record.row)
        case (.merged, .bucketListItem), (.merged, .livingAccommodation):
          merge.dropped.append(record.row)
        default:
          if record.action == .merged { merge.duplicates.append(record.row.id) }
          let change = Change(
            row: merge.survivor, property: "destination", old: record.labels[1], new: trip.text(1))
          let isReplaced = change.old != "" && change.old != change.new
          if isReplaced, !merge.changes.contains(change) { merge.changes.append(change) }
        }
      }
      merges.append(merge)
    }
  }
}
