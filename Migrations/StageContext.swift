package import GRDB

/// What a stage's work on the rows has at hand.
package struct StageContext {
  package let db: Database
  let stage: MigrationStage
  /// Where the walk began.
  package let origin: SchemaVersion
  /// Where the walk ends.
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
