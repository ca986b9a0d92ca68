internal import SQLite

/// How the values that a source states are merged into a row of the store.
enum MergeRule: Equatable, Sendable {
  /// All stated values are taken, like those of a command: JSON, and rows of CSV without a memory.
  case overwrite
  /// Only values that the source states differently than last time are taken, even if the store
  /// has changed them too: the stated ones are newer.
  case memory
  /// Stated values fill what is empty (or no). Others are kept, and reported.
  case firstMatch
}

/// The result of a merge.
struct MergedRow<Column: StoredColumn> {
  var row: StatedRow<Column>
  /// Stated values that were not taken at a first match: each from the value in the store to the
  /// stated one.
  var left: [PropertyChange] = []
}

extension StatedRow {
  /// Merges these stated values into a row of the store: a function of values.
  ///
  /// Each value is merged by itself (an amount has its currency), the day of an item without its
  /// time. Values that are not stated are unchanged.
  ///
  /// - Parameter base: what the source stated last time; nil if it is unknown.
  func merged(into store: Self, base: Self? = nil, by rule: MergeRule) -> MergedRow<Column> {
    var row = store
    var left: [Column] = []
    for columns in Column.values {
      if origin?.source == .booking, let column = columns.first, column == Column.details,
        let text = text(column)
      {
        let (old, base) = (DetailLines(store.text(column) ?? ""), base?.text(column) ?? "")
        let merged = DetailLines(text).merged(into: old, base: DetailLines(base), by: rule)
        row.set(column, merged.lines.text)
        if merged.isLeft { left.append(column) }
        continue
      }
      let given = columns.filter { self[$0] != nil }
      guard given.contains(where: { self[$0] != store[$0] }) else { continue }
      switch rule {
      case .memory where base.map({ base in given.allSatisfy { self[$0] == base[$0] } }) ?? false:
        break
      case .firstMatch where !columns.allSatisfy { $0.isEmpty(store[$0]) }: left += given
      default: for column in given { row[column] = self[column] }
      }
    }
    if rule != .overwrite {
      for range in Column.facts where range.contains(where: { row[$0] != store[$0] }) {
        settle(range, of: &row, over: store, by: rule, left: &left)
      }
    }
    return MergedRow(row: row, left: changes(from: store, left))
  }

  /// Settles columns that only fit together, once some of them have changed: if a range would be
  /// invalid, both ends are taken; a first match fills it only if nothing in it differs.
  private func settle(
    _ range: [Column], of row: inout Self, over store: Self, by rule: MergeRule,
    left: inout [Column]
  ) {
    guard range.contains(where: \.declaration.isDate) else { return }
    if rule == .firstMatch {
      guard range.contains(where: left.contains) || Column.problemOfDates(in: row) != nil else {
        return
      }
      left.removeAll(where: range.contains)
      for column in range where self[column] != nil && self[column] != store[column] {
        left.append(column)
      }
      // A booking is for the days that it was given for.
      let bookings = Column.allCases.filter {
        ["hasReservation", "isConfirmed"].contains($0.name) && row[$0] != store[$0]
      }
      left += bookings
      for column in range + bookings { row[column] = store[column] }
    } else if Column.problemOfDates(in: row) != nil {
      for column in range { row[column] = self[column] ?? row[column] }
    }
  }

  /// The stated values of some columns that differ from those of a row.
  private func changes(from store: Self, _ columns: [Column]) -> [PropertyChange] {
    if columns.isEmpty { return [] }
    let old = store.row(id: store.rowID, tripID: nil)
    let new = old.with(columns.compactMap { column in self[column].map { (column, $0) } })
    return Column.changes(
      of: Column.owner(of: old), from: old, to: new,
      Column.allCases.filter { columns.contains($0) && !$0.declaration.isCurrency })
  }

  /// What differs from a row of the store; of columns that only fit together, also stated values
  /// that the row has already.
  func difference(_ merged: Self, from store: Self) -> Self {
    var result = Self()
    for columns in Column.facts where columns.contains(where: { merged[$0] != store[$0] }) {
      for column in columns where merged[column] != store[column] || merged[column] == self[column]
      {
        result[column] = merged[column]
      }
    }
    return result
  }
}

// MARK: - Columns that are merged as one

extension StoredColumn {
  fileprivate func isEmpty(_ value: SQLiteValue?) -> Bool {
    value == nil || value == .null || value == declaration.initialValue
  }

  /// The columns that do not identify a row, in groups.
  ///
  /// - Parameter partners: for a column, the first column of the group that it belongs to.
  private static func gathered(_ partners: [String: [String]]) -> [[Self]] {
    var groups: [[Self]] = []
    for column in allCases {
      if case .identifier = column.declaration.content { continue }
      if column.name == "uid" { continue }
      let partner = partners[column.name, default: []]
      if column.declaration.isCurrency || partner.contains(groups.last?.first?.name ?? "") {
        groups[groups.count - 1].append(column)
      } else {
        groups.append([column])
      }
    }
    return groups
  }

  fileprivate static func gatheredFacts() -> [[Self]] {
    gathered(["endDate": ["startDate", "date"], "time": ["date"], "endTime": ["date"]])
  }

  fileprivate static func gatheredValues() -> [[Self]] { gathered([:]) }
}

extension TripColumn {
  package static let facts = gatheredFacts()
  package static let values = gatheredValues()
}

extension ItemColumn {
  package static let facts = gatheredFacts()
  package static let values = gatheredValues()
}

extension StayColumn {
  package static let facts = gatheredFacts()
  package static let values = gatheredValues()
}
