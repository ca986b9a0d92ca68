internal import GRDB

/// The columns of a trip in the order in which a fetch reads them, and the object they become.
enum TripRow {
  static let columns = columns(id: "id", startDate: "startDate")

  /// The columns, two of them by other names for the same values.
  static func columns(id: SQL, startDate: SQL) -> SQL {
    """
    \(id) AS id, uid, name, destination, \(startDate) AS startDate, endDate, type, perdiemMinor, \
    perdiemCurrency, perdiemRule, reason, notes
    """
  }

  /// The class is that of the row's type, so that a fetch of `Trip` is deep.
  ///
  /// - Throws: `StoreProblem.corrupt` for what the schema would have refused: a damaged file may hold
  ///   anything.
  static func trip(_ row: StatementCursor) throws -> Trip {
    let kind: Trip.Type =
      switch TripType(rawValue: try row.checkedText(6)) {
      case .business: BusinessTrip.self
      case .personal: PersonalTrip.self
      case .trip, nil: Trip.self
      }
    let id = try row.checkedInteger(0)
    let trip = kind.init(
      id: id, uid: try row.checkedText(1), name: try row.checkedText(2),
      destination: try row.checkedText(3),
      startDate: try date(row.checkedText(4), column: "startDate", id: id),
      endDate: try date(row.checkedText(5), column: "endDate", id: id),
      notes: try row.checkedText(11))
    try StoreProblem.checkOrder(trip.startDate, trip.endDate, ofTrip: id)
    if let trip = trip as? BusinessTrip { try setPerdiem(of: trip, row) }
    if let trip = trip as? PersonalTrip {
      trip.reason = try row.checkedTextIfAny(10).flatMap(PersonalTrip.Reason.init)
    }
    return trip
  }

  private static func setPerdiem(of trip: BusinessTrip, _ row: StatementCursor) throws {
    if let minorUnits = try row.checkedIntegerIfAny(7), let code = try row.checkedTextIfAny(8) {
      trip.perdiem = Money(minorUnits: minorUnits, currency: Currency(stored: code))
    }
    trip.perdiemRule = rule(
      try row.checkedTextIfAny(9), currency: trip.perdiem?.currency ?? .withMostDecimals)
  }

  private static func date(_ text: String, column: String, id: Int64) throws -> CalendarDate {
    guard let date = CalendarDate(text) else {
      throw StoreProblem.corrupt("\(column) of trip \(id) is '\(text)'")
    }
    return date
  }

  /// A rule that another program wrote and nobody can read counts as none.
  private static func rule(_ text: String?, currency: Currency) -> PerDiemRule {
    guard let text, let rule = try? PerDiemRule(text, currency: currency) else { return .full }
    return rule
  }
}
