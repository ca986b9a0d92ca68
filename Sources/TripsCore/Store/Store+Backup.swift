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
          return try StoreCopy.make(of: db, as: BackupName("v\(version)", beside: path, options))
        }
        try StoreFile.refuseLeftovers(at: target)
        return try StoreCopy.make(of: db, to: OutputFile(path: target, replacing: replacing))
      }
      options.onCommit(.isDone)
      return copy
    }
  }

  /// Copies a store unchanged, damaged or not, to a file next to it, and returns that file's path.
  package static func safekeep(_ path: String, options: Options) throws(TripsError) -> String {
    try withErrors(path, options) {
      try copying(path, options) { db in
        let name = BackupName("fix", beside: path, options)
        return try StoreCopy.make(of: db, as: name, isLastResort: true).path
      }
    }
  }

  /// The newest backup next to a store.
  package static func newestBackup(beside path: String) -> String? {
    BackupName.newest(beside: path)
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

extension Store {
  /// The changes in a store that its backup lacks: `3 transactions`, or, if it is no backup of this
  /// store, `the 12 trips of the store`; nil for nothing, and if one of them cannot be read.
  package static func changes(
    of path: String, missingIn backup: String, options: Options
  ) -> String? {
    guard let store = try? contents(of: path, options),
      let copy = try? contents(of: backup, options)
    else { return nil }
    if copy.identity != nil, copy.identity == store.identity {
      let count = store.transactions - copy.transactions
      return count > 0 ? counted(count, "transaction") : nil
    }
    return store.trips > 0 ? "the \(counted(store.trips, "trip")) of the store" : nil
  }

  private typealias Contents = (identity: String?, transactions: Int, trips: Int)

  private static func contents(of path: String, _ options: Options) throws -> Contents? {
    guard try StoreFile.state(at: path) == .present else { return nil }
    let db = try StoreConnection.open(path, .reading, options)
    return try db.transaction {
      let trips = try db.integer("SELECT count(*) FROM trip") ?? 0
      guard try header(db).version >= SchemaVersion.v3.rawValue else {
        return (nil, 0, Int(trips))
      }
      let newest = try db.integer("SELECT coalesce(max(id), 0) FROM historyTransaction")
      return (
        try db.text("SELECT storeId FROM historyState"), Int(newest ?? 0),
        Int(trips)
      )
    }
  }
}
