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
        let release = try SchemaFingerprint.earlierRelease(db, at: current)
        return MigrationStatus(
          current: current, latest: .latest,
          release: release,
          pending: try plan.stages(of: db, at: current, to: .latest),
          difference: release == nil
            ? try SchemaFingerprint.difference(db, from: current) : nil)
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
    let state = try notedCookie(db)
    // The statement above has taken the lock, so that the bytes of the file hold still.
    if case .noted(let cookie) = state, let header = FileHeader(db), !header.isWAL,
      header.applicationID == SchemaMigrationPlan.applicationID,
      header.userVersion == SchemaVersion.latest.rawValue, header.schemaCookie == cookie
    {
      return
    }
    let version = try Store.version(db)
    if version != .latest { throw StoreProblem.needsMigration(version, command: command) }
    let cookie = try StatementCursor.integer("PRAGMA main.schema_version", in: db)
    if case .noted(cookie) = state { return }
    if let difference = try SchemaFingerprint.difference(db, from: version) {
      if let release = try SchemaFingerprint.earlierRelease(db, at: version) {
        throw StoreProblem.needsMigration(version, release: release, command: command)
      }
      throw StoreProblem.unknownModel(difference)
    }
    if case .noRow = state { throw StoreProblem.unknownModel("'historyState' is empty") }
    if notes {
      try db.execute(
        sql: "UPDATE main.historyState SET checkedSchema = ?", arguments: [cookie])
    }
  }

  private enum NotedCookie {
    /// Nil where nothing was ever noted.
    case noted(Int64?)
    case noRow, noColumn
  }

  private static func notedCookie(_ db: Database) throws -> NotedCookie {
    do {
      let cursor = try StatementCursor("SELECT checkedSchema FROM main.historyState", in: db)
      guard try cursor.next() else { return .noRow }
      return .noted(cursor.isNull(0) ? nil : cursor.integer(0))
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return .noColumn
    }
  }

  /// Refuses a file whose pages do not fit together.
  static func refuseDamage(_ db: Database) throws {
    let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "ok"
    // The first line names the database, the next ones what is wrong.
    guard let problem = found.split(separator: "\n").last, problem != "ok" else { return }
    throw StoreProblem.corrupt(String(problem))
  }
}
