import TripsCore

/// The report of trips.
struct TripListing {
  let context: Context
  /// The day from which a table counts down to its trips; nil without a countdown.
  private let today: CalendarDate?

  init(in context: Context, today: CalendarDate? = nil) {
    self.context = context
    self.today = today
  }

  /// In the order of `TripField`, with its names.
  static var columns: [Column<ListedTrip>] {
    [
      Column("id", alignment: .right) { $1.number($0.trip.id) },
      Column("uid", rank: nil) { $1.text($0.trip.uid) },
      // Never dropped, otherwise the kind would be visible by colour alone.
      Column("type", style: { $0.trip.type.style }, { $1.text($0.trip.type.rawValue) }),
      Column("name", isFlexible: true, style: { $0.trip.type.style }, { $1.text($0.trip.name) }),
      Column("destination", rank: 2, isFlexible: true) { $1.text($0.trip.destination) },
      Column("startDate", title: "START") { $1.text($0.trip.startDate.description) },
      Column("endDate", title: "END", rank: 1) { $1.text($0.trip.endDate.description) },
      Column("days", alignment: .right, rank: 3) { $1.number($0.trip.days) },
      Column("nights", alignment: .right, rank: 9) { $1.number($0.trip.nights) },
      Column("perdiem", title: "PER DIEM", alignment: .right, rank: 4) {
        $1.money(($0.trip as? BusinessTrip)?.perdiem)
      },
      Column("reason", rank: 5) { $1.text(($0.trip as? PersonalTrip)?.reason?.rawValue) },
      Column("notes", rank: nil, isFlexible: true) { $1.text($0.trip.notes) },
      Column("tags", rank: 6, isFlexible: true) { $1.text($0.trip.tags.text) },
      Column("bucketList", title: "ITEMS", alignment: .right, rank: 7) {
        $1.number($0.items)
      },
      Column("livingAccommodations", title: "STAYS", alignment: .right, rank: 8) {
        $1.number($0.stays)
      },
      Column("costs", alignment: .right, rank: 6) { $1.sums($0.costs.map(\.sum)) },
    ]
  }

  /// With the countdown, which makes the start unnecessary in a narrow table.
  private var columns: [Column<ListedTrip>] {
    let columns = Self.columns
    guard let today else { return columns }
    columns.first { $0.name == TripField.startDate.rawValue }?.layout.rank = 1
    let countdown = Column<ListedTrip>("when", isDrawing: true) {
      $1.text($0.trip.countdown(on: today))
    }
    return [countdown] + columns
  }

  /// - Returns: the number of trips.
  func write(_ descriptor: FetchDescriptor, of store: Store) throws -> Int {
    let report = Report(columns, in: context)
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
    try Report(columns, in: context).write(trips.lazy.map { ListedTrip($0) })
  }
}
