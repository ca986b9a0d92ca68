/// A kind of row that a user has made, by the table that holds it.
package enum MigratedEntity: String, CaseIterable, Sendable {
  case trip = "Trip"
  case bucketListItem = "BucketListItem"
  case livingAccommodation = "LivingAccommodation"

  /// Those that belong to a trip, by `tripId`.
  package static let children: [MigratedEntity] = [.bucketListItem, .livingAccommodation]

  package var table: String {
    switch self {
    case .trip: "trip"
    case .bucketListItem: "bucketListItem"
    case .livingAccommodation: "livingAccommodation"
    }
  }

  /// The columns that every version has, by the names that `version` gives them.
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

/// What became of a row, in the words of `migrationRecord`.
package enum MigrationAction: String, CaseIterable, Sendable {
  /// It went into another row of its kind.
  case merged
  /// It stayed, with the values of a row that was merged into it.
  case updated
  /// A trip got another name, because V2 holds a name once.
  case renamed
  /// The trip got its name back.
  case restored
  /// The trip keeps its name, which is not in NFC or not trimmed.
  case unnormalized
  /// It belongs to another trip.
  case reassigned
  /// It stays, and belongs to no trip.
  case orphaned
  /// It is in `migrationRecord` alone, as no later version can hold it.
  case quarantined

  /// Whether the row is in its table no more.
  package var removes: Bool { self == .merged || self == .quarantined }
}
