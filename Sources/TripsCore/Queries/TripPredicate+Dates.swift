internal import GRDB

extension TripPredicate {
  /// Days that a trip lasts after its first without being in the index `trip_long`.
  private static let longAfter = 31
  /// As the index says it, so that SQLite knows which rows are in there.
  private static let isLong: SQL = "endDate > date(startDate, '+31 days')"

  /// The days that the dates of a trip must lie between; nil is unbounded.
  private struct Bounds {
    /// The end is on or after it.
    var earliestEnd: CalendarDate?
    /// The start is on or before it.
    var latestStart: CalendarDate?
    /// The start is on or after it.
    var earliestStart: CalendarDate?
    /// The end is on or before it.
    var latestEnd: CalendarDate?

    mutating func narrow(
      earliestEnd: CalendarDate? = nil, latestStart: CalendarDate? = nil,
      earliestStart: CalendarDate? = nil, latestEnd: CalendarDate? = nil
    ) {
      self.earliestEnd = [self.earliestEnd, earliestEnd].compactMap(\.self).max()
      self.latestStart = [self.latestStart, latestStart].compactMap(\.self).min()
      self.earliestStart = [self.earliestStart, earliestStart].compactMap(\.self).max()
      self.latestEnd = [self.latestEnd, latestEnd].compactMap(\.self).min()
    }

    var conditions: [SQL] {
      [
        earliestEnd.map { SQL("endDate >= \($0.description)") },
        latestStart.map { SQL("startDate <= \($0.description)") },
        earliestStart.map { SQL("startDate >= \($0.description)") },
        latestEnd.map { SQL("endDate <= \($0.description)") },
      ].compactMap(\.self)
    }
  }

  /// The bounds, or nil where the phases are not one range.
  private var bounds: Bounds? {
    var bounds = Bounds(earliestEnd: from, latestStart: to)
    guard let today, !phases.isEmpty, phases.count < Phase.allCases.count else { return bounds }
    // A bound of nil stands for a day before the first or after the last of the calendar.
    switch Phase.allCases.filter(phases.contains) {
    case [.upcoming]:
      guard let tomorrow = today.adding(days: 1) else { return nil }
      bounds.narrow(earliestStart: tomorrow)
    case [.current]: bounds.narrow(earliestEnd: today, latestStart: today)
    case [.past]:
      guard let yesterday = today.adding(days: -1) else { return nil }
      bounds.narrow(latestEnd: yesterday)
    case [.upcoming, .current]: bounds.narrow(earliestEnd: today)
    case [.current, .past]: bounds.narrow(latestStart: today)
    default: return nil
    }
    return bounds
  }

  /// All conditions on the dates, as one.
  var dateCondition: [SQL] {
    var conditions = bounds?.conditions ?? Bounds(earliestEnd: from, latestStart: to).conditions
    if bounds == nil, let phaseCondition { conditions.append(phaseCondition) }
    return conditions
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

  /// The condition on the dates in parts that bound the column of the order.
  ///
  /// A trip that has a day on or after D may have begun long before. But those that are not long
  /// began in the month before D, and the long ones are found through their own index. By end it
  /// is the mirror image.
  func splitByDate(sortedBy key: FetchDescriptor.SortKey) -> [[SQL]] {
    guard id == nil, name == nil, var bounds else { return [dateCondition] }
    switch key {
    case .start:
      if let latestEnd = bounds.latestEnd { bounds.narrow(latestStart: latestEnd) }
      guard let day = bounds.earliestEnd, bounds.earliestStart.map({ $0 < day }) ?? true,
        let monthBefore = day.adding(days: -Self.longAfter)
      else { return [bounds.conditions] }
      var recent = bounds
      recent.narrow(earliestStart: monthBefore)
      return [
        bounds.conditions + [Self.isLong, "startDate < \(monthBefore.description)"],
        recent.conditions,
      ]
    case .end:
      if let earliestStart = bounds.earliestStart { bounds.narrow(earliestEnd: earliestStart) }
      guard let day = bounds.latestStart, bounds.latestEnd.map({ $0 > day }) ?? true,
        let monthAfter = day.adding(days: Self.longAfter)
      else { return [bounds.conditions] }
      var recent = bounds
      recent.narrow(latestEnd: monthAfter)
      return [
        bounds.conditions + [Self.isLong, "endDate > \(monthAfter.description)"],
        recent.conditions,
      ]
    case .name, .destination, .id: return [bounds.conditions]
    }
  }
}
