/// The kinds of row whose changes the history records.
package enum HistoryEntity: String, CaseIterable, Sendable {
  case trip = "Trip"
  case businessTrip = "BusinessTrip"
  case personalTrip = "PersonalTrip"
  case bucketListItem = "BucketListItem"
  case livingAccommodation = "LivingAccommodation"

  /// Which kind of trip it is; nil for an item and a stay.
  var tripType: TripType? {
    switch self {
    case .trip: .trip
    case .businessTrip: .business
    case .personalTrip: .personal
    case .bucketListItem, .livingAccommodation: nil
    }
  }

  package var isTrip: Bool { tripType != nil }

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
  var properties: [String] { record.properties }

  /// The form of its records, nothing of which is read yet.
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

  private static let declarations =
    TripColumn.allCases.map(\.declaration) + ItemColumn.allCases.map(\.declaration)
    + StayColumn.allCases.map(\.declaration)

  /// The properties that are true or false.
  static let flags = Set(declarations.filter(\.isFlag).map(\.name))

  /// The properties that are text, perhaps empty, and how it is kept.
  static let texts = Dictionary(
    declarations.compactMap { column in column.text.map { (column.name, $0) } },
    uniquingKeysWith: { first, _ in first })

  /// The properties that are stored as whole numbers, flags among them.
  static let numbers = Set(declarations.filter(\.isNumber).map(\.name))

  /// Where the value of a property goes in a statement: text that is not UTF-8 is bound as its bytes.
  static func mark(_ property: String) -> String {
    numbers.contains(property) ? "?" : "CAST(? AS TEXT)"
  }

  /// What a person calls such a row by.
  var nameProperty: String {
    switch self {
    case .trip, .businessTrip, .personalTrip: "name"
    case .bucketListItem: "title"
    case .livingAccommodation: "placeName"
    }
  }

  /// One for each table.
  static let stored: [HistoryEntity] = [.trip, .bucketListItem, .livingAccommodation]

  /// The entity of a row of this table; the kind of a trip is its type.
  init(_ stored: HistoryEntity, type: String?) {
    let type = type.flatMap(TripType.init) ?? .trip
    self = Self.allCases.first { stored.isTrip && $0.tripType == type } ?? stored
  }

  /// What a person calls such a row.
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
