internal import GRDB
internal import Migrations
import Platform

/// A copy of a store, and what is in it.
package struct StoreCopy: Sendable {
  package let path: String
  package let version: Int
  package let trips: Int
}

/// What a restore did.
package struct RestoreReport: Sendable {
  package let restored: StoreCopy
  /// Where the store that was replaced is kept; nil if there was none.
  package let replaced: String?
}

extension Store {
  /// Copies a store of any version while others may use it, and checks the copy.
  ///
  /// - Parameters:
  ///   - target: nil is a file beside the store that is named after the version and the time.
  ///   - replacing: whether a file that is there may be replaced.
  package static func backup(
    of path: String, to target: String?, replacing: Bool, options: Options
  ) throws(TripsError) -> StoreCopy {
    try translating(path, options) {
      guard try StoreFile.state(at: path) == .present else {
        throw FileError.cannot("copy", path, reason: "there is no store yet")
      }
      let source = try openToCopy(path, options)
      return try copy(source, to: target, replacing: replacing, beside: path)
    }
  }

  /// Puts a backup in the place of the store.
  ///
  /// The store that was there is kept beside it. The restored one gets a new identity, so that
  /// tokens of the history that were given out before are refused and no change is missed. Other
  /// processes that have the store open see one change, whole or not at all.
  package static func restore(
    _ backup: String, to path: String, options: Options
  ) throws(TripsError) -> RestoreReport {
    let prepared = UnfinishedFile.path(beside: path)
    var held: UnfinishedFile?
    defer {
      UnfinishedFile.remove(prepared)
      if let held { close(held.descriptor) }
    }
    let restored: StoreCopy = try translating(backup, options) {
      guard try StoreFile.state(at: backup) == .present else {
        throw FileError.cannot("restore", backup, reason: "there is no such file")
      }
      let source = try openToCopy(backup, options)
      try StoreFile.createFolders(above: path)
      _ = try copy(source, to: prepared, replacing: false, beside: path)
      held = UnfinishedFile(holding: prepared)
      guard held != nil else { throw FileError.failed("write", path, errno) }
      let version = try giveNewIdentity(prepared)
      return StoreCopy(path: path, version: version, trips: try countTrips(source))
    }
    let replaced: String? = try translating(path, options) {
      try replace(path, with: prepared, options)
    }
    return RestoreReport(restored: restored, replaced: replaced)
  }

  /// Copies a store as it is, damaged or not, to a file beside it, and returns that one's path.
  package static func safekeep(_ path: String, options: Options) throws(TripsError) -> String {
    try translating(path, options) { try keep(try openToCopy(path, options), path, mark: "fix") }
  }

  private static func translating<Result>(
    _ path: String, _ options: Options, _ work: () throws -> Result
  ) throws(TripsError) -> Result {
    do {
      return try work()
    } catch {
      throw tripsError(error, path: path, options: options)
    }
  }

  /// Opens a store of any version that this build or a later one has made.
  private static func openToCopy(_ path: String, _ options: Options) throws -> DatabaseQueue {
    func opened(_ access: Access) throws -> DatabaseQueue {
      let queue = try open(path, access, options)
      guard
        try queue.inDatabase({ try header($0).application == SchemaMigrationPlan.applicationID })
      else {
        if try queue.inDatabase({ try isEmpty($0) }) {
          throw FileError.cannot("copy", path, reason: "nothing is stored in it")
        }
        throw StoreProblem.foreign
      }
      return queue
    }
    do {
      return try opened(.reading)
    } catch let error as DatabaseError where needsRecovery(error) {
      return try opened(.writing)
    }
  }
}

// MARK: - Copying

extension Store {
  private static func copy(
    _ source: DatabaseQueue, to target: String?, replacing: Bool, beside path: String
  ) throws -> StoreCopy {
    let version = try source.inDatabase { try header($0).version }
    let target = try target ?? backupPath(beside: path, mark: "v\(version)", source)
    let file = try OutputFile(path: target, replacing: replacing)
    let copy = try DatabaseQueue(path: file.temporaryPath)
    try source.backup(to: copy)
    try check(copy)
    let trips = try countTrips(copy)
    try copy.close()
    try file.commit()
    return StoreCopy(path: target, version: version, trips: trips)
  }

  /// `trips.db.v4-20261120T101500Z.backup`; the clock is SQLite's.
  static func backupPath(
    beside path: String, mark: String, _ queue: DatabaseQueue
  ) throws -> String {
    let time = try queue.inDatabase { db in
      try String.fetchOne(db, sql: "SELECT strftime('%Y%m%dT%H%M%SZ', 'now')") ?? ""
    }
    let base = "\(path).\(mark)-\(time)"
    var name = base + ".backup"
    var number = 2
    while access(name, F_OK) == 0 {
      name = "\(base)-\(number).backup"
      number += 1
    }
    return name
  }

  private static func check(_ copy: DatabaseQueue) throws {
    let answer = try copy.inDatabase { db in
      try String.fetchAll(db, sql: "PRAGMA integrity_check(3)")
    }
    guard answer == ["ok"] else {
      throw StoreProblem.corrupt(StoreDiagnosis.sentence(answer))
    }
  }

  private static func countTrips(_ queue: DatabaseQueue) throws -> Int {
    try queue.inDatabase { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM trip") ?? 0 }
  }

  /// The version of the store. Those before V3 have no history, and so no tokens.
  private static func giveNewIdentity(_ path: String) throws -> Int {
    let queue = try DatabaseQueue(path: path)
    let version = try queue.inDatabase { db in
      let version = try header(db).version
      if version >= SchemaVersion.v3.rawValue {
        try db.execute(sql: "UPDATE historyState SET storeId = lower(hex(randomblob(16)))")
      }
      return version
    }
    try queue.close()
    return version
  }
}

// MARK: - Replacing

extension Store {
  /// - Returns: where the store that was there is kept; nil if there was nothing in it.
  private static func replace(
    _ path: String, with prepared: String, _ options: Options
  ) throws -> String? {
    guard try StoreFile.state(at: path) == .present else {
      guard UnfinishedFile.rename(prepared, to: path) else {
        throw FileError.failed("write", path, errno)
      }
      OutputFile.syncFolder(of: path)
      return nil
    }
    let queue: DatabaseQueue
    let isEmptyStore: Bool
    do {
      queue = try open(path, .writing, options)
      isEmptyStore = try queue.inDatabase { db in
        // Nobody may write between the copy of the old store and its replacement.
        try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        try db.execute(sql: "BEGIN EXCLUSIVE; COMMIT")
        guard try header(db).application == SchemaMigrationPlan.applicationID else {
          guard try isEmpty(db) else { throw StoreProblem.foreign }
          return true
        }
        return false
      }
    } catch let error as DatabaseError
      where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode)
    {
      return try moveAside(path, for: prepared)
    }
    let kept = isEmptyStore ? nil : try keep(queue, path, mark: "replaced")
    let source = try DatabaseQueue(path: prepared)
    try source.backup(to: queue)
    try source.close()
    // The restored store is on the disk: an emptied journal that cannot be taken away is no failure.
    try? queue.inDatabase { db in
      // The exclusive mode leaves an emptied journal behind; the change of modes takes it away.
      try db.execute(sql: "PRAGMA locking_mode = NORMAL")
      _ = try Int.fetchOne(db, sql: "PRAGMA user_version")
      try db.execute(sql: "PRAGMA journal_mode = PERSIST; PRAGMA journal_mode = DELETE")
    }
    return kept
  }

  private static func keep(
    _ queue: DatabaseQueue, _ path: String, mark: String
  ) throws -> String {
    let target = try backupPath(beside: path, mark: mark, queue)
    let file = try OutputFile(path: target, replacing: false)
    let copy = try DatabaseQueue(path: file.temporaryPath)
    // Damaged or not: this is the last copy of it.
    try queue.backup(to: copy)
    try copy.close()
    try file.commit()
    return target
  }

  /// A file that SQLite cannot read is kept as it is, under another name.
  private static func moveAside(_ path: String, for prepared: String) throws -> String {
    let clock = try DatabaseQueue()
    let target = try backupPath(beside: path, mark: "replaced", clock)
    // With a second name for the old file there is no moment without a store; but not every file
    // system has links.
    let isLinked = link(path, target) == 0
    guard isLinked || [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) && rename(path, target) == 0
    else { throw FileError.failed("rename", path, errno) }
    guard rename(prepared, path) == 0 else {
      let code = errno
      if isLinked { unlink(target) } else { rename(target, path) }
      throw FileError.failed("write", path, code)
    }
    OutputFile.syncFolder(of: path)
    return target
  }
}
