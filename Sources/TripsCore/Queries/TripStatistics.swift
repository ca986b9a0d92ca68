/// How much of the time is spent on trips, in all or within some days.
///
/// A day counts once in each group, however many trips cover it. A night belongs to the day on which
/// it begins. Per diems are added within a currency, never across. Spellings of a destination that a
/// search does not tell apart (`Zürich`, `zurich`) are one.
package struct TripStatistics {
  package enum Grouping: String, CaseIterable, Sendable {
    case year, month, type, reason, destination
  }

  /// Trips that have something in common.
  package struct Group: Sendable {
    /// What they have in common: `2026`, `2026-12`, `business`, `Paris`; empty for those without.
    package let key: String
    package let trips: Int
    package let days: Int
    /// Those of the days that lie before today; today and what comes is planned.
    package let pastDays: Int
    package let nights: Int
    /// Estimates, by currency code in alphabetical order.
    package let perdiem: [MoneySum]
    /// Of stays and items, by currency code in alphabetical order.
    package let costs: [MoneySum]

    package var plannedDays: Int { days - pastDays }
  }

  private let trips: [Trip]
  /// By the ids of the trips.
  private let costs: [Int64: [TripCost]]
  /// The days that count.
  private let scope: ClosedRange<CalendarDate>

  private let today: CalendarDate
  /// How each destination is written in the groups.
  private let spellings: [String: String]

  /// - Parameter scope: the days that count; nil for all.
  package init(
    _ trips: [Trip], costs: [Int64: [TripCost]] = [:], within scope: ClosedRange<CalendarDate>?,
    today: CalendarDate
  ) {
    self.costs = costs
    let scope = scope ?? .first ... .last
    self.scope = scope
    self.today = today
    self.trips = trips.filter { scope.overlaps($0.startDate...$0.endDate) }
    spellings = Self.spellings(of: self.trips.map(\.destination))
  }

  /// Of spellings that are one for a search, the one that most trips have stands for all; of those, the first.
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

  package var total: Group { group("", trips.map { part($0, scope) }) }

  /// The groups: years and months in their order, others by days, most first. Months are those that
  /// have a day.
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

  /// The groups that a trip belongs to, each with the days that count there.
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

  /// The years or months of some days, by that many characters of the date.
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
    let past = days.filter { $0.lowerBound < today.dayNumber }.map {
      $0.lowerBound...min($0.upperBound, today.dayNumber - 1)
    }
    return Group(
      key: key, trips: parts.count, days: Self.union(days), pastDays: Self.union(past),
      nights: Self.union(parts.compactMap(\.nights)),
      perdiem: parts.compactMap(\.perdiem).addedByCurrency,
      costs: parts.flatMap(\.costs).addedByCurrency)
  }

  private func part(_ trip: Trip, _ days: ClosedRange<CalendarDate>) -> Part {
    Part(trip, costs[trip.id] ?? [], days)
  }

  /// How many days the ranges cover together.
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

  /// A trip, as far as it lies within some days, of which it has one at least.
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

/// What a stay or an item costs, and the day on which it counts.
package struct TripCost: Sendable {
  package let money: Money
  /// Of the item, or of the check-in; nil for one without dates.
  let day: CalendarDate?

  /// A cost without a day, or with one outside the trip, counts on the first or last day of the trip.
  func day(in trip: Trip) -> CalendarDate {
    min(max(day ?? trip.startDate, trip.startDate), trip.endDate)
  }
}
