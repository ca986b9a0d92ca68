import TripsCore

/// The report of trips.
struct TripListing {
  let context: Context
  let asCSV: Bool

  init(in context: Context, asCSV: Bool = false) {
    self.context = context
    self.asCSV = asCSV
  }

  static var columns: [Column<Trip>] { TripField.allCases.map(column) }

  private static func column(_ field: TripField) -> Column<Trip> {
    func column(
      _ title: String? = nil, alignment: Alignment = .left, rank: Int? = 0,
      isFlexible: Bool = false, style: @escaping (Trip) -> TextStyle = { _ in .plain },
      _ write: @escaping (Trip, inout CellWriter) -> Void
    ) -> Column<Trip> {
      Column(
        field.rawValue, title: title, alignment: alignment, rank: rank, isFlexible: isFlexible,
        style: style, write)
    }
    return switch field {
    case .id: column(alignment: .right) { $1.number($0.id) }
    case .uid: column(rank: nil) { $1.text($0.uid) }
    // Never dropped, otherwise the kind would be visible by colour alone.
    case .type: column(style: { $0.type.style }, { $1.text($0.type.rawValue) })
    case .name:
      column(isFlexible: true, style: { $0.type.style }, { $1.text($0.name) })
    case .destination: column(rank: 2, isFlexible: true) { $1.text($0.destination) }
    case .startDate: column("START") { $1.text($0.startDate.description) }
    case .endDate: column("END", rank: 1) { $1.text($0.endDate.description) }
    case .days: column(alignment: .right, rank: 3) { $1.number($0.days) }
    case .nights: column(alignment: .right, rank: 9) { $1.number($0.nights) }
    case .perdiem: column("PER DIEM", alignment: .right, rank: 4) { $1.money(($0 as? BusinessTrip)?.perdiem) }
    case .reason: column(rank: 5) { $1.text(($0 as? PersonalTrip)?.reason?.rawValue) }
    case .notes: column(rank: nil, isFlexible: true) { $1.text($0.notes) }
    case .bucketList: column("ITEMS", alignment: .right, rank: 7) { $1.number($0.bucketList.count) }
    case .livingAccommodations: column("STAYS", alignment: .right, rank: 8) { $1.number($0.livingAccommodations.count) }
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
    let append = context.globals.isJSON ? TripJSON(fields: fields).append : report.append
    let rows = try store.render(descriptor, append)
    context.noteMissing(store)
    try report.write(rows)
    return rows.count
  }

  func write(_ trips: [Trip]) throws {
    if context.globals.isJSON {
      return try context.output.writeJSON(trips, fields: context.globals.tripFields)
    }
    try Report(Self.columns, asCSV: asCSV, in: context).write(trips)
  }
}
