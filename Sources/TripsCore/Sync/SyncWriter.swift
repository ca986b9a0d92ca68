internal import SQLite

/// Writes the results of a sync to the store.
struct SyncWriter {
  let events: SyncedEvents
  private let writer: TripWriter

  init(_ events: SyncedEvents) {
    self.events = events
    writer = TripWriter(lookup: TripLookup(events.db), keepsIDs: false)
  }

  /// Writes the changes to the store, and adds the ids of new rows to the plan.
  func write(_ plan: inout SyncPlan) throws {
    if plan.change.isEmpty { return }
    if plan.change.trip.after == nil {
      if let before = plan.change.trip.before {
        try events.db.delete(before.id.sqliteValue, TripColumn.self)
      }
      return
    }
    plan.change = try writer.write(plan.change)
    plan.entry.id = plan.change.trip.after?.id
  }

  /// Updates the bases of events that have changed.
  ///
  /// - Parameter written: the stamps of the written files, with the hashes of their bytes.
  func remember(_ plans: [SyncPlan], _ written: [String: (stamp: Int64, hash: Int64)]) throws {
    var digests: [Int64: Int64] = [:]
    try RowDigests.visit(plans.compactMap(\.change.trip.after?.id), in: events.db) {
      digests[$0] = $1
    }
    for plan in plans {
      let trip = plan.change.trip.after?.id ?? 0
      var ids: [String: Int64] = [:]
      for row in plan.change.items.compactMap(\.after) { ids[row.text(ItemColumn.uid)] = row.id }
      for row in plan.change.stays.compactMap(\.after) { ids[row.text(StayColumn.uid)] = row.id }
      for one in plan.events {
        let id = one.kind == .trip ? trip : ids[one.uid] ?? 0
        let digest = one.kind == .trip && !plan.isPartial ? digests[trip] ?? 0 : 0
        let event = try newBase(one, trip, id, digest, written[one.file])
        if let known = one.known, known.uid != event?.uid { try events.remove(known) }
        if let event, one.known?.with(stamp: event.stamp) != event { try events.save(event) }
      }
    }
  }

  /// The new base of an event; nil if the event is deleted.
  private func newBase(
    _ one: EventPlan, _ trip: Int64, _ id: Int64, _ digest: Int64,
    _ written: (stamp: Int64, hash: Int64)?
  ) throws -> SyncedEvent? {
    guard let event = one.event, id > 0 else { return nil }
    let (stamp, hash) = written ?? (one.found?.contents.stamp ?? 0, one.found?.contents.hash ?? 0)
    return SyncedEvent(
      file: one.file, uid: one.uid, stamp: stamp, hash: hash, tripId: trip, kind: one.kind,
      rowId: id, digest: digest, rows: try events.json(of: one.kind, id: id),
      event: StatedEvent.relevant(event))
  }
}
