internal import Migrations
import Platform
internal import SQLite

extension Store {
  /// Copies a store of any version while it is in use, and checks the copy.
  ///
  /// - Parameters:
  ///   - target: if nil, a file next to the store, named after the version and the time.
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
          return try StoreCopy.make(of: db, as: BackupName("v\(version)", nextTo: path, options))
        }
        try StoreFile.refuseLeftovers(at: target)
        return try StoreCopy.make(of: db, to: OutputFile(path: target, replacing: replacing))
      }
      options.onCommit(.isDone)
      return copy
    }
  }

  /// Copies a store unchanged, damaged or not, to a file next to it, and returns that file's path.
  package static func backUpAsIs(_ path: String, options: Options) throws(TripsError) -> String {
    try withErrors(path, options) {
      try copying(path, options) { db in
        let name = BackupName("fix", nextTo: path, options)
        return try StoreCopy.make(of: db, as: name, isLastResort: true).path
      }
    }
  }

  /// The newest backup next to a store.
  package static func newestBackup(nextTo path: String) -> String? {
    BackupName.newest(nextTo: path)
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
  static func copying<Result>(
    _ path: String, _ options: Options, _ work: (Connection) throws -> Result
  ) throws -> Result {
    let db = try StoreConnection.open(path, .reading, options)
    return try db.transaction {
      if try header(db).application == SchemaMigrationPlan.applicationID { return try work(db) }
      guard try isEmpty(db) else { throw StoreProblem.foreign }
      throw FileError.cannot("copy", path, reason: "nothing is stored in it")
    }
  }
}
