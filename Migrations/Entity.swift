/// A kind of row that holds user data: one of the three tables that programs may write, by its name.
package enum Entity: String, CaseIterable, Sendable {
  case trip
  case item = "bucketListItem"
  case stay = "livingAccommodation"

  /// The kinds that belong to a trip by `tripId`.
  package static let children: [Entity] = [.item, .stay]

  package var table: String { rawValue }

  /// The table of its rows before each change.
  package var pastTable: String { "\(table)Past" }

  /// The word for such a row.
  package var noun: String {
    switch self {
    case .trip: "trip"
    case .item: "item"
    case .stay: "stay"
    }
  }

  /// The prefix of the uids that this program makes.
  package var uidPrefix: String { "\(noun)-" }

  /// The column that names such a row.
  package var nameColumn: String { labels[0] }

  /// Whether a row of `children` belongs to a trip that does not exist.
  package static let isOrphan = "tripId IS NOT NULL AND tripId NOT IN (SELECT id FROM trip)"
}

extension Entity {
  /// The columns that V1, V2 and V3 have, by their names since V2.
  var columns: [String] {
    switch self {
    case .trip: ["id", "name", "destination", "startDate", "endDate"]
    case .item: ["id", "tripId", "title", "details", "hasReservation", "isInPlan"]
    case .stay: ["id", "tripId", "placeName", "address", "isConfirmed"]
    }
  }

  /// The columns whose text is trimmed and normalised.
  var labels: [String] {
    switch self {
    case .trip: ["name", "destination"]
    case .item: ["title"]
    case .stay: ["placeName"]
    }
  }
}
