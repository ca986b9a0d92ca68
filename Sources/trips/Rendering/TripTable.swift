import TripsCore

/// The columns in which trips are listed, on a terminal and in a pipe.
enum TripTable {
  // Free text stands last: terminals disagree on the width of some of it.
  static let columns: [Table.Column] = [
    Table.Column(title: "ID", alignment: .right),
    Table.Column(title: "START"),
    Table.Column(title: "END", rank: 1),
    Table.Column(title: "DAYS", alignment: .right, rank: 3),
    // It stays, or the colour alone would tell the type.
    Table.Column(title: "TYPE"),
    Table.Column(title: "DETAIL", rank: 4),
    Table.Column(title: "NAME", isFlexible: true),
    Table.Column(title: "DESTINATION", isFlexible: true, rank: 2),
  ]

  static let typeColumn = 4
  private static let nameColumn = 6

  /// Whether the cells of a column have the colour of their trip's type.
  static func isStyled(_ column: Int) -> Bool { column == typeColumn || column == nameColumn }
}

extension TripType {
  var style: TextStyle {
    switch self {
    case .trip: .plain
    case .business: .business
    case .personal: .personal
    }
  }
}

extension Trip {
  /// `'Paris' (3), 2026-12-10 to 2026-12-15`.
  var summary: String { TripSummary(self).description }
}
