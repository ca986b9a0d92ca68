internal import SQLite

/// The work on rows for V5, where a trip may have several stays.
enum V4toV5 {
  /// Returns the stays that de-duplication had set aside to their trips.
  ///
  /// Only stays of merged trips: others lost their trip when it was deleted.
  static func didMigrate(_ context: StageContext) throws {
    try context.execute(
      """
      CREATE TEMP TABLE restoring(id INTEGER PRIMARY KEY, tripId INTEGER);
      INSERT INTO temp.restoring
      SELECT stay.id, record."row"->>'tripId' FROM migrationRecord AS record
      CROSS JOIN livingAccommodation AS stay ON stay.id = record.rowId AND stay.tripId IS NULL
      WHERE record.action = 'orphaned' AND record.entity = 'LivingAccommodation'
      GROUP BY stay.id;
      """)
    if try !context.isEmpty("temp.restoring") {
      try context.report("accommodations")
      try findTrips(context)
      try context.ledger.enter(
        .reassigned, .livingAccommodation, of: "temp.restoring", survivor: "m.tripId")
      // Recorded in the history, so that no past state changes.
      try context.execute(
        """
        UPDATE historyState SET author = 'trips', command = 'migrate', currentTransaction = NULL;
        UPDATE livingAccommodation
        SET tripId = (SELECT tripId FROM temp.restoring AS m WHERE m.id = livingAccommodation.id)
        WHERE id IN (SELECT id FROM temp.restoring);
        UPDATE historyState SET author = NULL, command = NULL, currentTransaction = NULL;
        """)
    }
    try context.execute("DROP TABLE temp.restoring")
  }

  /// Follows the stays' trips through the merges to the remaining trips.
  private static func findTrips(_ context: StageContext) throws {
    try context.execute(
      """
      CREATE TEMP TABLE mergedTrip(id INTEGER PRIMARY KEY, survivorId INTEGER);
      INSERT OR REPLACE INTO temp.mergedTrip
      SELECT rowId, survivorId FROM migrationRecord
      WHERE action = 'merged' AND entity = 'Trip' ORDER BY id;
      DELETE FROM temp.restoring WHERE tripId NOT IN (
        SELECT id FROM temp.mergedTrip UNION ALL SELECT survivorId FROM temp.mergedTrip);
      WITH RECURSIVE home(stayId, tripId) AS (
        SELECT id, tripId FROM temp.restoring
        UNION ALL
        SELECT stayId, survivorId FROM home JOIN temp.mergedTrip AS m ON m.id = home.tripId)
      UPDATE temp.restoring SET tripId = home.tripId FROM home
      WHERE stayId = id AND home.tripId IN (SELECT id FROM main.trip);
      DELETE FROM temp.restoring WHERE tripId NOT IN (SELECT id FROM main.trip);
      DROP TABLE temp.mergedTrip;
      """)
  }
}
