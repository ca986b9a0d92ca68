internal import GRDB

/// Which trips a fetch returns. All conditions that are set must hold.
package struct TripPredicate: Sendable {
  package enum Phase: String, CaseIterable, Sendable { case upcoming, current, past }

  /// Nil means any.
  package var types: Set<TripType>?
  /// Text that the name or the destination contains, folded as `SearchText` does; empty is no
  /// condition.
  package var search = ""
  /// Empty means any; they are told apart by `today`.
  package var phases: Set<Phase> = []
  package var today: CalendarDate?
  /// The trip has a day on or after this one.
  package var from: CalendarDate?
  /// The trip has a day on or before this one.
  package var to: CalendarDate?
  package var id: Int64?
  package var excludedID: Int64?
  /// The whole name, to the byte.
  package var name: String?

  package init() {}
}

extension TripPredicate {
  /// The condition as SQL, with its arguments; nil if every trip fits.
  var sql: SQL? {
    let conditions = [
      id.map { SQL("id = \($0)") },
      excludedID.map { SQL("id <> \($0)") },
      name.map { SQL("name = \($0)") },
      typeCondition, phaseCondition, rangeCondition,
      searchCondition,
    ].compactMap(\.self)
    return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
  }

  private var typeCondition: SQL? {
    guard let types, types.count < TripType.allCases.count else { return nil }
    return SQL("type IN \(types.map(\.rawValue).sorted())")
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

  private var rangeCondition: SQL? {
    let bounds = [
      from.map { SQL("endDate >= \($0.description)") },
      to.map { SQL("startDate <= \($0.description)") },
    ].compactMap(\.self)
    return bounds.isEmpty ? nil : bounds.joined(separator: " AND ")
  }

  private var searchCondition: SQL? {
    let wanted = SearchText.folded(search)
    guard !wanted.isEmpty else { return nil }
    return """
      (instr(searchFolded(name), \(wanted)) > 0 OR instr(searchFolded(destination), \(wanted)) > 0)
      """
  }
}
