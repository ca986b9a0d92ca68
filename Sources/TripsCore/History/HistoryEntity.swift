/// The kinds of row whose changes the history records.
package enum HistoryEntity: String, CaseIterable, Sendable {
  case trip = "Trip"
  case businessTrip = "BusinessTrip"
  case personalTrip = "PersonalTrip"
  case bucketListItem = "BucketListItem"
  case livingAccommodation = "LivingAccommodation"

  package var isTrip: Bool {
    switch self {
    case .trip, .businessTrip, .personalTrip: true
    case .bucketListItem, .livingAccommodation: false
    }
  }

  /// The entities that a filter for this one means: inheritance makes `Trip` all three kinds.
  var deep: [HistoryEntity] {
    self == .trip ? [.trip, .businessTrip, .personalTrip] : [self]
  }

  var table: String {
    switch self {
    case .trip, .businessTrip, .personalTrip: "trip"
    case .bucketListItem: "bucketListItem"
    case .livingAccommodation: "livingAccommodation"
    }
  }

  /// The properties that are recorded, which are the names of the columns. No other name from a
  /// record reaches SQL.
  var properties: [String] {
    switch self {
    case .trip, .businessTrip, .personalTrip:
      [
        "id", "name", "destination", "startDate", "endDate", "type", "perdiemMinor",
        "perdiemCurrency", "perdiemRule", "reason", "uid", "notes",
      ]
    case .bucketListItem:
      ["id", "tripId", "title", "details", "hasReservation", "isInPlan", "isDone"]
    case .livingAccommodation: ["id", "tripId", "placeName", "address", "isConfirmed"]
    }
  }

  /// What a person calls such a row by.
  var nameProperty: String {
    switch self {
    case .trip, .businessTrip, .personalTrip: "name"
    case .bucketListItem: "title"
    case .livingAccommodation: "placeName"
    }
  }
}
