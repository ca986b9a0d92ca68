/// Statistics of the time spent on trips, in total or within a period.
///
/// A day counts once in each group, even if several trips include it. A night belongs to the day on
/// which it begins. Per diems are added per currency, as a claim counts them: days that have begun.
/// Spellings of a destination or a tag that a search treats as equal (`Zürich`, `zurich`) are one
/// group. A trip counts under each of its tags.
package struct TripStatistics {
  package enum Grouping: String, CaseIterable, Sendable {
    case year, month, type, reason, destination, tag
  }

  /// Trips with a common property.
  package struct Group: Sendable {
    /// The common property: `2026`, `2026-12`, `business`, `Paris`; empty for trips without one.
    package let key: String
    package let trips: Int
    package let days: Int
    package let nights: Int
    /// Sorted by currency code, as are the others.
    package let perdiem: [MoneySum]
    /// Of items and stays.
    package let costs: [MoneySum]
    /// What of the costs is paid.
    package let paid: [MoneySum]
  }

  private let trips: [Trip]
  /// By trip id.
  private let costs: [Int64: [TripCost]]
  /// The days that count.
  private let scope: ClosedRange<CalendarDate>
  private let today: CalendarDate

  /// - Parameters:
  ///   - scope: the days that count; nil for all.
  ///   - today: the last day whose per diem counts.
  package init(
    _ trips: [Trip], costs: [Int64: [TripCost]] = [:], within scope: ClosedRange<CalendarDate>?,
    today: CalendarDate
  ) {
    (self.costs, self.today) = (costs, today)
    let scope = scope ?? .first ... .last
    self.scope = scope
    self.trips = trips.filter { scope.overlaps($0.startDate...$0.endDate) }
  }

  /// Of several spellings of a destination or a tag, the group shows the one that most trips use, or
  /// the first of these.
  private static func spellings(of words: [String]) -> [String: String] {
    let counts = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
    let firstIndices = Dictionary(zip(words, 0...), uniquingKeysWith: min)
    let alike = Dictionary(grouping: counts.keys) { word in
      let folded = SearchText.folded(word)
      return folded.isEmpty ? word : folded
    }
    var spellings: [String: String] = [:]
    for group in alike.values {
      let most = group.max {
        (counts[$0] ?? 0, firstIndices[$1] ?? 0) < (counts[$1] ?? 0, firstIndices[$0] ?? 0)
      }
      for destination in group { spellings[destination] = most }
    }
    return spellings
  }

  /// The groups: years and months in order, others by days, most first. Months without a day are
  /// left out.
  package func groups(by grouping: Grouping) -> [Group] {
    var parts: [String: [Part]] = [:]
    let spellings = Self.spellings(of: trips.flatMap { Self.words(of: $0, grouping) })
    for trip in trips {
      let estimate = (trip as? BusinessTrip)?.estimate
      for (key, days) in keys(of: trip, grouping) {
        parts[spellings[key] ?? key, default: []].append(
          Part(trip, estimate, costs[trip.id] ?? [], days, today: today))
      }
    }
    let groups = parts.map { group($0.key, $0.value) }
    switch grouping {
    case .year, .month: return groups.sorted { $0.key < $1.key }
    case .type, .reason, .destination, .tag:
      return groups.sorted { ($1.days, $0.key) < ($0.days, $1.key) }
    }
  }

  /// The words that may have several spellings.
  private static func words(of trip: Trip, _ grouping: Grouping) -> [String] {
    switch grouping {
    case .destination: [trip.destination]
    case .tag: trip.tags.words
    case .year, .month, .type, .reason: []
    }
  }

  /// The groups of a trip, each with the days that count there.
  private func keys(
    of trip: Trip, _ grouping: Grouping
  ) -> [(key: String, days: ClosedRange<CalendarDate>)] {
    switch grouping {
    case .type: return [(trip.type.rawValue, scope)]
    case .reason: return (trip as? PersonalTrip).map { [($0.reason?.rawValue ?? "", scope)] } ?? []
    case .destination: return [(trip.destination, scope)]
    case .tag: return trip.tags.isEmpty ? [("", scope)] : trip.tags.words.map { ($0, scope) }
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
      costs: parts.flatMap(\.costs).map(\.money).addedByCurrency,
      paid: parts.flatMap(\.costs).filter(\.isPaid).map(\.money).addedByCurrency)
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
    let costs: [TripCost]

    init(
      _ trip: Trip, _ estimate: PerDiemEstimate?, _ costs: [TripCost],
      _ scope: ClosedRange<CalendarDate>, today: CalendarDate
    ) {
      let first = max(trip.startDate.dayNumber, scope.lowerBound.dayNumber)
      let last = min(trip.endDate.dayNumber, scope.upperBound.dayNumber)
      let lastNight = min(trip.endDate.dayNumber - 1, scope.upperBound.dayNumber)
      days = first...last
      nights = first <= lastNight ? first...lastNight : nil
      let offset = trip.startDate.dayNumber
      let begun = min(last, today.dayNumber)
      perdiem =
        first <= begun ? estimate?.total(ofDays: first - offset..<begun - offset + 1) : nil
      self.costs = costs.filter { scope.contains($0.day(in: trip)) }
    }
  }
}

/// The cost of a stay or an item, and the day on which it counts.
package struct TripCost: Sendable {
  package let money: Money
  /// The day of the item or the check-in; nil without dates.
  let day: CalendarDate?
  let isPaid: Bool

  /// A cost without a day, or with a day outside the trip, counts on the first or last day of the
  /// trip.
  func day(in trip: Trip) -> CalendarDate {
    min(max(day ?? trip.startDate, trip.startDate), trip.endDate)
  }
}
