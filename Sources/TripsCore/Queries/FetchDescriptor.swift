internal import GRDB

/// What to fetch, in which order, and how much of it. The name and its parts are SwiftData's.
package struct FetchDescriptor: Sendable {
  package enum SortKey: String, CaseIterable, Sendable {
    case start, end, name, destination, id
  }

  package enum Relationship: CaseIterable, Sendable { case bucketList, livingAccommodation }

  package var predicate = TripPredicate()
  package var sortBy = SortKey.start
  package var isReversed = false
  package var fetchLimit: Int?
  package var fetchOffset = 0
  /// The relationships to load with the trips, each in one query however many trips there are.
  package var relationshipsForPrefetching: Set<Relationship> = []

  package init() {}
}

extension FetchDescriptor {
  /// `SELECT` of the columns given, with the condition, the order and the limit.
  func select(_ columns: SQL, types: Set<TripType>? = nil) -> SQL {
    var predicate = predicate
    if let types {
      predicate.types = predicate.types?.intersection(types) ?? types
    }
    var query: SQL = "SELECT \(columns) FROM trip"
    if let condition = predicate.sql { query += " WHERE \(condition)" }
    query += " ORDER BY \(order)"
    if fetchLimit != nil || fetchOffset > 0 {
      // SQLite reads a negative limit as none.
      query += " LIMIT \(fetchLimit ?? -1) OFFSET \(fetchOffset)"
    }
    return query
  }

  /// Ties are broken by the id, so that an order is the same every time.
  private var order: SQL {
    let column =
      switch sortBy {
      case .start: "startDate"
      case .end: "endDate"
      case .name: "name"
      case .destination: "destination"
      case .id: "id"
      }
    let direction = isReversed ? " DESC" : ""
    return SQL(sql: sortBy == .id ? "id\(direction)" : "\(column)\(direction), id\(direction)")
  }
}
