internal import Migrations
internal import SQLite

/// Imports into a store without trips: the rows are written without the triggers and indexes that
/// take most of the time per row, and then recorded in the history and indexed in bulk.
///
/// The history is the same as with the triggers, trip by trip, by the same view and trigger
/// (`historyRecord`, `historyEntry`), within the import's transaction.
struct FreshRows {
  /// An index or a trigger of the schema.
  private struct SchemaObject {
    let type: String
    let name: String
    let sql: String
  }

  private static let tables = ["trip", "bucketListItem", "livingAccommodation"]

  private let db: Connection
  /// In the order of creation.
  private let setAside: [SchemaObject]

  /// Drops the triggers and indexes; nil if there are rows already, or user triggers.
  init?(_ db: Connection) throws {
    for table in Self.tables {
      if try db.integer("SELECT 1 FROM \(sql: table)") != nil { return nil }
    }
    guard try UserTriggers.names(in: db).isEmpty else { return nil }
    self.db = db
    let triggers = Self.tables.flatMap { ["'\($0)_beforeInsert'", "'\($0)_afterInsert'"] }
    setAside = try Statement(
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
    for object in setAside { try db.execute("DROP \(object.type) \(object.name)") }
  }

  // SQLite would estimate the join badly and lose the order; the limit prevents that.
  private static let record =
    "FROM historyRecord AS r WHERE r.tableName = row.tableName AND r.id = row.id"

  /// Recreates everything, and writes the history.
  func finish() throws {
    // The sorter uses as much memory as the cache, and is fastest with little.
    try db.execute("PRAGMA cache_size = -4000")
    // One statement each, in whatever encoding the store has.
    for object in setAside { try Statement(sql: object.sql, in: db).run([]) }
    try db.execute(Store.largeCache)
    // In pieces, because SQLite keeps all rows that a statement with triggers will insert.
    let tell = try Statement(
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
    var recorded: Int64 = 0
    while let last = try db.integer(
      "SELECT max(id) FROM (SELECT id FROM trip WHERE id > \(recorded) ORDER BY id LIMIT 1000)")
    {
      tell.bind(recorded + 1, last)
      _ = try tell.step()
      recorded = last
    }
    try db.execute(
      """
      UPDATE historyState SET checkedSchema = (SELECT schema_version FROM pragma_schema_version)
      """)
  }
}
