internal import Migrations
internal import SQLite

extension Store {
  /// Examines a store of any version, even if it cannot be opened. It changes no byte.
  ///
  /// - Throws: `TripsError` if there is no file to examine, or another program has locked it.
  package static func diagnose(_ path: String, options: Options) throws(TripsError)
    -> StoreDiagnosis
  {
    var diagnosis = StoreDiagnosis()
    guard try StoreFile.state(at: path) == .present else {
      diagnosis.add(.note, "store", "there is no store at '\(path)' yet")
      return diagnosis
    }
    do {
      let db = try StoreConnection.open(path, .reading, options)
      try db.transaction {
        diagnosis = StoreDiagnosis()
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

  /// Repairs what can be repaired without loss: rebuilds the indexes, and keeps rows that refer to
  /// deleted trips without a trip.
  package static func repair(_ path: String, options: Options) throws(TripsError) {
    try withErrors(path, options) {
      let db = try StoreConnection.open(path, .writing, options)
      try options.committing { begins in
        try db.transaction(.immediate) {
          let version = try version(db)
          try SchemaCheck.refuseObstacles(db, version)
          // Before V3 there is no history to record it.
          let isRecorded = version >= .v3
          if isRecorded {
            try HistoryRecorder.begin(db, author: options.author, command: options.command)
          }
          try db.execute("REINDEX")
          for entity in Entity.children {
            try db.execute(
              "UPDATE \(entity.table) SET tripId = NULL WHERE \(Entity.isOrphan)")
          }
          if isRecorded { try HistoryRecorder.end(db) }
          begins()
        }
      }
    }
  }
}
