internal import SQLite

extension TripPredicate {
  /// The maximum number of days from the first to the last day of a trip that is not in the index
  /// `trip_long`.
  private static let longTripDays = 31
  /// The condition of the index, so that SQLite recognises it.
  private static let isLong: SQL = "endDate > date(startDate, '+31 days')"

  /// The days, inclusive, between which the dates of a trip must be; the whole calendar means no
  /// bound.
  private struct Bounds {
    var earliestEnd = CalendarDate.first
    var latestStart = CalendarDate.last
    var earliestStart = CalendarDate.first
    var latestEnd = CalendarDate.last

    var conditions: [SQL] {
      var conditions: [SQL] = []
      if earliestEnd > .first { conditions.append("endDate >= \(earliestEnd.description)") }
      if latestStart < .last { conditions.append("startDate <= \(latestStart.description)") }
      if earliestStart > .first { conditions.append("startDate >= \(earliestStart.description)") }
      if latestEnd < .last { conditions.append("endDate <= \(latestEnd.description)") }
      return conditions
    }
  }

  private var givenBounds: Bounds {
    Bounds(earliestEnd: from ?? .first, latestStart: to ?? .last)
  }

  /// The bounds narrowed by the phases; nil if the phases are not one range.
  private var bounds: Bounds? {
    var bounds = givenBounds
    guard let today, !phases.isEmpty, phases.count < Phase.allCases.count else { return bounds }
    let wanted = Phase.allCases.filter(phases.contains)
    switch wanted {
    // Nothing is after the last day of the calendar, or before the first.
    case [.upcoming]:
      guard let tomorrow = today.adding(days: 1) else { return nil }
      bounds.earliestStart = tomorrow
    case [.past]:
      guard let yesterday = today.adding(days: -1) else { return nil }
      bounds.latestEnd = yesterday
    case [.upcoming, .past]: return nil
    default:
      if !wanted.contains(.past) { bounds.earliestEnd = max(bounds.earliestEnd, today) }
      if !wanted.contains(.upcoming) { bounds.latestStart = min(bounds.latestStart, today) }
    }
    return bounds
  }

  /// All conditions on the dates, combined.
  var dateCondition: [SQL] {
    bounds?.conditions ?? givenBounds.conditions + (phaseCondition.map { [$0] } ?? [])
  }

  private var phaseCondition: SQL? {
    guard let today = today?.description, !phases.isEmpty else { return nil }
    let alternatives = Phase.allCases.filter(phases.contains).map { phase -> SQL in
      switch phase {
      case .upcoming: "startDate > \(today)"
      case .current: "(startDate <= \(today) AND endDate >= \(today))"
      case .past: "endDate < \(today)"
      }
    }
    return SQL("(\(alternatives.joined(separator: " OR ")))")
  }

  /// The condition on the dates, in parts that each limit the column of the sort order.
  ///
  /// A trip with a day on or after D may have begun long before. But trips that are not long began
  /// in the month before D, and long ones have their own index. Sorting by end is symmetric.
  func splitByDate(sortedBy key: FetchDescriptor.SortKey) -> [[SQL]] {
    guard id == nil, name == nil, var bounds else { return [dateCondition] }
    var recent: Bounds
    let isFarOff: SQL
    switch key {
    case .start:
      bounds.latestStart = min(bounds.latestStart, bounds.latestEnd)
      guard bounds.earliestStart < bounds.earliestEnd,
        let monthBefore = bounds.earliestEnd.adding(days: -Self.longTripDays)
      else { return [bounds.conditions] }
      recent = bounds
      recent.earliestStart = max(bounds.earliestStart, monthBefore)
      isFarOff = "startDate < \(monthBefore.description)"
    case .end:
      bounds.earliestEnd = max(bounds.earliestEnd, bounds.earliestStart)
      guard bounds.latestEnd > bounds.latestStart,
        let monthAfter = bounds.latestStart.adding(days: Self.longTripDays)
      else { return [bounds.conditions] }
      recent = bounds
      recent.latestEnd = min(bounds.latestEnd, monthAfter)
      isFarOff = "endDate > \(monthAfter.description)"
    case .name, .destination, .id: return [bounds.conditions]
    }
    return [bounds.conditions + [Self.isLong, isFarOff], recent.conditions]
  }
}
