internal import SQLite

/// The part of the history to fetch, and its order. Named as in SwiftData.
package struct HistoryDescriptor: Sendable {
  /// Only later changes.
  package var since: HistoryToken?
  /// Only changes up to here.
  package var until: HistoryToken?
  /// Empty means all. `Trip` means every kind of trip.
  package var entities: [HistoryEntity] = []
  package var author: String?
  package var excludedAuthors: [String] = []
  /// Only one trip and what belongs to it; the trip may be deleted.
  package var trip: TripReference?
  package var newestFirst = false
  /// The maximum number of transactions.
  package var fetchLimit: Int?

  package init() {}
}

extension HistoryDescriptor {
  /// The condition on a change `c` of a transaction `t`, except for the tokens and the trip.
  var condition: SQL {
    var conditions: [SQL] = ["1"]
    if !entities.isEmpty { conditions.append(Self.condition(entities.flatMap(\.deep))) }
    if let author { conditions.append("t.author = \(author)") }
    if !excludedAuthors.isEmpty { conditions.append("t.author NOT IN \(excludedAuthors)") }
    return conditions.joined(separator: " AND ")
  }

  /// A trip counts as its current kind, or its last kind if it was deleted.
  private static func condition(_ entities: [HistoryEntity]) -> SQL {
    let tables = Set(entities.map(\.base)).subtracting([.trip]).map(\.table).sorted()
    let types = entities.compactMap(\.tripType?.rawValue)
    let ofTrips: SQL = """
      c.entity = 'trip' AND coalesce(
        (SELECT type FROM main.trip WHERE id = c.rowId),
        (SELECT type FROM main.tripPast WHERE changeId = (
          SELECT max(id) FROM main.historyChange
          WHERE entity = 'trip' AND rowId = c.rowId AND kind = 'delete'))) IN \(types)
      """
    return "(c.entity IN \(tables) OR \(ofTrips))"
  }
}
