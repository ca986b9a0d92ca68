internal import GRDB

/// What a change of a trip's relations did.
package struct RelationOutcome {
  /// The trip as it is now, with its relations.
  package let trip: Trip
  /// The rows that changed, as they are now, or, if they were removed, as they were.
  package let items: [BucketListItem]
  package let changes: [PropertyChange]
  /// Those of the items that were on the list when they were to be added, be it by the same call.
  package let existing: [BucketListItem]
  /// How many items the list has more than before.
  package let addedCount: Int
}

// MARK: - Bucket list

extension Store {
  /// Adds items to the end of a trip's bucket list. One whose title is there already is not added again
  /// but takes the values given.
  package func addItems(
    _ drafts: [BucketListDraft], to reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      let present = Dictionary(
        trip.bucketList.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
      var existing: Set<Int64> = []
      var changes: [PropertyChange] = []
      var added: [String: Int64] = [:]
      for draft in drafts {
        guard let title = draft.text(.title) else { continue }
        if let item = present[title] {
          if existing.insert(item.id).inserted { changes += try Self.change(item, draft, in: db) }
        } else if let id = added[title] {
          existing.insert(id)
        } else {
          added[title] = try db.insert(
            draft.row(id: nil, tripID: trip.id), ItemColumn.self)
        }
      }
      return (existing.union(added.values), changes, existing)
    }
  }

  /// Changes items in the same way, named by their ids or titles.
  package func editItems(
    _ words: [String], of reference: TripReference, _ draft: BucketListDraft
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      var seen: Set<Int64> = []
      let items = try words.map { try Self.item($0, in: trip) }
        .filter { seen.insert($0.id).inserted }
      return (seen, try items.flatMap { try Self.change($0, draft, in: db) }, [])
    }
  }

  /// Removes items, named by their ids or titles.
  package func removeItems(
    _ words: [String], of reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      let items = try words.map { try Self.item($0, in: trip) }
      for item in items { try db.delete(item.id.databaseValue, ItemColumn.self) }
      return (Set(items.map(\.id)), [], [])
    }
  }

  /// Changes what belongs to a trip.
  ///
  /// - Parameter work: returns the ids of the items that it is about, what it changed, and which of the
  ///   items were on the list when they were to be added.
  func changeRelations(
    of reference: TripReference,
    _ work: (Database, Trip) throws -> (Set<Int64>, [PropertyChange], existing: Set<Int64>)
  ) throws(TripsError) -> RelationOutcome {
    try write { db in
      let before = try Self.trip(id: try Self.id(of: reference, in: db), in: db)
      let (ids, changes, existing) = try work(db, before)
      let after = try Self.trip(id: before.id, in: db)
      let added = after.bucketList.count - before.bucketList.count
      if added > 0 { try Self.checkCount(ofItems: after.bucketList) }
      return RelationOutcome(
        trip: after,
        items: (added < 0 ? before : after).bucketList.filter { ids.contains($0.id) },
        changes: changes, existing: after.bucketList.filter { existing.contains($0.id) },
        addedCount: added)
    }
  }

  private static func item(_ words: String, in trip: Trip) throws -> BucketListItem {
    if let id = identifier(words), let item = trip.bucketList.first(where: { $0.id == id }) {
      return item
    }
    let title = (try? StoredText.title.normalized(words)) ?? words
    let folded = SearchText.foldedName(words)
    let equalities: [(BucketListItem) -> Bool] = [
      { $0.title == words }, { $0.title == title }, { SearchText.foldedName($0.title) == folded },
    ]
    let fitting =
      equalities.lazy.map { trip.bucketList.filter($0) }.first { !$0.isEmpty } ?? []
    guard let first = fitting.first else {
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

  /// What an import would refuse is not taken here either.
  static func checkCount(ofItems items: [BucketListItem]) throws {
    if items.count > BucketListItem.most {
      throw TripsError.value("a bucket list holds at most \(BucketListItem.most) items")
    }
  }

  /// Writes what differs, and returns it.
  private static func change(
    _ item: BucketListItem, _ draft: BucketListDraft, in db: Database
  ) throws -> [PropertyChange] {
    let row = ItemColumn.allCases.map { item[$0] }
    let changes = draft.changes(of: row)
    try db.update(row[ItemColumn.id], changes)
    return row.told(changes, as: \.name)
  }
}

// MARK: - Living accommodation

extension Store {
  /// Gives a trip its stay, or changes the one it has.
  ///
  /// A stay that moves to another place is not confirmed any more, unless the call says so.
  package func setStay(
    _ draft: StayDraft, of reference: TripReference
  ) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      ([], try Self.applyStay(draft, to: trip, in: db), [])
    }
  }

  /// Takes the stay away from a trip.
  ///
  /// - Throws: `TripsError.noStay`.
  package func removeStay(of reference: TripReference) throws(TripsError) -> RelationOutcome {
    try changeRelations(of: reference) { db, trip in
      guard let stay = trip.livingAccommodation else {
        throw TripsError.noStay(TripSummary(trip))
      }
      try db.delete(stay.id.databaseValue, StayColumn.self)
      return ([], [PropertyChange(property: "stay", old: stay.placeName, new: nil)], [])
    }
  }

  private static func applyStay(
    _ draft: StayDraft, to trip: Trip, in db: Database
  ) throws -> [PropertyChange] {
    let old = trip.livingAccommodation.map { stay in StayColumn.allCases.map { stay[$0] } }
    if old == nil, draft[.placeName] == nil { throw TripsError.noStay(TripSummary(trip)) }
    let stay = draft.replacing(old)
    var row = old ?? StayDraft().row(id: nil, tripID: trip.id)
    // A stay that was not there had no name, not an empty one.
    if old == nil { row[Int(StayColumn.placeName.rawValue)] = .null }
    let changes = stay.changes(of: row)
    if changes.isEmpty { return [] }
    if let old {
      try db.update(old[StayColumn.id], changes)
    } else {
      _ = try db.insert(stay.row(id: nil, tripID: trip.id), StayColumn.self)
    }
    return row.told(changes, as: \.told)
  }
}

// MARK: - Relations of a trip that changes

extension Store {
  /// A confirmation is for the nights it was given for.
  static func unconfirmStay(ofTrip id: Int64, in db: Database) throws -> [PropertyChange] {
    let stays = try StatementCursor.integers(
      "SELECT id FROM livingAccommodation WHERE tripId = \(id) AND isConfirmed", in: db)
    for stay in stays {
      try db.update(stay.databaseValue, [(StayColumn.isConfirmed, false.databaseValue)])
    }
    return stays.isEmpty ? [] : [PropertyChange(property: "isConfirmed", old: "true", new: "false")]
  }

  /// Adds the items and sets the stay that a draft names.
  static func applyRelations(
    _ draft: TripDraft, toTrip id: Int64, in db: Database
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
      changes += try applyStay(stay, to: try trip(id: id, in: db), in: db)
    }
    return changes
  }

  /// Copies the bucket list, of which nothing is done or reserved, and the stay unconfirmed.
  static func copyRelations(from source: Int64, to copy: Int64, in db: Database) throws {
    try db.execute(
      literal: """
        INSERT INTO bucketListItem(tripId, title, details, isInPlan)
        SELECT \(copy), title, details, isInPlan FROM bucketListItem WHERE tripId = \(source) ORDER BY id
        """)
    try checkCopied(ItemColumn.self, of: source, most: .max, in: db)
    try db.execute(
      literal: """
        INSERT INTO livingAccommodation(tripId, placeName, address)
        SELECT \(copy), placeName, address FROM livingAccommodation WHERE tripId = \(source)
        ORDER BY isConfirmed DESC, id DESC LIMIT 1
        """)
    try checkCopied(StayColumn.self, of: source, most: 1, in: db)
  }

  private static func checkCopied<Column: StoredColumn>(
    _ columns: Column.Type, of trip: Int64, most: Int64, in db: Database
  ) throws {
    let count = try StatementCursor.integer(
      "SELECT count(*) FROM \(sql: Column.table) WHERE tripId = \(trip)", in: db)
    try db.checkWritten(Column.table, count: min(count ?? 0, most))
  }
}
