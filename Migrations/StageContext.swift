package import GRDB

/// What a stage can use for its work on the rows.
package struct StageContext {
  package let db: Database
  let stage: MigrationStage
  /// The version at which the migration began.
  package let origin: SchemaVersion
  /// The version at which the migration ends.
  package let target: SchemaVersion
  package let options: MigrationOptions
  /// Called before each step of the work, with its name.
  package let report: (String) throws -> Void

  var ledger: MigrationLedger { MigrationLedger(context: self) }

  func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
    try db.execute(sql: sql, arguments: arguments)
  }

  func isEmpty(_ table: String) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") == false
  }
}
