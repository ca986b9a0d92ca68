package import SQLite

extension SchemaMigrationPlan {
  /// Callbacks of a migration, for progress and for the work that only the app can do.
  package struct Observer {
    /// Called before each stage.
    package var willBegin: (MigrationStage) throws -> Void = { _ in }
    /// Called under the lock, before anything is written: a backup is made here.
    package var willWrite: (Connection, SchemaVersion) throws -> Void = { _, _ in }
    /// Called last, after the account was checked.
    package var willCommit: () throws -> Void = {}

    package init() {}
  }

  /// Migrates a store with its rows to a later version, in one transaction.
  ///
  /// - Parameter version: reads the version, and refuses a file that is not a store. It is called
  ///   under the lock, since another process may have been faster.
  /// - Returns: what happened; nil if the store already has the target version.
  /// - Throws: `MigrationProblem`, and errors of `version` and the observer. The store is then
  ///   unchanged.
  package func walk(
    _ db: Connection, to target: SchemaVersion, quarantines: Bool = false,
    observer: Observer = Observer(), version: (Connection) throws -> SchemaVersion
  ) throws -> MigrationReport? {
    // Foreign keys would take effect while tables change, and the pragma has no effect in a
    // transaction.
    let enforces = try db.integer("PRAGMA foreign_keys") == 1
    try db.execute("PRAGMA foreign_keys = OFF")
    defer { try? db.execute("PRAGMA foreign_keys = \(enforces ? "ON" : "OFF")") }
    do {
      return try db.transaction(.immediate) {
        let current = try version(db)
        let stages = stages(from: current, to: target)
        guard !stages.isEmpty else { return nil }
        try UserObjects(db, stages).check()
        let references = try References(db, at: current)
        try observer.willWrite(db, current)
        let report = try run(stages, in: db, quarantines: quarantines, observer)
        try references.check()
        try observer.willCommit()
        return report
      }
    } catch {
      // After a rollback, this connection still has the schema of the stage that failed.
      try? db.execute("PRAGMA writable_schema = RESET")
      if let error = error as? SQLiteError, error.code == .error {
        throw MigrationProblem.obstacle(error.message)
      }
      throw error
    }
  }

  private func run(
    _ stages: [MigrationStage], in db: Connection, quarantines: Bool, _ observer: Observer
  ) throws -> MigrationReport {
    let account = try MigrationAccount(db, at: stages[0].fromVersion)
    var report = MigrationReport()
    let clock = ContinuousClock()
    for stage in stages {
      try observer.willBegin(stage)
      let context = StageContext(db, stage, quarantines: quarantines, report)
      let duration = try clock.measure { try stage.run(context) }
      report = context.report
      report.stages.append((stage, duration / .seconds(1)))
    }
    (report.before, report.after) = try account.prove()
    return report
  }
}
