/// A kind of row that holds user data, by the name of its table.
package enum MigratedEntity: String, CaseIterable, Sendable {
  case trip, bucketListItem, livingAccommodation

  /// The kinds that belong to a trip by `tripId`.
  package static let children: [MigratedEntity] = [.bucketListItem, .livingAccommodation]

  package var table: String { rawValue }

  /// Whether a row of `children` belongs to a trip that does not exist.
  package static let isOrphan = "tripId IS NOT NULL AND tripId NOT IN (SELECT id FROM trip)"

  /// The columns that V1, V2 and V3 have, by their names since V2.
  var columns: [String] {
    switch self {
    case .trip: ["id", "name", "destination", "startDate", "endDate"]
    case .bucketListItem: ["id", "tripId", "title", "details", "hasReservation", "isInPlan"]
    case .livingAccommodation: ["id", "tripId", "placeName", "address", "isConfirmed"]
    }
  }

  /// The columns whose text is trimmed and normalised.
  var labels: [String] {
    switch self {
    case .trip: ["name", "destination"]
    case .bucketListItem: ["title"]
    case .livingAccommodation: ["placeName"]
    }
  }
}
