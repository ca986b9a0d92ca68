extension Entity {
  /// In the order of a fetched row.
  var columns: [ColumnDeclaration] {
    switch self {
    case .trip: Self.tripColumns
    case .item: Self.itemColumns
    case .stay: Self.stayColumns
    }
  }

  private static let tripColumns = TripColumn.allCases.map(\.declaration)
  private static let itemColumns = ItemColumn.allCases.map(\.declaration)
  private static let stayColumns = StayColumn.allCases.map(\.declaration)

  /// `id, uid, …`
  var columnList: String { columns.map(\.name).joined(separator: ", ") }

  func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }

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
