internal import GRDB
import Platform

extension Store {
  /// Merges the store with a folder of calendar files.
  ///
  /// The files come first, each on the disk, then the store's changes and what is remembered of the
  /// events in one transaction: what a kill leaves undone, the next sync does, by the same rules.
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
    // Why trips are left: their files may not be written, or are being changed again and again.
    var held: [String: String] = [:]
    var attempts = 0
    while true {
      let planner = try read { db in
        try SyncPlanner(
          folder, SyncedEvents(folder: name, db: db), options, held: held, .local, now, in: db)
      }
      if options.isDryRun { return planner.report }
      do {
        try folder?.stage(planner.plans.flatMap(\.files))
      } catch {
        throw .file(error)
      }
      let hasFiles = planner.plans.contains { !$0.files.isEmpty }
      var refused: [String: String] = [:]
      // Where files change, no reader may keep the transaction from its end.
      let report = try write(hasFiles ? .exclusive : .immediate) { db -> SyncReport? in
        guard try HistoryPosition(db).newest == planner.position else { return nil }
        refused = try Self.make(planner.plans, folder, isLast: attempts >= Self.mostAttempts)
        if !refused.isEmpty { return nil }
        return try Self.carryOut(planner, folder, SyncedEvents(folder: name, db: db))
      }
      if let report { return report }
      held.merge(refused) { $1 }
      attempts += 1
    }
  }

  /// How often a file may be changed by another program while it is synced.
  private static let mostAttempts = 3

  /// Refuses what `sync` would of a folder, before a store is made for it.
  package static func checkFolder(_ path: String, _ options: SyncOptions) throws(TripsError) {
    _ = try present(path, options)
  }

  /// Nil for one that is not there, and may be made.
  private static func present(
    _ path: String, _ options: SyncOptions
  ) throws(TripsError) -> CalendarFolder? {
    do throws(FileError) {
      if let folder = try CalendarFolder(path: path) { return folder }
    } catch {
      throw .file(error)
    }
    guard options.isConfirmed else { throw .sync(.missingFolder(path)) }
    return nil
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
    try StoreFile.createFolders(above: place)
    guard mkdir(place, 0o700) == 0 || errno == EEXIST else {
      throw .file(.failed("make", place, errno))
    }
    do {
      return try CalendarFolder(path: place)
    } catch {
      throw .file(error)
    }
  }

  /// Makes the changes of the files.
  ///
  /// - Returns: why trips must be left, by their UIDs: then nothing goes to the store, and all is planned
  ///   anew. Nothing for a file that was changed meanwhile, which is planned anew unless it is the last
  ///   attempt.
  private static func make(
    _ plans: [SyncPlan], _ folder: CalendarFolder?, isLast: Bool
  ) throws -> [String: String] {
    guard let folder, plans.contains(where: { !$0.files.isEmpty }) else { return [:] }
    defer { folder.sync() }
    var refused: [String: String] = [:]
    for plan in plans {
      for change in plan.files {
        guard let reason = try reasonToLeave(change, folder) else { continue }
        refused[reason == changedMeanwhile && !isLast ? "" : plan.uid] = reason
        break
      }
    }
    return refused
  }

  private static let changedMeanwhile = "its file was changed meanwhile"

  /// Makes a change; why it was not made, or nil.
  private static func reasonToLeave(
    _ change: CalendarFolder.Change, _ folder: CalendarFolder
  ) throws(FileError) -> String? {
    do throws(FileError) {
      return try folder.make(change) ? nil : changedMeanwhile
    } catch {
      // One file that may not be written does not keep the others from it.
      guard case .cannot(let verb, _, let reason, isDenied: true) = error,
        access(folder.path, W_OK) == 0
      else { throw error }
      return "cannot \(verb) '\(change.file)': \(reason)"
    }
  }

  private static func carryOut(
    _ planner: SyncPlanner, _ folder: CalendarFolder?, _ events: SyncedEvents
  ) throws -> SyncReport {
    let writer = SyncWriter(events)
    let changes = events.db.totalChangesCount
    var plans = planner.plans
    var left: [String: SyncEntry] = [:]
    for index in plans.indices where !plans[index].isLeft {
      do {
        try events.db.inSavepoint {
          try writer.write(&plans[index])
          try writer.remember(plans[index], folder?.written ?? [:])
          return .commit
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        plans[index].leave("the store refuses it: \(error.message ?? "")")
        left[plans[index].uid] = plans[index].entry
      }
    }
    if events.db.totalChangesCount > changes || planner.restamped.count > 100 {
      for event in planner.restamped { try events.restamp(event) }
    }
    var report = planner.report
    let ids = Dictionary(plans.map { ($0.uid, $0.entry.id) }, uniquingKeysWith: { one, _ in one })
    report.entries = report.entries.map { entry in
      var entry = left[entry.uid] ?? entry
      entry.id = ids[entry.uid] ?? entry.id
      return entry
    }
    return report
  }
}
