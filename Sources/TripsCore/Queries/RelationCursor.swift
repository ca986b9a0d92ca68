internal import GRDB

/// The rows of a relationship, trip by trip.
final class RelationCursor {
  /// How the trips are asked for.
  enum Order {
    /// By their ids, each once: one walk through the index finds the rows of all.
    case byTrip
    /// These alone, by their ids.
    case of([Int64])
    /// As they come: the rows of each are looked up by the same statement.
    case any
  }

  static func items(_ order: Order, in db: Database, isUTF8: Bool) throws -> RelationCursor {
    try RelationCursor(ItemColumn.self, sortedBy: "row.id", order, in: db, isUTF8: isUTF8)
  }

  /// The first row is the trip's stay: a confirmed one comes before an unconfirmed one, then the
  /// latest, which is the rule of the migration too. Another program may have written several.
  static func stays(_ order: Order, in db: Database, isUTF8: Bool) throws -> RelationCursor {
    try RelationCursor(
      StayColumn.self, sortedBy: "row.isConfirmed DESC, row.id DESC", order, in: db, isUTF8: isUTF8)
  }

  private let order: Order
  private let statement: StatementCursor
  private let tripColumn: Int32
  private var hasRow = false

  private init<Column: StoredColumn>(
    _ columns: Column.Type, sortedBy key: String, _ order: Order, in db: Database, isUTF8: Bool
  ) throws {
    self.order = order
    // The second column of both is that of the trip.
    tripColumn = ItemColumn.tripId.rawValue
    let list = Column.names.map { "row.\($0)" }.joined(separator: ", ")
    let table = "\(Column.table) AS row"
    switch order {
    case .byTrip:
      statement = try StatementCursor(
        sql: "SELECT \(list) FROM \(table) ORDER BY tripId, \(key)", in: db, isUTF8: isUTF8)
      hasRow = try statement.next()
    case .of(let ids):
      let wanted = "[\(ids.map { String($0) }.joined(separator: ","))]"
      // CROSS JOIN keeps SQLite from reading the whole table of items: it goes from trip to item.
      statement = try StatementCursor(
        """
        SELECT \(sql: list) FROM json_each(\(wanted)) AS trip
        CROSS JOIN \(sql: table) ON row.tripId = trip.value ORDER BY tripId, \(sql: key)
        """, in: db, isUTF8: isUTF8)
      hasRow = try statement.next()
    case .any:
      statement = try StatementCursor(
        sql: "SELECT \(list) FROM \(table) WHERE tripId = ? ORDER BY \(key)", in: db, isUTF8: isUTF8
      )
    }
  }

  /// Calls `body` for each row of a trip.
  func forEach(ofTrip id: Int64, _ body: (StatementCursor) throws -> Void) throws {
    switch order {
    case .byTrip, .of:
      while hasRow, statement.integer(tripColumn) < id { hasRow = try statement.next() }
      while hasRow, statement.integer(tripColumn) == id {
        try body(statement)
        hasRow = try statement.next()
      }
    case .any:
      statement.restart(with: id)
      while try statement.next() { try body(statement) }
    }
  }

  /// Calls `body` for the first row of a trip, if there is one.
  func first(ofTrip id: Int64, _ body: (StatementCursor) throws -> Void) throws {
    var isFirst = true
    try forEach(ofTrip: id) { row in
      if isFirst { try body(row) }
      isFirst = false
    }
  }
}

extension Trip {
  /// Takes what belongs to it from the rows of its relationships.
  func load(_ items: RelationCursor?, _ stays: RelationCursor?) throws {
    try items?.forEach(ofTrip: id) { add(try TripRow.item($0)) }
    try stays?.first(ofTrip: id) { set(try TripRow.stay($0)) }
  }
}
