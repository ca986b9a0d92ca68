internal import GRDB
internal import Migrations

/// The rows of an import into a store without trips: they are written without the triggers and
/// indexes that take most of its time for each row, and told to the history and indexed as a whole.
///
/// The history becomes what the triggers would have made of them, trip by trip, by the same view and
/// the same trigger (`historyRecord`, `historyEntry`). All of it is in the import's transaction.
struct FreshRows {
  /// An index or a trigger of the schema.
  private struct SchemaObject {
    let type: String
    let name: String
    let sql: String
  }

  private static let tables = ["trip", "bucketListItem", "livingAccommodation"]

  private let db: Database
  /// In the order in which they were made.
  private let setAside: [SchemaObject]

  /// Sets the triggers and indexes aside; nil where there are rows already, or triggers of others.
  init?(_ db: Database) throws {
    for table in Self.tables {
      if try StatementCursor.integer("SELECT 1 FROM \(sql: table)", in: db) != nil { return nil }
    }
    guard try UserTriggers.names(in: db).isEmpty else { return nil }
    self.db = db
    let triggers = Self.tables.flatMap { ["'\($0)_beforeInsert'", "'\($0)_afterInsert'"] }
    setAside = try StatementCursor(
      """
      SELECT type, name, sql FROM sqlite_schema
      WHERE name IN (\(sql: triggers.joined(separator: ", ")), 'trip_startDate_id_endDate_type',
        'trip_endDate', 'trip_destination', 'trip_long')
      ORDER BY type, rowid
      """, in: db
    ).map {
      SchemaObject(
        type: try $0.checkedText(0), name: try $0.checkedText(1), sql: try $0.checkedText(2))
    }
    for object in setAside { try db.execute(sql: "DROP \(object.type) \(object.name)") }
  }

  // (Of a join SQLite would make nine, and lose the order; the limit keeps it.)
  private static let record =
    "FROM historyRecord AS r WHERE r.tableName = row.tableName AND r.id = row.id"

  /// Brings all back, and tells the history.
  func finish() throws {
    // The sorter takes the cache's size for its memory, and is quickest with little of it.
    try db.execute(sql: "PRAGMA cache_size = -4000")
    // One statement each, whatever the store has for its text.
    for object in setAside { try StatementCursor(sql: object.sql, in: db).run([]) }
    try db.execute(sql: Store.largeCache)
    // A piece at a time: SQLite keeps what a statement with triggers is to insert.
    let tell = try StatementCursor(
      """
      INSERT INTO historyEntry(tableName, rowId, entity, was, became, pending)
      SELECT tableName, id, (SELECT entity \(sql: Self.record)), NULL,
        (SELECT record \(sql: Self.record)), 0
      FROM (
        SELECT id AS tripId, 0 AS place, 'trip' AS tableName, id FROM trip
          WHERE id BETWEEN ?1 AND ?2
        UNION ALL SELECT tripId, 1, 'bucketListItem', id FROM bucketListItem
          WHERE tripId BETWEEN ?1 AND ?2
        UNION ALL SELECT tripId, 2, 'livingAccommodation', id FROM livingAccommodation
          WHERE tripId BETWEEN ?1 AND ?2
        ORDER BY 1, 2, 4 LIMIT -1) AS row
      """, in: db)
    var told: Int64 = 0
    while let last = try StatementCursor.integer(
      "SELECT max(id) FROM (SELECT id FROM trip WHERE id > \(told) ORDER BY id LIMIT 1000)", in: db)
    {
      tell.restart(with: told + 1, last)
      _ = try tell.next()
      told = last
    }
    try db.execute(
      sql: """
        UPDATE historyState SET checkedSchema = (SELECT schema_version FROM pragma_schema_version)
        """)
  }
}
