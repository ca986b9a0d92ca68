internal import SQLite

/// Writes the results of a sync to the store.
struct SyncWriter {
  let events: SyncedEvents
  private let lookup: TripLookup
  private var db: Connection { events.db }

  init(_ events: SyncedEvents) {
    self.events = events
    lookup = TripLookup(events.db)
  }

  /// The values of a trip with these facts; unchanged values keep their bytes.
  ///
  /// - Throws: `ValueError` or `TripsError.value` for values that a trip cannot have.
  static func values(of facts: TripFacts, over trip: Trip?) throws -> TripValues {
    let old = trip?.facts
    var changed = facts.values.filter { old?.values[$0.key] != $0.value }
    // The dates are checked together.
    if changed["startDate"] != nil || changed["endDate"] != nil {
      for key in ["startDate", "endDate"] { changed[key] = facts.values[key] }
    }
    let stated = try StatedRow<TripColumn>(changed, perdiem: facts.values["perdiem"])
    guard let trip else { return try TripValues(stated.draft, today: .first) }
    var values = TripValues(trip)
    try values.apply(stated.draft)
    return values
  }

  /// The facts as the store returns them, with defaults for facts that an event does not state.
  ///
  /// - Throws: `ValueError` or `TripsError.value` for rows that a trip cannot have.
  static func stored(_ facts: TripFacts, _ values: TripValues) throws -> TripFacts {
    var facts = facts
    facts.values = TripColumn.facts(of: values.row(id: nil, uid: ""))
    guard facts.items.count <= BucketListItem.most else { throw StatedRow<ItemColumn>.tooMany }
    guard facts.stays.count <= LivingAccommodation.most else { throw StatedRow<StayColumn>.tooMany }
    for index in facts.items.indices {
      let item = try StatedRow<ItemColumn>(facts.items[index].values).checked().fitting(nil)
      facts.items[index].values = ItemColumn.facts(of: item.row(id: nil, tripID: 0))
    }
    for index in facts.stays.indices {
      let stay = try StatedRow<StayColumn>(facts.stays[index].values).checked().fitting(nil)
      facts.stays[index].values = StayColumn.facts(of: stay.row(id: nil, tripID: 0))
    }
    return facts
  }

  /// Writes the changes to the store, and adds the new rows to the plan.
  func write(_ plan: inout SyncPlan) throws {
    switch plan.storeChange {
    case .none: return
    case .delete(let id): try db.delete(id.sqliteValue, TripColumn.self)
    case .insert(let values):
      let id = try db.insert(values.row(id: nil, uid: plan.uid), TripColumn.self)
      plan.entry.id = id
      try writeRows(&plan.facts, over: nil, ofTrip: id)
    case .update(let trip, let values):
      let old = TripValues(trip)
      let changed = TripColumn.allCases.filter { old[$0] != values[$0] }
      try db.update(trip.id.sqliteValue, changed.map { ($0, values[$0]) })
      try writeRows(&plan.facts, over: trip.facts, ofTrip: trip.id)
    }
  }

  private func writeRows(_ facts: inout TripFacts?, over old: TripFacts?, ofTrip id: Int64) throws {
    guard var new = facts else { return }
    try write(&new.items, over: old?.items ?? [], ofTrip: id, ItemColumn.self)
    try write(&new.stays, over: old?.stays ?? [], ofTrip: id, StayColumn.self)
    facts = new
  }

  private func write<Column: StoredColumn>(
    _ rows: inout [RowFacts], over old: [RowFacts], ofTrip trip: Int64, _ columns: Column.Type
  ) throws {
    let kept = Set(rows.map(\.row))
    for row in old where !kept.contains(row.row) {
      try db.delete((row.row ?? 0).sqliteValue, Column.self)
    }
    let before = Dictionary(old.map { ($0.row, $0.values) }, uniquingKeysWith: { $1 })
    for index in rows.indices {
      let values = rows[index].values
      if let id = rows[index].row {
        let changed = values.filter { before[id]?[$0.key] != $0.value }
        if changed.isEmpty { continue }
        try db.update(id.sqliteValue, try StatedRow<Column>(changed).given)
      } else {
        var row = try StatedRow<Column>(values)
        if let key = rows[index].key, try !lookup.isTaken(key) { row.uid = key }
        rows[index].row = try db.insert(row.row(id: nil, tripID: trip), Column.self)
      }
    }
  }

  /// Updates the bases of events that have changed.
  ///
  /// - Parameter written: the stamps of the written files, with the hashes of their bytes.
  func remember(_ plans: [SyncPlan], _ written: [String: (stamp: Int64, hash: Int64)]) throws {
    var digests: [Int64: Int64] = [:]
    try RowDigests.visit(plans.compactMap(\.entry.id), in: db) { digests[$0] = $1 }
    for plan in plans {
      let id = plan.entry.id ?? 0
      for one in plan.events {
        let event = plan.facts.flatMap { facts in
          remembered(one, of: facts, id, digests[id] ?? 0, written[one.file])
        }
        if let known = one.known, known.file != event?.file { try events.remove(known) }
        if let event, one.known?.with(stamp: event.stamp) != event { try events.save(event) }
      }
    }
  }

  /// Nil for a deleted event.
  private func remembered(
    _ one: EventPlan, of facts: TripFacts, _ id: Int64, _ digest: Int64,
    _ written: (stamp: Int64, hash: Int64)?
  ) -> SyncedEvent? {
    guard let stated = one.stated else { return nil }
    let rows = one.kind == .stay ? facts.stays : one.kind == .item ? facts.items : []
    let row = rows.first { $0.key == one.uid }
    var base = EventBase(values: row?.values ?? facts.values)
    base.items = one.kind == .trip ? facts.listed : []
    (base.text, base.times, base.itemLines) = (one.text, stated.times, stated.itemLines)
    var (stamp, hash) = written ?? (one.found?.contents.stamp ?? 0, one.found?.contents.hash ?? 0)
    // The next sync reads it again, to name a cancelled stay or to compare with the old base.
    if one.unsettled != nil || (stated.isCancelled && one.kind != .item) { (stamp, hash) = (0, 0) }
    if let old = one.unsettled {
      (base.text, base.items, base.values["notes"]) = (old.text, old.items, old.values["notes"])
    }
    return SyncedEvent(
      file: one.file, uid: one.uid, stamp: stamp, hash: hash, tripId: id,
      kind: one.kind, rowId: one.kind == .trip ? id : row?.row ?? 0,
      digest: one.kind == .trip ? digest : 0, facts: base.json)
  }
}
