/// The rows' part of the step to V3, where trips may share a name if not the dates too.
enum V2toV3 {
  static func willMigrate(_ context: StageContext) throws {
    try Deduplication.createTables(in: context)
    try findNames(context)
    // Names that are put back may be those of other trips.
    try context.execute("DROP INDEX trip_name")
    try putNamesBack(context)
    try Deduplication(context: context, hasChildIndexes: true).run()
    try context.execute("DROP TABLE temp.restoring")
    try Deduplication.dropTables(in: context)
  }

  /// Finds the names to put back, and the trips that may have the name of another then.
  ///
  /// V2 has each name once, byte by byte. So two trips share one only if a name was set aside or is
  /// not its own key.
  private static func findNames(_ context: StageContext) throws {
    try context.report("names")
    try context.execute(
      """
      CREATE TEMP TABLE restoring(id INTEGER PRIMARY KEY, nameKey TEXT, name TEXT);
      INSERT OR REPLACE INTO temp.restoring
      SELECT id, nameKey(original), original
      FROM (
        SELECT trip.id, trip.name, json_extract(record."row", '$.name') AS original
        FROM migrationRecord AS record CROSS JOIN trip ON trip.id = record.rowId
        WHERE record.stage = 'V1toV2' AND record.action = 'renamed' AND record.entity = 'Trip'
        ORDER BY record.id)
      WHERE name = nameKey(original) || ' (' || CAST(
        substr(name, length(nameKey(original)) + 3) AS INTEGER) || ')';
      CREATE TEMP TABLE odd(id INTEGER PRIMARY KEY, nameKey TEXT);
      INSERT INTO temp.odd SELECT id, nameKey(name) FROM trip WHERE nameKey(name) <> name;
      INSERT OR IGNORE INTO temp.sharedName
      SELECT nameKey FROM temp.restoring UNION ALL SELECT nameKey FROM temp.odd;
      INSERT INTO temp.member(id, nameKey, startDate, endDate)
      SELECT t.id, t.name, t.startDate, t.endDate
      FROM temp.sharedName AS s CROSS JOIN trip AS t ON t.name = s.nameKey;
      INSERT OR REPLACE INTO temp.member(id, nameKey, startDate, endDate)
      SELECT t.id, m.nameKey, t.startDate, t.endDate
      FROM temp.odd AS m CROSS JOIN trip AS t ON t.id = m.id;
      INSERT OR REPLACE INTO temp.member(id, nameKey, startDate, endDate)
      SELECT t.id, m.nameKey, t.startDate, t.endDate
      FROM temp.restoring AS m CROSS JOIN trip AS t ON t.id = m.id;
      DROP TABLE temp.odd;
      """)
  }

  private static func putNamesBack(_ context: StageContext) throws {
    try context.ledger.enter(
      .restored, .trip, from: "temp.restoring AS m CROSS JOIN trip AS r ON r.id = m.id")
    try context.execute(
      """
      UPDATE trip SET name = (SELECT name FROM temp.restoring AS m WHERE m.id = trip.id)
      WHERE id IN (SELECT id FROM temp.restoring)
      """)
  }
}
