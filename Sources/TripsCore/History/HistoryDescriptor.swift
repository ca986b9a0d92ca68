internal import SQLite

/// The part of the history to fetch, and its order. Named as in SwiftData.
package struct HistoryDescriptor: Sendable {
  /// Only later changes.
  package var since: HistoryToken?
  /// Only changes up to here.
  package var until: HistoryToken?
  /// Empty means all. `Trip` means every kind of trip.
  package var entities: [HistoryEntity] = []
  /// Only trips of these types, without their items; empty means all.
  package var types: [TripType] = []
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
    if !entities.isEmpty {
      conditions.append(
        Self.condition(
          HistoryEntity.allCases.filter { entity in entities.contains { $0.deep.contains(entity) } }
        ))
    }
    if !types.isEmpty {
      let kinds = types.map { HistoryEntity(.trip, type: $0.rawValue) }
      conditions.append(Self.condition(kinds))
    }
    if let author { conditions.append(SQL("t.author = \(author)")) }
    if !excludedAuthors.isEmpty { conditions.append(SQL("t.author NOT IN \(excludedAuthors)")) }
    return conditions.joined(separator: " AND ")
  }

  /// An update has the entity of the new type, but a change from a type matters too.
  private static func condition(_ entities: [HistoryEntity]) -> SQL {
    var alternatives = [SQL("c.entity IN \(entities.map(\.rawValue))")]
    for entity in entities {
      guard let type = entity.tripType else { continue }
      // Quotes inside a value are escaped, so this matches only a property.
      let old = "\"type\":\"\(type.rawValue)\""
      alternatives.append(SQL("(c.kind = 'update' AND instr(c.oldValues, \(old)))"))
    }
    return SQL("(\(alternatives.joined(separator: " OR ")))")
  }
}
