internal import SQLite

/// The rows of a relationship, trip by trip.
final class RelationCursor {
  /// How the trips will be requested.
  enum Order {
    /// By ascending id, each once: one scan of the index finds all rows.
    case byTrip
    /// Only these, by ascending id.
    case of([Int64])
    /// In any order: a statement looks up the rows of each trip.
    case any
  }

  // The second column of both is the trip's id.
  private static let tripColumn = ItemColumn.tripId.rawValue
  private let order: Order
  private let statement: Statement
  private var hasRow = false

  /// - Parameter countsOnly: whether only their trips and costs are read. SQLite then skips the
  ///   other columns, which are NULL.
  init<Column: StoredColumn>(
    _ columns: Column.Type, _ order: Order, countsOnly: Bool, in db: Connection
  ) throws {
    self.order = order
    let counted = ["tripId", "costMinor", "costCurrency", "isPaid"]
    let list = Column.names.map { name in
      countsOnly && !counted.contains(name) ? "NULL" : "row.\(name)"
    }.joined(separator: ", ")
    let table = SQL(sql: "\(Column.table) AS row")
    let rows: SQL =
      switch order {
      case .byTrip: "\(table) ORDER BY tripId,"
      // CROSS JOIN keeps SQLite from reading the whole table of items: it goes from trip to item.
      case .of(let ids):
        """
        json_each(\(ids.json)) AS trip
        CROSS JOIN \(table) ON row.tripId = trip.value ORDER BY tripId,
        """
      case .any: "\(table) WHERE tripId = ? ORDER BY"
      }
    let order = countsOnly ? "row.id" : Column.orderClause("row.")
    statement = try Statement("SELECT \(sql: list) FROM \(rows) \(sql: order)", in: db)
    if case .any = self.order { return }
    hasRow = try statement.step()
  }

  /// Calls `body` for each row of a trip.
  func forEach(ofTrip id: Int64, _ body: (Statement) throws -> Void) throws {
    switch order {
    case .byTrip, .of:
      while hasRow, statement.integer(Self.tripColumn) < id { hasRow = try statement.step() }
      while hasRow, statement.integer(Self.tripColumn) == id {
        try body(statement)
        hasRow = try statement.step()
      }
    case .any:
      statement.bind(id)
      while try statement.step() { try body(statement) }
    }
  }
}

/// The items and stays of trips.
struct TripRelations {
  private let items: RelationCursor?
  private let stays: RelationCursor?

  /// The requested relationships, without any others.
  init(
    _ relationships: [FetchDescriptor.Relationship], _ order: RelationCursor.Order,
    countsOnly: Bool = false, in db: Connection
  ) throws {
    items =
      relationships.contains(.bucketList)
      ? try RelationCursor(ItemColumn.self, order, countsOnly: countsOnly, in: db) : nil
    stays =
      relationships.contains(.livingAccommodations)
      ? try RelationCursor(StayColumn.self, order, countsOnly: countsOnly, in: db) : nil
  }

  /// Adds its items and stays to a trip.
  func load(_ trip: Trip) throws {
    try items?.forEach(ofTrip: trip.id) { trip.add(try BucketListItem($0.values)) }
    try stays?.forEach(ofTrip: trip.id) { trip.add(try LivingAccommodation($0.values)) }
  }

  /// Counts the items and stays of a trip instead, and adds up their costs: a list of 100,000 trips
  /// takes half as long as with objects.
  func summary(of trip: Trip) throws -> ListedTrip {
    var listed = ListedTrip(trip: trip)
    var (costs, paid): ([Money], [Money]) = ([], [])
    func add(_ cost: Money?, isPaid: Bool) {
      guard let cost else { return }
      costs.append(cost)
      if isPaid { paid.append(cost) }
    }
    try items?.forEach(ofTrip: trip.id) { row in
      listed.items += 1
      add(
        row.money(.costMinor as ItemColumn), isPaid: row.integer(ItemColumn.isPaid.rawValue) != 0)
    }
    try stays?.forEach(ofTrip: trip.id) { row in
      listed.stays += 1
      add(
        row.money(.costMinor as StayColumn), isPaid: row.integer(StayColumn.isPaid.rawValue) != 0)
    }
    listed.costs = [CostSum](costs, paid: paid)
    return listed
  }
}

/// A trip in a list, with the number of its items and stays and the sums of their costs.
package struct ListedTrip {
  package let trip: Trip
  package fileprivate(set) var items = 0
  package fileprivate(set) var stays = 0
  package fileprivate(set) var costs: [CostSum] = []
}

extension ListedTrip {
  /// A trip that was fetched with its items and stays.
  package init(_ trip: Trip) {
    self.init(
      trip: trip, items: trip.bucketList.count, stays: trip.livingAccommodations.count,
      costs: trip.costs)
  }
}

extension Statement {
  fileprivate func money(_ column: some StoredColumn) -> Money? {
    let (amount, currency) = (column.rawValue, column.rawValue + 1)
    if isNull(amount) || isNull(currency) { return nil }
    return Money(minorUnits: integer(amount), currency: Currency(stored: text(currency)))
  }
}
