internal import SQLite

/// The work on rows for V2, where names of trips are unique and values are checked.
enum V1toV2 {
  static func willMigrate(_ context: StageContext) throws {
    let schema = try StoreSchema(of: .v2)
    try schema.create(["migrationRecord"], in: context.db)
    try UnfitRows(context: context).run()
    try lowerMarks(context)
    // As `@Attribute(originalName:)`. SQLite renames the columns in a user's views and indexes too.
    try context.db.execute(
      """
      ALTER TABLE trip RENAME COLUMN start_date TO startDate;
      ALTER TABLE trip RENAME COLUMN end_date TO endDate;
      """)
    // V2's indexes find the items and stays of a trip.
    try schema.create(["bucketListItem_tripId", "livingAccommodation_tripId"], in: context.db)
    try Normalization(context: context).run()
    try Orphans(context: context).run()
    try Deduplication(context: context).run()
    try setNamesAside(context)
  }

  /// Lowers the marks of AUTOINCREMENT: after an id that later versions refuse, they would refuse
  /// every new one.
  private static func lowerMarks(_ context: StageContext) throws {
    for entity in Entity.allCases {
      try context.db.run(
        """
        UPDATE sqlite_sequence SET seq = (SELECT ifnull(max(id), 0) FROM \(sql: entity.table))
        WHERE name = \(entity.table) AND seq >= 9007199254740991
        """)
    }
  }

  /// Of trips with the same name, the earliest keeps it; the others get the next free numbers, as
  /// in `Paris (2)`.
  private static func setNamesAside(_ context: StageContext) throws {
    let trips = try Deduplication.Trip.fetch(from: context.db, orderedBy: "startDate, id")
    var taken = Set(trips.map(\.key.name))
    for group in trips.repeated(by: \.key.name) {
      guard case .text(let name) = group[0].key.name else { continue }
      var number = 2
      for trip in group.dropFirst() {
        func given() -> SQLiteValue { .text("\(name) (\(number))") }
        while !taken.insert(given()).inserted { number += 1 }
        try context.record(.renamed, .trip, trip.id, givenName: given())
        try context.run("UPDATE trip SET name = \(given()) WHERE id = \(trip.id)")
        context.report.rename(trip.id, from: trip.label, to: given().text ?? "")
      }
    }
  }
}
