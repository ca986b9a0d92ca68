/// The kinds of row whose changes the history records.
package enum HistoryEntity: String, CaseIterable, Sendable {
  case trip = "Trip"
  case businessTrip = "BusinessTrip"
  case personalTrip = "PersonalTrip"
  case bucketListItem = "BucketListItem"
  case livingAccommodation = "LivingAccommodation"

  /// The kind of trip; nil for an item and a stay.
  var tripType: TripType? {
    switch self {
    case .trip: .trip
    case .businessTrip: .business
    case .personalTrip: .personal
    case .bucketListItem, .livingAccommodation: nil
    }
  }

  package var isTrip: Bool { tripType != nil }

  /// The entities that a filter includes: inheritance makes `Trip` all three kinds.
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

  /// The recorded properties, named after the columns. No other name from a record reaches SQL.
  var properties: [String] { record.properties }

  /// The parsed form of its records, initially empty.
  var record: RecordSpans {
    switch self {
    case .trip, .businessTrip, .personalTrip: Self.tripRecord
    case .bucketListItem: Self.itemRecord
    case .livingAccommodation: Self.stayRecord
    }
  }

  private static let tripRecord = RecordSpans(TripColumn.names)
  private static let itemRecord = RecordSpans(ItemColumn.names)
  private static let stayRecord = RecordSpans(StayColumn.names)

  /// The columns by name; columns of the same name have equal declarations.
  static let columns = Dictionary(
    (TripColumn.allCases.map(\.declaration) + ItemColumn.allCases.map(\.declaration)
      + StayColumn.allCases.map(\.declaration)).map { ($0.name, $0) },
    uniquingKeysWith: { first, _ in first })

  /// The placeholder of a property in a statement: text that is not UTF-8 is bound as its bytes.
  static func mark(_ property: String) -> String {
    columns[property]?.isNumber == true ? "?" : "CAST(? AS TEXT)"
  }

  /// The property that names such a row.
  var nameProperty: String {
    switch self {
    case .trip, .businessTrip, .personalTrip: "name"
    case .bucketListItem: "title"
    case .livingAccommodation: "placeName"
    }
  }

  /// One entity for each table.
  static let stored: [HistoryEntity] = [.trip, .bucketListItem, .livingAccommodation]

  /// The entity of a row of this table; the kind of a trip is its type.
  init(_ stored: HistoryEntity, type: String?) {
    let type = type.flatMap(TripType.init) ?? .trip
    self = Self.allCases.first { stored.isTrip && $0.tripType == type } ?? stored
  }

  /// The word for such a row.
  package var noun: String {
    switch self {
    case .trip: "trip"
    case .businessTrip: "business trip"
    case .personalTrip: "personal trip"
    case .bucketListItem: "item"
    case .livingAccommodation: "stay"
    }
  }
}
