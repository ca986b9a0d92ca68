/// The work on rows for V2, where trip names are unique, deletes cascade and dates are valid.
enum V1toV2 {
  static func willMigrate(_ context: StageContext) throws {
    try Quarantine(context: context).run()
    try orphanChildren(context)
    try Deduplication.createTables(in: context)
    let merges = context.options.duplicates == .merge
    try Deduplication(context: context, ignoresDates: merges).run()
    // No rule changes these names; typing one again would create a second trip.
    try context.ledger.enter(
      .unnormalized, .trip, of: "(SELECT id FROM trip WHERE name <> nameKey(name))")
    try setNamesAside(context)
    try Deduplication.dropTables(in: context)
  }

  /// A V1 row may refer to a trip that was deleted while foreign keys were off, as in the `sqlite3`
  /// shell.
  private static func orphanChildren(_ context: StageContext) throws {
    for entity in MigratedEntity.children {
      try context.report("relations")
      let table = entity.table
      try context.execute(
        """
        CREATE TEMP TABLE orphan(id INTEGER PRIMARY KEY);
        INSERT INTO temp.orphan SELECT id FROM \(table) WHERE \(ForeignKeys.isOrphan);
        """)
      try context.ledger.enter(.orphaned, entity, of: "temp.orphan")
      try context.execute(
        """
        UPDATE \(table) SET tripId = NULL WHERE id IN (SELECT id FROM temp.orphan);
        DROP TABLE temp.orphan;
        """)
    }
  }

  /// Of trips with the same name, the earliest keeps it; the others get the next free numbers, as
  /// in `Paris (2)`.
  private static func setNamesAside(_ context: StageContext) throws {
    try context.execute(
      """
      CREATE TEMP TABLE aside(id INTEGER PRIMARY KEY, nameKey TEXT, position INTEGER, name TEXT);
      INSERT INTO temp.aside(id, nameKey, position)
      SELECT id, nameKey, position FROM (
        SELECT id, nameKey,
          row_number() OVER (PARTITION BY nameKey ORDER BY startDate, id) AS position
        FROM temp.member)
      WHERE position > 1;
      """)
    if try !context.isEmpty("temp.aside") {
      try context.report("names set aside")
      try numberNames(context)
      try context.ledger.enter(.renamed, .trip, of: "temp.aside")
      try context.execute(
        """
        UPDATE trip SET name = (SELECT name FROM temp.aside AS m WHERE m.id = trip.id)
        WHERE id IN (SELECT id FROM temp.aside)
        """)
    }
    try context.execute("DROP TABLE temp.aside")
  }

  /// Gives each trip the free number at its position, counted from 2.
  ///
  /// Of the numbers that other trips already use for a name, the one at index i (from 0) precedes
  /// the free number at position p exactly if it is at most p + i. One pass counts them all;
  /// counting per trip would take quadratic time.
  private static func numberNames(_ context: StageContext) throws {
    try context.execute(
      """
      CREATE TEMP TABLE numbered(nameKey TEXT PRIMARY KEY) WITHOUT ROWID;
      INSERT OR IGNORE INTO temp.numbered
      SELECT nameKey(name) FROM trip WHERE instr(name, ')') > 0 AND nameKey(name) LIKE '% (%)';
      CREATE TEMP TABLE taken(nameKey TEXT, place INTEGER);
      INSERT INTO temp.taken
      SELECT nameKey, number - row_number() OVER (PARTITION BY nameKey ORDER BY number) + 1
      FROM (
        SELECT a.nameKey, CAST(
          substr(n.nameKey, length(a.nameKey) + 3, length(n.nameKey) - length(a.nameKey) - 3)
          AS INTEGER) AS number, n.nameKey AS full
        FROM (SELECT DISTINCT nameKey FROM temp.aside) AS a
        CROSS JOIN temp.numbered AS n
          ON n.nameKey > a.nameKey || ' (' AND n.nameKey < a.nameKey || ' )')
      WHERE number >= 2 AND full = nameKey || ' (' || number || ')';
      UPDATE temp.aside SET name = nameKey || ' (' || (position + before) || ')'
      FROM (
        SELECT asideId, count(*) FILTER (WHERE asideId IS NULL) OVER (
          PARTITION BY nameKey ORDER BY place) AS before
        FROM (
          SELECT NULL AS asideId, nameKey, place FROM temp.taken
          UNION ALL SELECT id, nameKey, position FROM temp.aside)) AS counted
      WHERE id = asideId;
      DROP TABLE temp.taken;
      DROP TABLE temp.numbered;
      """)
  }
}
