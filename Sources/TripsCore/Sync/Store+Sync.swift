import Platform
internal import SQLite

extension Store {
  /// Merges the store with a folder of calendar files.
  ///
  /// The files are written first, each synced to disk, then the store's changes and the base of
  /// each event in one transaction. After a kill, the next sync completes the rest by the same
  /// rules.
  ///
  /// - Parameter path: absolute.
  /// - Throws: `TripsError.sync` if it is refused, and nothing has changed; `TripsError.file`.
  package func sync(folder path: String, _ options: SyncOptions) throws(TripsError) -> SyncReport {
    let folder = try Self.folder(path)
    guard folder.lock(seconds: self.options.busyTimeout) else { throw .sync(.busyFolder(path)) }
    let now = self.options.now()
    let target = isRehearsal ? nil : folder
    target?.removeLeftovers()
    while true {
      let planner = try read { db in
        try SyncPlanner(
          folder, SyncedEvents(db: db, areForgotten: options.isAnew), options, .local, now, in: db)
      }
      if !planner.identities.isEmpty {
        // In a transaction of its own: after a kill, the next sync finds the events by their UIDs.
        try write { db in try planner.identities.write(in: db) }
        continue
      }
      let changes = planner.plans.flatMap(\.changes)
      do {
        try target?.stage(changes)
      } catch {
        throw .file(error)
      }
      // If files change, no reader may delay the commit.
      let report = try write(changes.isEmpty ? .immediate : .exclusive) { db -> SyncReport? in
        // Another process has changed the store: plan again. One that is only made now has another
        // identity.
        let newest = try HistoryPosition(db).newest
        guard newest == planner.position || newest.changeID == 0 && planner.position.changeID == 0
        else {
          return nil
        }
        if options.isAnew { try SyncedEvents.forget(in: db) }
        return try Self.carryOut(planner, target, SyncedEvents(db: db))
      }
      if let report { return report }
    }
  }

  private static func folder(_ path: String) throws(TripsError) -> CalendarFolder {
    let folder: CalendarFolder?
    do throws(FileError) {
      folder = try CalendarFolder(path: path)
    } catch {
      throw .file(error)
    }
    guard let folder else { throw .sync(.missingFolder(path)) }
    return folder
  }

  private static func carryOut(
    _ planner: SyncPlanner, _ folder: CalendarFolder?, _ events: SyncedEvents
  ) throws -> SyncReport {
    let writer = SyncWriter(events)
    let changes = events.db.totalChanges
    var plans = planner.plans
    if let folder { makeFiles(&plans, folder) }
    for index in plans.indices {
      do {
        try events.db.transaction { try writer.write(&plans[index]) }
      } catch let error as SQLiteError where error.code == .constraint {
        plans[index].leave("the store refuses it: \(error.message)")
      }
    }
    try writer.remember(plans, folder?.written ?? [:])
    // New stamps alone cause no write, unless many files would be read again each time.
    if events.db.totalChanges > changes || planner.restamped.count > 100 {
      for event in planner.restamped { try events.restamp(event) }
    }
    var report = planner.report(of: plans)
    report.warnings = try warnings(of: plans)
    return report
  }

  /// Warns about dates outside a trip, and two stays for one night. The first sync of a store only
  /// brings trips of which another store has warned.
  private static func warnings(of plans: [SyncPlan]) throws -> [TripWarnings] {
    let changes = plans.map(\.change).filter { !$0.isEmpty && $0.trip.after != nil }
    let isFirst = changes.count { $0.trip.before == nil } > TripWarnings.overlapLimit
    return try changes.filter { !isFirst || $0.trip.before != nil }
      .compactMap { try TripWarnings($0, overlaps: []) }
  }

  /// Makes the changes to files, and skips the trips whose files cannot be changed.
  private static func makeFiles(_ plans: inout [SyncPlan], _ folder: CalendarFolder) {
    defer { folder.sync() }
    for index in plans.indices {
      for change in plans[index].changes {
        do throws(FileError) {
          if try folder.make(change) { continue }
          plans[index].leave("its file was changed meanwhile")
        } catch {
          plans[index].leave(error.description)
        }
        break
      }
    }
  }
}
