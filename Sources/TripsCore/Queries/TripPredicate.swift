internal import GRDB

/// Which trips a fetch returns. All conditions that are set must hold.
package struct TripPredicate: Sendable {
  package enum Phase: String, CaseIterable, Sendable { case upcoming, current, past }

  // Lists rather than sets: to make the type of a set at run time costs a cold start 0.1 ms.
  /// Each once; nil means any.
  package var types: [TripType]?
  /// Text that the name or the destination contains, folded as `SearchText` does; empty is no
  /// condition.
  package var search = ""
  /// Each once; empty means any. They are told apart by `today`.
  package var phases: [Phase] = []
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

  /// A part of a fetch: the rows of one range of an index.
  struct Part {
    /// Nil is no condition.
    let condition: SQL?
    /// The condition of a search, as far as the index of the start date has what it looks at, and what
    /// is left to be looked at in the rows.
    let search: (inIndex: SQL, rest: SQL)?
  }

  /// Parts that exclude one another and together are the fetch: each is the range of an index, where
  /// the condition as a whole would be a walk over half the table.
  func parts(sortedBy key: FetchDescriptor.SortKey) -> [Part] {
    let ranges = splitByDate(sortedBy: key)
    let all = Self.parts(ranges, with: plainConditions + [searchCondition].compactMap(\.self))
    guard key == .start, name == nil, let textSearch else {
      return all.map { Part(condition: $0, search: nil) }
    }
    let inIndex = Self.parts(ranges, with: plainConditions + [textSearch.inIndex])
    return zip(all, inIndex).enumerated().map { index, conditions in
      // Of two ranges the first is that of the long trips, which are few and have their own index.
      let isLong = ranges.count == 2 && index == 0
      return Part(
        condition: conditions.0,
        search: isLong ? nil : conditions.1.map { (inIndex: $0, rest: textSearch.rest) })
    }
  }

  /// Parts that can be counted in an index alone. Rows without a folded text, which a search must
  /// read, are a part of their own.
  var countParts: [SQL?] {
    let ranges = splitByDate(sortedBy: .start)
    guard let textSearch else {
      return Self.parts(
        ranges, with: plainConditions + [searchCondition].compactMap(\.self))
    }
    return Self.parts(ranges, with: plainConditions + [textSearch.inFolded])
      // The ranges stay conditions here: the index of the unfolded rows is the better one.
      + Self.parts([dateCondition], with: plainConditions + [textSearch.inUnfolded])
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
    return SQL("type IN \(types.map(\.rawValue))")
  }

  /// The folded text, if there is one to look for.
  private var wantedText: String? {
    let wanted = SearchText.folded(search)
    return wanted.isEmpty ? nil : wanted
  }

  private var searchCondition: SQL? {
    if let textSearch { return "\(textSearch.inIndex) AND \(textSearch.rest)" }
    return wantedText == nil ? nil : "0"
  }

  /// What to look for; nil if there is nothing, or what no text can hold.
  private var textSearch: SearchCondition? {
    guard let wanted = wantedText, !wanted.unicodeScalars.contains(SearchText.separator)
    else { return nil }
    return SearchCondition(wanted: wanted)
  }
}

/// The conditions of a search: see `trip_unfolded` in the schema for rows without a folded text.
private struct SearchCondition {
  /// Folded.
  let wanted: String

  /// Holds for every row that fits and for every one without a folded text, of which `rest` decides.
  var inIndex: SQL { "searchMayContain(folded, \(wanted))" }
  var rest: SQL { "(folded IS NOT NULL OR searchFinds(name, destination, \(wanted)))" }

  /// Holds for every row that fits and has a folded text.
  var inFolded: SQL { "searchContains(folded, \(wanted))" }
  /// Holds for every row that fits and has none.
  var inUnfolded: SQL { "folded IS NULL AND searchFinds(name, destination, \(wanted))" }
}
