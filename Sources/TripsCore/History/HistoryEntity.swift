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
    case .trip, .businessTrip, .personalTrip: TripColumn.table
    case .bucketListItem: ItemColumn.table
    case .livingAccommodation: StayColumn.table
    }
  }

  /// The properties that are recorded, which are the names of the columns. No other name from a
  /// record reaches SQL.
  var properties: [String] {
    switch self {
    case .trip, .businessTrip, .personalTrip: Self.tripProperties
    case .bucketListItem: Self.itemProperties
    case .livingAccommodation: Self.stayProperties
    }
  }

  private static let tripProperties = TripColumn.names
  private static let itemProperties = ItemColumn.names
  private static let stayProperties = StayColumn.names

  /// The properties that are true or false.
  static let flags =
    ItemColumn.allCases.filter(\.declaration.isFlag).map(\.name)
    + StayColumn.allCases.filter(\.declaration.isFlag).map(\.name)

  /// What a person calls such a row by.
  var nameProperty: String {
    switch self {
    case .trip, .businessTrip, .personalTrip: "name"
    case .bucketListItem: "title"
    case .livingAccommodation: "placeName"
    }
  }
}
