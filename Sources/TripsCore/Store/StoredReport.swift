package import Migrations
internal import SQLite

/// A report whose entries are read from the store when they are shown, since there may be many.
package struct StoredReport {
  /// The number of entries in memory at a time.
  private static let pageSize = 10_000

  package var stages: [MigrationReport.Stage] { report.stages }
  private let report: MigrationReport
  private let db: Connection

  init(
    _ db: Connection, _ plan: SchemaMigrationPlan,
    _ durations: [SchemaMigrationPlan.StageDuration]?
  ) throws {
    report = try MigrationReport(db, plan: plan, durations: durations)
    self.db = db
  }

  /// Passes on the entries in the order in which they were made, outside of any transaction.
  package func forEachEntry(_ body: (MigrationReport.Entry) throws -> Void) throws {
    if stages.isEmpty { return }
    try report.prepareEntries(db)
    var last: Int64 = 0
    while true {
      let page = try report.entries(db, after: last, limit: Self.pageSize)
      for entry in page { try body(entry) }
      guard page.count == Self.pageSize, let id = page.last?.id else { return }
      last = id
    }
  }
}
