internal import Platform
internal import SQLite

/// The work on rows for V2, where names of trips are unique and values are checked.
enum V1toV2 {
  static func willMigrate(_ context: StageContext) throws {
    let db = context.db
    let schema = try StoreSchema(of: .v2)
    // V2's table of the records, and its indexes on tripId, which find the items of a trip.
    try schema.create(["migrationRecord"], in: db)
    try UnfitRows(context: context).run()
    // As `@Attribute(originalName:)`. A user's views and indexes follow.
    try db.execute(
      """
      ALTER TABLE trip RENAME COLUMN start_date TO startDate;
      ALTER TABLE trip RENAME COLUMN end_date TO endDate;
      """)
    try schema.create(["bucketListItem_tripId", "livingAccommodation_tripId"], in: db)
    try Normalization(context: context).run()
    try Orphans(context: context).run()
    try Deduplication(context: context).run()
    try setNamesAside(context)
  }

  /// Of trips with the same name, the earliest keeps it; the others get the next free numbers, as
  /// in `Paris (2)`.
  private static func setNamesAside(_ context: StageContext) throws {
    try context.report("names")
    let trips = try Deduplication.Trip.fetch(from: context.db)
    var taken = Set(trips.compactMap(\.key.name.text))
    for group in trips.grouped(by: \.key.name) where group.count > 1 {
      guard let name = group[0].key.name.text else { continue }
      let byDate = group.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
      var number = 2
      for trip in byDate.dropFirst() {
        while !taken.insert(numbered(name, number)).inserted { number += 1 }
        try context.record(.renamed, .trip, trip.id)
        try context.db.kept(sql: "UPDATE trip SET name = ? WHERE id = ?")
          .run([.text(numbered(name, number)), .integer(trip.id)])
      }
    }
  }

  /// `Paris (2)`.
  static func numbered(_ name: String, _ number: Int) -> String { "\(name) (\(number))" }
}

extension Deduplication.Trip {
  fileprivate var start: String { key.startDate.text ?? "" }
}
