internal import GRDB

/// The object that a row of `TripColumn` becomes.
enum TripRow {
  static let columns = SQL(sql: TripColumn.list)

  /// The columns of which only these are read, with NULL in the place of others: SQLite then passes
  /// them over.
  static func columns(only read: [TripColumn]) -> SQL {
    let columns = TripColumn.allCases.map { read.contains($0) ? $0.name : "NULL" }
    return SQL(sql: columns.joined(separator: ", "))
  }

  /// The class is that of the row's type, so that a fetch of `Trip` is deep.
  ///
  /// - Throws: `StoreProblem.corrupt` for what the schema would have refused: a damaged file may hold
  ///   anything.
  static func trip(_ row: StatementCursor) throws -> Trip {
    let kind: Trip.Type =
      switch TripType(rawValue: try row.checkedText(TripColumn.type)) {
      case .business: BusinessTrip.self
      case .personal: PersonalTrip.self
      case .trip, nil: Trip.self
      }
    let record = try TripRecord(row)
    let trip = kind.init(
      id: try row.checkedInteger(TripColumn.id), uid: try row.checkedText(TripColumn.uid),
      name: try row.checkedText(TripColumn.name),
      destination: try row.checkedText(TripColumn.destination),
      startDate: record.start, endDate: record.end,
      notes: try row.checkedText(TripColumn.notes))
    if let trip = trip as? BusinessTrip { try setPerdiem(of: trip, row) }
    if let trip = trip as? PersonalTrip {
      trip.reason = try row.checkedTextIfAny(TripColumn.reason).flatMap(PersonalTrip.Reason.init)
    }
    return trip
  }

  static func item(_ row: StatementCursor) throws -> BucketListItem {
    BucketListItem(
      id: try row.checkedInteger(ItemColumn.id), title: try row.checkedText(ItemColumn.title),
      details: try row.checkedText(ItemColumn.details),
      hasReservation: try row.checkedFlag(ItemColumn.hasReservation),
      isInPlan: try row.checkedFlag(ItemColumn.isInPlan),
      isDone: try row.checkedFlag(ItemColumn.isDone), date: try date(row, ItemColumn.date),
      time: try row.checkedTextIfAny(ItemColumn.time).flatMap(ClockTime.init),
      cost: try money(row, ItemColumn.costMinor))
  }

  static func stay(_ row: StatementCursor) throws -> LivingAccommodation {
    LivingAccommodation(
      id: try row.checkedInteger(StayColumn.id), uid: try row.checkedText(StayColumn.uid),
      placeName: try row.checkedText(StayColumn.placeName),
      address: try row.checkedText(StayColumn.address),
      isConfirmed: try row.checkedFlag(StayColumn.isConfirmed),
      startDate: try date(row, StayColumn.startDate), endDate: try date(row, StayColumn.endDate),
      cost: try money(row, StayColumn.costMinor))
  }

  /// - Throws: `StoreProblem.corrupt` for a text that the schema would have refused.
  private static func date(
    _ row: StatementCursor, _ column: some StoredColumn
  ) throws -> CalendarDate? {
    if row.isNull(column) { return nil }
    guard let date = CalendarDate(utf8: try row.checkedBytes(column)) else {
      throw StoreProblem.unfitValue
    }
    return date
  }

  private static func money<Column: StoredColumn>(
    _ row: StatementCursor, _ column: Column
  ) throws -> Money? {
    guard let minorUnits = try row.checkedIntegerIfAny(column), let currency = column.currency,
      let code = try row.checkedTextIfAny(currency)
    else { return nil }
    return Money(minorUnits: minorUnits, currency: Currency(stored: code))
  }

  private static func setPerdiem(of trip: BusinessTrip, _ row: StatementCursor) throws {
    trip.perdiem = try money(row, TripColumn.perdiemMinor)
    trip.storedRule = try row.checkedTextIfAny(TripColumn.perdiemRule)
  }
}
