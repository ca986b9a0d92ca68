internal import SQLite

extension Store {
  /// The trips that match a descriptor, as objects of their classes.
  ///
  /// A fetch of `Trip` is deep: it returns business and personal trips as well. A fetch of a
  /// subclass is shallow: it returns only those, typed.
  package func fetch<Kind: Trip>(
    _ kind: Kind.Type, _ descriptor: FetchDescriptor = FetchDescriptor()
  ) throws(TripsError) -> [Kind] {
    try read { db in try Self.fetch(kind, descriptor, in: db) }
  }

  /// The trips that are current or to come: the current ones, of which the one that began last is
  /// the first, then the shorter one; after them the others by start.
  package func fetchNext(
    _ descriptor: FetchDescriptor, today: CalendarDate, limit: Int = 1
  ) throws(TripsError) -> [Trip] {
    try read { db in
      var trips: [Trip] = []
      let phases = descriptor.predicate.phases
      for phase in [TripPredicate.Phase.current, .upcoming]
      where trips.count < limit && (phases.isEmpty || phases.contains(phase)) {
        var part = descriptor
        (part.predicate.phases, part.predicate.today) = ([phase], today)
        part.isOfCurrent = phase == .current
        part.fetchLimit = limit - trips.count
        part.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
        trips += try Self.fetch(Trip.self, part, in: db)
      }
      return trips
    }
  }

  /// Trips with their costs, from one state of the store.
  package func fetchWithCosts(
    _ descriptor: FetchDescriptor
  ) throws(TripsError) -> (trips: [Trip], costs: [Int64: [TripCost]]) {
    try read { db in (try Self.fetch(Trip.self, descriptor, in: db), try Self.costs(in: db)) }
  }

  /// The costs of stays and items, by the ids of their trips.
  private static func costs(in db: Connection) throws -> [Int64: [TripCost]] {
    let found = try Statement(
      """
      SELECT tripId, costMinor, costCurrency, date, isPaid FROM bucketListItem
      WHERE costMinor NOT NULL AND tripId NOT NULL
      UNION ALL SELECT tripId, costMinor, costCurrency, startDate, isPaid
      FROM livingAccommodation
      WHERE costMinor NOT NULL AND tripId NOT NULL
      """, in: db)
    var costs: [Int64: [TripCost]] = [:]
    while try found.step() {
      let row = found.values
      guard let money = try row.checkedMoneyIfAny(1) else { continue }
      let day = try row.checkedTextIfAny(3).flatMap { CalendarDate($0) }
      costs[try row.checkedInteger(0), default: []].append(
        TripCost(money: money, day: day, isPaid: row[4].integer != 0))
    }
    return costs
  }

  /// The number of matching trips, without loading them, within limit and offset.
  package func fetchCount(_ descriptor: FetchDescriptor) throws(TripsError) -> Int {
    try read { db in
      let count = try descriptor.searched(in: db).count(in: db)
      let left = max(0, count - descriptor.fetchOffset)
      return min(left, descriptor.fetchLimit ?? left)
    }
  }

  static func fetch<Kind: Trip>(
    _ kind: Kind.Type, _ descriptor: FetchDescriptor, in db: Connection
  ) throws -> [Kind] {
    let select = try descriptor.of(kind).searched(in: db).select()
    let row = try Statement(select, in: db)
    var trips: [Kind] = []
    while try row.step() {
      if let trip = try Trip.read(row.values) as? Kind { trips.append(trip) }
    }
    let relationships = descriptor.relationshipsForPrefetching
    if !relationships.isEmpty, !trips.isEmpty { try load(relationships, of: trips, in: db) }
    return trips
  }

  /// Loads the relationships of fetched trips, with one query each.
  private static func load(
    _ relationships: [FetchDescriptor.Relationship], of trips: [Trip], in db: Connection
  ) throws {
    let trips = trips.sorted { $0.id < $1.id }
    let order = trips.count == 1 ? RelationCursor.Order.any : .of(trips.map(\.id))
    let relations = try TripRelations(relationships, order, in: db)
    for trip in trips { try relations.load(trip) }
  }
}
