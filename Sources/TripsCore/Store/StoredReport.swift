internal import GRDB
package import Migrations

/// A report whose entries stay in the store until they are shown: there may be many.
package struct StoredReport {
  /// So many are in memory at a time.
  private static let pageSize = 10_000

  package let stages: [MigrationReport.Stage]
  private let report: MigrationReport
  private let queue: DatabaseQueue

  init(
    _ queue: DatabaseQueue, _ plan: SchemaMigrationPlan,
    _ durations: [SchemaMigrationPlan.StageDuration]?
  ) throws {
    let seconds = durations.map { durations in
      Dictionary(uniqueKeysWithValues: durations.map { ($0.stage.name, $0.seconds) })
    }
    report = try queue.inDatabase { try MigrationReport($0, plan: plan, durations: seconds) }
    stages = report.stages
    self.queue = queue
  }

  /// Hands the entries on, in the order in which they were made, outside of any transaction.
  package func forEachEntry(_ body: (MigrationReport.Entry) throws -> Void) throws {
    if stages.isEmpty { return }
    try queue.inDatabase { try report.prepareEntries($0) }
    var last: Int64 = 0
    while true {
      let page = try queue.inDatabase {
        try report.entries($0, after: last, limit: Self.pageSize)
      }
      for entry in page { try body(entry) }
      guard page.count == Self.pageSize, let id = page.last?.id else { return }
      last = id
    }
  }
}
