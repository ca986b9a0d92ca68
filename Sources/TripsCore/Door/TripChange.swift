internal import SQLite

/// The rows of a trip, its items and its stays in a store.
struct TripRows: Equatable {
  var trip: [SQLiteValue]
  var items: [[SQLiteValue]] = []
  var stays: [[SQLiteValue]] = []

  /// The trip with its items and stays as objects.
  ///
  /// - Throws: `StoreProblem.corrupt` for values that the schema does not allow.
  func object() throws -> Trip {
    let object = try Trip.read(trip)
    for item in items { object.add(try BucketListItem(item)) }
    for stay in stays { object.add(try LivingAccommodation(stay)) }
    return object
  }
}

/// A row before and after a change; nil if it does not exist.
struct RowOutcome {
  let before: [SQLiteValue]?
  var after: [SQLiteValue]?
  /// Whether the change is about this row, even if the row has all its values already.
  var isStated = false
  /// Whether the change itself sets the confirmation or the reservation.
  var setsBooking = false
  /// The record of a file that states it, and is remembered.
  var record: StatedRecord?

  /// Whether the trip had the row before.
  fileprivate func belonged(to trip: RowOutcome, _ tripID: some StoredColumn) -> Bool {
    before.map { $0[tripID].integer == trip.before?.id } ?? false
  }
}

/// The changes of a command, an import or a sync to one trip.
struct TripChange {
  var trip: RowOutcome
  var items: [RowOutcome] = []
  var stays: [RowOutcome] = []

  /// A trip that is unchanged so far.
  init(of rows: TripRows) {
    trip = RowOutcome(before: rows.trip, after: rows.trip)
    items = rows.items.map { RowOutcome(before: $0, after: $0) }
    stays = rows.stays.map { RowOutcome(before: $0, after: $0) }
  }

  /// A new trip.
  ///
  /// - Parameter id: nil assigns the next one.
  init(adding values: StatedRow<TripColumn>, id: Int64? = nil) {
    trip = RowOutcome(before: nil, after: values.row(id: id, tripID: nil))
  }

  var isEmpty: Bool {
    trip.before == trip.after && !items.contains { $0.before != $0.after }
      && !stays.contains { $0.before != $0.after }
  }

  /// The id of the trip; 0 for a new one.
  var id: Int64 { trip.after?.id ?? 0 }

  /// The rows before the change.
  var before: TripRows {
    TripRows(
      trip: trip.before ?? [], items: items.compactMap(\.before), stays: stays.compactMap(\.before))
  }

  /// The resulting rows.
  var after: TripRows {
    TripRows(
      trip: trip.after ?? [], items: items.compactMap(\.after), stays: stays.compactMap(\.after))
  }

  /// The resulting name and dates of the trip.
  ///
  /// - Throws: `StoreProblem.corrupt` for values that the schema does not allow.
  func summary() throws -> TripSummary {
    let row = trip.after ?? []
    // A new trip may have no id yet.
    return try TripSummary(Trip.read([max(row.id, 1).sqliteValue] + row.dropFirst()))
  }

  /// Whether the trip is new, or its first or last day changes.
  var changesDates: Bool {
    [TripColumn.startDate, .endDate].contains { trip.before?[$0] != trip.after?[$0] }
  }

  mutating func set(_ values: StatedRow<TripColumn>) {
    trip.after = trip.after?.with(values.given)
  }

  /// Moves the dates of the items and stays.
  ///
  /// - Throws: `TripsError.value` if a date would be outside the calendar.
  mutating func move(by move: DayMove) throws {
    for index in items.indices { try items[index].moveDates(ItemColumn.self, by: move) }
    for index in stays.indices { try stays[index].moveDates(StayColumn.self, by: move) }
  }
}

extension RowOutcome {
  fileprivate mutating func moveDates<Column: StoredColumn>(
    _ columns: Column.Type, by move: DayMove
  ) throws {
    guard let row = after else { return }
    let dates = columns.allCases.filter(\.declaration.isDate)
    after = try row.with(
      dates.compactMap { column in
        try CalendarDate(row.text(column)).map {
          (column, try move.date($0).description.sqliteValue)
        }
      })
  }
}

extension [SQLiteValue] {
  /// The text of a column; empty for NULL.
  func text(_ column: some StoredColumn) -> String { self[column].text ?? "" }

  /// A row's own id; 0 for a new row.
  var id: Int64 { first.flatMap(\.integer) ?? 0 }
}

// MARK: - Rules

extension TripChange {
  /// Applies the rules for every change of a trip.
  ///
  /// - Throws: `ValueError` for more items or stays than a trip can have.
  mutating func applyRules() throws(ValueError) {
    try checkCounts()
    clearConfirmations()
  }

  func checkCounts() throws(ValueError) {
    func isTooMany(_ rows: [RowOutcome], _ maxCount: Int) -> Bool {
      guard rows.count > maxCount else { return false }
      let count = rows.count { $0.after != nil }
      return count > maxCount && count > rows.count { $0.before != nil }
    }
    if isTooMany(items, BucketListItem.maxCount) { throw StatedRow<ItemColumn>.tooMany }
    if isTooMany(stays, LivingAccommodation.maxCount) { throw StatedRow<StayColumn>.tooMany }
  }

  /// Clears the confirmations of stays and the reservations of items whose days change, unless the
  /// same change sets them: a booking is only for the days that it was made for. First dates on the
  /// same nights are not a change, and a stay without dates has the trip's dates.
  private mutating func clearConfirmations() {
    for index in items.indices where !items[index].setsBooking {
      guard let before = items[index].before, let after = items[index].after,
        !before[ItemColumn.date].isNull, before[ItemColumn.date] != after[ItemColumn.date]
      else { continue }
      items[index].after = after.with([(ItemColumn.hasReservation, false.sqliteValue)])
    }
    for index in stays.indices where !stays[index].setsBooking {
      guard let before = stays[index].before, let after = stays[index].after,
        Self.nights(of: before, in: trip.before) != Self.nights(of: after, in: trip.after)
      else { continue }
      stays[index].after = after.with([(StayColumn.isConfirmed, false.sqliteValue)])
    }
  }

  /// The check-in and check-out of a stay; without dates they are the trip's.
  private static func nights(
    of stay: [SQLiteValue]?, in trip: [SQLiteValue]?
  ) -> [String] {
    guard let stay, let trip else { return ["", ""] }
    return stay[StayColumn.startDate].isNull
      ? [trip.text(TripColumn.startDate), trip.text(TripColumn.endDate)]
      : [stay.text(StayColumn.startDate), stay.text(StayColumn.endDate)]
  }
}

// MARK: - Warnings

extension TripChange {
  /// The indices of the items that are now outside the trip, and were not with the same date.
  var itemsOutside: [Int] { Self.outside(items, trip, .tripId, [.date] as [ItemColumn]) }

  var staysOutside: [Int] {
    Self.outside(stays, trip, .tripId, [.startDate, .endDate] as [StayColumn])
  }

  private static func outside<Column: StoredColumn>(
    _ rows: [RowOutcome], _ trip: RowOutcome, _ tripID: Column, _ dates: [Column]
  ) -> [Int] {
    func isOutside(_ row: [SQLiteValue]?, _ trip: [SQLiteValue]?) -> Bool {
      guard let row, let trip else { return false }
      // Dates compare like their text.
      let (start, end) = (trip.text(TripColumn.startDate), trip.text(TripColumn.endDate))
      return dates.contains { !row[$0].isNull && (row.text($0) < start || row.text($0) > end) }
    }
    return rows.indices.filter { index in
      let row = rows[index]
      guard isOutside(row.after, trip.after) else { return false }
      return !row.belonged(to: trip, tripID) || !isOutside(row.before, trip.before)
        || dates.contains { row.before?[$0] != row.after?[$0] }
    }
  }

  /// The single days of the per diem that the trip does not have, if there are more than before.
  var singleDaysOutside: [CalendarDate] {
    func outside(_ row: [SQLiteValue]?) -> [CalendarDate] {
      guard let row, let text = row[TripColumn.singleDays].text else { return [] }
      let (start, end) = (row.text(TripColumn.startDate), row.text(TripColumn.endDate))
      return SingleDays(stored: text).days.map(\.date)
        .filter { $0.description < start || $0.description > end }
    }
    let dates = outside(trip.after)
    return dates.count > outside(trip.before).count ? dates : []
  }

  /// The indices of the stays that now share a night and did not before: for each stay at most one
  /// pair, with the last-ending stay before it.
  var sharedNights: [(earlier: Int, later: Int)] {
    guard stays.count > 1 else { return [] }
    let nights = stays.map { Self.nights(of: $0.after, in: trip.after) }
    let inOrder = stays.indices.filter { nights[$0][0] < nights[$0][1] }
      .sorted { (nights[$0][0], $0) < (nights[$1][0], $1) }
    var pairs: [(earlier: Int, later: Int)] = []
    var last: Int?
    for index in inOrder {
      if let last, nights[index][0] < nights[last][1], !haveShared(last, index) {
        pairs.append((last, index))
      }
      if last.map({ nights[$0][1] < nights[index][1] }) ?? true { last = index }
    }
    return pairs
  }

  /// Whether two stays shared a night before the change.
  private func haveShared(_ one: Int, _ other: Int) -> Bool {
    let rows = [stays[one], stays[other]]
    guard rows.allSatisfy({ $0.belonged(to: trip, StayColumn.tripId) }) else { return false }
    let nights = rows.map { Self.nights(of: $0.before, in: trip.before) }
    return max(nights[0][0], nights[1][0]) < min(nights[0][1], nights[1][1])
  }
}

extension TripChange {
  /// The new rows, each with one of the same place or title that the trip had before.
  ///
  /// - Parameter claimed: rows that the same import has stated.
  func twins(_ claimed: ClaimedRows) -> [(old: PropertyChange.Owner, new: PropertyChange.Owner)] {
    if trip.before == nil { return [] }
    return Self.twins(stays, StayColumn.placeName, claimed.stays)
      + Self.twins(items, ItemColumn.title, claimed.items)
  }

  private static func twins<Column: StoredColumn>(
    _ rows: [RowOutcome], _ name: Column, _ claimed: Set<Int64>
  ) -> [(old: PropertyChange.Owner, new: PropertyChange.Owner)] {
    let new = rows.filter { $0.before == nil && $0.after != nil }
    if new.isEmpty { return [] }
    func key(_ row: [SQLiteValue]) -> String { SearchText.foldedName(row.text(name)) }
    let old = rows.compactMap { row in
      row.before.flatMap { claimed.contains($0.id) || row.isStated ? nil : row.after }
    }
    let olds = Dictionary(old.map { (key($0), $0) }, uniquingKeysWith: { one, _ in one })
    return new.compactMap(\.after).compactMap { row in
      olds[key(row)].map { (Column.owner(of: $0), Column.owner(of: row)) }
    }
  }
}

// MARK: - Differences

extension TripChange {
  /// Each value that changes, in readable form. A new trip lists its per diem, its stays and its
  /// items.
  var differences: [PropertyChange] {
    guard let after = trip.after else { return [] }
    var columns = TripColumn.stated
    // In reading order, the type follows the dates.
    columns.insert(columns.removeFirst(), at: 4)
    if trip.before == nil { columns = [.perdiemMinor] }
    let before = trip.before ?? after.map { _ in .null }
    return TripColumn.changes(from: before, to: after, columns)
      + Self.differences(stays, StayColumn.placeName) { .stay(id: $0, place: $1) }
      + Self.differences(items, ItemColumn.title) { .item(id: $0, title: $1) }
  }

  private static func differences<Column: PartColumn>(
    _ rows: [RowOutcome], _ name: Column, _ owner: (Int64, String) -> PropertyChange.Owner
  ) -> [PropertyChange] {
    rows.flatMap { row -> [PropertyChange] in
      guard row.before != row.after, let named = row.after ?? row.before else { return [] }
      let owner = owner(named.id, named.text(name))
      if let before = row.before, let after = row.after {
        return Column.changes(of: owner, from: before, to: after, Column.stated + [Column.tripId])
      }
      return [
        PropertyChange(
          of: owner, property: name.fact, old: row.before?.text(name), new: row.after?.text(name))
      ]
    }
  }
}
