/// Statistics of the time spent on trips, in total or within a period.
///
/// A day counts once in each group, even if several trips include it. A night belongs to the day on
/// which it begins. Per diems are added per currency. Spellings of a destination that a search
/// treats as equal (`Zürich`, `zurich`) are one group.
package struct TripStatistics {
  package enum Grouping: String, CaseIterable, Sendable {
    case year, month, type, reason, destination
  }

  /// Trips with a common property.
  package struct Group: Sendable {
    /// The common property: `2026`, `2026-12`, `business`, `Paris`; empty for trips without one.
    package let key: String
    package let trips: Int
    package let days: Int
    package let nights: Int
    /// Estimates, sorted by currency code.
    package let perdiem: [MoneySum]
    /// Of items and stays, sorted by currency code.
    package let costs: [MoneySum]
  }

  private let trips: [Trip]
  /// By trip id.
  private let costs: [Int64: [TripCost]]
  /// The days that count.
  private let scope: ClosedRange<CalendarDate>

  /// The spelling of each destination in the groups.
  private let spellings: [String: String]

  /// - Parameter scope: the days that count; nil for all.
  package init(
    _ trips: [Trip], costs: [Int64: [TripCost]] = [:], within scope: ClosedRange<CalendarDate>?
  ) {
    self.costs = costs
    let scope = scope ?? .first ... .last
    self.scope = scope
    self.trips = trips.filter { scope.overlaps($0.startDate...$0.endDate) }
    spellings = Self.spellings(of: self.trips.map(\.destination))
  }

  /// Of several spellings of a destination, the group shows the one that most trips use, or the
  /// first of these.
  private static func spellings(of destinations: [String]) -> [String: String] {
    let counts = Dictionary(destinations.map { ($0, 1) }, uniquingKeysWith: +)
    let places = Dictionary(zip(destinations, 0...), uniquingKeysWith: min)
    let alike = Dictionary(grouping: counts.keys) { destination in
      let folded = SearchText.folded(destination)
      return folded.isEmpty ? destination : folded
    }
    var spellings: [String: String] = [:]
    for group in alike.values {
      let most = group.max {
        (counts[$0] ?? 0, places[$1] ?? 0) < (counts[$1] ?? 0, places[$0] ?? 0)
      }
      for destination in group { spellings[destination] = most }
    }
    return spellings
  }

  /// The groups: years and months in order, others by days, most first. Months without a day are
  /// left out.
  package func groups(by grouping: Grouping) -> [Group] {
    var parts: [String: [Part]] = [:]
    for trip in trips {
      for (key, days) in keys(of: trip, grouping) {
        parts[key, default: []].append(part(trip, days))
      }
    }
    let groups = parts.map { group($0.key, $0.value) }
    switch grouping {
    case .year, .month: return groups.sorted { $0.key < $1.key }
    case .type, .reason, .destination:
      return groups.sorted { ($1.days, $0.key) < ($0.days, $1.key) }
    }
  }

  /// The groups of a trip, each with the days that count there.
  private func keys(
    of trip: Trip, _ grouping: Grouping
  ) -> [(key: String, days: ClosedRange<CalendarDate>)] {
    switch grouping {
    case .type: return [(trip.type.rawValue, scope)]
    case .reason: return (trip as? PersonalTrip).map { [($0.reason?.rawValue ?? "", scope)] } ?? []
    case .destination:
      return [(spellings[trip.destination] ?? trip.destination, scope)]
    case .year, .month:
      let days = (trip.startDate...trip.endDate).clamped(to: scope)
      return periods(of: days, length: grouping == .year ? 4 : 7)
    }
  }

  /// The years or months of some days, given by a prefix length of the date.
  private func periods(
    of days: ClosedRange<CalendarDate>, length: Int
  ) -> [(key: String, days: ClosedRange<CalendarDate>)] {
    var periods: [(key: String, days: ClosedRange<CalendarDate>)] = []
    var first = days.lowerBound
    while true {
      let (year, month, _) = first.components
      let last =
        length == 4
        ? CalendarDate(year: year, month: 12, day: 31)
        : CalendarDate(year: year, month: month, day: CalendarDate.daysInMonth(month, of: year))
      let end = min(last ?? days.upperBound, days.upperBound)
      periods.append((String(first.description.prefix(length)), first...end))
      guard end < days.upperBound, let next = end.adding(days: 1) else { return periods }
      first = next
    }
  }

  private func group(_ key: String, _ parts: [Part]) -> Group {
    let days = parts.map(\.days)
    return Group(
      key: key, trips: parts.count, days: Self.union(days),
      nights: Self.union(parts.compactMap(\.nights)),
      perdiem: parts.compactMap(\.perdiem).addedByCurrency,
      costs: parts.flatMap(\.costs).addedByCurrency)
  }

  private func part(_ trip: Trip, _ days: ClosedRange<CalendarDate>) -> Part {
    Part(trip, costs[trip.id] ?? [], days)
  }

  /// The number of days that the ranges cover together.
  private static func union(_ ranges: [ClosedRange<Int>]) -> Int {
    var count = 0
    var next = Int.min
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.upperBound >= next {
      count += range.upperBound - max(range.lowerBound, next) + 1
      next = range.upperBound + 1
    }
    return count
  }

  /// The part of a trip within a period, at least one day.
  private struct Part {
    /// Day numbers.
    let days: ClosedRange<Int>
    let nights: ClosedRange<Int>?
    let perdiem: MoneySum?
    let costs: [Money]

    init(_ trip: Trip, _ costs: [TripCost], _ scope: ClosedRange<CalendarDate>) {
      let first = max(trip.startDate.dayNumber, scope.lowerBound.dayNumber)
      let last = min(trip.endDate.dayNumber, scope.upperBound.dayNumber)
      let lastNight = min(trip.endDate.dayNumber - 1, scope.upperBound.dayNumber)
      days = first...last
      nights = first <= lastNight ? first...lastNight : nil
      let offset = trip.startDate.dayNumber
      perdiem = (trip as? BusinessTrip)?.estimate?.total(ofDays: first - offset..<last - offset + 1)
      self.costs = costs.filter { scope.contains($0.day(in: trip)) }.map(\.money)
    }
  }
}

/// The cost of a stay or an item, and the day on which it counts.
package struct TripCost: Sendable {
  package let money: Money
  /// The day of the item or the check-in; nil without dates.
  let day: CalendarDate?

  /// A cost without a day, or with a day outside the trip, counts on the first or last day of the
  /// trip.
  func day(in trip: Trip) -> CalendarDate {
    min(max(day ?? trip.startDate, trip.startDate), trip.endDate)
  }
}
