import TripsCore

/// The report of trips, copying bytes from the store to the output.
struct TripListing {
  let context: Context
  /// The day from which a table counts down to its trips; nil without a countdown.
  private let today: CalendarDate?

  init(in context: Context, today: CalendarDate? = nil) {
    self.context = context
    self.today = today
  }

  static var columns: [Column<ListedTrip>] { TripField.allCases.map(column) }

  private var columns: [Column<ListedTrip>] {
    guard let today else { return Self.columns }
    let countdown = Column<ListedTrip>("when", isDrawing: true) { trip, cell in
      cell.text((trip.record.start...trip.record.end).countdown(on: today))
    }
    return [countdown] + Self.columns
  }

  private static func column(_ field: TripField) -> Column<ListedTrip> {
    func column(
      _ title: String? = nil, alignment: Alignment = .left, rank: Int? = 0,
      isFlexible: Bool = false, style: @escaping (ListedTrip) -> TextStyle = { _ in .plain },
      _ write: @escaping (ListedTrip, inout CellWriter) -> Void
    ) -> Column<ListedTrip> {
      Column(
        field.rawValue, title: title, alignment: alignment, rank: rank, isFlexible: isFlexible,
        style: style, write)
    }
    return switch field {
    case .id: column(alignment: .right) { $1.number($0.record.id) }
    case .uid: column(rank: nil) { $1.text($0.record.uid) }
    // Never dropped, otherwise the kind would be visible by colour alone.
    case .type: column(style: { $0.record.type.style }, { $1.text($0.record.type.rawValue) })
    case .name:
      column(isFlexible: true, style: { $0.record.type.style }, { $1.text($0.record.name) })
    case .destination: column(rank: 2, isFlexible: true) { $1.text($0.record.destination) }
    case .startDate: column("START") { $1.text($0.record.startDate) }
    case .endDate: column("END", rank: 1) { $1.text($0.record.endDate) }
    case .days: column(alignment: .right, rank: 3) { $1.number($0.record.days) }
    case .nights: column(alignment: .right, rank: 9) { $1.number($0.record.days - 1) }
    case .perdiem: column("PER DIEM", alignment: .right, rank: 4) { $1.money($0.record.perdiem) }
    case .reason: column(rank: 5) { $1.text($0.record.reason) }
    case .notes: column(rank: nil, isFlexible: true) { $1.text($0.record.notes) }
    case .bucketList: column("ITEMS", alignment: .right, rank: 7) { $1.number($0.items) }
    case .livingAccommodations: column("STAYS", alignment: .right, rank: 8) { $1.number($0.stays) }
    case .costs: column(alignment: .right, rank: 6) { $1.text(Wording.sums($0.costs)) }
    }
  }

  /// - Returns: the number of trips.
  func write(_ descriptor: FetchDescriptor, of store: Store) throws -> Int {
    let report = Report(columns, in: context)
    let fields =
      context.globals.isJSON ? context.globals.tripFields : report.names.compactMap(TripField.init)
    let rows = try store.render(
      descriptor, as: context.globals.isJSON ? .json(fields) : .custom(fields, report.append))
    context.noteMissing(store)
    try report.write(rows)
    return rows.count
  }

  func write(_ trips: [Trip]) throws {
    if context.globals.isJSON {
      return try context.output.writeJSON(trips, fields: context.globals.tripFields)
    }
    try Report(columns, in: context).write(trips.lazy.map(ListedTrip.init))
  }
}
