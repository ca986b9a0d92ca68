package import SQLite

extension SchemaMigrationPlan {
  /// Callbacks of a migration, for progress and for the work that only the app can do.
  package struct Observer {
    /// Called before each step, with the stage (`V1toV2`) and the name of the step.
    package var step: (MigrationStage, String) throws -> Void = { _, _ in }
    /// Called under the lock, before anything is written: the place for a backup.
    package var willWrite: (Connection, SchemaVersion) throws -> Void = { _, _ in }
    /// Called last, after the account was checked, for values that only the app can compute.
    package var willCommit: (Connection) throws -> Void = { _ in }

    package init() {}
  }

  /// The duration of a stage in seconds.
  package struct StageDuration: Sendable {
    package let stage: MigrationStage
    package let seconds: Double
  }

  /// Migrates a store with its rows to a later version, in one transaction.
  ///
  /// - Parameter version: reads the version, and refuses a file that is not a store. It is called
  ///   under the lock, since another process may have been faster.
  /// - Returns: the stages that were run; none if the store already has the target version.
  /// - Throws: `MigrationProblem`, and errors of `version` and the observer. The store is then
  ///   unchanged.
  package func walk(
    _ db: Connection, to target: SchemaVersion, options: MigrationOptions,
    observer: Observer = Observer(), version: (Connection) throws -> SchemaVersion
  ) throws -> [StageDuration] {
    try MigrationFunctions.install(in: db)
    // SQLite's sorter uses as much memory as the cache: this size keeps a migration below 40 MiB. A
    // sorter thread would cost a fifth more processor time, and helps only on an idle machine.
    try db.execute("PRAGMA cache_size = -5000")
    return try withoutForeignKeys(db) {
      do {
        var durations: [StageDuration] = []
        try db.transaction(
          .immediate,
          deciding: { () -> (Void, Connection.TransactionEnd) in
            let current = try version(db)
            let stages = try stages(of: db, at: current, to: target)
            guard !stages.isEmpty else { return ((), .rollback) }
            try check(db, at: current)
            try observer.willWrite(db, current)
            durations = try UserObjects.naming(in: db) {
              try run(stages, in: db, options: options, observer: observer)
            }
            try observer.willCommit(db)
            return ((), .commit)
          })
        return durations
      } catch {
        // After a rollback, this connection still has the schema of the step that failed.
        try? db.execute("PRAGMA writable_schema = RESET")
        throw error
      }
    }
  }

  /// The stages for a store: first the conversion of an earlier release's form, if it has one.
  package func stages(
    of db: Connection, at current: SchemaVersion, to target: SchemaVersion
  ) throws -> [MigrationStage] {
    let release = try SchemaFingerprint.state(of: db, at: current).release
    let renewal = renewals.filter {
      $0.release == release && $0.fromVersion == current && current <= target
    }
    return renewal + stages.filter { $0.fromVersion >= current && $0.toVersion <= target }
  }

  private func check(_ db: Connection, at version: SchemaVersion) throws {
    if let difference = try SchemaFingerprint.state(of: db, at: version).difference {
      throw MigrationProblem.schemaDiffers(difference)
    }
    let triggers = try UserTriggers.onOwnTables(in: db)
    if !triggers.isEmpty { throw MigrationProblem.triggers(triggers) }
  }

  private func run(
    _ stages: [MigrationStage], in db: Connection, options: MigrationOptions, observer: Observer
  ) throws -> [StageDuration] {
    guard let first = stages.first, let last = stages.last else { return [] }
    try MigrationLedger.open(in: db)
    let violationsBefore = try ForeignKeys.violations(db)
    try observer.step(first, "account")
    var (counts, digests): ([MigratedEntity: Int64], [MigratedEntity: Int64]) = ([:], [:])
    for entity in MigratedEntity.allCases {
      (counts[entity], digests[entity]) = try MigrationLedger.rows(
        of: entity, first.fromVersion, db)
    }
    let clock = ContinuousClock()
    var durations: [StageDuration] = []
    for stage in stages {
      let duration = try clock.measure {
        let context = StageContext(
          db: db, stage: stage, origin: first.fromVersion, target: last.toVersion,
          options: options, report: { try observer.step(stage, $0) })
        try stage.run(context)
        counts = try context.ledger.close(before: counts)
      }
      durations.append(StageDuration(stage: stage, seconds: duration / .seconds(1)))
    }
    try observer.step(last, "proof")
    for (entity, digest) in digests {
      try MigrationLedger.prove(entity, digestBefore: digest, version: last.toVersion, in: db)
    }
    try ForeignKeys.prove(db, except: violationsBefore)
    // The freed pages are reused by the next steps.
    try db.execute("DROP TABLE temp.ledger")
    try db.execute("PRAGMA user_version = \(last.toVersion.rawValue)")
    return durations
  }
}
