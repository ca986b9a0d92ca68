/// A typed day of a trip: a date, `day3`, or a weekday within the trip.
package struct TripDayExpression: Sendable, CustomStringConvertible {
  private enum Form {
    case date(DateExpression)
    case weekday(Weekday)
    /// The first day is 1.
    case number(Int)
  }

  /// As it was typed.
  package let description: String
  private let form: Form

  package init(_ text: String) throws(ValueError) {
    description = text
    if let weekday = Weekday(text) {
      form = .weekday(weekday)
    } else if let digits = text.lowercased().rest(after: "day"), digits.isDigits {
      guard let number = Int(digits), number > 0 else {
        throw ValueError("the first day of a trip is 'day1'")
      }
      form = .number(number)
    } else {
      form = .date(try DateExpression(text, role: .tripDay))
    }
  }

  /// The day, as far as it can be known without the trip.
  package func day(today: CalendarDate) throws(ValueError) -> TripDay {
    let known: TripDay.Form
    switch form {
    case .date(let date):
      known = .date(try date.day(today: today), offset: date.offset)
    case .weekday(let weekday): known = .weekday(weekday)
    case .number(let number): known = .number(number)
    }
    return TripDay(description: description, form: known)
  }
}

/// A day that becomes a date only with the trip.
package struct TripDay: Sendable {
  fileprivate enum Form {
    /// An offset counts from the value that it replaces; without one, it is this date.
    case date(CalendarDate, offset: CalendarOffset?)
    case weekday(Weekday)
    case number(Int)
  }

  fileprivate let description: String
  fileprivate let form: Form

  /// The date of the day; one outside the trip is allowed.
  ///
  /// - Parameter old: the date that it replaces, from which an offset counts.
  /// - Throws: `TripsError.value` if the trip has no such day, or has the weekday several times.
  func date(
    in trip: Trip, replacing old: CalendarDate? = nil
  ) throws(TripsError) -> CalendarDate {
    switch form {
    case .date(_, let offset?) where old != nil:
      if let date = old?.adding(offset) { return date }
      throw .value("\(description) is outside the years 0001 to 9999")
    case .date(let date, _): return date
    case .number(let number):
      if number <= trip.days, let date = trip.startDate.adding(days: number - 1) { return date }
    case .weekday(let weekday):
      let dates = (0..<min(trip.days, 15)).compactMap { trip.startDate.adding(days: $0) }
        .filter { $0.weekday == weekday }
      if dates.count > 1 {
        throw .value(
          "\(TripSummary(trip).description), has more than one '\(description)': "
            + "\(dates.map(\.description).joined(separator: ", "))"
            + (trip.days > 15 ? " and later" : ""))
      }
      if let date = dates.first { return date }
    }
    throw .value("\(description) is not a day of \(TripSummary(trip).description)")
  }
}
