internal import SQLite

/// Merges trips that have the same name and dates, with everything that belongs to them.
///
/// Its input is the temporary table `member`: the trips whose name, in NFC and trimmed, is shared.
/// It changes no other trip, and each step is one statement over a set.
struct Deduplication {
  let context: StageContext
  /// Whether trips with equal names but different dates are merged too.
  var ignoresDates = false

  /// Finds the members.
  static func createTables(in context: StageContext) throws {
    let columns = MigratedEntity.trip.columns(in: context.stage.fromVersion)
    try context.report("names")
    try context.execute(
      """
      CREATE TEMP TABLE member(id INTEGER PRIMARY KEY, nameKey TEXT, startDate TEXT, endDate TEXT);
      CREATE TEMP TABLE merging(id INTEGER PRIMARY KEY, survivorId INTEGER, winnerId INTEGER);
      INSERT INTO temp.member SELECT id, nameKey(name), \(columns[3]), \(columns[4]) FROM trip
      WHERE nameKey(name) IN (SELECT nameKey(name) FROM trip GROUP BY 1 HAVING count(*) > 1);
      """)
  }

  static func dropTables(in context: StageContext) throws {
    try context.execute("DROP TABLE temp.member; DROP TABLE temp.merging")
  }

  func run() throws {
    try findGroups()
    guard try !context.isEmpty("temp.merging") else { return }
    try mergeItems()
    try mergeStays()
    try mergeTrips()
  }

  /// The lowest id of a group is kept. The trip with the newest dates, then the highest id,
  /// provides the values.
  private func findGroups() throws {
    let group = ignoresDates ? "nameKey" : "nameKey, startDate, endDate"
    try context.execute(
      """
      INSERT INTO temp.merging
      SELECT id, survivorId, winnerId
      FROM (
        SELECT id, min(id) OVER groups AS survivorId, first_value(id) OVER groups AS winnerId,
          count(*) OVER groups AS size
        FROM temp.member
        WINDOW groups AS (
          PARTITION BY \(group) ORDER BY startDate DESC, endDate DESC, id DESC
          ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING))
      WHERE size > 1
      """)
  }

  /// The rows are found by an index on tripId, which V1 does not have.
  private func children(_ table: String) -> String {
    context.stage.fromVersion > .v1
      ? "temp.merging AS m CROSS JOIN \(table) AS c ON c.tripId = m.id"
      : "\(table) AS c CROSS JOIN temp.merging AS m ON m.id = c.tripId"
  }

  /// All items move to the remaining trip; of items equal in every field, the first is kept.
  private func mergeItems() throws {
    try context.report("bucket lists")
    try moveAndMerge(
      .bucketListItem,
      """
      SELECT c.id, c.tripId, m.survivorId, min(c.id) OVER (
        PARTITION BY m.survivorId, c.title, c.details, c.hasReservation, c.isInPlan)
      FROM \(children("bucketListItem"))
      """)
  }

  /// The remaining trip gets one accommodation: a confirmed one before an unconfirmed one, then the
  /// latest. Of equal ones the latest is kept; any other is left without a trip.
  private func mergeStays() throws {
    try context.report("accommodations")
    try moveAndMerge(
      .livingAccommodation,
      """
      SELECT id, tripId, iif(survivorId = keptId, tripOfGroup, NULL), survivorId
      FROM (
        SELECT c.id, c.tripId, m.survivorId AS tripOfGroup,
          max(c.id) OVER (
            PARTITION BY m.survivorId, c.placeName, c.address, c.isConfirmed) AS survivorId,
          first_value(c.id) OVER (
            PARTITION BY m.survivorId ORDER BY c.isConfirmed DESC, c.id DESC) AS keptId
        FROM \(children("livingAccommodation")))
      """)
  }

  /// - Parameter moves: a query of the children's ids, their trips, their new trips, and the
  ///   children into which they are merged.
  private func moveAndMerge(_ entity: MigratedEntity, _ moves: String) throws {
    try context.execute(
      """
      CREATE TEMP TABLE moving(
        id INTEGER PRIMARY KEY, tripId INTEGER, newTripId INTEGER, survivorId INTEGER);
      INSERT INTO temp.moving \(moves);
      """)
    let table = entity.table
    try context.ledger.enter(
      .merged, entity, of: "temp.moving", where: "m.survivorId <> m.id", survivor: "m.survivorId")
    try context.ledger.enter(
      .reassigned, entity, of: "temp.moving",
      where: "m.survivorId = m.id AND m.newTripId <> m.tripId", survivor: "m.newTripId")
    try context.ledger.enter(
      .orphaned, entity, of: "temp.moving", where: "m.survivorId = m.id AND m.newTripId IS NULL")
    try UserReferences(context: context).follow(
      entity, "SELECT id, survivorId FROM temp.moving WHERE survivorId <> id")
    try context.execute(
      """
      UPDATE \(table) SET tripId = (SELECT newTripId FROM temp.moving AS m WHERE m.id = \(table).id)
      WHERE id IN (SELECT id FROM temp.moving WHERE survivorId = id AND newTripId IS NOT tripId);
      DELETE FROM \(table) WHERE id IN (SELECT id FROM temp.moving WHERE survivorId <> id);
      DROP TABLE temp.moving;
      """)
  }

  private func mergeTrips() throws {
    try context.report("trips")
    let columns = Array(MigratedEntity.trip.columns(in: context.stage.fromVersion).dropFirst())
    let list = columns.joined(separator: ", ")
    let differs = columns.map { "r.\($0) IS NOT w.\($0)" }.joined(separator: " OR ")
    try context.execute(
      """
      CREATE TEMP TABLE updating(id INTEGER PRIMARY KEY, winnerId INTEGER);
      INSERT INTO temp.updating
      SELECT m.id, m.winnerId FROM temp.merging AS m
      CROSS JOIN trip AS r ON r.id = m.id CROSS JOIN trip AS w ON w.id = m.winnerId
      WHERE m.id = m.survivorId AND (\(differs));
      """)
    try context.ledger.enter(.updated, .trip, of: "temp.updating", survivor: "r.id")
    try context.ledger.enter(
      .merged, .trip, of: "temp.merging", where: "m.id <> m.survivorId", survivor: "m.survivorId")
    try UserReferences(context: context).follow(
      .trip, "SELECT id, survivorId FROM temp.merging WHERE survivorId <> id")
    let values = columns.map { "w.\($0)" }.joined(separator: ", ")
    try context.execute(
      """
      UPDATE trip SET (\(list)) = (
        SELECT \(values) FROM temp.updating AS m CROSS JOIN trip AS w ON w.id = m.winnerId
        WHERE m.id = trip.id)
      WHERE id IN (SELECT id FROM temp.updating);
      DELETE FROM trip WHERE id IN (SELECT id FROM temp.merging WHERE survivorId <> id);
      DELETE FROM temp.member WHERE id IN (SELECT id FROM temp.merging WHERE survivorId <> id);
      DROP TABLE temp.updating;
      """)
  }
}
