internal import GRDB
import Platform

extension Store {
  /// Merges the store with a folder of calendar files.
  ///
  /// The files come first, each on the disk, then the store's changes and the new place in one
  /// transaction: what a kill leaves undone, the next sync does, by the same rules. Other writers wait
  /// for that transaction alone, and readers where files are changed: the sync is planned, and the bytes of
  /// the files are written, before.
  ///
  /// - Parameter path: absolute.
  /// - Throws: `TripsError.sync` where it is refused; then nothing has changed. `TripsError.file`.
  package func sync(folder path: String, _ options: SyncOptions) throws(TripsError) -> SyncReport {
    try sync(folder: path, options) {}
  }

  /// How often a sync is planned anew because another writer was faster; then it keeps them out.
  private static let mostPlans = 4

  /// - Parameter beforeWriting: called whenever the files are on the disk under passing names.
  func sync(
    folder path: String, _ options: SyncOptions, beforeWriting: () -> Void
  ) throws(TripsError) -> SyncReport {
    let folder = try folder(path, options)
    if let folder, !folder.lock(seconds: self.options.busyTimeout) {
      throw .sync(.busyFolder(path))
    }
    // One for all plans, so that files which are the same in a later one need not be written again.
    let now = self.options.now()
    func plan() throws(TripsError) -> SyncPlanner {
      try read { db in try Self.planner(folder, path, options, now, in: db) }
    }
    var planner = try plan()
    if options.isDryRun { return planner.report }
    if try Self.withErrors(path, self.options, { try folder?.clearLeftovers() }) == true {
      planner = try plan()
    }
    for _ in 1..<Self.mostPlans {
      try Self.stage(planner, folder)
      beforeWriting()
      let hasFiles = planner.plans.contains { !$0.files.isEmpty }
      let report = try write(hasFiles ? .exclusive : .immediate) { db in
        try planner.isUpToDate(in: db) ? Self.carryOut(planner, folder, in: db) : nil
      }
      if let report { return report }
      planner = try plan()
    }
    return try write(.exclusive) { db in
      let planner = try Self.planner(folder, path, options, now, in: db)
      try Self.stage(planner, folder)
      return try Self.carryOut(planner, folder, in: db)
    }
  }

  /// Refuses what `sync` would of a folder, before a store is made for it.
  package static func checkFolder(
    _ path: String, _ options: SyncOptions
  ) throws(TripsError) {
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
    return try Self.withErrors(path, self.options) { try makeFolder(path) }
  }

  /// Makes a folder that has lost everything: nothing that is missing in it is a deletion.
  ///
  /// It gets its name when the store has no base for it any more. A sync that stops in between would
  /// else leave an empty folder behind, which looks as if somebody had deleted all trips.
  private func makeFolder(_ path: String) throws -> CalendarFolder {
    guard let plain = CalendarFolder.pathToMake(path) else {
      throw FileError.failed("make", path, ENOENT)
    }
    try StoreFile.createFolders(above: plain)
    let path = CalendarFolder.pathToMake(plain) ?? plain
    let passing = path + ".tmp"
    // One of a sync that was killed is empty.
    rmdir(passing)
    guard mkdir(passing, 0o700) == 0, let made = try CalendarFolder(path: passing) else {
      throw errno == EEXIST
        ? FileError.inTheWay(passing) : FileError.failed("make", passing, errno)
    }
    // No other sync is to see it before its files are there.
    _ = made.lock(seconds: 0)
    do {
      try write { db in
        try SyncTokens(folder: String(made.path.dropLast(4)), in: db).forget(in: db)
      }
    } catch {
      rmdir(passing)
      throw error
    }
    guard rename(passing, path) == 0 else {
      let code = errno
      rmdir(passing)
      // Another sync may have been faster.
      if let folder = try CalendarFolder(path: path), folder.path + ".tmp" == made.path {
        return folder
      }
      throw FileError.failed("make", path, code)
    }
    made.path.removeLast(4)
    return made
  }

  private static func planner(
    _ folder: CalendarFolder?, _ path: String, _ options: SyncOptions, _ timestamp: String,
    in db: Database
  ) throws -> SyncPlanner {
    let name = folder?.path ?? CalendarFolder.pathToMake(path) ?? path
    let tokens = try SyncTokens(folder: name, in: db)
    return try SyncPlanner(folder, tokens, options, .local, timestamp, in: db)
  }

  private static func stage(
    _ planner: SyncPlanner, _ folder: CalendarFolder?
  ) throws(TripsError) {
    do {
      try folder?.stage(planner.plans.flatMap(\.files))
    } catch {
      throw .file(error)
    }
  }

  private static func carryOut(
    _ planner: SyncPlanner, _ folder: CalendarFolder?, in db: Database
  ) throws -> SyncReport {
    var report = planner.report
    var plans = planner.plans
    if plans.contains(where: \.followsMissingFile), try folder?.hasChanged() == true {
      for index in plans.indices where plans[index].followsMissingFile {
        plans[index].leave("its file is missing, and the folder is being changed")
      }
    }
    let refused = try folder?.make(plans.flatMap(\.files)) ?? [:]
    for index in plans.indices {
      if let reason = refused[plans[index].uid] { plans[index].leave(reason) }
    }
    let writer = SyncWriter(db: db)
    for index in plans.indices {
      do {
        try db.inSavepoint {
          plans[index].entry.id = try writer.write(plans[index])
          return .commit
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        plans[index].leave("the store refuses it: \(error.message ?? "")")
      }
    }
    let entries = Dictionary(plans.map { ($0.uid, $0.entry) }, uniquingKeysWith: { one, _ in one })
    report.entries = report.entries.map { entry in
      entry.direction == .left ? entry : entries[entry.uid] ?? entry
    }
    try planner.tokens.save(HistoryPosition(db).newest, left: planner.left(plans), in: db)
    return report
  }
}
