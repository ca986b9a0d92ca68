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
      Self.prepare(db, for: descriptor)
      let query = descriptor.select("1")
      return try SQLRequest<Int>(literal: "SELECT count(*) FROM (\(query))").fetchOne(db) ?? 0
    }
  }

  static func fetch<Kind: Trip>(
    _ kind: Kind.Type, _ descriptor: FetchDescriptor, in db: Database
  ) throws -> [Kind] {
    prepare(db, for: descriptor)
    let types = types(of: kind)
    let rows = try SQLRequest<Row>(literal: descriptor.select(TripRow.columns, types: types))
      .fetchCursor(db)
    var trips: [Kind] = []
    while let row = try rows.next() {
      if let trip = try TripRow.trip(row) as? Kind { trips.append(trip) }
    }
    let relationships = descriptor.relationshipsForPrefetching
    if !relationships.isEmpty, !trips.isEmpty {
      let ids = descriptor.select("id", types: types)
      try Relationships(trips).load(relationships, ofTrips: ids, in: db)
    }
    return trips
  }

  private static func types<Kind: Trip>(of kind: Kind.Type) -> Set<TripType>? {
    switch kind {
    case is BusinessTrip.Type: [.business]
    case is PersonalTrip.Type: [.personal]
    default: nil
    }
  }

  private static func prepare(_ db: Database, for descriptor: FetchDescriptor) {
    if !descriptor.predicate.search.isEmpty { SearchText.install(in: db) }
  }
}

/// Loads the relationships of trips that were fetched, in one query each.
private struct Relationships {
  private let tripsByID: [Int64: Trip]

  init(_ trips: [Trip]) {
    tripsByID = Dictionary(uniqueKeysWithValues: trips.map { ($0.id, $0) })
  }

  func load(
    _ relationships: Set<FetchDescriptor.Relationship>, ofTrips ids: SQL, in db: Database
  ) throws {
    if relationships.contains(.bucketList) { try loadBucketLists(ids, in: db) }
    if relationships.contains(.livingAccommodation) { try loadAccommodations(ids, in: db) }
  }

  private func loadBucketLists(_ ids: SQL, in db: Database) throws {
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT tripId, id, title, details, hasReservation, isInPlan FROM bucketListItem
        WHERE tripId IN (\(ids)) ORDER BY id
        """
    ).fetchCursor(db)
    while let row = try rows.next() {
      let item = BucketListItem(
        id: row[1], title: row[2], details: row[3], hasReservation: row[4], isInPlan: row[5])
      guard let trip = tripsByID[row[0]] else { continue }
      item.trip = trip
      trip.bucketList.append(item)
    }
  }

  /// Another program may have written several for one trip: a confirmed one comes before an
  /// unconfirmed one, then the latest, which is the rule of the migration too.
  private func loadAccommodations(_ ids: SQL, in db: Database) throws {
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT tripId, id, placeName, address, isConfirmed FROM livingAccommodation
        WHERE tripId IN (\(ids)) ORDER BY isConfirmed, id
        """
    ).fetchCursor(db)
    while let row = try rows.next() {
      let stay = LivingAccommodation(
        id: row[1], placeName: row[2], address: row[3], isConfirmed: row[4])
      guard let trip = tripsByID[row[0]] else { continue }
      stay.trip = trip
      trip.livingAccommodation = stay
    }
  }
}
