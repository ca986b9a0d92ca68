internal import GRDB

/// The columns of a trip in the order in which a fetch reads them, and the object they become.
enum TripRow {
  static let columns: SQL = """
    id, uid, name, destination, startDate, endDate, type, perdiemMinor, perdiemCurrency, \
    perdiemRule, reason
    """

  /// The class is that of the row's type, so that a fetch of `Trip` is deep.
  ///
  /// - Throws: `StoreProblem.corrupt` for a date that the schema would have refused.
  static func trip(_ row: Row) throws -> Trip {
    let id: Int64 = row[0]
    let start = try date(row[4], column: "startDate", id: id)
    let end = try date(row[5], column: "endDate", id: id)
    func make<Kind: Trip>(_ kind: Kind.Type) -> Kind {
      Kind(
        id: id, uid: row[1], name: row[2], destination: row[3], startDate: start, endDate: end)
    }
    switch TripType(rawValue: row[6]) {
    case .business:
      let trip = make(BusinessTrip.self)
      if let minorUnits: Int64 = row[7], let code: String = row[8] {
        trip.perdiem = Money(minorUnits: minorUnits, currency: Currency(stored: code))
      }
      trip.perdiemRule = rule(row[9], currency: trip.perdiem?.currency ?? .usd)
      return trip
    case .personal:
      let trip = make(PersonalTrip.self)
      trip.reason = (row[10] as String?).flatMap(PersonalTrip.Reason.init)
      return trip
    case .trip, nil:
      return make(Trip.self)
    }
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
