internal import GRDB

/// Tries a walk on a store's schema alone, to name an object of the user's that would stop it.
struct MigrationRehearsal {
  let plan: SchemaMigrationPlan
  let stages: [MigrationStage]

  /// - Throws: `MigrationProblem.obstacle`.
  func run(_ db: Database, at version: SchemaVersion) throws {
    let own = try SchemaFingerprint.reference(version).objects
    let user = try SchemaFingerprint(db).objects.filter { own[$0.key] == nil }
    if user.isEmpty { return }
    try refuseTakenNames(user)
    let statements = try String.fetchAll(
      db,
      sql: """
        SELECT sql FROM sqlite_schema AS s
        WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_'
          AND NOT EXISTS (SELECT 1 FROM pragma_table_list WHERE name = s.name AND type = 'shadow')
        ORDER BY rowid
        """)
    try DatabaseQueue().inDatabase { copy in
      try MigrationFunctions.install(in: copy)
      // An object that this SQLite cannot make (of a module it does not have) is not looked into.
      for statement in statements { try? copy.execute(sql: statement) }
      try walk(copy)
    }
  }

  private func walk(_ copy: Database) throws {
    do {
      try copy.execute(sql: "PRAGMA foreign_keys = OFF")
      try copy.inTransaction {
        try MigrationLedger.open(in: copy)
        for stage in stages {
          try stage.run(
            StageContext(
              db: copy, stage: stage.name, fromVersion: stage.fromVersion,
              options: MigrationOptions(), report: { _ in }, fill: { _, _ in }))
        }
        return .commit
      }
    } catch let error as DatabaseError {
      throw MigrationProblem.obstacle(error.message ?? "\(error)")
    }
  }

  /// The names that the stages give to what they make, whatever its type.
  private func refuseTakenNames(_ user: [SchemaFingerprint.Key: SchemaFingerprint.Object]) throws {
    var names: Set = ["newtrip", "newbucketlistitem", "newlivingaccommodation"]
    for stage in stages {
      names.formUnion(try SchemaFingerprint.reference(stage.toVersion).objects.keys.map(\.name))
    }
    let taken = user.sorted { $0.key < $1.key }.first { names.contains($0.key.name) }
    if let (key, object) = taken {
      throw MigrationProblem.obstacle(
        "your \(key.type) '\(object.name)' has a name that the new schema needs")
    }
  }
}
