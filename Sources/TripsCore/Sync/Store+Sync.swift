internal import GRDB
import Platform

extension Store {
  /// Merges the store with a folder of calendar files.
  ///
  /// The files come first, each on the disk, then the store's changes and what is remembered of the
  /// events in one transaction: what a kill leaves undone, the next sync does by the same rules.
  ///
  /// - Parameter path: absolute.
  /// - Throws: `TripsError.sync` where it is refused; then nothing has changed. `TripsError.file`.
  package func sync(folder path: String, _ options: SyncOptions) throws(TripsError) -> SyncReport {
    let folder = try folder(path, options)
    if let folder, !folder.lock(seconds: self.options.busyTimeout) {
      throw .sync(.busyFolder(path))
    }
    let name = folder?.path ?? CalendarFolder.pathToMake(path) ?? path
    let now = self.options.now()
    if !options.isDryRun { folder?.removeLeftovers() }
    while true {
      let planner = try read { db in
        try SyncPlanner(folder, SyncedEvents(folder: name, db: db), options, .local, now, in: db)
      }
      if options.isDryRun { return planner.report(of: planner.plans) }
      let changes = planner.plans.flatMap(\.changes)
      do {
        try folder?.stage(changes)
      } catch {
        throw .file(error)
      }
      // Where files change, no reader may keep the transaction from its end.
      let report = try write(changes.isEmpty ? .immediate : .exclusive) { db -> SyncReport? in
        // Another process has changed the store: all is planned anew.
        guard try HistoryPosition(db).newest == planner.position else { return nil }
        return try Self.carryOut(planner, folder, SyncedEvents(folder: name, db: db))
      }
      if let report { return report }
    }
  }

  /// Refuses what `sync` would of a folder, before a store is made for it.
  package static func checkFolder(_ path: String, _ options: SyncOptions) throws(TripsError) {
    _ = try present(path, options)
  }

  /// Nil for a folder that is not there, and may be made.
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

  /// Nil for one that a dry run would make.
  private func folder(
    _ path: String, _ options: SyncOptions
  ) throws(TripsError) -> CalendarFolder? {
    if let folder = try Self.present(path, options) { return folder }
    if options.isDryRun { return nil }
    guard let place = CalendarFolder.pathToMake(path) else {
      throw .file(.failed("make", path, ENOENT))
    }
    // First the memory, then the folder: an empty one that is remembered looks as if all was deleted.
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
    let changes = events.db.totalChangesCount
    var plans = planner.plans
    if let folder { makeFiles(&plans, folder) }
    for index in plans.indices {
      do {
        try events.db.inSavepoint {
          try writer.write(&plans[index])
          return .commit
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        plans[index].leave("the store refuses it: \(error.message ?? "")")
      }
    }
    try writer.remember(plans, folder?.written ?? [:])
    // A stamp alone is worth no write, unless many files have to be read again and again.
    if events.db.totalChangesCount > changes || planner.restamped.count > 100 {
      for event in planner.restamped { try events.restamp(event) }
    }
    return planner.report(of: plans)
  }

  /// Makes the changes of the files, and leaves the trips of those that cannot be made.
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
