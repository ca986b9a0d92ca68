package import SQLite

/// The report of migrations: what happened to every row, as `migrationRecord` keeps it.
package struct MigrationReport: Sendable {
  /// The effect of a stage on the rows of one table.
  package struct Account: Sendable {
    package let entity: MigratedEntity
    package let before: Int64
    package let after: Int64
    /// The number of rows per action; a row may have several entries (moved, then merged).
    package let counts: [MigrationAction: Int64]

    /// The number of rows that are still there.
    package var kept: Int64 {
      before - (counts[.merged] ?? 0) - (counts[.quarantined] ?? 0)
    }
  }

  package struct Stage: Sendable {
    /// `V1toV2`.
    package let name: String
    /// `lightweight` or `custom`.
    package let kind: String
    /// Nil for an earlier migration.
    package var seconds: Double?
    package let accounts: [Account]
  }

  /// One row with its action.
  package struct Entry: Sendable {
    package let id: Int64
    package let stage: String
    package let action: MigrationAction
    package let entity: MigratedEntity
    package let rowId: Int64
    /// The row's name, title or place.
    package let label: String
    /// A trip's destination and dates: `'Portugal', 2026-05-01 to 2026-05-03`.
    package let details: String?
    /// The new name of a renamed trip.
    package let newName: String?
    /// The row into which it was merged, or to which it belongs.
    package let survivorId: Int64?
    /// The old row as JSON.
    package let row: String
  }

  package private(set) var stages: [Stage]

  /// Reads the report of the named stages, or of all migrations of the store.
  package init(
    _ db: Connection, plan: SchemaMigrationPlan,
    durations: [SchemaMigrationPlan.StageDuration]? = nil
  ) throws {
    stages = []
    guard try Self.hasRecords(db) else { return }
    let accounts = try Self.accounts(db)
    for stage in plan.renewals + plan.stages {
      let seconds = durations?.first { $0.stage.name == stage.name }?.seconds
      guard let accounts = accounts[stage.name], durations == nil || seconds != nil
      else { continue }
      stages.append(
        Stage(name: stage.name, kind: stage.kind, seconds: seconds, accounts: accounts))
    }
  }

  /// Whether the store has the table for migration records, which V1 lacks.
  package static func hasRecords(_ db: Connection) throws -> Bool {
    try db.integer("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrationRecord'")
      .map({ $0 != 0 })
      == true
  }

  private static func accounts(_ db: Connection) throws -> [String: [Account]] {
    let counts = MigrationAction.allCases.map { "json_extract(\"row\", '$.\($0)')" }
    let rows = try db.query(
      """
      SELECT stage, entity, json_extract("row", '$.before'), json_extract("row", '$.after'),
        \(counts.joined(separator: ", "))
      FROM migrationRecord WHERE action = 'account' ORDER BY id
      """)
    var accounts: [String: [Account]] = [:]
    while try rows.step() {
      let row = rows
      guard let entity = MigratedEntity(rawValue: try row.decode(atIndex: 1)) else { continue }
      var counts: [MigrationAction: Int64] = [:]
      for (index, action) in MigrationAction.allCases.enumerated() {
        counts[action] = try row.decode(Int64?.self, atIndex: 4 + index) ?? 0
      }
      accounts[try row.decode(atIndex: 0), default: []].append(
        Account(
          entity: entity, before: try row.decode(Int64?.self, atIndex: 2) ?? 0,
          after: try row.decode(Int64?.self, atIndex: 3) ?? 0, counts: counts))
    }
    return accounts
  }

  /// Reads the names that V2 gave, from the records of V2→V3; `entries` needs them.
  package func prepareEntries(_ db: Connection) throws {
    try db.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS givenName(rowId INTEGER PRIMARY KEY, name TEXT);
      INSERT OR REPLACE INTO temp.givenName
      SELECT rowId, json_extract("row", '$.name') FROM migrationRecord
      WHERE action = 'restored'
      """)
  }

  /// Reads a page of the entries of the report's stages, in the order in which they were made.
  package func entries(_ db: Connection, after id: Int64, limit: Int) throws -> [Entry] {
    let names = stages.map { "'\($0.name)'" }.joined(separator: ", ")
    // Bytes that were not text, marked by `asJSON`, are shown as in SQL.
    func text(_ path: String) -> String {
      """
      coalesce(
        'x'''
          || coalesce(
            json_extract("row", \(path) || '.blob'), json_extract("row", \(path) || '.text'))
          || '''',
        CAST(json_extract("row", \(path)) AS TEXT), '')
      """
    }
    let rows = try db.query(
      """
      SELECT r.id, r.stage, r.action, r.entity, r.rowId, r."row", r.survivorId,
        \(text("path")) AS label,
        CASE WHEN r.action IN ('renamed', 'restored') THEN coalesce(
          iif(r.action = 'renamed', (SELECT name FROM temp.givenName WHERE rowId = r.rowId), NULL),
          (SELECT name FROM trip WHERE id = r.rowId)) END AS newName,
        iif(r.entity = 'Trip',
          coalesce('''' || nullif(\(text("'$.destination'")), '') || ''', ', '')
            || coalesce("row"->>'$.start_date', "row"->>'$.startDate') || ' to '
            || coalesce("row"->>'$.end_date', "row"->>'$.endDate'), NULL) AS details
      FROM (
        SELECT *, CASE entity WHEN 'Trip' THEN '$.name' WHEN 'BucketListItem' THEN '$.title'
          ELSE '$.placeName' END AS path
        FROM migrationRecord) AS r
      WHERE r.id > ? AND r.stage IN (\(names)) AND r.action <> 'account'
      ORDER BY r.id LIMIT ?
      """, [id, limit])
    var entries: [Entry] = []
    while try rows.step() {
      let row = rows
      guard let action = MigrationAction(rawValue: try row.decode(atIndex: 2)),
        let entity = MigratedEntity(rawValue: try row.decode(atIndex: 3))
      else { continue }
      entries.append(
        Entry(
          id: try row.decode(atIndex: 0), stage: try row.decode(atIndex: 1), action: action,
          entity: entity, rowId: try row.decode(atIndex: 4),
          label: try row.decode(atIndex: 7), details: try row.decode(atIndex: 9),
          newName: try row.decode(atIndex: 8),
          survivorId: try row.decode(atIndex: 6), row: try row.decode(atIndex: 5)))
    }
    return entries
  }
}
