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
    let folder = try folder(path, options)
    if let folder, !folder.lock(seconds: self.options.busyTimeout) {
      throw .sync(.busyFolder(path))
    }
    let name = folder?.path ?? CalendarFolder.pathToMake(path) ?? path
    let now = self.options.now()
    let target = isRehearsal ? nil : folder
    target?.removeLeftovers()
    while true {
      let planner = try read { db in
        try SyncPlanner(folder, SyncedEvents(folder: name, db: db), options, .local, now, in: db)
      }
      let changes = planner.plans.flatMap(\.changes)
      do {
        try target?.stage(changes)
      } catch {
        throw .file(error)
      }
      // If files change, no reader may delay the commit.
      let report = try write(changes.isEmpty ? .immediate : .exclusive) { db -> SyncReport? in
        // Another process has changed the store: plan again.
        guard try HistoryPosition(db).newest == planner.position else { return nil }
        return try Self.carryOut(planner, target, SyncedEvents(folder: name, db: db))
      }
      if let report { return report }
    }
  }

  /// Refuses a folder that `sync` would refuse, before a store is created for it.
  package static func checkFolder(_ path: String, _ options: SyncOptions) throws(TripsError) {
    _ = try present(path, options)
  }

  /// Nil for a missing folder that may be created.
  private static func present(
    _ path: String, _ options: SyncOptions
  ) throws(TripsError) -> CalendarFolder? {
    do throws(FileError) {
      let folder = try CalendarFolder(path: path)
      if folder != nil || options.isConfirmed { return folder }
    } catch {
      throw .file(error)
    }
    throw .sync(.missingFolder(path))
  }

  /// Nil for one that a dry run would create.
  private func folder(
    _ path: String, _ options: SyncOptions
  ) throws(TripsError) -> CalendarFolder? {
    if let folder = try Self.present(path, options) { return folder }
    if isRehearsal { return nil }
    guard let place = CalendarFolder.pathToMake(path) else {
      throw .file(.failed("make", path, ENOENT))
    }
    // Read the base before the folder: otherwise an emptied folder would look as if everything was
    // deleted.
    try write { db in try SyncedEvents(folder: place, db: db).removeAll() }
    guard mkdir(place, 0o700) == 0 || errno == EEXIST else {
      throw .file(.failed("make", place, errno))
    }
    return try Self.present(place, options)
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
    return planner.report(of: plans)
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
