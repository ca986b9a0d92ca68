/// The work on rows for V3, where trips may share a name but not all of name and dates.
enum V2toV3 {
  static func willMigrate(_ context: StageContext) throws {
    // Restoring the names that V1→V2 changed may create duplicates, so the unique index is dropped
    // first.
    try context.execute(
      """
      CREATE TEMP TABLE restoring(id INTEGER PRIMARY KEY, name TEXT);
      INSERT OR REPLACE INTO temp.restoring
      SELECT id, original
      FROM (
        SELECT trip.id, trip.name, json_extract(record."row", '$.name') AS original
        FROM migrationRecord AS record CROSS JOIN trip ON trip.id = record.rowId
        WHERE record.stage = 'V1toV2' AND record.action = 'renamed' AND record.entity = 'Trip'
        ORDER BY record.id)
      WHERE name = nameKey(original) || ' (' || CAST(
        substr(name, length(nameKey(original)) + 3) AS INTEGER) || ')';
      DROP INDEX IF EXISTS trip_name;
      """)
    try context.ledger.enter(.restored, .trip, of: "temp.restoring")
    try context.execute(
      """
      UPDATE trip SET name = (SELECT name FROM temp.restoring AS m WHERE m.id = trip.id)
      WHERE id IN (SELECT id FROM temp.restoring);
      DROP TABLE temp.restoring;
      """)
    // V1→V2 has merged those already, and the names are as it found them.
    if context.origin < .v2 { return }
    try Deduplication.createTables(in: context)
    try Deduplication(context: context).run()
    try Deduplication.dropTables(in: context)
  }
}
