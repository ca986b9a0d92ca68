internal import Migrations
internal import SQLite

/// The result of `trips migrate --status`.
package struct MigrationStatus: Sendable {
  package let current: SchemaVersion
  package let latest: SchemaVersion
  /// The earlier release whose form of the version the store has; nil for the current form.
  package let release: String?
  package let pending: [MigrationStage]
  /// The difference between the schema and its version's declaration; nil if there is none.
  package let difference: String?
}

extension StoreMigration {
  /// Examines the store without writing.
  package func status() throws(TripsError) -> MigrationStatus {
    try Store.withErrors(path, options) {
      let db = try open(.reading)
      return try db.transaction {
        let current = try Store.version(db)
        let (release, difference) = try SchemaFingerprint.state(of: db, at: current)
        return MigrationStatus(
          current: current, latest: .latest, release: release,
          pending: try plan.stages(of: db, at: current, to: .latest), difference: difference)
      }
    }
  }
}

enum SchemaCheck {
  /// Refuses a file that is not a store of the latest version with the declared schema.
  ///
  /// The whole schema is compared only if SQLite's schema cookie differs from the one that the last
  /// write recorded: every change of a schema changes it
  /// (https://www.sqlite.org/pragma.html#pragma_schema_version).
  ///
  /// - Parameter notes: whether the transaction may record that the schema is correct.
  static func refuseDrift(_ db: Connection, command: String, notes: Bool) throws {
    let noted = try notedCookie(db)
    // The statement above has taken the lock, so the file cannot change meanwhile.
    if let noted, let header = FileHeader(db), !header.isWAL,
      header.applicationID == SchemaMigrationPlan.applicationID,
      header.userVersion == SchemaVersion.latest.rawValue, header.schemaCookie == noted
    {
      return
    }
    let version = try Store.version(db)
    if version != .latest { throw StoreProblem.needsMigration(version, command: command) }
    let cookie = try db.integer("PRAGMA main.schema_version")
    if noted == cookie { return }
    let (release, difference) = try SchemaFingerprint.state(of: db, at: version)
    if let release {
      throw StoreProblem.needsMigration(version, release: release, command: command)
    }
    if let difference { throw StoreProblem.unknownModel(difference) }
    if try db.integer("SELECT 1 FROM main.historyState") == nil {
      throw StoreProblem.unknownModel("'historyState' is empty")
    }
    if notes {
      try db.run("UPDATE main.historyState SET checkedSchema = \(cookie)")
    }
  }

  /// Nil if nothing was recorded, or nothing can be.
  private static func notedCookie(_ db: Connection) throws -> Int64? {
    do {
      return try db.integer("SELECT checkedSchema FROM main.historyState")
    } catch let error as SQLiteError where error.code == .error {
      return nil
    }
  }

  /// Refuses a file whose pages are inconsistent.
  static func refuseDamage(_ db: Connection) throws {
    let found = try db.text("PRAGMA quick_check(1)") ?? "ok"
    // The first line names the database, the others the problems.
    guard let problem = found.parts(separatedBy: "\n").last(where: { !$0.isEmpty }), problem != "ok"
    else { return }
    throw StoreProblem.corrupt(String(problem))
  }
}
