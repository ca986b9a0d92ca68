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
    let known: TripDay.Form =
      switch form {
      case .date(let date): .date(try date.day(today: today))
      case .weekday(let weekday): .weekday(weekday)
      case .number(let number): .number(number)
      }
    return TripDay(description: description, form: known)
  }
}

/// A day that becomes a date only with the trip.
package struct TripDay: Sendable {
  fileprivate enum Form {
    case date(CalendarDate)
    case weekday(Weekday)
    case number(Int)
  }

  fileprivate let description: String
  fileprivate let form: Form

  /// The date of the day; one outside the trip is allowed.
  ///
  /// - Throws: `TripsError.value` if the trip has no such day, or has the weekday several times.
  func date(in trip: Trip) throws(TripsError) -> CalendarDate {
    switch form {
    case .date(let date): return date
    case .number(let number):
      if number <= trip.days, let date = trip.startDate.adding(days: number - 1) { return date }
    case .weekday(let weekday):
      let dates = (0..<min(trip.days, 15)).compactMap { trip.startDate.adding(days: $0) }
        .filter { $0.weekday == weekday }
      if dates.count > 1 {
        throw .value(
          "\(TripSummary(trip).description), has several days '\(description)': "
            + "\(dates.map(\.description).joined(separator: ", "))"
            + (trip.days > 15 ? " and later" : ""))
      }
      if let date = dates.first { return date }
    }
    throw .value("\(description) is not a day of \(TripSummary(trip).description)")
  }
}

/// Changes to the nights of a stay; values that are not given stay unchanged.
package struct StayNights: Sendable {
  package var from: TripDay?
  package var to: TripDay?
  /// Counted from the check-in; excludes `to`.
  package var count: Int?
  /// Whether the dates are removed, so that the stay covers the whole trip.
  package var areAll = false

  package init() {}

  package var isEmpty: Bool { from == nil && to == nil && count == nil && !areAll }

  /// Check-in and check-out; nil for none.
  ///
  /// - Parameter old: the current dates of the stay.
  /// - Throws: `TripsError.value` if they contradict each other.
  func dates(
    in trip: Trip, over old: ClosedRange<CalendarDate>?
  ) throws(TripsError) -> ClosedRange<CalendarDate>? {
    if areAll { return nil }
    if isEmpty { return old }
    let start = try from?.date(in: trip) ?? old?.lowerBound ?? trip.startDate
    var end = try to?.date(in: trip) ?? old?.upperBound ?? trip.endDate
    if let count {
      guard let date = start.adding(days: count) else {
        throw .value("\(counted(count, "night")) from \(start) end after 9999-12-31")
      }
      end = date
    }
    guard start <= end else {
      throw .value("the check-out \(end) is before the check-in \(start)")
    }
    return start...end
  }
}
