internal import SQLite

/// The conditions of a fetch, all of which must hold.
package struct TripPredicate: Sendable {
  package enum Phase: String, CaseIterable, Sendable { case upcoming, current, past }

  // Lists rather than sets, since making a set's type at run time costs a cold start 0.1 ms.
  /// Without duplicates; nil means any.
  package var types: [TripType]?
  /// Text that the trip, its items or its stays must contain, folded by `SearchText`. Empty text is
  /// ignored.
  package var searches: [String] = [] {
    didSet { searches.removeAll(where: \.isEmpty) }
  }
  /// Text that one field of the trip must contain, folded the same way.
  package var fieldSearches: [FieldSearch] = []
  /// Tags, all of which the trip has.
  package var tags: [String] = []
  /// Reasons of personal trips, without duplicates; empty means any trip.
  package var reasons: [PersonalTrip.Reason] = []
  /// Without duplicates; empty means any. They depend on `today`.
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
  /// The whole name, compared by bytes.
  package var name: String?

  package init() {}
}

extension TripPredicate {
  /// Whether a condition may leave few of many trips.
  var isNarrow: Bool {
    !searches.isEmpty || !fieldSearches.isEmpty || !tags.isEmpty || !reasons.isEmpty || from != nil
      || to != nil
      || !phases.isEmpty || id != nil || ids != nil
      || name != nil
  }

  /// The whole condition; nil if every trip matches.
  var condition: SQL? { Self.parts([dateCondition], with: plainConditions)[0] }

  /// The condition in parts, of which a trip meets at most one. Each part reads a range of an index,
  /// while the whole condition would scan half of the table. Nil means no condition.
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
    ].compactMap(\.self)
  }

  private var typeCondition: SQL? {
    guard let types, types.count < TripType.allCases.count else { return nil }
    if types.count == 1, let type = types.first { return SQL("type = \(type.rawValue)") }
    return SQL("type IN \(types.map(\.rawValue))")
  }
}

extension [Int64] {
  /// The ids as one SQL argument, even if there are many.
  var json: String { "[\(map(String.init).joined(separator: ","))]" }
}
