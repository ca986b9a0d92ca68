internal import SQLite

/// The conditions, order and limit of a fetch, named as in SwiftData.
package struct FetchDescriptor: Sendable {
  package enum SortKey: String, CaseIterable, Sendable {
    case start, end, name, destination, id
  }

  package enum Relationship: CaseIterable, Sendable { case bucketList, livingAccommodations }

  package var predicate = TripPredicate()
  package var sortBy = SortKey.start
  package var isReversed = false
  /// Whether the trip that began last comes first, then the shorter one.
  var isOfCurrent = false
  package var fetchLimit: Int?
  package var fetchOffset = 0
  /// The relationships to load with the trips, each with one query for any number of trips.
  package var relationshipsForPrefetching: [Relationship] = []

  package init() {}
}

extension FetchDescriptor {
  /// Restricts the fetch to the type of a subclass of `Trip`.
  func of(_ kind: Trip.Type) -> FetchDescriptor {
    let type: TripType
    switch kind {
    case is BusinessTrip.Type: type = .business
    case is PersonalTrip.Type: type = .personal
    default: return self
    }
    var narrowed = self
    narrowed.predicate.types = (predicate.types ?? [type]).filter { $0 == type }
    return narrowed
  }

  /// The fetch with its search done: the matches become a condition on ids.
  func searched(in db: Connection) throws -> FetchDescriptor {
    var searched = self
    func narrow(to found: [Int64]) {
      searched.predicate.ids =
        searched.predicate.ids.map { $0.filter(Set(found).contains) } ?? found
    }
    if !predicate.tags.isEmpty { narrow(to: try Self.tagged(predicate.tags, in: db)) }
    if let search = TripSearch(predicate) { narrow(to: try search.ids(in: db)) }
    (searched.predicate.searches, searched.predicate.fieldSearches) = ([], [])
    searched.predicate.tags = []
    return searched
  }

  /// The trips that have all of these tags.
  private static func tagged(_ tags: [String], in db: Connection) throws -> [Int64] {
    let trips = try Statement("SELECT id, tags FROM trip WHERE tags <> '' ORDER BY id", in: db)
    var found: [Int64] = []
    while try trips.step() {
      let list = TagList(stored: trips.text(1))
      if tags.allSatisfy(list.contains) { found.append(trips.integer(0)) }
    }
    return found
  }

  /// The `SELECT` of the trips' columns, with condition, order and limit.
  ///
  /// Each part of the condition (`TripPredicate.parts`) scans an index in the requested order, and
  /// SQLite merges the scans.
  func select() -> SQL {
    let parts = walks.map { "SELECT \(sql: TripColumn.list) FROM \($0)" as SQL }
    var query = parts.joined(separator: " UNION ALL ") + " ORDER BY \(order)"
    if fetchLimit != nil || fetchOffset > 0 {
      // SQLite treats a negative limit as none.
      query += " LIMIT \(fetchLimit ?? -1) OFFSET \(fetchOffset)"
    }
    return query
  }

  /// The FROM clause with its conditions.
  private var walks: [SQL] {
    predicate.parts(sortedBy: sortBy).map { part in part.map { "trip WHERE \($0)" } ?? "trip" }
  }

  /// Like `select`, but by id and without a limit, in one scan of the table.
  func selectInTableOrder() -> SQL {
    var query: SQL = "SELECT \(sql: TripColumn.list) FROM trip NOT INDEXED"
    if let condition = predicate.condition { query += " WHERE \(condition)" }
    return query + " ORDER BY id"
  }

  /// Whether to read rows in table order and sort them by key: worthwhile if the fetch returns more
  /// than an eighth of them.
  func isReadInTableOrder(in db: Connection) throws -> Bool {
    let canBeSorted = sortBy != .name && sortBy != .destination
    guard fetchLimit == nil, fetchOffset == 0, canBeSorted else { return false }
    guard predicate.isNarrow else { return true }
    // The file's own table: for a past state, SQLite would read all rows of the view.
    let largestID = Int(try db.integer("SELECT max(id) FROM main.trip") ?? 0)
    return try count(in: db) > largestID / 8
  }

  /// A number that orders trips as the fetch does, for trips that are read in the order of their
  /// ids.
  func key(of trip: Trip) -> UInt32 {
    switch sortBy {
    case .start: UInt32(trip.startDate.dayNumber)
    case .end: UInt32(trip.endDate.dayNumber)
    case .id, .name, .destination: 0
    }
  }

  /// The number of matching trips, ignoring limit and offset.
  func count(in db: Connection) throws -> Int {
    Int(try db.integer(selectCount()) ?? 0)
  }

  /// The `SELECT` for the number of matching trips, ignoring limit and offset.
  func selectCount() -> SQL {
    var counted = self
    counted.sortBy = .start
    let counts = counted.walks.map { "(SELECT count(*) FROM \($0))" as SQL }
    return "SELECT \(counts.joined(separator: " + "))"
  }

  /// Ties are broken by id, so that the order is stable and an index provides it.
  private var order: SQL {
    if isOfCurrent { return "startDate DESC, endDate, id" }
    let columns =
      switch sortBy {
      case .start: ["startDate", "id"]
      case .end: ["endDate", "id"]
      case .name: ["name", "startDate", "endDate"]
      case .destination: ["destination", "id"]
      case .id: ["id"]
      }
    let direction = isReversed ? " DESC" : ""
    return SQL(sql: columns.map { $0 + direction }.joined(separator: ", "))
  }
}
