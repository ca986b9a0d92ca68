internal import Migrations
import Platform
internal import SQLite

extension Store {
  /// Examines a store of any version, even if it cannot be opened. It changes no byte.
  ///
  /// - Throws: `TripsError` if there is no file to examine, or another program has locked it.
  package static func diagnose(_ path: String, options: Options) throws(TripsError)
    -> StoreDiagnosis
  {
    guard try StoreFile.state(at: path) == .present else {
      throw .file(.cannot("examine", path, reason: "there is no store yet"))
    }
    var diagnosis = StoreDiagnosis()
    guard diagnoseFile(path, &diagnosis) else { return diagnosis }
    do {
      let before = diagnosis
      let db = try StoreConnection.open(path, .reading, options)
      try db.transaction {
        diagnosis = before
        try StoreExamination(db: db, path: path).run(&diagnosis)
      }
    } catch {
      let error = tripsError(error, path: path, options: options)
      guard case .store(let problem, _) = error else { throw error }
      if case .locked = problem { throw error }
      diagnosis.add("database", problem, path: path)
    }
    return diagnosis
  }

  /// - Returns: whether the file may be read.
  private static func diagnoseFile(_ path: String, _ diagnosis: inout StoreDiagnosis) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    guard access(path, R_OK) == 0 else {
      diagnosis.add("file", .noAccess, path: path)
      return false
    }
    let mode = String(status.st_mode & 0o777, radix: 8)
    if status.st_mode & 0o077 != 0 {
      diagnosis.add(
        .problem, "file", "other users can access it: its mode is \(mode)", mending: .mode)
    } else if status.st_mode & 0o400 == 0 {
      // Only the superuser gets here.
      diagnosis.add(
        .problem, "file", "its owner cannot read it: its mode is \(mode)", mending: .mode)
    } else {
      diagnosis.add(.ok, "file", "\(status.st_size) bytes, mode \(mode)")
    }
    if status.st_nlink > 1 {
      // https://www.sqlite.org/howtocorrupt.html#_multiple_links_to_the_same_file
      diagnosis.add(
        .note, "file",
        "it has \(status.st_nlink) names (hard links): a program that writes to it through another name can "
          + "damage it")
    }
    for suffix in ["-journal", "-wal"] where stat(path + suffix, &status) == 0 {
      diagnosis.add(
        .note, "file", "'\(path + suffix)' exists: a program is writing, or was killed")
    }
    return true
  }

  /// Repairs what can be repaired without loss: the file's mode, indexes, and references to deleted
  /// trips, whose rows are kept without a trip.
  package static func mend(
    _ path: String, _ diagnosis: StoreDiagnosis, options: Options
  ) throws(TripsError) {
    let mendings = diagnosis.mendings
    if mendings.contains(.mode) { chmod(path, 0o600) }
    guard mendings.contains(where: { $0 != .mode }) else { return }
    try withErrors(path, options) {
      let db = try StoreConnection.open(path, .writing, options)
      try options.committing {
        try db.transaction(.immediate) {
          let version = try version(db)
          try SchemaCheck.refuseObstacles(db, version)
          // Before V3 there is no history to record it.
          let isRecorded = version >= .v3
          if isRecorded {
            try HistoryRecorder.begin(db, author: options.author, command: options.command)
          }
          if mendings.contains(.indexes) { try db.execute("REINDEX") }
          try mendReferences(db)
          if isRecorded { try HistoryRecorder.end(db) }
        }
      }
    }
  }

  private static func mendReferences(_ db: Connection) throws {
    for entity in MigratedEntity.children {
      try db.execute("UPDATE \(entity.table) SET tripId = NULL WHERE \(MigratedEntity.isOrphan)")
    }
  }
}
