internal import GRDB

/// Tries a walk on a store's schema alone, to name an object of the user's that would stop it.
struct MigrationRehearsal {
  let stages: [MigrationStage]

  /// - Returns: the user's triggers beside which the history will not be exact.
  /// - Throws: `MigrationProblem.obstacle`.
  func run(_ db: Database, at version: SchemaVersion) throws -> [UserTriggers.Unsafe] {
    let user = try SchemaFingerprint(db).added(beside: version)
    if user.isEmpty { return [] }
    try refuseTakenNames(user)
    let statements = try StoredStatement.all(db)
    return try DatabaseQueue().inDatabase { copy in
      try copy.execute(sql: "PRAGMA trusted_schema = OFF")
      try MigrationFunctions.install(in: copy)
      for statement in statements {
        do {
          try statement.run(in: copy)
        } catch is DatabaseError {
          // An object that this SQLite cannot make (of a module it does not have) is not looked into.
        }
      }
      try walk(copy)
      if let broken = try UserTriggers.broken(in: copy) {
        throw MigrationProblem.obstacle(broken)
      }
      try UserTriggers.arrange(in: copy)
      return try UserTriggers.unsafe(in: copy)
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
              db: copy, stage: stage, origin: stage.fromVersion, target: stage.toVersion,
              options: MigrationOptions(), report: { _ in }))
        }
        return .commit
      }
    } catch let error as DatabaseError {
      throw MigrationProblem.obstacle(error.message ?? "\(error)")
    }
  }

  /// The names that the stages give to what they make, whatever its type.
  private func refuseTakenNames(_ user: [DeclaredSchema.Object]) throws {
    var names: Set = ["newtrip", "newbucketlistitem", "newlivingaccommodation"]
    for stage in stages {
      names.formUnion(
        DeclaredSchema.of(stage.toVersion).objects.values.map { $0.name.lowercased() })
    }
    if let object = user.first(where: { names.contains($0.name.lowercased()) }) {
      throw MigrationProblem.obstacle(
        "your \(object.type) '\(object.name)' has a name that the new schema needs")
    }
  }
}
