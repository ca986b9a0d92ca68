internal import GRDB

/// Which trips a fetch returns. All conditions that are set must hold.
package struct TripPredicate: Sendable {
  package enum Phase: String, CaseIterable, Sendable { case upcoming, current, past }

  // Lists rather than sets: to make the type of a set at run time costs a cold start 0.1 ms.
  /// Each once; nil means any.
  package var types: [TripType]?
  /// Texts that the trip contains, its items and its stay too, folded as `SearchText` does. All of them
  /// must be found; an empty one is not a condition.
  package var searches: [String] = [] {
    didSet { searches.removeAll(where: \.isEmpty) }
  }
  /// Texts that one field of the trip contains, folded in the same way. All of them must be found.
  package var fieldSearches: [FieldSearch] = []
  /// Of personal trips, each once; empty means any trip.
  package var reasons: [PersonalTrip.Reason] = []
  /// What the search has found, once it is done (`FetchDescriptor.searched`).
  var hits: SearchHits?
  /// Each once; empty means any. They are told apart by `today`.
  package var phases: [Phase] = []
  package var today: CalendarDate?
  /// The trip has a day on or after this one.
  package var from: CalendarDate?
  /// The trip has a day on or before this one.
  package var to: CalendarDate?
  package var id: Int64?
  /// Any of these; nil means any.
  package var ids: [Int64]?
  package var excludedID: Int64?
  /// The whole name, to the byte.
  package var name: String?

  package init() {}
}

extension TripPredicate {
  /// Whether there is a condition that may leave few of many trips.
  var isNarrow: Bool {
    !searches.isEmpty || !fieldSearches.isEmpty || !reasons.isEmpty || from != nil || to != nil
      || !phases.isEmpty || id != nil || ids != nil
      || name != nil
  }

  /// Whether a search is the only condition.
  var isSearchAlone: Bool {
    var others = self
    others.searches = []
    others.hits = nil
    return others.condition == nil
  }

  /// All of it as one condition; nil if every trip fits.
  var condition: SQL? { Self.parts([dateCondition], with: plainConditions)[0] }

  /// Conditions that exclude one another and together are the fetch: each is the range of an index,
  /// where the condition as a whole would be a walk over half the table. Nil is without a condition.
  func parts(sortedBy key: FetchDescriptor.SortKey) -> [SQL?] {
    Self.parts(splitByDate(sortedBy: key), with: plainConditions)
  }

  private static func parts(_ ranges: [[SQL]], with conditions: [SQL]) -> [SQL?] {
    ranges.map { range in
      let all = range + conditions
      return all.isEmpty ? nil : all.joined(separator: " AND ")
    }
  }

  private var plainConditions: [SQL] {
    [
      id.map { SQL("id = \($0)") },
      ids.map { SQL("id IN (SELECT value FROM json_each(\($0.json)))") },
      excludedID.map { SQL("id <> \($0)") },
      name.map { SQL("name = \($0)") },
      typeCondition,
      reasons.isEmpty ? nil : SQL("reason IN \(reasons.map(\.rawValue))"),
      hits.map { _ in "searchHit(id)" },
    ].compactMap(\.self) + fieldSearches.map(\.condition)
  }

  private var typeCondition: SQL? {
    guard let types, types.count < TripType.allCases.count else { return nil }
    if types.count == 1, let type = types.first { return SQL("type = \(type.rawValue)") }
    return SQL("type IN \(types.map(\.rawValue))")
  }
}
