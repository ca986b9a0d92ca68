/// A typed day of a trip, or the days from one to another: `day2`, `fri..sun`.
package struct TripDaysExpression: Sendable, CustomStringConvertible {
  /// As it was typed.
  package let description: String
  private let first: TripDayExpression
  private let last: TripDayExpression?

  package init(_ text: String) throws(ValueError) {
    description = text
    if let points = text.unicodeScalars.firstRange(of: "..".unicodeScalars) {
      first = try TripDayExpression(String(text[..<points.lowerBound]))
      last = try TripDayExpression(String(text[points.upperBound...]))
    } else {
      (first, last) = (try TripDayExpression(text), nil)
    }
  }

  /// The days, as far as they can be known without the trip.
  package func days(today: CalendarDate) throws(ValueError) -> (first: TripDay, last: TripDay) {
    let first = try first.day(today: today)
    return (first, try last?.day(today: today) ?? first)
  }
}

/// A command's change to single days of a trip.
package struct SingleDaysEdit: Sendable {
  private let days: (first: TripDay, last: TripDay)
  package var amount = Amount.unchanged
  /// All meals that were provided on each of the days; nil leaves them as they are.
  package var meals: [SingleDays.Meal]?

  package enum Amount: Sendable {
    case unchanged
    /// The rule's amount.
    case byRule
    case stated(WrittenAmount)
  }

  package init(_ days: (first: TripDay, last: TripDay)) {
    self.days = days
  }

  /// The single days of the trip after the change.
  ///
  /// - Throws: `TripsError.value` for a trip without a per diem, a day that the trip does not have, or
  ///   an amount in another currency.
  func applied(to trip: Trip) throws(TripsError) -> SingleDays {
    guard let trip = trip as? BusinessTrip, let perdiem = trip.perdiem else {
      throw .value("single days need a per diem, and \(TripSummary(trip).description), has none")
    }
    var result = trip.singleDays
    for date in try dates(in: trip) {
      var day = result[date] ?? SingleDays.Day(date: date)
      day.amount = try amount(insteadOf: day.amount, perdiem.currency)
      day.meals = meals ?? day.meals
      result[date] = day
    }
    return result
  }

  /// A single day outside the trip can be removed, but not added.
  private func dates(in trip: BusinessTrip) throws(TripsError) -> [CalendarDate] {
    let (first, last) = (try days.first.date(in: trip), try days.last.date(in: trip))
    guard first <= last else { throw .value("\(last) is before \(first)") }
    let single = trip.singleDays
    if !trip.contains(first) || !trip.contains(last) {
      let stored = single.days.map(\.date).filter { first <= $0 && $0 <= last }
      guard first == last, !stored.isEmpty else {
        let day = trip.contains(first) ? last : first
        throw .value("\(day) is not a day of \(TripSummary(trip).description)")
      }
      return stored
    }
    let count = first.days(until: last) + 1
    guard count <= SingleDays.maxCount else {
      throw .value("only \(SingleDays.maxCount) days of a trip may be single days")
    }
    return (0..<count).compactMap { first.adding(days: $0) }
  }

  private func amount(
    insteadOf old: String?, _ currency: Currency
  ) throws(TripsError) -> String? {
    switch amount {
    case .unchanged: return old
    case .byRule: return nil
    case .stated(let written):
      do {
        let money = try written.money(currency)
        guard money.currency == currency else {
          throw ValueError("the per diem of the trip is in \(currency.code)")
        }
        return money.amount
      } catch {
        throw .value("the per diem '\(written.text)' is invalid: \(error)")
      }
    }
  }
}
