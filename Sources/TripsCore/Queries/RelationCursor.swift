internal import GRDB

/// The rows of a relationship, trip by trip.
final class RelationCursor {
  /// How the trips are asked for.
  enum Order {
    /// By their ids, each once: one walk through the index finds the rows of all.
    case byTrip
    /// As they come: the rows of each are looked up by the same statement.
    case any
  }

  /// Id, title, details, hasReservation, isInPlan, isDone, from column 1 on.
  static func items(_ order: Order, in db: Database, isUTF8: Bool) throws -> RelationCursor {
    try RelationCursor(
      "SELECT tripId, id, title, details, hasReservation, isInPlan, isDone FROM bucketListItem",
      sortedBy: "id", order, in: db, isUTF8: isUTF8)
  }

  /// Id, placeName, address, isConfirmed, from column 1 on. The first row is the trip's stay: a
  /// confirmed one comes before an unconfirmed one, then the latest.
  static func stays(_ order: Order, in db: Database, isUTF8: Bool) throws -> RelationCursor {
    try RelationCursor(
      "SELECT tripId, id, placeName, address, isConfirmed FROM livingAccommodation",
      sortedBy: "isConfirmed DESC, id DESC", order, in: db, isUTF8: isUTF8)
  }

  private let order: Order
  private let cursor: StatementCursor
  private var hasRow = false

  private init(
    _ query: SQL, sortedBy key: SQL, _ order: Order, in db: Database, isUTF8: Bool
  ) throws {
    self.order = order
    switch order {
    case .byTrip:
      cursor = try StatementCursor("\(query) ORDER BY tripId, \(key)", in: db, isUTF8: isUTF8)
      hasRow = try cursor.next()
    case .any:
      cursor = try StatementCursor(
        "\(query) WHERE tripId = \(Int64(0)) ORDER BY \(key)", in: db, isUTF8: isUTF8)
    }
  }

  /// Calls `body` for each row of a trip.
  func forEach(ofTrip id: Int64, _ body: (StatementCursor) throws -> Void) throws {
    switch order {
    case .byTrip:
      while hasRow, cursor.integer(0) < id { hasRow = try cursor.next() }
      while hasRow, cursor.integer(0) == id {
        try body(cursor)
        hasRow = try cursor.next()
      }
    case .any:
      cursor.restart(with: id)
      while try cursor.next() { try body(cursor) }
    }
  }
}
