/// A kind of row that holds user data, named after its table.
package enum MigratedEntity: String, CaseIterable, Sendable {
  case trip = "Trip"
  case bucketListItem = "BucketListItem"
  case livingAccommodation = "LivingAccommodation"

  /// The kinds that belong to a trip by `tripId`.
  package static let children: [MigratedEntity] = [.bucketListItem, .livingAccommodation]

  package var table: String {
    switch self {
    case .trip: "trip"
    case .bucketListItem: "bucketListItem"
    case .livingAccommodation: "livingAccommodation"
    }
  }

  /// The columns that all versions have, by their names in `version`.
  func columns(in version: SchemaVersion) -> [String] {
    switch self {
    case .trip:
      version == .v1
        ? ["id", "name", "destination", "start_date", "end_date"]
        : ["id", "name", "destination", "startDate", "endDate"]
    case .bucketListItem: ["id", "tripId", "title", "details", "hasReservation", "isInPlan"]
    case .livingAccommodation: ["id", "tripId", "placeName", "address", "isConfirmed"]
    }
  }
}

/// What happened to a row, as recorded in `migrationRecord`.
package enum MigrationAction: String, CaseIterable, Sendable {
  /// Merged into another row of its kind.
  case merged
  /// Kept, with the values of a row that was merged into it.
  case updated
  /// Renamed, because V2 allows each name once.
  case renamed
  /// Given its original name back.
  case restored
  /// Kept with a name that is not in NFC or not trimmed.
  case unnormalized
  /// Moved to another trip.
  case reassigned
  /// Kept without a trip.
  case orphaned
  /// Kept in `migrationRecord` alone, because no later version can hold it.
  case quarantined

  /// Whether the row is no longer in its table.
  package var removes: Bool { self == .merged || self == .quarantined }
}
