/// A day of a trip as a person types it: a date, `day3`, or a weekday within the trip.
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
      form = .date(try DateExpression(text))
    }
  }

  /// The day, as far as it is known without the trip.
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

/// A day that a call gives, which only the trip makes a date.
package struct TripDay: Sendable {
  fileprivate enum Form {
    case date(CalendarDate)
    case weekday(Weekday)
    case number(Int)
  }

  fileprivate let description: String
  fileprivate let form: Form

  /// The date that it stands for.
  ///
  /// - Parameter first: the day from which on a weekday is looked for.
  /// - Throws: `TripsError.value` where the trip has no such day.
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

/// The nights that a call gives a stay; what is not given stays as it is.
package struct StayNights: Sendable {
  package var from: TripDay?
  package var to: TripDay?
  /// From the check-in; excludes `to`.
  package var count: Int?
  /// Whether the stay is for the whole trip, and has no dates.
  package var areAll = false

  package init() {}

  package var isEmpty: Bool { from == nil && to == nil && count == nil && !areAll }

  /// Check-in and check-out; nil for none.
  ///
  /// - Parameter old: those that the stay has.
  /// - Throws: `TripsError.value` where they do not fit, or one that is given lies outside the trip.
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
