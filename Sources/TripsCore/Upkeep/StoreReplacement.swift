internal import Migrations
import Platform
internal import SQLite

/// Replaces the contents of a store, and keeps the old ones next to it.
///
/// Other processes with the store open see one atomic change.
enum StoreReplacement {
  /// Replaces the store at `path`, which is not a link, with a complete one, `prepared` in the same
  /// folder.
  ///
  /// - Returns: the path of the replaced store; nil if there was none.
  static func replace(
    _ path: String, with prepared: String, options: Store.Options
  ) throws -> String? {
    guard try StoreFile.state(at: path) != .missing else {
      try StoreFile.refuseLeftovers(at: path)
      guard options.commit({ UnfinishedFile.rename(prepared, to: path) }) else {
        throw FileError.failed("write", path, errno)
      }
      OutputFile.syncFolder(of: path)
      return nil
    }
    do {
      let db = try StoreConnection.open(path, .writing, options)
      return try db.exclusively {
        let isStore = try Store.header(db).application == SchemaMigrationPlan.applicationID
        if try !isStore && !Store.isEmpty(db) { throw StoreProblem.foreign }
        return try options.commit {
          try put(
            Connection(prepared, isShared: false), into: db, keepingAt: isStore ? path : nil,
            options)
        }
      }
    } catch let error as SQLiteError
      where [.notADatabase, .corrupt].contains(error.code)
    {
      return try options.commit { try moveAside(path, for: prepared, options) }
    }
  }

  /// Replaces the pages of a store with the pages of `source`. The caller has locked out other
  /// processes.
  ///
  /// - Parameter path: nil for an empty file, which is not kept.
  /// - Returns: the path of a copy of the old contents, which is kept even if damaged.
  private static func put(
    _ source: Connection, into db: Connection, keepingAt path: String?, _ options: Store.Options
  ) throws -> String? {
    let kept = try path.map {
      let name = BackupName("replaced", nextTo: $0, options)
      return try StoreCopy.make(of: db, as: name, isLastResort: true).path
    }
    do {
      try source.backup(to: db)
      return kept
    } catch {
      // The store is unchanged, unless the disk may be failing.
      let isInDoubt = (error as? SQLiteError)?.code == .inputOutput
      if let kept, !isInDoubt { unlink(kept) }
      throw error
    }
  }

  /// A file that SQLite cannot read is kept under another name.
  private static func moveAside(
    _ path: String, for prepared: String, _ options: Store.Options
  ) throws -> String {
    var name = BackupName("replaced", nextTo: path, options)
    // With a second name for the old file, there is a store at the path at every instant; but not
    // every file system has links.
    var isLinked = false
    while true {
      isLinked = link(path, name.path) == 0
      if isLinked || (errno != EEXIST && UnfinishedFile.rename(path, to: name.path)) { break }
      guard errno == EEXIST else { throw FileError.failed("rename", path, errno) }
      name.takeNext()
    }
    for suffix in StoreFile.sideSuffixes { rename(path + suffix, name.path + suffix) }
    guard rename(prepared, path) == 0 else {
      let code = errno
      if isLinked { unlink(name.path) } else { rename(name.path, path) }
      for suffix in StoreFile.sideSuffixes { rename(name.path + suffix, path + suffix) }
      throw FileError.failed("write", path, code)
    }
    OutputFile.syncFolder(of: path)
    return name.path
  }
}

extension Connection {
  /// Excludes every other process during `work`, without a transaction, because copying pages makes
  /// its own.
  func exclusively<Result>(_ work: () throws -> Result) throws -> Result {
    // The lock is taken in the normal mode, which waits without one; the exclusive mode then keeps
    // it after the commit.
    try transaction(.exclusive) { try execute("PRAGMA locking_mode = EXCLUSIVE") }
    // The change is on disk: an emptied journal that cannot be deleted is not a failure.
    defer { try? endExclusiveness() }
    return try work()
  }

  private func endExclusiveness() throws {
    try execute("PRAGMA locking_mode = NORMAL")
    // The lock is released with the next access.
    _ = try integer("SELECT count(*) FROM sqlite_schema")
    // The exclusive mode leaves an emptied journal behind; changing the mode removes it.
    try execute("PRAGMA journal_mode = PERSIST; PRAGMA journal_mode = DELETE")
  }
}
