/// The per diems of trips, day by day, for an expense claim.
package struct PerDiemClaim {
  /// A business trip with the days that count.
  package struct Entry {
    package let trip: BusinessTrip
    /// The amount of the whole trip.
    package let estimate: PerDiemEstimate
    /// The days that count, where 0 is the first day of the trip: past ones and today, and future
    /// ones.
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

    /// The amount of a day, numbered as in `days`.
    package func amount(ofDay day: Int) -> (date: CalendarDate, amount: MoneySum)? {
      trip.startDate.adding(days: day).map { ($0, total(of: day..<day + 1)) }
    }

    /// The days from the first to the last with an amount.
    package var paid: ClosedRange<CalendarDate>? {
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

  /// The sum per currency up to today.
  package var totals: [MoneySum] { totals(of: \.past) }

  /// The sum per currency of future days, which cannot be claimed yet.
  package var planned: [MoneySum] { totals(of: \.planned) }

  private func totals(of days: KeyPath<Entry, Range<Int>>) -> [MoneySum] {
    entries.filter { !$0[keyPath: days].isEmpty }.map { $0.total(of: $0[keyPath: days]) }
      .addedByCurrency
  }

  /// Two trips that claim the same days, and the range of these days.
  package struct Clash {
    package let trips: (Trip, Trip)
    package let days: ClosedRange<CalendarDate>
  }

  /// The days that several trips claim, as ranges in order that do not overlap.
  package var doubles: [ClosedRange<CalendarDate>] {
    let paid = entries.compactMap(\.paid).sorted { $0.lowerBound < $1.lowerBound }
    guard var last = paid.first?.upperBound else { return [] }
    var doubles: [ClosedRange<CalendarDate>] = []
    for days in paid.dropFirst() {
      let end = min(last, days.upperBound)
      if let before = doubles.last, days.lowerBound <= before.upperBound {
        doubles[doubles.count - 1] = before.lowerBound...max(before.upperBound, end)
      } else if days.lowerBound <= end {
        doubles.append(days.lowerBound...end)
      }
      last = max(last, days.upperBound)
    }
    return doubles
  }

  /// The first pairs of trips that claim the same days, sorted by day, at most `limit`.
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
