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

  /// The date of the day.
  ///
  /// - Parameter first: the day from which a weekday is searched.
  /// - Throws: `TripsError.value` if the trip has no such day.
  func date(in trip: Trip, from first: CalendarDate = .first) throws(TripsError) -> CalendarDate {
    let first = max(first, trip.startDate)
    let date: CalendarDate? =
      switch form {
      case .date(let date): date
      case .weekday(let weekday):
        (0...6).lazy.compactMap { first.adding(days: $0) }.first { $0.weekday == weekday }
      case .number(let number): number > trip.days ? nil : trip.startDate.adding(days: number - 1)
      }
    guard let date, trip.contains(date) else {
      let what = date.map { "\($0)" == description ? description : "\(description) (\($0))" }
      throw .value("\(what ?? description) is not a day of \(TripSummary(trip).description)")
    }
    return date
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
  /// - Throws: `TripsError.value` if they contradict each other, or if one is outside the trip.
  func dates(
    in trip: Trip, over old: ClosedRange<CalendarDate>?
  ) throws(TripsError) -> ClosedRange<CalendarDate>? {
    if areAll { return nil }
    if isEmpty { return old }
    let start = try from?.date(in: trip) ?? old?.lowerBound ?? trip.startDate
    var end = try to?.date(in: trip, from: start) ?? old?.upperBound ?? trip.endDate
    if let count {
      guard let date = start.adding(days: count), date <= trip.endDate else {
        throw .value(
          "\(counted(count, "night")) from \(start) end after \(TripSummary(trip).description)")
      }
      end = date
    }
    guard start <= end else {
      throw .value("the check-out \(end) is before the check-in \(start)")
    }
    return start...end
  }
}
