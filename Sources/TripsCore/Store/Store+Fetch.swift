internal import GRDB

extension Store {
  /// The trips that a descriptor describes, as objects of their classes.
  ///
  /// A fetch of `Trip` is deep: it returns business and personal trips as well. A fetch of a
  /// subclass is shallow: it returns those alone, typed.
  package func fetch<Kind: Trip>(
    _ kind: Kind.Type, _ descriptor: FetchDescriptor = FetchDescriptor()
  ) throws(TripsError) -> [Kind] {
    try read { db in try Self.fetch(kind, descriptor, in: db) }
  }

  /// How many trips fit, without loading them; limit and offset count.
  package func fetchCount(_ descriptor: FetchDescriptor) throws(TripsError) -> Int {
    try read { db in
      let count = try descriptor.searched(in: db).count(in: db)
      let left = max(0, count - descriptor.fetchOffset)
      return min(left, descriptor.fetchLimit ?? left)
    }
  }

  static func fetch<Kind: Trip>(
    _ kind: Kind.Type, _ descriptor: FetchDescriptor, in db: Database
  ) throws -> [Kind] {
    let select = try descriptor.of(types(of: kind)).searched(in: db).select()
    // A `Row` of GRDB costs a cold start 0.1 ms.
    let row = try StatementCursor(select, in: db)
    var trips: [Kind] = []
    while try row.next() {
      if let trip = try TripRow.trip(row) as? Kind { trips.append(trip) }
    }
    let relationships = descriptor.relationshipsForPrefetching
    if !relationships.isEmpty, !trips.isEmpty {
      try Relationships(trips).load(relationships, in: db)
    }
    return trips
  }

  private static func types<Kind: Trip>(of kind: Kind.Type) -> [TripType]? {
    switch kind {
    case is BusinessTrip.Type: [.business]
    case is PersonalTrip.Type: [.personal]
    default: nil
    }
  }
}

/// Loads the relationships of trips that were fetched, in one query each.
private struct Relationships {
  /// By id: a dictionary's type takes longer to make at run time than a search in few trips.
  private let trips: [Trip]
  /// The ids of the trips as a JSON array: one argument, however many there are.
  private let ids: String

  init(_ trips: [Trip]) {
    self.trips = trips.sorted { $0.id < $1.id }
    ids = "[\(trips.map { String($0.id) }.joined(separator: ","))]"
  }

  private func trip(_ id: Int64) -> Trip? {
    var range = trips.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let trip = trips[middle]
      if trip.id == id { return trip }
      range = trip.id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  func load(_ relationships: [FetchDescriptor.Relationship], in db: Database) throws {
    if relationships.contains(.bucketList) { try loadBucketLists(in: db) }
    if relationships.contains(.livingAccommodation) { try loadAccommodations(in: db) }
  }

  private func loadBucketLists(in db: Database) throws {
    try load(ItemColumn.self, sortedBy: "row.id", in: db) { row in
      trip(try row.checkedInteger(ItemColumn.tripId))?.add(try TripRow.item(row))
    }
  }

  /// Another program may have written several for one trip: a confirmed one comes before an
  /// unconfirmed one, then the latest, which is the rule of the migration too.
  private func loadAccommodations(in db: Database) throws {
    try load(StayColumn.self, sortedBy: "row.isConfirmed, row.id", in: db) { row in
      trip(try row.checkedInteger(StayColumn.tripId))?.set(try TripRow.stay(row))
    }
  }

  // CROSS JOIN keeps SQLite from reading the whole table of items: it goes from trip to item.
  private func load<Column: StoredColumn>(
    _ columns: Column.Type, sortedBy key: String, in db: Database,
    _ body: (StatementCursor) throws -> Void
  ) throws {
    let list = Column.names.map { "row.\($0)" }.joined(separator: ", ")
    let row = try StatementCursor(
      """
      SELECT \(sql: list) FROM json_each(\(ids)) AS trip CROSS JOIN \(sql: Column.table) AS row
      ON row.tripId = trip.value ORDER BY \(sql: key)
      """, in: db)
    while try row.next() { try body(row) }
  }
}
