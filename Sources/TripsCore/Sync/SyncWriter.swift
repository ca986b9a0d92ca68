internal import GRDB

/// Brings what a sync has decided into the store.
struct SyncWriter {
  let db: Database
  let events: SyncedEvents
  private let statements: ImportStatements

  init(_ events: SyncedEvents) {
    self.events = events
    db = events.db
    statements = ImportStatements(events.db, keepsIDs: false)
  }

  /// The values of a trip that is to have these facts: what has not changed stays to the byte.
  ///
  /// - Throws: `ValueError` or `TripsError.value` for what a trip cannot have.
  static func values(of facts: TripFacts, over trip: Trip?) throws -> TripValues {
    let old = trip?.facts
    var changed = facts.values.filter { old?.values[$0.key] != $0.value }
    // The dates are checked together.
    if changed["startDate"] != nil || changed["endDate"] != nil {
      for key in ["startDate", "endDate"] { changed[key] = facts.values[key] }
    }
    for item in facts.items where old?.items.contains(item) != true {
      _ = try ImportedItem(item.values).checked()
    }
    guard facts.items.count <= BucketListItem.most else { throw ImportedItem.tooMany }
    let fields = ImportedFields(changed, perdiem: facts.values["perdiem"])
    guard let trip else {
      return try TripValues(try fields.trip(.init()).draft, today: .first)
    }
    var values = TripValues(trip)
    try values.apply(try fields.part(.init()).draft)
    return values
  }

  /// The facts of a new trip, with the defaults of what its event does not state.
  static func complete(_ facts: TripFacts, _ values: TripValues) throws -> TripFacts {
    var result = TripFacts(values: TripColumn.facts(of: values.row(id: nil, uid: "")))
    result.items = try facts.items.map { item in
      let row = try ImportedItem(item.values).row(id: nil, tripID: 0)
      // The rows that are remembered went with the trip.
      return ItemFacts(key: item.key, row: nil, values: ItemColumn.facts(of: row))
    }
    return result
  }

  /// - Throws: `ValueError` for stays that a trip cannot have.
  static func check(_ stays: [StayFacts]) throws(ValueError) {
    for stay in stays { _ = try ImportedStay(stay.values).checked() }
    guard stays.count < 2 else { throw ValueError("the calendar has another stay of this trip") }
  }

  /// Writes what changes in the store, and takes the new rows into the plan.
  func write(_ plan: inout SyncPlan) throws {
    switch plan.storeChange {
    case .none: return
    case .delete(let id): try db.delete(id.databaseValue, TripColumn.self)
    case .insert(let values, _):
      let id = try statements.insert(values, id: nil, uid: plan.uid)
      plan.entry.id = id
      try writeItems(&plan, of: id, [])
      try writeStays(plan, of: id, [])
    case .update(let trip, let values, _):
      try Store.update(trip.id, from: TripValues(trip), to: values, in: db)
      try writeItems(&plan, of: trip.id, trip.facts.items)
      try writeStays(plan, of: trip.id, trip.stayFacts)
    }
  }

  private func writeItems(_ plan: inout SyncPlan, of trip: Int64, _ old: [ItemFacts]) throws {
    guard var facts = plan.facts else { return }
    let kept = Set(facts.items.compactMap(\.row))
    for item in old where item.row.map(kept.contains) != true {
      try db.delete((item.row ?? 0).databaseValue, ItemColumn.self)
    }
    let rows = Dictionary(old.map { ($0.row, $0.values) }, uniquingKeysWith: { $1 })
    for (index, item) in facts.items.enumerated() {
      if let row = item.row {
        try update(row, ItemColumn.self, rows[row] ?? [:], item.values)
      } else {
        try statements.insert(try ImportedItem(item.values), ofTrip: trip)
        facts.items[index].row = db.lastInsertedRowID
      }
    }
    plan.facts = facts
  }

  private func writeStays(_ plan: SyncPlan, of trip: Int64, _ old: [StayFacts]) throws {
    guard let stays = plan.stays else { return }
    let kept = Set(stays.compactMap(\.row))
    for stay in old where stay.row.map(kept.contains) != true {
      try db.delete((stay.row ?? 0).databaseValue, StayColumn.self)
    }
    for stay in stays {
      if let row = stay.row {
        let before = old.first { $0.row == row }?.values ?? [:]
        try update(row, StayColumn.self, before, stay.values)
      } else {
        try statements.insert(try ImportedStay(stay.values), ofTrip: trip)
      }
    }
  }

  private func update<Column: StoredColumn>(
    _ row: Int64, _ columns: Column.Type, _ old: Facts, _ new: Facts
  ) throws {
    let changed = new.filter { old[$0.key] != $0.value }
    if changed.isEmpty { return }
    try db.update(row.databaseValue, try ImportedRow<Column>(changed).given)
  }

  /// Remembers what the events of a trip state now, as far as that is not remembered already.
  ///
  /// - Parameter stamps: of the files that were written, with the hash of their bytes.
  func remember(_ plan: SyncPlan, _ stamps: [String: (stamp: Int64, hash: Int64)]) throws {
    var forgotten = Set(plan.forgotten)
    let id = plan.entry.id
    let trip = try id.flatMap { try Store.tripIfAny(id: $0, in: db) }
    let digest = try id.map { try RowDigests(db: db).digest(ofTrip: $0) } ?? 0
    for memory in plan.memories {
      let contents = stamps[memory.file] ?? (memory.stamp, memory.hash)
      var event = SyncedEvent(
        file: memory.file, uid: memory.uid, stamp: contents.stamp, hash: contents.hash,
        tripId: plan.givesBack ? nil : id, digest: memory.isStay ? 0 : digest)
      if !plan.givesBack, let trip {
        let stay = trip.stayFacts.first { $0.uid == memory.uid }
        event.stayId = memory.isStay ? stay?.row ?? 0 : nil
        var base = EventBase(values: memory.isStay ? stay?.values ?? [:] : trip.facts.values)
        (base.text, base.isAdopted) = (memory.text, memory.isAdopted)
        (base.times, base.itemLines) = (memory.stated.times, memory.stated.itemLines)
        if !memory.isStay { base.items = keyed(trip.facts.items, plan.facts) }
        if let old = memory.unsettled {
          // It is read again by the next sync, and compared with what it stated last.
          (base.text, base.items, base.values["notes"]) = (old.text, old.items, old.values["notes"])
          (event.stamp, event.hash) = (0, 0)
        }
        event.set(base)
      }
      forgotten.remove(event.file)
      if let known = memory.known, known.isSame(as: event) { continue }
      try events.save(event)
    }
    for file in forgotten { try events.remove(file) }
  }

  private func keyed(_ items: [ItemFacts], _ facts: TripFacts?) -> [ItemFacts] {
    let keys = Dictionary(
      (facts?.items ?? []).map { ($0.row, $0.key) }, uniquingKeysWith: { one, _ in one })
    return items.map { item in
      var item = item
      item.key = keys[item.row] ?? nil
      return item
    }
  }
}

extension SyncedEvent {
  /// Whether nothing needs to be written; a stamp alone is written with something else.
  func isSame(as other: SyncedEvent) -> Bool {
    file == other.file && uid == other.uid && hash == other.hash && tripId == other.tripId
      && stayId == other.stayId && digest == other.digest && facts == other.facts
  }
}
