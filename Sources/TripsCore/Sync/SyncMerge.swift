import Platform
internal import SQLite

/// A row before and after a sync, in the store and in its event; nil where it does not exist.
struct SyncedRow {
  var store = RowOutcome(before: nil, after: nil)
  var calendar = RowOutcome(before: nil, after: nil)

  /// A row that the sync leaves alone.
  init(left row: [SQLiteValue]?) { store = RowOutcome(before: row, after: row) }

  init(deleting row: [SQLiteValue]?, inCalendar other: [SQLiteValue]?) {
    store = RowOutcome(before: row, after: nil)
    calendar = RowOutcome(before: other, after: nil)
  }

  init(store: RowOutcome, calendar: RowOutcome) { (self.store, self.calendar) = (store, calendar) }

  /// Sets a value of the merged row.
  mutating func set(_ column: some StoredColumn, _ value: SQLiteValue) {
    store.after?[Int(column.rawValue)] = value
    calendar.after?[Int(column.rawValue)] = value
  }

  /// Whether its event must be written.
  func isNewsToCalendar<Column: StoredColumn>(_ columns: Column.Type) -> Bool {
    guard let before = calendar.before, let after = calendar.after else {
      return calendar.before != calendar.after
    }
    return !columns.areEqual(before, after)
  }
}

/// Merges rows, and gathers the conflicts.
struct SyncMerge {
  let prefers: SyncSide?
  var conflicts: [PropertyChange] = []

  init(prefers: SyncSide? = nil) { self.prefers = prefers }

  private mutating func row<Column: StoredColumn>(
    _ stated: StatedRow<Column>, base: [SQLiteValue]?, store: [SQLiteValue]
  ) -> [SQLiteValue] {
    let merged = stated.merged(
      into: StatedRow(store), base: base.map { StatedRow($0) }, by: .conflict(prefers: prefers))
    conflicts += merged.left
    return store.with(merged.row.given)
  }

  /// Merges a row that a side may lack.
  ///
  /// - Parameters:
  ///   - stated: nil if the calendar lacks the row.
  ///   - base: the row after the last sync.
  ///   - keeps: whether a row that a side lacks is kept.
  mutating func row<Column: StoredColumn>(
    _ stated: StatedRow<Column>?, base: [SQLiteValue]?, inStore store: [SQLiteValue]?,
    keeps: Bool = false
  ) -> SyncedRow {
    let old = base.map(Column.inEvents)
    guard let stated else {
      // Deleted there, or new here.
      guard let store else { return SyncedRow(left: nil) }
      let isDeleted = !keeps && base.map { Column.areEqual($0, store) } ?? false
      let after = isDeleted ? nil : store
      return SyncedRow(
        store: RowOutcome(before: store, after: after),
        calendar: RowOutcome(before: nil, after: after))
    }
    guard let store else {
      // Deleted here, or new there.
      var row = old?.with(stated.given) ?? stated.row(id: nil, tripID: nil)
      row[0] = .null
      let isDeleted = !keeps && base.map { Column.areEqual($0, row) } ?? false
      let after = isDeleted ? nil : row
      return SyncedRow(
        store: RowOutcome(before: nil, after: after),
        calendar: RowOutcome(before: row, after: after))
    }
    let own = Column.inEvents(store)
    var merged = self.row(stated, base: old, store: own)
    var (shown, after) = (merged, store)
    for column in Column.allCases where column.isValue {
      let place = Int(column.rawValue)
      shown[place] = stated[column] ?? old?[place] ?? merged[place]
      if merged[place] != own[place] { after[place] = merged[place] }
    }
    if let column = Column.uid, let uid = stated.uid {
      merged[Int(column.rawValue)] = uid.sqliteValue
      after[Int(column.rawValue)] = uid.sqliteValue
    }
    return SyncedRow(
      store: RowOutcome(before: store, after: after),
      calendar: RowOutcome(before: shown, after: merged))
  }

  /// Removes the values that the merged kind of a trip cannot have. A value that one side has set
  /// since conflicts with the other side's kind.
  mutating func fitKind(of trip: inout SyncedRow, base: [SQLiteValue]?) {
    guard let store = trip.store.before, let calendar = trip.calendar.before,
      let after = trip.store.after
    else { return }
    func misfits(_ row: [SQLiteValue]) -> [TripColumn] {
      TripColumn.allCases.filter {
        $0.declaration.type ?? TripColumn.type(of: row) != TripColumn.type(of: row)
          && !row[$0].isNull
      }
    }
    if misfits(after).contains(where: { base?[$0] != after[$0] }) {
      if prefers == nil {
        let known = Set(conflicts.map(\.property))
        let columns = [.type] + misfits(after).filter { !$0.declaration.isCurrency }
        conflicts += TripColumn.changes(from: store, to: calendar, columns).filter {
          !known.contains($0.property)
        }
      }
      let side = prefers == .calendar ? calendar : store
      for column in TripColumn.allCases where column == .type || column.declaration.type != nil {
        trip.set(column, side[column])
      }
    }
    for column in misfits(trip.store.after ?? []) { trip.set(column, .null) }
  }
}

extension TripMerge {
  /// The values of a merged trip. Only changed values are checked.
  ///
  /// - Throws: `ValueError` or `TripsError.value` for values that a trip cannot have.
  static func values(checking row: [SQLiteValue], over old: [SQLiteValue]?) throws -> TripValues {
    if let old { return try values(row, over: old) }
    var stated = StatedRow<TripColumn>()
    for column in TripColumn.allCases where !row[column].isNull { stated[column] = row[column] }
    guard stated.text(.name)?.isEmpty == false else { throw ValueError("the name is missing") }
    return try TripValues(stated.draft, today: .first)
  }
}
