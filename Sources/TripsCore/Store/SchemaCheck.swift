internal import GRDB
package import Migrations

/// What `trips migrate --status` tells of a store.
package struct MigrationStatus: Sendable {
  package let current: SchemaVersion
  package let latest: SchemaVersion
  package let pending: [MigrationStage]
  /// Where the schema is not what its version declares; nil where it is.
  package let difference: String?
}

extension StoreMigration {
  /// Looks at the store, and writes nothing.
  package func status() throws(TripsError) -> MigrationStatus {
    try withErrors {
      try open(.reading).read { db in
        let current = try Store.version(db)
        return MigrationStatus(
          current: current, latest: .latest,
          pending: plan.stages(from: current, to: .latest),
          difference: try SchemaFingerprint.difference(db, from: current))
      }
    }
  }
}

enum SchemaCheck {
  /// Refuses a file whose pages do not fit together.
  static func refuseDamage(_ db: Database) throws {
    let found = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "ok"
    // The first line names the database, the next ones what is wrong.
    guard let problem = found.split(separator: "\n").last, problem != "ok" else { return }
    throw StoreProblem.corrupt(String(problem))
  }
}
