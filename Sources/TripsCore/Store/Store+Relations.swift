internal import SQLite

/// The result of a change to a trip's items or stays.
package struct RelationOutcome {
  /// The trip as it is now, with its items and stays.
  package let trip: Trip
  /// The changed rows as they are now, or, if they were removed, as they were.
  package let items: [BucketListItem]
  package let stays: [LivingAccommodation]
  package let changes: [PropertyChange]
  /// Of the changed rows, those outside the trip.
  package let outside: DaysOutside
  /// The stays that now share a night, each with the later one.
  package let shared: [(LivingAccommodation, LivingAccommodation)]
}

/// The ids of the rows that a change affects.
struct RelationChange {
  var items: Set<Int64> = []
  var stays: Set<Int64> = []
}

// MARK: - Bucket list

extension Store {
  /// Adds items to the end of a trip's bucket list.
  package func addItems(
    _ drafts: [BucketListDraft], on day: TripDay? = nil, to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      let date = try day?.date(in: trip).description
      let ids = try drafts.map { draft in
        var draft = draft
        if let date { draft.set(.date, date) }
        return try db.insert(
          draft.fitting(nil) { nil }.row(id: nil, tripID: trip.id), ItemColumn.self)
      }
      return RelationChange(items: Set(ids))
    }
  }

  /// Changes items in the same way, identified by id or title.
  package func editItems(
    _ words: [String], of reference: TripReference, _ draft: BucketListDraft,
    on day: TripDay? = nil
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      var draft = draft
      if let day { draft.set(.date, try day.date(in: trip).description) }
      var result = RelationChange()
      let items = try words.map { try Self.item($0, in: trip) }
        .filter { result.items.insert($0.id).inserted }
      for item in items { try Self.change(item, draft, in: db) }
      return result
    }
  }

  /// Removes items, identified by id or title.
  package func removeItems(
    _ words: [String], of reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference, for: .deleting) { db, trip in
      // One item may be named twice.
      let items = Set(try words.map { try Self.item($0, in: trip, for: .deleting).id })
      for id in items.sorted() { try db.delete(id.sqliteValue, ItemColumn.self) }
      return RelationChange(items: items)
    }
  }

  /// Changes the items or stays of a trip.
  func changeRelations(
    of reference: TripReference, for purpose: TripReference.Purpose = .any,
    _ work: (Connection, Trip) throws -> RelationChange
  ) throws(TripsError) -> RelationOutcome {
    try write { db in
      let before = try Self.trip(id: try Self.id(of: reference, for: purpose, in: db), in: db)
      let change = try work(db, before)
      let after = try Self.trip(id: before.id, in: db)
      try Self.checkCounts(of: after, before)
      // Removed rows are shown as they were.
      func changed<Row>(_ rows: KeyPath<Trip, [Row]>, _ id: (Row) -> Int64, _ ids: Set<Int64>)
        -> [Row]
      {
        let now = after[keyPath: rows].filter { ids.contains(id($0)) }
        return now.isEmpty ? before[keyPath: rows].filter { ids.contains(id($0)) } : now
      }
      return RelationOutcome(
        trip: after, items: changed(\.bucketList, \.id, change.items),
        stays: changed(\.livingAccommodations, \.id, change.stays),
        changes: before.changes(to: after), outside: DaysOutside(after, unless: before),
        shared: after.sharing(
          after.livingAccommodations.filter { stay in
            change.stays.contains(stay.id)
              && !before.livingAccommodations.contains {
                ($0.id, $0.startDate, $0.endDate) == (stay.id, stay.startDate, stay.endDate)
              }
          }))
    }
  }

  /// The limits of imports apply here too.
  static func checkCounts(of trip: Trip, _ before: Trip) throws {
    if trip.bucketList.count > max(before.bucketList.count, BucketListItem.most) {
      throw TripsError.value("a bucket list holds at most \(BucketListItem.most) items")
    }
    if trip.livingAccommodations.count
      > max(before.livingAccommodations.count, LivingAccommodation.most)
    {
      throw TripsError.value("a trip has at most \(LivingAccommodation.most) stays")
    }
  }

  private static func item(
    _ words: String, in trip: Trip, for purpose: TripReference.Purpose = .any
  ) throws -> BucketListItem {
    let fitting = matches(
      words, .title, among: trip.bucketList, \.id, \.title, orPart: purpose == .any)
    guard let first = fitting.first else {
      let folded = SearchText.foldedName(words)
      let found = trip.bucketList.filter { item in
        !folded.isEmpty && SearchText.folded(item.title).contains(folded)
      }
      throw TripsError.noSuchItem(
        words, trip: TripSummary(trip), found: found.map { "'\($0.title)' (\($0.id))" })
    }
    guard fitting.count == 1 else {
      throw TripsError.severalItems(
        words, trip: TripSummary(trip), candidates: fitting.map(\.id))
    }
    return first
  }

  /// Finds the row of an id or UID, otherwise the rows with this exact name, with its normalised
  /// form, with a name equal in a search, or, if allowed, with a name that contains it. Digits are an
  /// id or a whole name.
  static func matches<Row>(
    _ words: String, _ kind: StoredText, among rows: [Row], _ id: (Row) -> Int64,
    _ name: @escaping (Row) -> String, uid: (Row) -> String? = { _ in nil }, orPart: Bool
  ) -> [Row] {
    if let number = identifier(words), let row = rows.first(where: { id($0) == number }) {
      return [row]
    }
    if let row = rows.first(where: { uid($0) == words }) { return [row] }
    let stored = (try? kind.normalized(words)) ?? words
    let folded = SearchText.foldedName(words)
    let tests: [(String) -> Bool] = [
      { $0 == words }, { $0 == stored }, { SearchText.foldedName($0) == folded },
      { orPart && !words.isDigits && !folded.isEmpty && SearchText.folded($0).contains(folded) },
    ]
    return tests.lazy.map { test in rows.filter { test(name($0)) } }.first { !$0.isEmpty } ?? []
  }

  /// Writes the differences. A reservation counts only for the day it was given for.
  private static func change(
    _ item: BucketListItem, _ draft: BucketListDraft, in db: Connection
  ) throws {
    let row = item.values
    var draft = try draft.fitting(row) { nil }
    if let date = draft[.date], item.date != nil, date != row[ItemColumn.date],
      item.hasReservation, draft[.hasReservation] == nil
    {
      draft.set(.hasReservation, false)
    }
    try db.update(row[ItemColumn.id], draft.changes(of: row))
  }
}

// MARK: - Relations of a trip that changes

extension Store {
  /// Moves the dates of a trip's items and stays, and clears the confirmations and reservations that
  /// were given for other days.
  ///
  /// - Parameters:
  ///   - before: the trip before the change.
  ///   - move: nil leaves the dates.
  ///   - days: the trip's days now, which stays without dates cover.
  /// - Throws: `TripsError.value` if a date would be outside the calendar.
  static func moveRelations(
    of before: Trip, _ move: DayMove?, to days: ClosedRange<CalendarDate>, in db: Connection
  ) throws {
    for item in before.bucketList {
      guard let move, let old = item.date else { continue }
      let new = try move.date(old)
      if new == old { continue }
      var draft = BucketListDraft()
      draft.set(.date, new.description)
      try change(item, draft, in: db)
    }
    for stay in before.livingAccommodations {
      var draft = StayDraft()
      if let move, let start = stay.startDate, let end = stay.endDate {
        draft.set(try move.date(start)...(move.date(end)))
      }
      let nights = stay.startDate == nil ? days : before.dates(of: stay)
      let hasMoved = stay.startDate == nil && nights != before.startDate...before.endDate
      let changes = draft.changes(of: stay.values)
      if stay.isConfirmed, hasMoved || !changes.isEmpty { draft.set(.isConfirmed, false) }
      try db.update(stay.values[StayColumn.id], draft.changes(of: stay.values))
    }
  }

  /// Adds the stay and the items of a draft that the trip does not have yet, by place and by title.
  static func applyRelations(_ draft: TripDraft, to trip: Trip, in db: Connection) throws {
    var titles = Set(trip.bucketList.map { SearchText.foldedName($0.title) })
    for title in draft.bucketList where titles.insert(SearchText.foldedName(title)).inserted {
      var item = BucketListDraft()
      item.set(.title, title)
      _ = try db.insert(item.row(id: nil, tripID: trip.id), ItemColumn.self)
    }
    let places = trip.livingAccommodations.map { SearchText.foldedName($0.placeName) }
    if let place = draft.stay, !places.contains(SearchText.foldedName(place)) {
      var stay = StayDraft()
      stay.set(.placeName, place)
      _ = try db.insert(stay.row(id: nil, tripID: trip.id), StayColumn.self)
    }
    try checkCounts(of: try Self.trip(id: trip.id, in: db), trip)
  }

  /// Copies the items, none of them done or reserved, and the stays, unconfirmed, all without costs
  /// and with their dates moved.
  static func copyRelations(
    from source: Trip, to copy: Int64, movedByDays days: Int, in db: Connection
  ) throws {
    let move = DayMove(days: days)
    for date in source.bucketList.compactMap(\.date) { _ = try move.date(date) }
    for stay in source.livingAccommodations { _ = try stay.endDate.map(move.date) }
    try copyRows(
      ItemColumn.self, without: [.hasReservation, .isDone, .costMinor, .costCurrency, .uid],
      of: source.id, to: copy, days, in: db)
    try copyRows(
      StayColumn.self, without: [.isConfirmed, .uid, .costMinor, .costCurrency], of: source.id,
      to: copy, days, in: db)
  }

  private static func copyRows<Column: StoredColumn>(
    _ columns: Column.Type, without defaults: [Column], of source: Int64, to copy: Int64,
    _ days: Int, in db: Connection
  ) throws {
    let copied = columns.allCases.filter { $0.name != "id" && !defaults.contains($0) }
    let values = copied.map { column in
      if column.name == "tripId" { return String(copy) }
      return column.declaration.isDate ? column.moved(byDays: days) : column.name
    }
    try db.run(
      """
      INSERT INTO \(sql: Column.table)(\(sql: copied.map(\.name).joined(separator: ", ")))
      SELECT \(sql: values.joined(separator: ", ")) FROM \(sql: Column.table)
      WHERE tripId = \(source) ORDER BY id
      """)
  }
}

extension StoredColumn {
  /// Its date plus a number of days, in SQL.
  fileprivate func moved(byDays days: Int) -> String { "date(\(name), '\(days) days')" }
}
