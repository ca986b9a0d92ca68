internal import SQLite

/// The one rule that matches a statement with a row of a trip: the row that is remembered of its
/// record, the row with its uid, otherwise for an item the one with its title and date, for a stay
/// the one with its place and check-in. A statement with a uid or an event is never matched by
/// title (a booking is), nor a row that another record of the source means.
struct RowMatching<Column: StoredColumn> {
  private let rows: [[SQLiteValue]]
  private var free: Set<Int>
  private var ids: [Int64: Int] = [:]
  private var uids: [String: Int] = [:]
  /// The rows by name, and by name and day, the last first.
  private var names: [[SQLiteValue]: [Int]] = [:]

  private static var name: Column? {
    Column.allCases.first { ["title", "placeName"].contains($0.name) }
  }
  private static var day: Column? { Column.allCases.first { $0.declaration.isDate } }

  /// - Parameter claimed: the ids of rows that earlier records of the source stated, as the rows of
  ///   a CSV state one stay each.
  init(_ rows: [[SQLiteValue]], claimed: Set<Int64> = []) {
    self.rows = rows
    free = Set(rows.indices)
    for (index, row) in rows.enumerated().reversed() {
      ids[row.id] = index
      if let uid = Column.uid { uids[row.text(uid)] = index }
      guard let name = Self.name, let day = Self.day, !claimed.contains(row.id) else { continue }
      names[[row[name]], default: []].append(index)
      names[[row[name], row[day]], default: []].append(index)
    }
  }

  /// The index of the row of each statement; nil for new ones.
  mutating func match(_ stated: [StatedRow<Column>]) -> [Int?] {
    if rows.isEmpty { return stated.map { _ in nil } }
    var matches = stated.map { row in
      take(row.origin?.known.flatMap { ids[$0.row] }) ?? take(row.uid.flatMap { uids[$0] })
    }
    for (index, row) in stated.enumerated() where matches[index] == nil {
      let isBooking = row.origin?.source == .booking && row.origin?.known == nil
      guard row.origin == nil || isBooking, row.uid == nil,
        let name = Self.name.flatMap({ row[$0] })
      else {
        continue
      }
      let day = Self.day.flatMap { row[$0] }
      matches[index] = takeFirst(of: [name] + (day.map { [$0] } ?? []))
    }
    return matches
  }

  private mutating func take(_ index: Int?) -> Int? { index.flatMap { free.remove($0) } }

  private mutating func takeFirst(of key: [SQLiteValue]) -> Int? {
    while let index = names[key]?.popLast() {
      if let index = take(index) { return index }
    }
    return nil
  }
}

// MARK: - Files

/// Applies what a source states about a trip to its rows.
enum TripMerge {
  /// The change that a statement makes to a trip.
  ///
  /// - Parameters:
  ///   - before: nil for a new trip.
  ///   - claimed: the rows that earlier records of the source stated.
  /// - Throws: `TripsError.value`, `ValueError`.
  static func change(
    of before: TripRows?, by stated: StatedTrip, claimed: ClaimedRows = ClaimedRows()
  ) throws -> TripChange {
    var change: TripChange
    let trip = stated.trip
    if let before {
      change = TripChange(of: before)
      let merged = try merged(trip, before.trip)
      change.set(try Self.change(merged.row, of: before.trip, stated: trip))
      change.trip.record = try trip.record(over: before.trip, left: merged.left)
    } else {
      change = TripChange(adding: try trip.resolved(over: nil).fitting(nil), id: trip.id)
      change.trip.record = try trip.record(over: nil)
    }
    change.trip.isStated = !stated.isPart
    try apply(stated.items, to: &change.items, claimed.items, booking: .hasReservation) {
      try $0.fitting($1)
    }
    try apply(stated.stays, to: &change.stays, claimed.stays, booking: .isConfirmed) {
      try $0.fitting($1)
    }
    try change.applyRules()
    return change
  }

  /// The merged values of a row.
  private static func merged<Column: StoredColumn>(
    _ stated: StatedRow<Column>, _ store: [SQLiteValue]
  ) throws -> MergedRow<Column> {
    let base = stated.origin?.base(Column.self)
    let resolved = try stated.resolved(over: base?.row(withCostOr: store) ?? store)
    return resolved.merged(
      into: StatedRow(store), base: base, by: stated.origin?.rule ?? .overwrite)
  }

  /// The values that a trip gets by a merge. Only what differs is checked: another program may have
  /// stored values that no command accepts.
  private static func change(
    _ merged: StatedRow<TripColumn>, of row: [SQLiteValue], stated: StatedRow<TripColumn>
  ) throws(TripsError) -> StatedRow<TripColumn> {
    let store = StatedRow<TripColumn>(row)
    var changed = StatedRow<TripColumn>()
    for fact in TripColumn.facts where fact.contains(where: { merged[$0] != store[$0] }) {
      for column in fact { changed[column] = merged[column] }
    }
    if changed.isEmpty { return changed }
    // A new currency or new days may leave these as they are, if that is stated.
    let base = stated.origin?.base(TripColumn.self)
    for column in [TripColumn.perdiemRule, .singleDays]
    where stated[column] != nil && stated[column] != base?[column] {
      changed[column] = merged[column]
    }
    return try changed.fitting(row)
  }

  /// Merges the stated items or stays into the trip's rows.
  ///
  /// - Parameters:
  ///   - claimed: the ids of rows that earlier records of the file stated.
  ///   - booking: the flag that depends on the days.
  ///   - fit: checks a statement against its row.
  private static func apply<Column: StoredColumn>(
    _ stated: StatedRows<Column>?, to rows: inout [RowOutcome], _ claimed: Set<Int64>,
    booking: Column, fit: (StatedRow<Column>, [SQLiteValue]?) throws -> StatedRow<Column>
  ) throws {
    guard let given = stated else { return }
    let stated = try given.distinct()
    let store = rows.map { $0.before ?? [] }
    var matching = RowMatching<Column>(store, claimed: claimed)
    let matches = matching.match(stated.rows)
    if stated.isComplete {
      let kept = Set(matches.compactMap(\.self))
      for index in store.indices where !kept.contains(index) { rows[index].after = nil }
    }
    for (row, match) in zip(stated.rows, matches) {
      guard let match else {
        let fitting = try fit(row, nil)
        rows.append(
          RowOutcome(
            before: nil, after: fitting.row(id: row.id, tripID: nil), isStated: true,
            setsBooking: row[booking] != nil, record: try row.record(over: nil)))
        continue
      }
      let before = store[match]
      let merged = try merged(row, before)
      let change = row.difference(merged.row, from: StatedRow(before))
      rows[match] = RowOutcome(
        before: before, after: before.with(try fit(change, before).given), isStated: true,
        setsBooking: row[booking] != nil,
        record: try row.record(over: before, left: merged.left))
    }
  }
}

/// The rows that records of a source stated.
struct ClaimedRows {
  var items: Set<Int64> = []
  var stays: Set<Int64> = []

  mutating func insert(_ change: TripChange) {
    items.formUnion(change.items.lazy.filter(\.isStated).compactMap(\.after?.id))
    stays.formUnion(change.stays.lazy.filter(\.isStated).compactMap(\.after?.id))
  }

  mutating func form(_ others: ClaimedRows) {
    items.formUnion(others.items)
    stays.formUnion(others.stays)
  }

  mutating func insert(_ record: RememberedRecord) {
    if record.entity == .item {
      items.insert(record.row)
    } else {
      stays.insert(record.row)
    }
  }

  func contains(_ record: RememberedRecord) -> Bool {
    (record.entity == .item ? items : stays).contains(record.row)
  }

  /// Whether a change contradicts an earlier record: it changes or deletes a row of that again.
  func contradict(_ change: TripChange) -> Bool {
    func isRepeated(_ row: RowOutcome, _ claimed: Set<Int64>) -> Bool {
      row.before.map { claimed.contains($0.id) && $0 != row.after } ?? false
    }
    return change.items.contains { isRepeated($0, items) }
      || change.stays.contains { isRepeated($0, stays) }
  }
}

extension RecordOrigin {
  /// What the record stated last time; nil if the rule does not use it.
  fileprivate func base<Column: StoredColumn>(_ columns: Column.Type) -> StatedRow<Column>? {
    rule == .memory ? known?.base() : nil
  }
}

extension StatedRow {
  /// The row if it has an amount, otherwise another one: an amount without a currency has that of
  /// last time.
  fileprivate func row(withCostOr other: [SQLiteValue]) -> [SQLiteValue] {
    guard let cost = Column.cost, let currency = cost.currency, let code = self[currency] else {
      return other
    }
    return other.with([(currency, code), (cost, self[cost] ?? .null)])
  }

  /// What is remembered of the row, with its amount in the currency that it gets.
  fileprivate func record(
    over row: [SQLiteValue]?, left: [PropertyChange] = []
  ) throws -> StatedRecord? {
    guard let origin else { return nil }
    let base = origin.base(Column.self)
    let resolved = try resolved(over: row.map { base?.row(withCostOr: $0) ?? $0 })
    return StatedRecord(origin, resolved, left: left)
  }
}
