internal import SQLite

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
    case .trip: .plain
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

  /// Its table, by which the history identifies it.
  var table: String {
    switch self {
    case .trip, .businessTrip, .personalTrip: TripColumn.table
    case .bucketListItem: ItemColumn.table
    case .livingAccommodation: StayColumn.table
    }
  }

  /// The table of its rows before each change.
  var pastTable: String { table + "Past" }

  /// One entity for each table.
  static let stored: [HistoryEntity] = [.trip, .bucketListItem, .livingAccommodation]

  /// Nil for a table without history.
  init?(table: String) {
    guard let entity = Self.stored.first(where: { $0.table == table }) else { return nil }
    self = entity
  }

  /// The entity of a row; the kind of a trip is its type.
  func of(_ row: [SQLiteValue]?) -> HistoryEntity {
    guard isTrip, let row, let type = row[Int(TripColumn.type.rawValue)].text else { return self }
    return Self.allCases.first { $0.tripType?.rawValue == type } ?? self
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

// MARK: - Columns

extension HistoryEntity {
  /// In the order of a fetched row.
  var columns: [ColumnDeclaration] {
    switch self {
    case .trip, .businessTrip, .personalTrip: Self.tripColumns
    case .bucketListItem: Self.itemColumns
    case .livingAccommodation: Self.stayColumns
    }
  }

  private static let tripColumns = TripColumn.allCases.map(\.declaration)
  private static let itemColumns = ItemColumn.allCases.map(\.declaration)
  private static let stayColumns = StayColumn.allCases.map(\.declaration)

  /// `id, uid, …`
  var columnList: String { columns.map(\.name).joined(separator: ", ") }

  func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

  /// The property that names such a row.
  var nameColumn: String {
    switch self {
    case .trip, .businessTrip, .personalTrip: "name"
    case .bucketListItem: "title"
    case .livingAccommodation: "placeName"
    }
  }

  /// The columns that an undo treats as one value.
  private static let together = [
    ["startDate", "endDate"], ["date", "time", "endDate", "endTime"],
    ["costMinor", "costCurrency"],
    ["type", "perdiemMinor", "perdiemCurrency", "perdiemRule", "singleDays", "reason"],
  ]

  /// The values of an undo, each by the indices of its columns.
  var units: [[Int]] {
    let units = Self.together.map { $0.map(index) }.filter { !$0.contains(nil) }
      .map { $0.compactMap(\.self) }
    let single = columns.indices.filter { index in !units.contains { $0.contains(index) } }
    return units + single.map { [$0] }
  }
}
