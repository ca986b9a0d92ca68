/// A day of a claim: what a trip gets for it.
package struct ClaimedDay {
  /// The trip as the claim names it.
  package struct Trip {
    /// Nil if the store no longer has it.
    package var id: Int64?
    package var uid: String
    package var name = ""
    package var destination = ""
    /// Separated by spaces.
    package var tags = ""
  }

  package let trip: Trip
  package let date: CalendarDate
  package var amount: MoneySum
  /// The meals that were provided.
  package var meals: [SingleDays.Meal] = []
  package var isPlanned = false
  /// Whether another trip also claims the day.
  package var isDouble = false
}

extension ClaimedDay.Trip {
  init(_ trip: TripsCore.Trip) {
    self.init(
      id: trip.id, uid: trip.uid, name: trip.name, destination: trip.destination,
      tags: trip.tags.text)
  }
}

/// The per diems of trips, day by day, for an expense claim.
package struct PerDiemClaim {
  /// A business trip with the days that count.
  struct Entry {
    let trip: BusinessTrip
    /// The amounts of the whole trip.
    let estimate: PerDiemEstimate
    /// The days that count, where 0 is the first day of the trip: past ones and today, and future
    /// ones.
    let past: Range<Int>
    let planned: Range<Int>

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

    var days: Range<Int> { past.lowerBound..<planned.upperBound }

    /// The days with an amount, as ranges in order.
    fileprivate var paid: [ClosedRange<CalendarDate>] {
      var ranges: [Range<Int>] = []
      for run in estimate.runs(in: days) where run.minorUnits > 0 {
        if let last = ranges.last, last.upperBound == run.days.lowerBound {
          ranges[ranges.count - 1] = last.lowerBound..<run.days.upperBound
        } else {
          ranges.append(run.days)
        }
      }
      return ranges.compactMap { range in
        guard let first = trip.startDate.adding(days: range.lowerBound),
          let last = trip.startDate.adding(days: range.upperBound - 1)
        else { return nil }
        return first...last
      }
    }
  }

  let entries: [Entry]

  /// - Parameter scope: the days that count; nil for all.
  package init(_ trips: [Trip], within scope: ClosedRange<CalendarDate>?, today: CalendarDate) {
    entries = trips.compactMap { Entry($0, within: scope, today: today) }
  }

  /// Calls `body` for each day, trip by trip. A trip may last ten thousand years, so the days are
  /// never in memory together.
  ///
  /// - Parameter isPlanned: whether future days are included.
  package func forEachDay(
    andPlanned isPlanned: Bool, _ body: (ClaimedDay) throws -> Void
  ) rethrows {
    let doubles = doubles
    for entry in entries {
      let trip = entry.trip
      let claimed = ClaimedDay.Trip(trip)
      let singleDays = trip.singleDays
      for run in entry.estimate.runs(in: isPlanned ? entry.days : entry.past) {
        for day in run.days {
          guard let date = trip.startDate.adding(days: day) else { continue }
          let units = Int128(run.minorUnits)
          try body(
            ClaimedDay(
              trip: claimed, date: date,
              amount: MoneySum(minorUnits: units, currency: entry.estimate.currency),
              meals: singleDays[date]?.meals ?? [], isPlanned: entry.planned.contains(day),
              isDouble: units > 0 && doubles.includes(date)))
        }
      }
    }
  }

  /// Two trips that claim the same days, and the range of these days.
  package struct Clash {
    package let trips: (Trip, Trip)
    package let days: ClosedRange<CalendarDate>

    var ids: [Int64] { [trips.0.id, trips.1.id] }
  }

  /// The days that several trips claim, as ranges in order that do not overlap.
  package var doubles: [ClosedRange<CalendarDate>] {
    let paid = entries.flatMap(\.paid).sorted { $0.lowerBound < $1.lowerBound }
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
    let paid = entries.flatMap { entry in entry.paid.map { (trip: entry.trip, days: $0) } }
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

extension [ClosedRange<CalendarDate>] {
  /// Whether one of these contains a date. They are in order and do not overlap.
  fileprivate func includes(_ date: CalendarDate) -> Bool {
    var range = indices
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      if self[middle].contains(date) { return true }
      range =
        date < self[middle].lowerBound
        ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return false
  }
}
