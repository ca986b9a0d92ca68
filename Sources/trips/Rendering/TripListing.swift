import TripsCore

/// The report of trips.
struct TripListing {
  let context: Context
  let asCSV: Bool

  init(in context: Context, asCSV: Bool = false) {
    self.context = context
    self.asCSV = asCSV
  }

  static var columns: [Column<ListedTrip>] { TripField.allCases.map(column) }

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
    case .id: column(alignment: .right) { $1.number($0.trip.id) }
    case .uid: column(rank: nil) { $1.text($0.trip.uid) }
    // Never dropped, otherwise the kind would be visible by colour alone.
    case .type: column(style: { $0.trip.type.style }, { $1.text($0.trip.type.rawValue) })
    case .name:
      column(isFlexible: true, style: { $0.trip.type.style }, { $1.text($0.trip.name) })
    case .destination: column(rank: 2, isFlexible: true) { $1.text($0.trip.destination) }
    case .startDate: column("START") { $1.text($0.trip.startDate.description) }
    case .endDate: column("END", rank: 1) { $1.text($0.trip.endDate.description) }
    case .days: column(alignment: .right, rank: 3) { $1.number($0.trip.days) }
    case .nights: column(alignment: .right, rank: 9) { $1.number($0.trip.nights) }
    case .perdiem:
      column("PER DIEM", alignment: .right, rank: 4) {
        $1.money(($0.trip as? BusinessTrip)?.perdiem)
      }
    case .reason: column(rank: 5) { $1.text(($0.trip as? PersonalTrip)?.reason?.rawValue) }
    case .notes: column(rank: nil, isFlexible: true) { $1.text($0.trip.notes) }
    case .bucketList: column("ITEMS", alignment: .right, rank: 7) { $1.number($0.items) }
    case .livingAccommodations: column("STAYS", alignment: .right, rank: 8) { $1.number($0.stays) }
    case .costs: column(alignment: .right, rank: 6) { $1.text(Wording.sums($0.costs)) }
    }
  }

  /// - Returns: the number of trips.
  func write(_ descriptor: FetchDescriptor, of store: Store) throws -> Int {
    let report = Report(Self.columns, asCSV: asCSV, in: context)
    let fields =
      context.globals.isJSON ? context.globals.tripFields : report.names.compactMap(TripField.init)
    var descriptor = descriptor
    descriptor.relationshipsForPrefetching = TripField.relationships(of: fields)
    let rows =
      context.globals.isJSON
      ? try store.render(descriptor, TripJSON(fields: fields).append)
      : try store.render(listed: descriptor, report.append)
    context.noteMissing(store)
    try report.write(rows)
    return rows.count
  }

  func write(_ trips: [Trip]) throws {
    if context.globals.isJSON {
      return try context.output.writeJSON(trips, fields: context.globals.tripFields)
    }
    try Report(Self.columns, asCSV: asCSV, in: context).write(trips.lazy.map { ListedTrip($0) })
  }
}
