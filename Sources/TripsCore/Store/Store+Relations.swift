internal import SQLite

/// The result of a change to a trip's items or stays.
package struct RelationOutcome {
  /// The trip as it is now, with its items and stays.
  package let trip: Trip
  /// The changed rows as they are now, or, if they were removed, as they were.
  package let items: [BucketListItem]
  package let stays: [LivingAccommodation]
  /// Of the items, those that already had the given values.
  package let unchanged: [BucketListItem]
  package let changes: [PropertyChange]
  /// Of the items to add, those that were already on the list or that the call contains twice.
  package let existing: [BucketListItem]
  /// The number of items that were added.
  package let addedCount: Int
  /// Whether a stay to add already existed.
  package let isExistingStay: Bool
  /// Whether the stay was confirmed for nights that have now changed.
  package let isUnconfirmed: Bool
  /// The stays that share nights with one that has new nights.
  package let overlaps: [LivingAccommodation]
}

/// The rows that a change affects, by id.
struct RelationChange {
  var items: Set<Int64> = []
  var stays: Set<Int64> = []
  var changes: [PropertyChange] = []
  /// Items to add that were already on the list.
  var existing: Set<Int64> = []
  var isExistingStay = false
  var isUnconfirmed = false
  /// Whether stays have nights that they did not have before.
  var hasNewNights = false
}

// MARK: - Bucket list

extension Store {
  /// Adds items to the end of a trip's bucket list. If the title is already there, as a search
  /// compares, the item gets the given values instead.
  package func addItems(
    _ drafts: [BucketListDraft], on day: TripDay? = nil, to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      let date = try day?.date(in: trip).description
      func items(by key: (String) -> String) -> [String: [BucketListItem]] {
        Dictionary(grouping: trip.bucketList) { key($0.title) }
      }
      let (present, folded) = (items { $0 }, items(by: SearchText.foldedName))
      var result = RelationChange()
      var added: [String: Int64] = [:]
      for var draft in drafts {
        guard let title = draft.text(.title) else { continue }
        if let date { draft.set(.date, date) }
        let key = SearchText.foldedName(title)
        let fitting = present[title] ?? folded[key] ?? []
        guard fitting.count < 2 else {
          throw TripsError.severalItems(
            title, trip: TripSummary(trip), candidates: fitting.map(\.id))
        }
        if let item = fitting.first {
          if result.existing.insert(item.id).inserted {
            draft.set(.title, item.title)
            result.changes += try Self.change(item, draft, of: trip, in: db).map {
              PropertyChange(
                property: "\($0.property) of '\(item.title)'", old: $0.old, new: $0.new)
            }
          }
        } else if let id = added[key] {
          result.existing.insert(id)
        } else {
          added[key] = try db.insert(
            draft.fitting(nil) { trip.currency }.row(id: nil, tripID: trip.id), ItemColumn.self)
        }
      }
      result.items = result.existing.union(added.values)
      return result
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
      result.changes = try items.flatMap { try Self.change($0, draft, of: trip, in: db) }
      return result
    }
  }

  /// Removes items, identified by id or title.
  package func removeItems(
    _ words: [String], of reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      // One item may be named twice.
      let items = Set(try words.map { try Self.item($0, in: trip).id })
      for id in items.sorted() { try db.delete(id.sqliteValue, ItemColumn.self) }
      return RelationChange(items: items)
    }
  }

  /// Changes the items or stays of a trip.
  func changeRelations(
    of reference: TripReference, _ work: (Connection, Trip) throws -> RelationChange
  ) throws(TripsError) -> RelationOutcome {
    try write { db in
      let before = try Self.trip(id: try Self.id(of: reference, in: db), in: db)
      let change = try work(db, before)
      let after = try Self.trip(id: before.id, in: db)
      let added = after.bucketList.count - before.bucketList.count
      if added > 0 { try Self.checkCount(ofItems: after.bucketList) }
      let addedStays = after.livingAccommodations.count - before.livingAccommodations.count
      if addedStays > 0, after.livingAccommodations.count > LivingAccommodation.most {
        throw TripsError.value("a trip has at most \(LivingAccommodation.most) stays")
      }
      let stays = (addedStays < 0 ? before : after).livingAccommodations
        .filter { change.stays.contains($0.id) }
      let items = (added < 0 ? before : after).bucketList.filter { change.items.contains($0.id) }
      let unchanged = items.filter { item in
        added >= 0 && before.bucketList.first { $0.id == item.id }?.values == item.values
      }
      return RelationOutcome(
        trip: after, items: items, stays: stays, unchanged: unchanged, changes: change.changes,
        existing: after.bucketList.filter { change.existing.contains($0.id) }, addedCount: added,
        isExistingStay: change.isExistingStay, isUnconfirmed: change.isUnconfirmed,
        overlaps: change.hasNewNights ? stays.flatMap(after.overlaps) : [])
    }
  }

  private static func item(_ words: String, in trip: Trip) throws -> BucketListItem {
    let fitting = matches(words, .title, among: trip.bucketList, \.id, \.title)
    guard let first = fitting.first else {
      let folded = SearchText.foldedName(words)
      let found = trip.bucketList.filter { item in
        !folded.isEmpty
          && [item.title, item.details].contains { SearchText.folded($0).contains(folded) }
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

  /// Finds the row of an id, otherwise the rows with this exact name, with its normalised form,
  /// with a name equal in a search, or, if allowed, with a name that contains it.
  static func matches<Row>(
    _ words: String, _ kind: StoredText, among rows: [Row], _ id: (Row) -> Int64,
    _ name: @escaping (Row) -> String, orPart: Bool = false
  ) -> [Row] {
    if let number = identifier(words), let row = rows.first(where: { id($0) == number }) {
      return [row]
    }
    let stored = (try? kind.normalized(words)) ?? words
    let folded = SearchText.foldedName(words)
    let tests: [(String) -> Bool] = [
      { $0 == words }, { $0 == stored }, { SearchText.foldedName($0) == folded },
      { orPart && !folded.isEmpty && SearchText.folded($0).contains(folded) },
    ]
    return tests.lazy.map { test in rows.filter { test(name($0)) } }.first { !$0.isEmpty } ?? []
  }

  /// The limit of imports applies here too.
  static func checkCount(ofItems items: [BucketListItem]) throws {
    if items.count > BucketListItem.most {
      throw TripsError.value("a bucket list holds at most \(BucketListItem.most) items")
    }
  }

  /// Writes the differences and returns them.
  private static func change(
    _ item: BucketListItem, _ draft: BucketListDraft, of trip: Trip, in db: Connection
  ) throws -> [PropertyChange] {
    let row = item.values
    let changes = try draft.fitting(row) { trip.currency }.changes(of: row)
    try db.update(row[ItemColumn.id], changes)
    return ItemColumn.changes(from: row, to: row.with(changes), as: \.fact)
  }
}

// MARK: - Relations of a trip that changes

extension Store {
  /// Moves the dates of a trip's items and stays.
  ///
  /// - Throws: `TripsError.value` if a date would be outside the calendar.
  static func moveRelations(of trip: Trip, byDays days: Int, in db: Connection) throws {
    if days == 0 { return }
    try checkMove(of: trip, byDays: days)
    let dates = trip.bucketList.count { $0.date != nil }
    try move(ItemColumn.self, of: trip.id, byDays: days, count: dates, in: db)
    let stays = trip.livingAccommodations.count { $0.startDate != nil }
    try move(StayColumn.self, of: trip.id, byDays: days, count: stays, in: db)
  }

  private static func checkMove(of trip: Trip, byDays days: Int) throws {
    let dates =
      trip.bucketList.compactMap(\.date)
      + trip.livingAccommodations.flatMap { [$0.startDate, $0.endDate].compactMap(\.self) }
    guard dates.allSatisfy({ $0.adding(days: days) != nil }) else {
      throw TripsError.value(
        "a date of its stays or items would be outside the years 0001 to 9999")
    }
  }

  private static func move<Column: StoredColumn>(
    _ columns: Column.Type, of trip: Int64, byDays days: Int, count: Int, in db: Connection
  ) throws {
    let dates = columns.allCases.filter(\.declaration.isDate)
    guard count > 0, let first = dates.first else { return }
    let settings = dates.map { "\($0.name) = \($0.moved(byDays: days))" }
    try db.run(
      """
      UPDATE \(sql: Column.table) SET \(sql: settings.joined(separator: ", "))
      WHERE tripId = \(trip) AND \(sql: first.name) NOT NULL
      """)
    try db.checkWritten(Column.table, count: Int64(count))
  }

  /// Unconfirms the stays whose nights have changed, since a confirmation counts only for the
  /// nights it was given for.
  ///
  /// - Parameters:
  ///   - before: the trip before the change.
  ///   - days: how far the dates of stays have moved.
  /// - Returns: the places.
  static func unconfirmStays(
    of before: Trip, movedByDays days: Int, in db: Connection
  ) throws -> [String] {
    try before.livingAccommodations.filter { stay in
      stay.isConfirmed && (stay.startDate == nil || days != 0)
    }.map { stay in
      try db.update(
        stay.id.sqliteValue, [(StayColumn.isConfirmed, false.sqliteValue)])
      return stay.placeName
    }
  }

  /// Adds the items and sets the stay of a draft.
  static func applyRelations(
    _ draft: TripDraft, toTrip id: Int64, in db: Connection
  ) throws -> [PropertyChange] {
    var changes: [PropertyChange] = []
    for title in draft.bucketList {
      var item = BucketListDraft()
      item.set(.title, title)
      _ = try db.insert(item.row(id: nil, tripID: id), ItemColumn.self)
      changes.append(PropertyChange(property: "bucketList", old: nil, new: title))
    }
    if !changes.isEmpty { try checkCount(ofItems: trip(id: id, in: db).bucketList) }
    if let placeName = draft.stay {
      var stay = StayDraft()
      stay.set(.placeName, placeName)
      changes += try applyStay(stay, to: try trip(id: id, in: db), in: db).changes
    }
    return changes
  }

  /// Copies the items, none of them done or reserved, and the stays, unconfirmed, with their dates
  /// moved.
  static func copyRelations(
    from source: Trip, to copy: Int64, movedByDays days: Int, in db: Connection
  ) throws {
    try checkMove(of: source, byDays: days)
    try copyRows(
      ItemColumn.self, without: [.hasReservation, .isDone, .uid], of: source.id, to: copy, days,
      count: source.bucketList.count, in: db)
    try copyRows(
      StayColumn.self, without: [.isConfirmed, .uid], of: source.id, to: copy, days,
      count: source.livingAccommodations.count, in: db)
  }

  private static func copyRows<Column: StoredColumn>(
    _ columns: Column.Type, without defaults: [Column], of source: Int64, to copy: Int64,
    _ days: Int, count: Int, in db: Connection
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
    try db.checkWritten(Column.table, count: Int64(count))
  }
}

extension StoredColumn {
  /// Its date plus a number of days, in SQL.
  fileprivate func moved(byDays days: Int) -> String { "date(\(name), '\(days) days')" }
}
