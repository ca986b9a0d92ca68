package import Migrations
import Platform
internal import SQLite

/// The migration of a store to a later schema version, with its backup and report.
///
/// Only `run` and `undo` change the file.
package struct StoreMigration {
  package struct Request: Sendable {
    package var target = SchemaVersion.latest
    package var options = MigrationOptions()
    package var makesBackup = true

    package init() {}
  }

  /// Callbacks for progress and interruption.
  package struct Observer {
    /// The name of a step, and the completed fraction of the whole, from 0 to 1.
    package var progress: (String, Double) -> Void = { _, _ in }
    package var shouldStop: () -> Bool = { false }

    package init() {}

    /// - Throws: `MigrationProblem.interrupted`.
    fileprivate func note(_ step: String, _ part: Double) throws {
      progress(step, part)
      if shouldStop() { throw MigrationProblem.interrupted }
    }
  }

  package struct Outcome {
    /// The original version of the store.
    package let from: SchemaVersion
    package let report: StoredReport
    /// Nil if none was made.
    package let backup: String?
  }

  let path: String
  let options: Store.Options
  let plan = SchemaMigrationPlan.trips

  /// The fraction of the whole that the backup takes.
  private static let backupShare = 0.1
  /// The steps of all stages; the shares were measured on a store of a million trips.
  private static let steps = 14.0

  package init(path: String, options: Store.Options) {
    self.path = path
    self.options = options
  }

  /// Migrates the store to the target, after a backup; nil if there is nothing to do.
  package func run(
    _ request: Request, observer: Observer
  ) throws(TripsError) -> Outcome? {
    try Store.withErrors(path, options) { () throws -> Outcome? in
      let connection = try open(.writing)
      let pending = try connection.transaction { try pendingVersion(connection, request) }
      if pending == nil { return nil }
      var backup: String?
      var record: BackupRecord?
      let durations: [SchemaMigrationPlan.StageDuration]
      do {
        durations = try walk(
          connection, request, observer,
          willWrite: { db, version in
            guard request.makesBackup else { return try SchemaCheck.refuseDamage(db) }
            let name = try makeBackup(version, observer)
            backup = name
            record = try BackupRecord(of: name, version: version, db)
          },
          willCommit: { db in
            try record?.write(to: db)
            options.onCommit(.begins)
          })
      } catch {
        options.onCommit(.hasFailed)
        // The backup of a failed migration is deleted, unless the disk may be failing.
        let isInDoubt = (error as? SQLiteError)?.code == .inputOutput
        if !isInDoubt, let backup { unlink(backup) }
        throw error
      }
      if !durations.isEmpty { options.onCommit(.isDone) }
      // Nothing is left if another process migrated while this one waited for the lock.
      guard let from = durations.first?.stage.fromVersion else { return nil }
      return Outcome(
        from: from, report: try StoredReport(connection, plan, durations), backup: backup)
    }
  }

  /// The connection that will write holds the lock; the copy is read through another.
  private func makeBackup(_ version: SchemaVersion, _ observer: Observer) throws -> String {
    let name = BackupName("v\(version.rawValue)", beside: path, options)
    let source = try open(.reading)
    return try source.transaction {
      try StoreCopy.make(of: source, as: name) { part in
        try observer.note("backup", part * Self.backupShare)
      }.path
    }
  }

  /// Does everything that `run` does on a private copy, which is then discarded.
  package func rehearse(
    _ request: Request, observer: Observer
  ) throws(TripsError) -> Outcome? {
    try Store.withErrors(path, options) { () throws -> Outcome? in
      let copy = try StoreConnection.temporary()
      let db = try open(.reading)
      let from = try db.transaction { () -> SchemaVersion? in
        guard let from = try pendingVersion(db, request) else { return nil }
        try db.backup(to: copy, pagesPerStep: 1_000) { part in
          try observer.note("copy", part * Self.backupShare)
        }
        return from
      }
      guard let from else { return nil }
      let durations = try walk(
        copy, request, observer, willWrite: { db, _ in try SchemaCheck.refuseDamage(db) })
      return Outcome(from: from, report: try StoredReport(copy, plan, durations), backup: nil)
    }
  }

  /// The report of all migrations of the store.
  package func report() throws(TripsError) -> StoredReport {
    try Store.withErrors(path, options) {
      let connection = try open(.reading)
      _ = try Store.version(connection)
      return try StoredReport(connection, plan, nil)
    }
  }

  private func walk(
    _ db: Connection, _ request: Request, _ observer: Observer,
    willWrite: @escaping (Connection, SchemaVersion) throws -> Void,
    willCommit: @escaping (Connection) throws -> Void = { _ in }
  ) throws -> [SchemaMigrationPlan.StageDuration] {
    var done = 0.0
    var hooks = SchemaMigrationPlan.Observer()
    hooks.step = { stage, step in
      let part = Self.backupShare + (1 - Self.backupShare) * min(done / Self.steps, 1)
      try observer.note("\(stage.fromVersion) → \(stage.toVersion): \(step)", part)
      done += 1
    }
    hooks.willWrite = willWrite
    hooks.willCommit = { db in
      if request.target == .latest { try SearchIndex(db).pack(all: true) }
      try willCommit(db)
    }
    do {
      return try db.interruptible(by: observer.shouldStop) {
        try plan.walk(
          db, to: request.target, options: request.options, observer: hooks,
          version: Store.version)
      }
    } catch let error as SQLiteError where error.code == .interrupt {
      throw MigrationProblem.interrupted
    }
  }

  /// The version to migrate from; nil if the store already has the target version.
  private func pendingVersion(_ db: Connection, _ request: Request) throws -> SchemaVersion? {
    let version = try Store.version(db)
    if version > request.target {
      throw TripsError.refused(.targetBehind(request.target, store: version))
    }
    if try !plan.stages(of: db, at: version, to: request.target).isEmpty { return version }
    // "Nothing to do" must not hide a schema that differs from its version.
    if let difference = try SchemaFingerprint.state(of: db, at: version).difference {
      throw MigrationProblem.schemaDiffers(difference)
    }
    return nil
  }
}

extension StoreMigration {
  /// A writer waits long for another migration, which then leaves nothing to do.
  func open(_ access: Store.Access) throws -> Connection {
    guard try StoreFile.state(at: path) == .present else { throw Store.NothingStored() }
    return try StoreConnection.open(path, access, options, patience: access == .writing ? 60 : 1)
  }
}
