internal import SQLite

/// Merges what a source states into the rows of a store, fact by fact, from what the source stated
/// last time (its *base*).
///
/// A fact that the source states as last time is unchanged. One that it states differently is
/// taken; if the store has changed it too, `prefers` decides, and without that it is a conflict.
/// Columns that belong together are one fact: start and end, date and time, an amount and its
/// currency.
struct TripMerge {
  let prefers: SyncSide?
  var conflicts: [SyncConflict] = []

  init(prefers: SyncSide? = nil) { self.prefers = prefers }

  /// Merges one row.
  ///
  /// - Parameters:
  ///   - base: nil if the source was never merged; then values that differ are a conflict.
  ///   - label: what begins the field of a conflict.
  mutating func row<Column: StoredColumn>(
    _ stated: StatedRow<Column>, base: [SQLiteValue?]?, store: [SQLiteValue],
    label: String = ""
  ) -> [SQLiteValue] {
    var merged = store
    for fact in Column.facts {
      let given = fact.filter { stated[$0] != nil }
      let isDifferent = given.contains { stated[$0] != store[$0] }
      let isNew = base.map { base in given.contains { stated[$0] != base[Int($0.rawValue)] } }
      guard isDifferent, isNew ?? true else { continue }
      let isOwn = base.map { base in
        given.contains { column in base[Int(column.rawValue)].map { $0 != store[column] } ?? false }
      }
      if isOwn ?? true, prefers == nil {
        let other = store.with(given.compactMap { column in stated[column].map { (column, $0) } })
        for change in Column.changes(from: store, to: other, fact.filter(\.isStated)) {
          conflicts.append(
            SyncConflict(field: label + change.property, store: change.old, calendar: change.new))
        }
      } else if !(isOwn ?? true) || prefers == .calendar {
        for column in given { merged[Int(column.rawValue)] = stated[column] ?? .null }
      }
    }
    return merged
  }
}

extension StoredColumn {
  /// Whether it is the first column of a fact that a person reads.
  fileprivate var isStated: Bool { Self.stated.contains(self) }

  /// Columns that belong together are one fact.
  fileprivate static func gathered() -> [[Self]] {
    var facts: [[Self]] = []
    for column in allCases {
      if case .identifier = column.declaration.content { continue }
      if column.name == "uid" { continue }
      let partner = ["endDate": "startDate", "time": "date"][column.name]
      if column.declaration.isCurrency || (partner != nil && facts.last?.first?.name == partner) {
        facts[facts.count - 1].append(column)
      } else {
        facts.append([column])
      }
    }
    return facts
  }
}

extension TripColumn { package static let facts = gathered() }
extension ItemColumn { package static let facts = gathered() }
extension StayColumn { package static let facts = gathered() }

// MARK: - Matching

/// The one rule for which row of a trip a statement means: the row that its event became, the row
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

extension TripMerge {
  /// The change that a statement makes to a trip. What it states differently than last time, if it
  /// is an event that was imported, or at all, replaces the values of the store.
  ///
  /// - Parameters:
  ///   - before: nil for a new trip.
  ///   - claimed: the ids of stays that earlier records of the file stated.
  /// - Throws: `TripsError.value`, `ValueError`.
  static func change(
    of before: TripRows?, by stated: StatedTrip, claimed: Set<Int64> = []
  ) throws -> TripChange {
    guard let before else { return try insertion(of: stated) }
    var merge = TripMerge(prefers: .calendar)
    let currency = { before.currency ?? stated.currency }
    let trip = try stated.trip.resolved(over: before.trip, currency)
    let values = try merge.values(trip, over: before.trip)
    let uid = before.trip.text(TripColumn.uid)
    var change = TripChange(
      trip: RowOutcome(before: before.trip, after: values.row(id: before.trip.id, uid: uid)))
    let inTrip = { values.perdiem?.currency ?? currency() }
    (change.items, change.statedItems) = try merge.rows(stated.items, over: before.items, []) {
      try $0.fitting($1, { inTrip() })
    }
    (change.stays, change.statedStays) = try merge.rows(stated.stays, over: before.stays, claimed) {
      try $0.fitting($1, { inTrip() })
    }
    try change.checkCounts()
    change.clearConfirmations(
      ofItems: Set(
        change.statedItems.indices.filter { stated.items?.rows[$0][.hasReservation] != nil }
          .map { change.statedItems[$0] }),
      stays: Set(
        change.statedStays.indices.filter { stated.stays?.rows[$0][.isConfirmed] != nil }
          .map { change.statedStays[$0] }))
    return change
  }

  private static func insertion(of stated: StatedTrip) throws -> TripChange {
    var draft = try stated.trip.resolved(over: nil, { stated.currency }).draft
    if draft.type == nil {
      // The kind is implied by values that only one kind has.
      if draft.givesPerdiem || draft.perdiemRule.isSet {
        draft.type = .business
      } else if draft.reason.isSet {
        draft.type = .personal
      }
    }
    let values = try TripValues(draft, today: .first)
    let currency = { values.perdiem?.currency ?? stated.currency }
    var change = TripChange(
      trip: RowOutcome(
        before: nil, after: values.row(id: stated.trip.id, uid: stated.uid ?? TripColumn.newUID())))
    change.items = try (stated.items?.rows ?? []).map {
      RowOutcome(
        before: nil, after: try $0.fitting(nil, { currency() }).row(id: $0.id, tripID: nil))
    }
    change.stays = try (stated.stays?.rows ?? []).map {
      RowOutcome(
        before: nil, after: try $0.fitting(nil, { currency() }).row(id: $0.id, tripID: nil))
    }
    (change.statedItems, change.statedStays) = (
      Array(change.items.indices), Array(change.stays.indices)
    )
    return change
  }

  /// The merged values of a trip. Only what differs is checked: another program may have stored
  /// values that no command accepts.
  mutating func values(
    _ stated: StatedRow<TripColumn>, over row: [SQLiteValue]
  ) throws -> TripValues {
    let merged = self.row(stated, base: stated.origin?.base ?? row, store: row)
    return try Self.values(merged, over: row)
  }

  static func values(_ merged: [SQLiteValue], over row: [SQLiteValue]) throws -> TripValues {
    var values = try TripValues(row: row)
    var changed = StatedRow<TripColumn>()
    for fact in TripColumn.facts where fact.contains(where: { merged[$0] != row[$0] }) {
      for column in fact { changed[column] = merged[column] }
    }
    if !changed.isEmpty { try values.apply(changed.draft) }
    return values
  }

  private mutating func rows<Column: StoredColumn>(
    _ stated: StatedRows<Column>?, over rows: [[SQLiteValue]], _ claimed: Set<Int64>,
    fit: (StatedRow<Column>, [SQLiteValue]?) throws -> StatedRow<Column>
  ) throws -> (changes: [RowOutcome], places: [Int]) {
    var changes = rows.map { RowOutcome(before: $0, after: $0) }
    guard let stated else { return (changes, []) }
    var matching = RowMatching<Column>(rows, claimed: claimed)
    let places = matching.match(stated.rows)
    if stated.isComplete {
      let kept = Set(places.compactMap(\.self))
      for place in rows.indices where !kept.contains(place) {
        let isDated = Column.allCases.contains { $0.declaration.isDate && !rows[place][$0].isNull }
        if !stated.keepsDated || !isDated { changes[place].after = nil }
      }
    }
    var result: [Int] = []
    for (row, place) in zip(stated.rows, places) {
      let fitting = try fit(row, place.map { rows[$0] })
      if let place {
        let base = row.origin?.base ?? rows[place]
        changes[place].after = self.row(fitting, base: base, store: rows[place])
      } else {
        changes.append(RowOutcome(before: nil, after: fitting.row(id: row.id, tripID: nil)))
      }
      result.append(place ?? changes.count - 1)
    }
    return (changes, result)
  }
}

extension TripChange {
  /// - Throws: `ValueError` for more items or stays than a trip can have.
  func checkCounts() throws(ValueError) {
    if items.count > BucketListItem.most,
      items.count(where: { $0.after != nil }) > BucketListItem.most
    {
      throw StatedRow<ItemColumn>.tooMany
    }
    if stays.count > LivingAccommodation.most,
      stays.count(where: { $0.after != nil }) > LivingAccommodation.most
    {
      throw StatedRow<StayColumn>.tooMany
    }
  }

  /// Clears the confirmations of stays and the reservations of items whose days change: they are for
  /// the days they were given for. A first date is no change, and a stay without dates has the trip's.
  ///
  /// - Parameters:
  ///   - statedItems: the places of items whose reservation the same change sets.
  ///   - statedStays: likewise for the confirmations of stays.
  mutating func clearConfirmations(ofItems statedItems: Set<Int>, stays statedStays: Set<Int>) {
    for (place, item) in items.enumerated() where !statedItems.contains(place) {
      guard let before = item.before, let after = item.after, !before[ItemColumn.date].isNull,
        before[ItemColumn.date] != after[ItemColumn.date]
      else { continue }
      items[place].after?[Int(ItemColumn.hasReservation.rawValue)] = false.sqliteValue
    }
    for (place, stay) in stays.enumerated() where !statedStays.contains(place) {
      guard let before = stay.before, let after = stay.after,
        Self.nights(of: before, in: trip.before) != Self.nights(of: after, in: trip.after)
      else { continue }
      stays[place].after?[Int(StayColumn.isConfirmed.rawValue)] = false.sqliteValue
    }
  }

  /// The check-in and check-out of a stay; without dates they are the trip's.
  private static func nights(
    of stay: [SQLiteValue], in trip: [SQLiteValue]?
  ) -> [SQLiteValue?] {
    stay[StayColumn.startDate].isNull
      ? [trip?[TripColumn.startDate], trip?[TripColumn.endDate]]
      : [stay[StayColumn.startDate], stay[StayColumn.endDate]]
  }
}
