internal import Migrations
import Platform
internal import SQLite

/// A copy of a store, and its contents.
package struct StoreCopy: Sendable {
  package let path: String
  package let version: Int
  package let trips: Int
}

extension StoreCopy {
  /// Copies a store of any version and journal mode to one file in rollback mode, readable only by
  /// its owner, which gets its name when it is complete and on disk.
  ///
  /// - Parameter source: a connection on one state of the store, which has written nothing in that
  ///   transaction.
  /// - Throws: `StoreProblem.noBackup` if the copy cannot be written.
  static func make(of source: Connection, to file: OutputFile) throws -> StoreCopy {
    let (version, trips) = try fill(file, from: source)
    try file.commit()
    return StoreCopy(path: file.path, version: version, trips: trips)
  }

  /// Copies a store to a backup next to it, with the next number if another process has taken its
  /// name.
  ///
  /// - Parameter isLastResort: whether a damaged store is copied too, since it is about to be
  ///   replaced; otherwise the copy is opened, checked and counted.
  static func make(
    of source: Connection, as name: BackupName, isLastResort: Bool = false
  ) throws -> StoreCopy {
    var name = name
    let file = try asBackup { () throws in try OutputFile(path: name.path, replacing: false) }
    let (version, trips) = try fill(file, from: source, isLastResort: isLastResort)
    while true {
      do {
        try asBackup { try file.commit(as: name.path) }
        return StoreCopy(path: name.path, version: version, trips: trips)
      } catch FileError.exists {
        name.takeNext()
      }
    }
  }

  /// Copies a store to a file that does not get its name yet.
  static func fill(
    _ file: OutputFile, from source: Connection, isLastResort: Bool = false
  ) throws -> (version: Int, trips: Int) {
    try copyPages(of: source, to: file)
    let contents = try contents(of: file.temporaryPath, like: source, isLastResort)
    try file.sync()
    return contents
  }

  /// Turns the failure to write a file into `noBackup`.
  private static func asBackup<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as SQLiteError where error.isOfWriting {
      throw StoreProblem.noBackup(error.reason)
    } catch FileError.cannot(_, _, let reason) {
      throw StoreProblem.noBackup(reason)
    }
  }

  private static func copyPages(of source: Connection, to file: OutputFile) throws {
    try asBackup {
      do {
        let copy = try Connection(file.temporaryPath, isShared: false)
        // Syncs are off: the file is worthless until it is complete, and is synced then.
        try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try source.backup(to: copy)
      }
      // The pages are copied from the source, including the journal mode in the first one: 1 for
      // a rollback journal (https://www.sqlite.org/fileformat2.html#file_format_version_numbers).
      try file.overwrite([1, 1], at: 18)
    }
  }

  /// Opens the copy as a store: it must be intact, of the same version, with as many rows.
  private static func contents(
    of path: String, like source: Connection, _ isLastResort: Bool
  ) throws -> (version: Int, trips: Int) {
    if isLastResort { return (0, 0) }
    let copy = try Connection(path, .readOnly, isShared: false)
    let answer = try copy.texts("PRAGMA integrity_check(3)")
    guard answer == ["ok"] else {
      throw StoreProblem.corrupt(StoreDiagnosis.sentence(answer))
    }
    let version = try Store.header(copy).version
    guard try version == Store.header(source).version else {
      throw StoreProblem.noBackup("the copy has another version")
    }
    var trips = 0
    // A damaged store may have lost a table.
    let tables = Set(try StoreSchema(source).objects.filter { $0.type == "table" }.map(\.name))
    for entity in Entity.allCases where tables.contains(entity.table) {
      let count: SQL = "SELECT count(*) FROM \(sql: entity.table)"
      let rows = try copy.integer(count)
      guard try rows == source.integer(count) else {
        throw StoreProblem.noBackup("the copy does not have all rows of \(entity.table)")
      }
      if entity == .trip { trips = Int(rows ?? 0) }
    }
    return (version, trips)
  }
}

extension SQLiteError {
  /// Whether it means that a file could not be written.
  fileprivate var isOfWriting: Bool {
    [.full, .cannotOpen, .readOnly].contains(code)
      || [.writeFailed, .syncFailed, .truncationFailed].contains(
        extendedCode)
  }

  /// SQLite's description of the code. Its message may be about another connection than the one
  /// that failed ("not an error").
  fileprivate var reason: String {
    if code == .full { return "the disk is full" }
    return extendedCode.description
  }
}
