internal import Migrations
import Platform
internal import SQLite

/// The result of a restore.
package struct RestoreReport: Sendable {
  package let restored: StoreCopy
  /// The path of the replaced store; nil if there was none.
  package let replaced: String?
  /// Whether the restored store has been synced with a folder.
  package let isSynced: Bool
}

extension Store {
  /// Copies a store of any version while it is in use, and checks the copy.
  ///
  /// - Parameters:
  ///   - target: nil is a file beside the store, named after the version and the time.
  ///   - replacing: whether an existing file may be replaced.
  package static func backup(
    of path: String, to target: String?, replacing: Bool, options: Options
  ) throws(TripsError) -> StoreCopy {
    try withErrors(path, options) {
      guard try StoreFile.state(at: path) == .present else {
        throw FileError.cannot("copy", path, reason: "there is no store yet")
      }
      let copy = try copying(path, options) { db in
        let version = try header(db).version
        guard let target else {
          return try StoreCopy.make(of: db, as: BackupName("v\(version)", beside: path, options))
        }
        try StoreFile.refuseLeftovers(at: target)
        return try StoreCopy.make(of: db, to: OutputFile(path: target, replacing: replacing))
      }
      options.onCommit(.isDone)
      return copy
    }
  }

  /// Replaces the store with a backup.
  ///
  /// The replaced store is kept beside it. The restored one gets a new identity, so that tokens
  /// given out before are refused, instead of missing changes.
  package static func restore(
    _ backup: String, to place: String, options: Options
  ) throws(TripsError) -> RestoreReport {
    // A dangling link is kept, as when `add` creates its target.
    let path = try isMissing(at: place) ? StoreFile.target(of: place) : place
    let prepared = UnfinishedFile.path(beside: path)
    var held: UnfinishedFile?
    defer {
      UnfinishedFile.remove(prepared)
      if let held { close(held.descriptor) }
    }
    let restored: StoreCopy = try withErrors(backup, options) {
      guard try StoreFile.state(at: backup) == .present else {
        throw FileError.cannot("restore", backup, reason: "there is no such file")
      }
      do {
        return try copying(backup, options) { db in
          try StoreFile.createFolders(above: path)
          return try StoreCopy.make(of: db, to: OutputFile(path: prepared, replacing: false))
        }
      } catch StoreProblem.noBackup(let reason) {
        throw TripsError.store(.cannotCreate(reason), path: path)
      }
    }
    return try withErrors(path, options) {
      held = UnfinishedFile(holding: prepared)
      guard held != nil else { throw FileError.failed("write", path, errno) }
      let isSynced = try assignNewIdentity(prepared)
      return RestoreReport(
        restored: StoreCopy(path: place, version: restored.version, trips: restored.trips),
        replaced: try StoreReplacement.replace(path, with: prepared, options: options),
        isSynced: isSynced)
    }
  }

  /// Copies a store unchanged, damaged or not, to a file beside it, and returns that file's path.
  package static func safekeep(_ path: String, options: Options) throws(TripsError) -> String {
    try withErrors(path, options) {
      try copying(path, options) { db in
        let name = BackupName("fix", beside: path, options)
        return try StoreCopy.make(of: db, as: name, isLastResort: true).path
      }
    }
  }

  /// The newest backup beside a store, of the latest schema version that has one.
  package static func newestBackup(beside path: String) -> String? {
    SchemaVersion.allCases.reversed().lazy
      .compactMap { BackupName.backups(ofVersion: $0.rawValue, beside: path).last }.first
  }

  static func withErrors<Result>(
    _ path: String, _ options: Options, _ work: () throws -> Result
  ) throws(TripsError) -> Result {
    do {
      return try work()
    } catch {
      throw tripsError(error, path: path, options: options)
    }
  }

  /// Runs `work` on one state of a store of any version of this or a later build.
  private static func copying<Result>(
    _ path: String, _ options: Options, _ work: (Connection) throws -> Result
  ) throws -> Result {
    let db = try StoreConnection.open(path, .reading, options)
    return try db.transaction {
      if try header(db).application == SchemaMigrationPlan.applicationID { return try work(db) }
      guard try isEmpty(db) else { throw StoreProblem.foreign }
      throw FileError.cannot("copy", path, reason: "nothing is stored in it")
    }
  }

  /// Versions before V3 have no history, and so no tokens.
  ///
  /// - Returns: whether the store has been synced with a folder.
  private static func assignNewIdentity(_ path: String) throws -> Bool {
    let db = try Connection(path)
    let version = try header(db).version
    guard version >= SchemaVersion.v3.rawValue else { return false }
    try db.execute("UPDATE historyState SET storeId = lower(hex(randomblob(16)))")
    guard version >= SchemaVersion.v5.rawValue else { return false }
    let isSynced = try db.integer("SELECT EXISTS (SELECT 1 FROM syncedEvent)") == 1
    // The next sync deletes nothing.
    try SyncedEvents.forget(in: db)
    return isSynced
  }
}
