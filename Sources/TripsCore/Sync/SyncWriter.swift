internal import SQLite

/// Writes the rows of a sync, trip by trip, and then its bases.
struct SyncWriter {
  private let events: SyncedEvents
  private let writer: TripWriter
  /// The ids of the rows by their uids.
  private var ids: [String: Int64] = [:]
  /// The rows that this sync has changed.
  private var changed: Set<String> = []
  /// Rows that were not written, or whose files were not, with the reasons.
  private(set) var failed: [String: String] = [:]
  private(set) var warnings: [TripWarnings] = []
  /// Without a row of its own, a trip is named by these rows.
  private var groups: [String: [RowPlan]] = [:]

  init(_ events: SyncedEvents) {
    self.events = events
    writer = TripWriter(lookup: TripLookup(events.db), keepsIDs: false)
  }

  mutating func write(_ rows: [RowPlan]) throws {
    let isFirst =
      rows.count { $0.entity == .trip && $0.before == nil && $0.after != nil }
      > TripWarnings.overlapLimit
    for row in rows where row.after != nil || row.before != nil {
      let facts = row.after ?? row.before?.facts
      groups[row.entity == .trip ? row.uid : facts?.trip ?? "", default: []].append(row)
    }
    let trips = rows.filter { $0.entity == .trip }
    let moved = rows.filter { $0.entity != .trip && $0.before != nil && $0.after != nil }
    let movedByTrip = Dictionary(grouping: moved) { $0.before?.facts.trip ?? "" }
    for row in trips where row.before != nil && row.after == nil {
      try delete(row, movedByTrip[row.uid] ?? [])
    }
    for uid in Self.inOrder(trips) { try write(trip: uid, warns: !isFirst) }
  }

  /// Deletes a trip with all its rows, but not those that move to another trip.
  private mutating func delete(_ trip: RowPlan, _ moved: [RowPlan]) throws {
    guard let before = trip.before else { return }
    for row in moved {
      let table = row.entity.table
      try events.db.cachedStatement(sql: "UPDATE \(table) SET tripId = NULL WHERE id = ?")
        .run([row.before?.values.id.sqliteValue ?? .null])
    }
    try events.db.delete(before.values.id.sqliteValue, TripColumn.self)
    groups[trip.uid] = nil
  }

  /// A trip that gets the name and dates of another one follows it.
  private static func inOrder(_ trips: [RowPlan]) -> [String] {
    var owners: [String: String] = [:]
    for trip in trips where trip.after != nil {
      if let before = trip.before { owners[key(before.facts)] = trip.uid }
    }
    let targets = Dictionary(
      trips.compactMap { trip in trip.after.map { (trip.uid, key($0)) } },
      uniquingKeysWith: { one, _ in one })
    var order: [String] = []
    var seen: Set<String> = []
    for trip in trips where targets[trip.uid] != nil {
      var path: [String] = []
      var next: String? = trip.uid
      while let uid = next, seen.insert(uid).inserted {
        path.append(uid)
        next = targets[uid].flatMap { owners[$0] }
      }
      order += path.reversed()
    }
    return order
  }

  private static func key(_ facts: EventFacts) -> String {
    "\(facts.name)\n\(facts.dates?.text ?? "")"
  }

  private mutating func write(trip uid: String, warns: Bool) throws {
    guard let rows = groups[uid], let trip = rows.first(where: { $0.uid == uid }) else { return }
    var change = TripChange(trip: outcome(trip, TripColumn.self))
    change.items = rows.filter { $0.entity == .item }.map { outcome($0, ItemColumn.self) }
    change.stays = rows.filter { $0.entity == .stay }.map { outcome($0, StayColumn.self) }
    do {
      let written = try events.db.transaction { () throws -> TripChange in
        try change.applyRules()
        return try writer.write(change)
      }
      note(written.trip, TripColumn.uid)
      for row in written.items { note(row, ItemColumn.uid) }
      for row in written.stays { note(row, StayColumn.uid) }
      if warns || written.trip.before != nil, !written.isEmpty,
        let warning = try TripWarnings(
          written, overlaps: [], clashes: Store.clashes(of: written, in: events.db))
      {
        warnings.append(warning)
      }
    } catch let error as SQLiteError where error.code == .constraint {
      let isRenamed = trip.before.map { Self.key($0.facts) } != trip.after.map(Self.key)
      fail(
        rows,
        isRenamed
          ? "another trip has its name and dates" : "the store refuses it: \(error.message)")
    } catch let error as ValueError {
      fail(rows, error.description)
    }
  }

  private mutating func fail(_ rows: [RowPlan], _ reason: String) {
    for row in rows { failed[row.uid] = reason }
  }

  mutating func fail(_ uid: String, _ reason: String) { failed[uid] = reason }

  /// A confirmation of the merged row is for its days.
  private func outcome<Column: StoredColumn>(
    _ row: RowPlan, _ columns: Column.Type
  ) -> RowOutcome {
    let before = row.before?.values
    let after = row.after?.row(columns, over: before, uid: row.uid, row.before?.facts)
    return RowOutcome(before: before, after: after, setsBooking: true)
  }

  private mutating func note(_ row: RowOutcome, _ uid: some StoredColumn) {
    guard let after = row.after else { return }
    ids[after.text(uid)] = after.id
    if row.before != row.after { changed.insert(after.text(uid)) }
  }

  // MARK: - Bases

  /// Remembers the events, after their files were written.
  ///
  /// - Parameter written: the stamps and hashes of written files.
  func remember(
    _ rows: [RowPlan], _ written: [String: (stamp: Int64, hash: Int64)]
  ) throws {
    let transaction = try events.db.integer("SELECT currentTransaction FROM historyState")
    for row in rows where !row.isHeld && failed[row.uid] == nil {
      if let uid = row.forgotten { try events.remove(uid) }
      guard let memory = row.memory, let id = ids[row.uid],
        let contents = memory.contents ?? written[memory.file]
      else { continue }
      let event = SyncedEvent(
        uid: memory.uid, file: memory.file, stamp: contents.stamp, hash: contents.hash,
        entity: row.entity, row: id)
      try events.save(
        event, shown: memory.shown, transaction: changed.contains(row.uid) ? transaction : nil)
    }
  }
}

extension TripChange {
  init(trip: RowOutcome) {
    self.init(of: TripRows(trip: []))
    self.trip = trip
  }
}
