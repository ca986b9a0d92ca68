internal import GRDB

/// The columns of a trip in the order in which a fetch reads them, and the object they become.
enum TripRow {
  static let columns = columns(id: "id", startDate: "startDate")

  /// The columns, two of them by other names for the same values.
  static func columns(id: SQL, startDate: SQL) -> SQL {
    """
    \(id) AS id, uid, name, destination, \(startDate) AS startDate, endDate, type, perdiemMinor, \
    perdiemCurrency, perdiemRule, reason
    """
  }

  /// The class is that of the row's type, so that a fetch of `Trip` is deep.
  ///
  /// - Throws: `RowDecodingError` or `StoreProblem.corrupt` for what the schema would have refused:
  ///   a damaged file may hold anything.
  static func trip(_ row: Row) throws -> Trip {
    let kind: Trip.Type =
      switch TripType(rawValue: try row.decode(atIndex: 6)) {
      case .business: BusinessTrip.self
      case .personal: PersonalTrip.self
      case .trip, nil: Trip.self
      }
    let id: Int64 = try row.decode(atIndex: 0)
    let trip = kind.init(
      id: id, uid: try row.decode(atIndex: 1), name: try row.decode(atIndex: 2),
      destination: try row.decode(atIndex: 3),
      startDate: try date(row.decode(atIndex: 4), column: "startDate", id: id),
      endDate: try date(row.decode(atIndex: 5), column: "endDate", id: id))
    try StoreProblem.checkOrder(trip.startDate, trip.endDate, ofTrip: id)
    if let trip = trip as? BusinessTrip { try setPerdiem(of: trip, row) }
    if let trip = trip as? PersonalTrip {
      trip.reason = try row.decode(String?.self, atIndex: 10).flatMap(
        PersonalTrip.Reason.init)
    }
    return trip
  }

  private static func setPerdiem(of trip: BusinessTrip, _ row: Row) throws {
    if let minorUnits = try row.decode(Int64?.self, atIndex: 7),
      let code = try row.decode(String?.self, atIndex: 8)
    {
      trip.perdiem = Money(minorUnits: minorUnits, currency: Currency(stored: code))
    }
    trip.perdiemRule = rule(
      try row.decode(String?.self, atIndex: 9), currency: trip.perdiem?.currency ?? .usd)
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
