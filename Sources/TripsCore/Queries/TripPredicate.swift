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
  /// Whether there is a condition that may leave few of many trips.
  var isNarrow: Bool {
    !search.isEmpty || from != nil || to != nil || !phases.isEmpty || id != nil || name != nil
  }

  /// All of it as one condition; nil if every trip fits.
  var condition: SQL? {
    Self.parts([dateCondition], with: plainConditions + [searchCondition].compactMap(\.self))[0]
  }

  /// Conditions that exclude one another and together are this one, nil being none: each is the
  /// range of an index, where the condition as a whole would be a walk over half the table.
  func parts(sortedBy key: FetchDescriptor.SortKey) -> [SQL?] {
    Self.parts(
      splitByDate(sortedBy: key), with: plainConditions + [searchCondition].compactMap(\.self))
  }

  /// Parts that can be counted in an index alone. Rows without a folded text, which a search must
  /// read, are a part of their own.
  var countParts: [SQL?] {
    let ranges = splitByDate(sortedBy: .start)
    guard let wanted = wantedText, !wanted.unicodeScalars.contains(SearchText.separator) else {
      return Self.parts(
        ranges, with: plainConditions + [searchCondition].compactMap(\.self))
    }
    let folded: SQL = "folded IS NOT NULL AND searchContains(folded, \(wanted))"
    let unfolded: SQL = "folded IS NULL AND searchFinds(name, destination, \(wanted))"
    return Self.parts(ranges, with: plainConditions + [folded])
      // The ranges stay conditions here: the index of the unfolded rows is the better one.
      + Self.parts([dateCondition], with: plainConditions + [unfolded])
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
      excludedID.map { SQL("id <> \($0)") },
      name.map { SQL("name = \($0)") },
      typeCondition,
    ].compactMap(\.self)
  }

  private var typeCondition: SQL? {
    guard let types, types.count < TripType.allCases.count else { return nil }
    if types.count == 1, let type = types.first { return SQL("type = \(type.rawValue)") }
    return SQL("type IN \(types.map(\.rawValue).sorted())")
  }

  /// The folded text, if there is one to look for.
  private var wantedText: String? {
    let wanted = SearchText.folded(search)
    return wanted.isEmpty ? nil : wanted
  }

  private var searchCondition: SQL? {
    guard let wanted = wantedText else { return nil }
    if wanted.unicodeScalars.contains(SearchText.separator) { return "0" }
    // The row is read only where its folded text is missing: see `trip_unfolded` in the schema.
    return """
      CASE WHEN folded IS NULL THEN searchFinds(name, destination, \(wanted)) \
      ELSE searchContains(folded, \(wanted)) END
      """
  }
}
