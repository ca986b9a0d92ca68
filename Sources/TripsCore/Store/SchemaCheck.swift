internal import GRDB
internal import Migrations

/// What `trips migrate --status` tells of a store.
package struct MigrationStatus: Sendable {
  package let current: SchemaVersion
  package let latest: SchemaVersion
  /// The earlier release whose form of the version the store has; nil where it has today's.
  package let release: String?
  package let pending: [MigrationStage]
  /// Where the schema is not what its version declares; nil where it is.
  package let difference: String?
}

extension StoreMigration {
  /// Looks at the store, and writes nothing.
  package func status() throws(TripsError) -> MigrationStatus {
    try Store.withErrors(path, options) {
      try open(.reading).read { db in
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
  /// Refuses a store that is not ours, not of the latest version, or whose schema is not what that
  /// declares.
  ///
  /// The whole schema is compared only where SQLite's schema cookie is not the one that the last write
  /// noted: whoever changes a schema changes it
  /// (https://www.sqlite.org/pragma.html#pragma_schema_version).
  ///
  /// - Parameter notes: whether the transaction may write down that the schema is right.
  static func refuseDrift(_ db: Database, command: String, notes: Bool) throws {
    let noted = try notedCookie(db)
    // The statement above has taken the lock, so that the bytes of the file hold still.
    if let noted, let header = FileHeader(db), !header.isWAL,
      header.applicationID == SchemaMigrationPlan.applicationID,
      header.userVersion == SchemaVersion.latest.rawValue, header.schemaCookie == noted
    {
      return
    }
    let version = try Store.version(db)
    if version != .latest { throw StoreProblem.needsMigration(version, command: command) }
    let cookie = try StatementCursor.integer("PRAGMA main.schema_version", in: db)
    if noted == cookie { return }
    let (release, difference) = try SchemaFingerprint.state(of: db, at: version)
    if let release {
      throw StoreProblem.needsMigration(version, release: release, command: command)
    }
    if let difference { throw StoreProblem.unknownModel(difference) }
    if try StatementCursor.integer("SELECT 1 FROM main.historyState", in: db) == nil {
      throw StoreProblem.unknownModel("'historyState' is empty")
    }
    if notes {
      try db.execute(
        sql: "UPDATE main.historyState SET checkedSchema = ?", arguments: [cookie])
    }
  }

  /// Nil where nothing was ever noted, or nothing can be.
  private static func notedCookie(_ db: Database) throws -> Int64? {
    do {
      return try StatementCursor.integer("SELECT checkedSchema FROM main.historyState", in: db)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return nil
    }
  }

  /// Refuses a file whose pages do not fit together.
  static func refuseDamage(_ db: Database) throws {
    let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "ok"
    // The first line names the database, the next ones what is wrong.
    guard let problem = found.parts(separatedBy: "\n").last(where: { !$0.isEmpty }), problem != "ok"
    else { return }
    throw StoreProblem.corrupt(String(problem))
  }
}
