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
  package var relationshipsForPrefetching: [Relationship] = []

  package init() {}
}

extension FetchDescriptor {
  /// Narrows the fetch to these types.
  func of(_ types: [TripType]?) -> FetchDescriptor {
    guard let types else { return self }
    var narrowed = self
    narrowed.predicate.types = predicate.types?.filter(types.contains) ?? types
    return narrowed
  }

  /// `SELECT` of the columns of a trip with the condition, the order and the limit.
  ///
  /// Each part of the condition (`TripPredicate.parts`) walks an index in the order asked for, and
  /// SQLite merges the walks.
  func select() -> SQL {
    let parts = predicate.parts(sortedBy: sortBy).map(Self.select)
    var query = parts.joined(separator: " UNION ALL ") + " ORDER BY \(order)"
    if fetchLimit != nil || fetchOffset > 0 {
      // SQLite reads a negative limit as none.
      query += " LIMIT \(fetchLimit ?? -1) OFFSET \(fetchOffset)"
    }
    return query
  }

  private static func select(_ part: TripPredicate.Part) -> SQL {
    if let search = part.search {
      // The rows that fit are found in the index alone, and read then: were both one walk, SQLite
      // would get ready to read each row that it passes, a fifth of a search without a match.
      return """
        SELECT \(TripRow.columns(id: "foundId", startDate: "foundStart")) \
        FROM (SELECT id AS foundId, startDate AS foundStart FROM trip WHERE \(search.inIndex)) \
        CROSS JOIN trip ON id = foundId WHERE \(search.rest)
        """
    }
    let query: SQL = "SELECT \(TripRow.columns) FROM trip"
    return part.condition.map { query + " WHERE \($0)" } ?? query
  }

  /// As `select`, by id and without a limit, in one walk over the table.
  func selectInTableOrder() -> SQL {
    var query: SQL = "SELECT \(TripRow.columns) FROM trip NOT INDEXED"
    if let condition = predicate.condition { query += " WHERE \(condition)" }
    return query + " ORDER BY id"
  }

  /// `SELECT` of the number of trips that fit, limit and offset aside.
  func selectCount() -> SQL {
    let counts = predicate.countParts.map { part -> SQL in
      guard let part else { return "(SELECT count(*) FROM trip)" }
      return "(SELECT count(*) FROM trip WHERE \(part))"
    }
    return "SELECT \(counts.joined(separator: " + "))"
  }

  /// Ties are broken so that an order is the same every time, and so that an index has it.
  private var order: SQL {
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
