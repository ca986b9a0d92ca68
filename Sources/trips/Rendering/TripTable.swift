import TripsCore

/// The columns in which trips are listed, on a terminal and in a pipe.
struct TripTable {
  private let trips: [Trip]

  init(_ trips: [Trip]) {
    self.trips = trips
  }

  /// Writes nothing where there are no trips.
  func write(in context: Context) throws {
    guard !trips.isEmpty else { return }
    let table = Table(columns: Self.columns, rows: trips.map(Self.row))
    if context.terminal.isOutput {
      try table.write(
        to: context.output, width: context.terminal.width, palette: context.palette)
    } else {
      try table.writeTabSeparated(to: context.output, palette: context.palette)
    }
  }

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

  private static func row(_ trip: Trip) -> [Table.Cell] {
    func plain(_ text: String) -> Table.Cell { Table.Cell(text: text, style: .plain) }
    return [
      plain(String(trip.id)), plain(trip.startDate.description), plain(trip.endDate.description),
      plain(String(trip.days)), Table.Cell(text: trip.type.rawValue, style: trip.type.style),
      plain(trip.detail), Table.Cell(text: trip.name, style: trip.type.style),
      plain(trip.destination),
    ]
  }
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
  /// What only its kind has: the per diem, or the reason.
  var detail: String {
    switch self {
    case let trip as BusinessTrip: trip.perdiem?.description ?? ""
    case let trip as PersonalTrip: trip.reason?.rawValue ?? ""
    default: ""
    }
  }

  /// `'Paris' (3), 2026-12-10 to 2026-12-15`.
  var summary: String { TripSummary(self).description }
}
