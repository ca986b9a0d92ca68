package import Migrations
import Platform
internal import SQLite

/// The migration of a store to a later schema version, after a backup.
///
/// Only `run` changes the file.
package struct StoreMigration {
  package struct Request: Sendable {
    package var target = SchemaVersion.latest
    /// Whether rows that a later version cannot hold are quarantined, instead of stopping it.
    package var quarantines = false
    package var makesBackup = true

    package init() {}
  }

  /// Callbacks for progress and interruption.
  package struct Observer {
    /// The step that begins (the backup, or a stage), and the completed fraction, from 0 to 1.
    package var progress: (String, Double) -> Void = { _, _ in }
    package var shouldStop: () -> Bool = { false }

    package init() {}
  }

  package struct Outcome {
    /// With at least one stage.
    package let report: MigrationReport
    /// Nil if none was made.
    package let backup: String?

    /// The original version of the store.
    package var from: SchemaVersion { report.stages[0].stage.fromVersion }
  }

  private let path: String
  private let options: Store.Options
  private let plan = SchemaMigrationPlan.trips

  package init(path: String, options: Store.Options) {
    self.path = path
    self.options = options
  }

  /// Migrates the store to the target, after a backup; nil if there is nothing to do.
  package func run(_ request: Request, observer: Observer) throws(TripsError) -> Outcome? {
    try Store.withErrors(path, options) { () throws -> Outcome? in
      let reader = try open(.reading)
      let pending = try reader.transaction { try pendingVersion(reader, request) }
      if pending == nil { return nil }
      let db = try open(.writing)
      var backup: String?
      do {
        let report = try options.committing { begins in
          try walk(
            db, request, observer,
            willWrite: { db, version in
              guard request.makesBackup else { return try SchemaCheck.refuseDamage(db) }
              backup = try makeBackup(version)
            },
            willCommit: begins)
        }
        // Nothing is left if another process migrated while this one waited for the lock.
        return report.map { Outcome(report: $0, backup: backup) }
      } catch {
        // The backup of a failed migration is deleted, unless the disk may be failing.
        let isInDoubt = (error as? SQLiteError)?.code == .inputOutput
        if !isInDoubt, let backup { unlink(backup) }
        throw error
      }
    }
  }

  /// The connection that will write holds the lock; the copy is read through another.
  private func makeBackup(_ version: SchemaVersion) throws -> String {
    let name = BackupName(BackupName.migration(from: version), nextTo: path, options)
    let source = try open(.reading)
    return try source.transaction { try StoreCopy.make(of: source, as: name).path }
  }

  /// Does everything that `run` does on a private copy, which is then discarded.
  package func rehearse(_ request: Request, observer: Observer) throws(TripsError) -> Outcome? {
    try Store.withErrors(path, options) { () throws -> Outcome? in
      let copy = try StoreConnection.temporary()
      let db = try open(.reading)
      let isPending = try db.transaction {
        guard try pendingVersion(db, request) != nil else { return false }
        try db.backup(to: copy)
        return true
      }
      guard isPending else { return nil }
      return try walk(
        copy, request, observer, willWrite: { db, _ in try SchemaCheck.refuseDamage(db) }
      ).map { Outcome(report: $0, backup: nil) }
    }
  }

  private func walk(
    _ db: Connection, _ request: Request, _ observer: Observer,
    willWrite: @escaping (Connection, SchemaVersion) throws -> Void,
    willCommit: @escaping () -> Void = {}
  ) throws -> MigrationReport? {
    var (done, steps) = (0.0, 1.0)
    var hooks = SchemaMigrationPlan.Observer()
    func begin(_ step: String) throws {
      observer.progress(step, done / steps)
      if observer.shouldStop() { throw MigrationProblem.interrupted }
      done += 1
    }
    hooks.willBegin = { try begin("\($0.fromVersion) → \($0.toVersion)") }
    hooks.willWrite = { db, version in
      steps += Double(plan.stages(from: version, to: request.target).count)
      try begin("backup")
      try willWrite(db, version)
    }
    hooks.willCommit = willCommit
    do {
      return try db.interruptible(by: observer.shouldStop) {
        try plan.walk(
          db, to: request.target, quarantines: request.quarantines, observer: hooks,
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
    // "Nothing to do" must not hide a schema that differs from its version.
    try SchemaCheck.refuseDifference(db, from: version)
    return version == request.target ? nil : version
  }

  /// A writer waits a long time for another migration, after which there is nothing left to do.
  private func open(_ access: Store.Access) throws -> Connection {
    guard try StoreFile.state(at: path) == .present else { throw Store.NothingStored() }
    return try StoreConnection.open(path, access, options, patience: access == .writing ? 60 : 1)
  }
}

/// The result of `trips migrate --status`.
package struct MigrationStatus: Sendable {
  package let current: SchemaVersion
  package let latest: SchemaVersion
  package let pending: [MigrationStage]
  /// Where the schema differs from its version's schema; nil if it does not.
  package let difference: StoreSchema.Difference?
}

extension StoreMigration {
  /// Examines the store without writing.
  package func status() throws(TripsError) -> MigrationStatus {
    try Store.withErrors(path, options) {
      let db = try open(.reading)
      return try db.transaction {
        let current = try Store.version(db)
        return MigrationStatus(
          current: current, latest: .latest, pending: plan.stages(from: current, to: .latest),
          difference: try StoreSchema.difference(of: db, from: current))
      }
    }
  }

  /// The newest backup that a migration of this store has made.
  package func backupToUndo() throws(TripsError) -> String {
    try Store.withErrors(path, options) {
      let current = try Store.version(open(.reading))
      // A killed undo may have left its copy, and a second one may have nothing to restore.
      UnfinishedFile.removeLeftovers(in: UnfinishedFile.folder(of: StoreFile.target(of: path)))
      let earlier = SchemaVersion.allCases.filter { $0 < current }.map(BackupName.migration)
      guard let backup = BackupName.newest(nextTo: path, earlier) else {
        throw TripsError.refused(.noBackup(path, before: current))
      }
      return backup
    }
  }
}
