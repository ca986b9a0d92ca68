import Platform
internal import SQLite

extension Store {
  /// Merges the store with a folder of calendar files.
  ///
  /// The rows are written first, in the open transaction, so that what the schema refuses changes no
  /// file; then the files, each replaced whole, and last the bases. After a kill, the next sync
  /// completes the rest by the same rules.
  ///
  /// - Parameter path: absolute.
  /// - Throws: `TripsError.sync` if it is refused, and nothing has changed; `TripsError.file`.
  package func sync(folder path: String, _ options: SyncOptions) throws(TripsError) -> SyncReport {
    let folder = try Self.folder(path)
    guard folder.lock(seconds: self.options.busyTimeout) else { throw .sync(.busyFolder(path)) }
    let stamp = EventStamp(timestamp: self.options.now())
    let context = SyncPlan.Context(folder: folder, options: options, zone: .local, stamp: stamp)
    let target = isRehearsal ? nil : folder
    target?.removeLeftovers()
    while true {
      let (plan, position) = try read { db in
        (try Self.plan(context, in: db), try HistoryPosition(db).newest)
      }
      do {
        try target?.stage(plan.changes)
      } catch {
        throw .file(error)
      }
      // If files change, no reader may delay the commit.
      let report = try write(plan.changes.isEmpty ? .immediate : .exclusive) { db -> SyncReport? in
        // Another process has changed the store: plan again. A store that is only created now has
        // another identity.
        let newest = try HistoryPosition(db).newest
        guard newest == position || newest.changeID == 0 && position.changeID == 0 else {
          return nil
        }
        if options.isAnew { try SyncedEvents.forget(in: db) }
        return try Self.carryOut(plan, target, SyncedEvents(db: db, zone: .local))
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

  private static func plan(_ context: SyncPlan.Context, in db: Connection) throws -> SyncPlan {
    let events = SyncedEvents(db: db, zone: context.zone, ignoresBases: context.options.isAnew)
    let files = try FolderScan.scan(context.folder, events.all(), context.zone)
    let scan = try SyncScan.scan(files, events, adopts: context.options.adopts)
    if !context.options.isConfirmed { try scan.checkLosses() }
    let reading = SyncReading.read(scan, context.options)
    let lookup = TripLookup(db)
    let decisions = try TripSync.decide(reading.sides, prefers: reading.prefers) { trip in
      guard let dates = trip.dates, let end = dates.end,
        let id = try lookup.tripID(trip.name, dates.start.day, end.day)
      else { return false }
      return try reading.sides[scan.uid(ofTrip: id)] == nil
    }
    return SyncPlan.make(reading, decisions, context)
  }

  private static func carryOut(
    _ plan: SyncPlan, _ folder: CalendarFolder?, _ events: SyncedEvents
  ) throws -> SyncReport {
    var writer = SyncWriter(events)
    let changes = events.db.totalChanges
    try writer.write(plan.rows)
    if let folder { makeFiles(plan, folder, &writer) }
    try writer.remember(plan.rows, folder?.written ?? [:])
    // New stamps alone cause no write, unless many files would be read again each time.
    let restamped = plan.restamped
    if events.db.totalChanges > changes || restamped.count > 100 {
      for event in restamped { try events.restamp(event) }
    }
    var report = plan.report(failed: writer.failed)
    report.warnings = writer.warnings
    return report
  }

  /// Makes the changes to files: new and changed ones, stays and items before trips, then deletions.
  private static func makeFiles(
    _ plan: SyncPlan, _ folder: CalendarFolder, _ writer: inout SyncWriter
  ) {
    defer { folder.sync() }
    for row in plan.rowsInOrder {
      guard let change = row.change, writer.failed[row.uid] == nil else { continue }
      do throws(FileError) {
        if try !folder.make(change) { writer.fail(row.uid, "its file was changed meanwhile") }
      } catch {
        writer.fail(row.uid, error.description)
      }
    }
    for change in plan.removals { _ = try? folder.make(change) }
  }
}

extension SyncScan {
  /// - Throws: `TripsError.sync` for a folder that was emptied, or has lost most of its events, or of its
  ///   trips' events.
  fileprivate func checkLosses() throws {
    let bases = folder.bases.values
    let gone = rows.values.filter { row in
      guard let base = row.base?.event, row.stored != nil else { return false }
      return row.event == nil && !row.isUnread && folder.unreadable[base.file] == nil
    }
    let goneTrips = gone.count { $0.entity == .trip }
    func isMost(_ count: Int, of all: Int) -> Bool { count > 3 && count * 2 > all }
    if !gone.isEmpty,
      !folder.hasEvents || isMost(gone.count, of: bases.count)
        || isMost(goneTrips, of: bases.count { $0.entity == .trip })
    {
      throw TripsError.sync(.filesGone(gone.count, of: bases.count))
    }
  }
}
