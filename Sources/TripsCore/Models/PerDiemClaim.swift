/// The per diems of trips, day by day: what an expense claim asks for.
package struct PerDiemClaim {
  /// A business trip, as far as its days count.
  package struct Entry {
    package let trip: BusinessTrip
    /// What all of its days bring.
    package let estimate: PerDiemEstimate
    /// The days that count, from 0, the first of the trip.
    package let days: ClosedRange<Int>

    /// Nil for a trip without a per diem, or without a day that counts.
    fileprivate init?(_ trip: Trip, within scope: ClosedRange<CalendarDate>?) {
      guard let trip = trip as? BusinessTrip, let estimate = trip.estimate else { return nil }
      var days = trip.startDate...trip.endDate
      if let scope {
        guard scope.overlaps(days) else { return nil }
        days = days.clamped(to: scope)
      }
      self.trip = trip
      self.estimate = estimate
      self.days =
        trip.startDate.days(until: days.lowerBound)...trip.startDate.days(until: days.upperBound)
    }

    package var total: MoneySum { estimate.total(ofDays: days) }

    /// What a day brings, counted as `days` are.
    package func amount(ofDay day: Int) -> (date: CalendarDate, amount: MoneySum)? {
      trip.startDate.adding(days: day).map { ($0, estimate.total(ofDays: day...day)) }
    }
  }

  package let entries: [Entry]

  /// - Parameter scope: the days that count; nil for all.
  package init(_ trips: [Trip], within scope: ClosedRange<CalendarDate>?) {
    entries = trips.compactMap { Entry($0, within: scope) }
  }

  /// The sum of each currency.
  package var totals: [MoneySum] { entries.map(\.total).addedByCurrency }
}
