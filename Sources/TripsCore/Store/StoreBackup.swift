internal import GRDB
internal import Migrations
import Platform

/// A complete copy of a store beside it, made before a walk.
///
/// It is written under another name, opened and counted, and renamed when it is whole, so that what
/// is called a backup is one.
struct StoreBackup {
  private let path: String
  private let options: Store.Options
  private let unfinished: String

  init(of path: String, options: Store.Options) {
    self.path = path
    self.options = options
    unfinished = Self.unfinishedPath(of: path)
  }

  static func unfinishedPath(of path: String) -> String { path + ".backup.unfinished" }

  /// Copies the store, and returns the path of the copy.
  ///
  /// - Parameters:
  ///   - db: a connection that holds the store's lock and has written nothing yet.
  ///   - progress: called with the part that is done, from 0 to 1; it may throw.
  func make(
    from db: Database, version: SchemaVersion, progress: @escaping (Double) throws -> Void
  ) throws -> String {
    do {
      try createEmpty()
      defer { unlink(unfinished) }
      try copy(progress: progress)
      try keepChangeCounter(of: db)
      try verify(against: db, version: version)
      try sync(unfinished)
      return try giveName(version)
    } catch let error as Failure {
      throw StoreProblem.noBackup(error.reason)
    } catch let error as DatabaseError
      where [.SQLITE_FULL, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_READONLY]
      .contains(error.resultCode)
    {
      throw StoreProblem.noBackup(error.message ?? "\(error.resultCode)")
    }
  }

  /// Removes a finished backup, where nothing came of the walk that it was made for.
  static func remove(_ name: String) {
    unlink(name)
  }

  /// A sentence of the system about a file.
  private struct Failure: Error {
    let reason: String

    init() { reason = String(cString: strerror(errno)) }
  }

  private func createEmpty() throws {
    // Left by a process that was killed: this one holds the store's lock, so nobody writes it.
    unlink(unfinished)
    let descriptor = open(unfinished, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw Failure() }
  }

  private func copy(
    progress: @escaping (Double) throws -> Void
  ) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      // The file is worthless until it is whole, and is synced then.
      try db.execute(sql: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    }
    let copy = try DatabaseQueue(path: unfinished, configuration: configuration)
    // A connection that is about to write cannot be copied from.
    var readOnly = Configuration()
    readOnly.readonly = true
    let source = try DatabaseQueue(path: path, configuration: readOnly)
    try source.inDatabase { source in
      try copy.inDatabase { copy in
        try source.backup(to: copy, pagesPerStep: 1_000) { try progress($0.part) }
      }
    }
    try copy.close()
    try source.close()
  }

  /// SQLite counts the copy's changes from one. With the store's own number, `--undo` can tell
  /// whether the walk is the one change since. Bytes 24 and 92 hold it.
  private func keepChangeCounter(of db: Database) throws {
    guard let counter = ConnectionTools.changeCounter(db) else { return }
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: counter >> (24 - 8 * $0)) }
    let descriptor = open(unfinished, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    for offset in [24, 92] {
      guard pwrite(descriptor, bytes, 4, off_t(offset)) == 4 else { throw Failure() }
    }
  }

  /// Opens the copy as a store: it must be whole, of the same version, with as many rows.
  private func verify(against db: Database, version: SchemaVersion) throws {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: unfinished, configuration: configuration)
    try queue.inDatabase { copy in
      try SchemaCheck.refuseDamage(copy)
      guard try Store.version(copy) == version else {
        throw StoreProblem.noBackup("the copy is not of version \(version)")
      }
      for entity in MigratedEntity.allCases {
        let sql = "SELECT count(*) FROM \(entity.table)"
        guard try Int.fetchOne(copy, sql: sql) == Int.fetchOne(db, sql: sql) else {
          throw StoreProblem.noBackup("the copy does not have all rows of \(entity.table)")
        }
      }
    }
    try queue.close()
  }

  private func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Failure() }
  }

  /// `trips.db.v1-20261120T101500Z.backup`, of the time now, or of the next second that is free.
  private func giveName(_ version: SchemaVersion) throws -> String {
    var now = time(nil)
    while true {
      let name = "\(path).v\(version.rawValue)-\(Self.stamp(now)).backup"
      if try rename(to: name) {
        try sync(Self.folder(of: path))
        return name
      }
      now += 1
    }
  }

  /// Gives the copy its name; false where another file has it.
  private func rename(to name: String) throws -> Bool {
    if UnfinishedFile.rename(unfinished, to: name) { return true }
    guard errno == EEXIST else { throw Failure() }
    return false
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// `20261120T101500Z`, in UTC.
  private static func stamp(_ time: time_t) -> String {
    var time = time
    var parts = tm()
    gmtime_r(&time, &parts)
    func digits(_ value: Int32, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2)
      + "T" + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2) + "Z"
  }
}
