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

  init<Column: StoredColumn>(
    _ columns: Column.Type, _ order: Order, in db: Connection
  ) throws {
    self.order = order
    let list = Column.names.map { "row.\($0)" }.joined(separator: ", ")
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
    statement = try Statement(
      "SELECT \(sql: list) FROM \(rows) \(sql: Column.orderClause("row."))", in: db)
    if case .any = order { return }
    hasRow = try statement.step()
  }

  /// Calls `body` for each row of a trip.
  func forEach(ofTrip id: Int64, _ body: ([SQLiteValue]) throws -> Void) throws {
    switch order {
    case .byTrip, .of:
      while hasRow, statement.integer(Self.tripColumn) < id { hasRow = try statement.step() }
      while hasRow, statement.integer(Self.tripColumn) == id {
        try body(statement.values)
        hasRow = try statement.step()
      }
    case .any:
      statement.bind(id)
      while try statement.step() { try body(statement.values) }
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
    in db: Connection
  ) throws {
    items =
      relationships.contains(.bucketList)
      ? try RelationCursor(ItemColumn.self, order, in: db) : nil
    stays =
      relationships.contains(.livingAccommodations)
      ? try RelationCursor(StayColumn.self, order, in: db) : nil
  }

  /// Adds its items and stays to a trip.
  func load(_ trip: Trip) throws {
    try items?.forEach(ofTrip: trip.id) { trip.add(try BucketListItem($0)) }
    try stays?.forEach(ofTrip: trip.id) { trip.add(try LivingAccommodation($0)) }
  }
}
