internal import SQLite

/// The classes of the rows whose changes the history records.
package enum HistoryEntity: String, CaseIterable, Sendable {
  case trip = "Trip"
  case businessTrip = "BusinessTrip"
  case personalTrip = "PersonalTrip"
  case bucketListItem = "BucketListItem"
  case livingAccommodation = "LivingAccommodation"

  /// The class of a trip.
  package init(_ type: TripType) {
    self = Self.allCases.first { $0.tripType == type } ?? .trip
  }

  /// The class of the rows of a table; for trips the superclass.
  package init(_ base: Entity) { self.init(base, of: nil) }

  /// The class of a row.
  init(_ base: Entity, of row: [SQLiteValue]?) {
    let type = base == .trip ? row?[Int(TripColumn.type.rawValue)].text : nil
    self =
      Self.allCases.first { $0.base == base && $0.tripType?.rawValue == type }
      ?? Self.allCases.first { $0.base == base } ?? .trip
  }

  /// The kind of trip; nil for an item and a stay.
  var tripType: TripType? {
    switch self {
    case .trip: .plain
    case .businessTrip: .business
    case .personalTrip: .personal
    case .bucketListItem, .livingAccommodation: nil
    }
  }

  /// The kind of row, which has a table.
  package var base: Entity {
    switch self {
    case .trip, .businessTrip, .personalTrip: .trip
    case .bucketListItem: .item
    case .livingAccommodation: .stay
    }
  }

  /// The entities that a filter includes: inheritance makes `Trip` all three kinds.
  var deep: [HistoryEntity] {
    self == .trip ? [.trip, .businessTrip, .personalTrip] : [self]
  }

  /// The word for such a row.
  package var noun: String {
    switch self {
    case .businessTrip: "business trip"
    case .personalTrip: "personal trip"
    case .trip, .bucketListItem, .livingAccommodation: base.noun
    }
  }
}
