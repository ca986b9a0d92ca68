package import SQLite

/// What a stage can use for its work on the rows.
package struct StageContext {
  package let db: Connection
  let stage: MigrationStage
  /// The version at which the migration began.
  package let origin: SchemaVersion
  /// The version at which the migration ends.
  package let target: SchemaVersion
  package let options: MigrationOptions
  /// Called before each step of the work, with its name.
  package let report: (String) throws -> Void

  var ledger: MigrationLedger { MigrationLedger(context: self) }

  func execute(_ sql: String, _ arguments: [String] = []) throws {
    if arguments.isEmpty { return try db.execute(sql) }
    try Statement(sql: sql, in: db).run(arguments.map(\.sqliteValue))
  }

  func isEmpty(_ table: String) throws -> Bool {
    try db.integer(SQL(sql: "SELECT EXISTS (SELECT 1 FROM \(table))")).map({ $0 != 0 }) == false
  }
}
