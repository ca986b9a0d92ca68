internal import SQLite

/// The one rule that matches a statement with a row of a trip: the row made from its event, the row
/// with its uid, otherwise for an item the one with its title and date, for a stay the one with its
/// place and check-in. Events of other programs are never matched by title.
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

  /// - Parameter claimed: the ids of rows that earlier records of a file stated, as the rows of a CSV
  ///   state one stay each.
  init(_ rows: [[SQLiteValue]], claimed: Set<Int64> = []) {
    self.rows = rows
    free = Set(rows.indices)
    for (place, row) in rows.enumerated().reversed() {
      ids[row.id] = place
      if let uid = Column.uid { uids[row.text(uid)] = place }
      guard let name = Self.name, let day = Self.day, !claimed.contains(row.id) else { continue }
      names[[row[name]], default: []].append(place)
      names[[row[name], row[day]], default: []].append(place)
    }
  }

  /// The place of the row of each statement; nil for new ones.
  mutating func match(_ stated: [StatedRow<Column>]) -> [Int?] {
    if rows.isEmpty { return stated.map { _ in nil } }
    var places = stated.map { row in
      take(row.origin?.row.flatMap { ids[$0] }) ?? take(row.uid.flatMap { uids[$0] })
    }
    for (index, row) in stated.enumerated() where places[index] == nil && row.origin == nil {
      guard let name = Self.name.flatMap({ row[$0] }) else { continue }
      let day = Self.day.flatMap { row[$0] }
      places[index] = takeFirst(of: [name] + (day.map { [$0] } ?? []))
    }
    return places
  }

  private mutating func take(_ place: Int?) -> Int? { place.flatMap { free.remove($0) } }

  private mutating func takeFirst(of key: [SQLiteValue]) -> Int? {
    while let place = names[key]?.popLast() {
      if let place = take(place) { return place }
    }
    return nil
  }
}

// MARK: - Files

/// Applies what a source states about a trip to its rows.
enum TripMerge {
  /// The change that a statement makes to a trip. Its values replace the values of the store; for
  /// an event that was imported before, only those that differ from last time.
  ///
  /// - Parameters:
  ///   - before: nil for a new trip.
  ///   - claimed: the rows that earlier records of the file stated.
  /// - Throws: `TripsError.value`, `ValueError`.
  static func change(
    of before: TripRows?, by stated: StatedTrip, claimed: ClaimedRows = ClaimedRows()
  ) throws -> TripChange {
    var change: TripChange
    if let before {
      change = TripChange(of: before)
      let trip = stated.trip
      // A new currency or new days may leave these as they are, if that is stated.
      let given = [TripColumn.perdiemRule, .singleDays].filter { column in
        trip[column] != nil && trip[column] != trip.origin?.base?[Int(column.rawValue)]
      }
      try change.set(
        Self.values(merged(trip, before.trip), over: before.trip, given: given))
    } else {
      change = TripChange(
        adding: try Self.values(ofNew: stated.trip), id: stated.trip.id,
        uid: stated.uid ?? TripColumn.newUID())
    }
    change.trip.event = stated.trip.origin?.event
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
  ) throws -> [SQLiteValue] {
    let base = stated.origin?.base.map { StatedRow<Column>(stated: $0) }
    let merged = try stated.resolved(over: store)
      .merged(into: StatedRow(store), base: base, by: base == nil ? .order : .memory)
    return store.with(merged.row.given)
  }

  /// The values of a new trip. A value that only one kind has implies the kind.
  private static func values(ofNew trip: StatedRow<TripColumn>) throws -> TripValues {
    var draft = try trip.resolved(over: nil).draft
    if draft.type == nil {
      if draft.givesPerdiem || draft.perdiemRule.isSet {
        draft.type = .business
      } else if draft.reason.isSet {
        draft.type = .personal
      }
    }
    return try TripValues(draft, today: .first)
  }

  /// The merged values of a trip. Only what differs is checked: another program may have stored
  /// values that no command accepts.
  ///
  /// - Parameter given: columns that the source states, even if their values stay.
  static func values(
    _ merged: [SQLiteValue], over row: [SQLiteValue], given: [TripColumn] = []
  ) throws -> TripValues {
    var values = try TripValues(row: row)
    var changed = StatedRow<TripColumn>()
    for fact in TripColumn.facts where fact.contains(where: { merged[$0] != row[$0] }) {
      for column in fact { changed[column] = merged[column] }
    }
    if changed.isEmpty { return values }
    for column in given { changed[column] = merged[column] }
    try values.apply(changed.draft)
    return values
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
    guard let stated else { return }
    let store = rows.map { $0.before ?? [] }
    var matching = RowMatching<Column>(store, claimed: claimed)
    let places = matching.match(stated.rows)
    if stated.isComplete {
      let kept = Set(places.compactMap(\.self))
      for place in store.indices where !kept.contains(place) {
        let isDated = Column.allCases.contains { $0.declaration.isDate && !store[place][$0].isNull }
        if !stated.keepsDated || !isDated { rows[place].after = nil }
      }
    }
    for (row, place) in zip(stated.rows, places) {
      let before = place.map { store[$0] }
      var after: [SQLiteValue]?
      if let before {
        let merged = StatedRow<Column>(try merged(row, before))
        let change = row.difference(merged, from: StatedRow(before))
        after = before.with(try fit(change, before).given)
      }
      let outcome = RowOutcome(
        before: before, after: try after ?? fit(row, nil).row(id: row.id, tripID: nil),
        isStated: true, setsBooking: row[booking] != nil, event: row.origin?.event)
      if let place { rows[place] = outcome } else { rows.append(outcome) }
    }
  }
}
