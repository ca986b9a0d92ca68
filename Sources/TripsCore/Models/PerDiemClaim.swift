/// The per diems of trips, day by day: what an expense claim asks for.
package struct PerDiemClaim {
  /// A business trip, as far as its days count.
  package struct Entry {
    package let trip: BusinessTrip
    /// What all of its days bring.
    package let estimate: PerDiemEstimate
    /// The days that count, from 0, the first of the trip: those up to today, and those still to come.
    package let past: Range<Int>
    package let planned: Range<Int>

    /// Nil for a trip without a per diem, or without a day that counts.
    fileprivate init?(_ trip: Trip, within scope: ClosedRange<CalendarDate>?, today: CalendarDate) {
      guard let trip = trip as? BusinessTrip, let estimate = trip.estimate else { return nil }
      var days = trip.startDate...trip.endDate
      if let scope {
        guard scope.overlaps(days) else { return nil }
        days = days.clamped(to: scope)
      }
      self.trip = trip
      self.estimate = estimate
      let first = trip.startDate.days(until: days.lowerBound)
      let end = trip.startDate.days(until: days.upperBound) + 1
      let tomorrow = min(max(first, trip.startDate.days(until: today) + 1), end)
      past = first..<tomorrow
      planned = tomorrow..<end
    }

    package var days: Range<Int> { past.lowerBound..<planned.upperBound }

    package func total(of days: Range<Int>) -> MoneySum { estimate.total(ofDays: days) }

    /// What a day brings, counted as `days` are.
    package func amount(ofDay day: Int) -> (date: CalendarDate, amount: MoneySum)? {
      trip.startDate.adding(days: day).map { ($0, total(of: day..<day + 1)) }
    }

    /// The days from the first to the last that brings something.
    fileprivate var paid: ClosedRange<CalendarDate>? {
      func isPaid(_ day: Int) -> Bool { total(of: day..<day + 1).minorUnits > 0 }
      guard let first = days.first(where: isPaid).flatMap(trip.startDate.adding(days:)),
        let last = days.last(where: isPaid).flatMap(trip.startDate.adding(days:))
      else { return nil }
      return first...last
    }
  }

  package let entries: [Entry]

  /// - Parameter scope: the days that count; nil for all.
  package init(_ trips: [Trip], within scope: ClosedRange<CalendarDate>?, today: CalendarDate) {
    entries = trips.compactMap { Entry($0, within: scope, today: today) }
  }

  /// The sum of each currency, of the days up to today.
  package var totals: [MoneySum] { totals(of: \.past) }

  /// The same for the days still to come, which cannot be claimed yet.
  package var planned: [MoneySum] { totals(of: \.planned) }

  private func totals(of days: KeyPath<Entry, Range<Int>>) -> [MoneySum] {
    entries.filter { !$0[keyPath: days].isEmpty }.map { $0.total(of: $0[keyPath: days]) }
      .addedByCurrency
  }

  /// Two trips that claim the same days, from the first to the last of these.
  package struct Clash {
    package let trips: (Trip, Trip)
    package let days: ClosedRange<CalendarDate>
  }

  /// The first pairs of trips that claim the same days, in the order of these, at most `limit`.
  package func clashes(limit: Int) -> [Clash] {
    let paid = entries.compactMap { entry in entry.paid.map { (trip: entry.trip, days: $0) } }
      .sorted { $0.days.lowerBound < $1.days.lowerBound }
    var clashes: [Clash] = []
    for (index, one) in paid.enumerated() {
      for other in paid[(index + 1)...] {
        guard clashes.count < limit, other.days.lowerBound <= one.days.upperBound else { break }
        clashes.append(
          Clash(trips: (one.trip, other.trip), days: one.days.clamped(to: other.days)))
      }
    }
    return clashes
  }
}
