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
      isDone: try row.checkedFlag(ItemColumn.isDone))
  }

  static func stay(_ row: StatementCursor) throws -> LivingAccommodation {
    LivingAccommodation(
      id: try row.checkedInteger(StayColumn.id),
      placeName: try row.checkedText(StayColumn.placeName),
      address: try row.checkedText(StayColumn.address),
      isConfirmed: try row.checkedFlag(StayColumn.isConfirmed))
  }

  private static func setPerdiem(of trip: BusinessTrip, _ row: StatementCursor) throws {
    if let minorUnits = try row.checkedIntegerIfAny(TripColumn.perdiemMinor),
      let code = try row.checkedTextIfAny(TripColumn.perdiemCurrency)
    {
      trip.perdiem = Money(minorUnits: minorUnits, currency: Currency(stored: code))
    }
    trip.storedRule = try row.checkedTextIfAny(TripColumn.perdiemRule)
  }
}
