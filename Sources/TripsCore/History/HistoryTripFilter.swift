internal import GRDB

/// Picks the changes of one trip, and of the items and stays that belong to it or did.
///
/// An update of an item does not say whose it is, so that the rows are found first: those of today,
/// and those that a record of the range places in the trip.
struct HistoryTripFilter {
  private let tripID: Int64
  private let itemIDs: [Int64]
  private let stayIDs: [Int64]

  /// - Parameter lower: the last change before the range.
  init(_ reference: TripReference, after lower: Int64, in db: Database) throws {
    tripID = try Self.tripID(reference, in: db)
    itemIDs = try Self.rows(of: .bucketListItem, tripID, after: lower, in: db)
    stayIDs = try Self.rows(of: .livingAccommodation, tripID, after: lower, in: db)
  }

  var condition: SQL {
    let trips = HistoryEntity.trip.deep.map(\.rawValue)
    return """
      ((c.entity IN \(trips) AND (c.rowId = \(tripID) OR \(Self.places("id", tripID)))) \
      OR (c.entity = 'BucketListItem' AND c.rowId IN \(itemIDs)) \
      OR (c.entity = 'LivingAccommodation' AND c.rowId IN \(stayIDs)))
      """
  }

  /// A trip that is there, else a deleted one, which its tombstone names.
  private static func tripID(_ reference: TripReference, in db: Database) throws -> Int64 {
    do {
      return try Store.id(of: reference, for: .reading, in: db)
    } catch TripsError.noSuchTrip(let words, let similar) {
      let deleted = try tombstones(reference, in: db)
      guard let first = deleted.first else {
        throw TripsError.noSuchTrip(words, similar: similar)
      }
      guard deleted.count == 1 else {
        throw TripsError.severalTrips(words, candidates: deleted)
      }
      return first.id
    }
  }

  private static func tombstones(
    _ reference: TripReference, in db: Database
  ) throws -> [TripSummary] {
    let name = (try? StoredText.name.normalized(reference.words)) ?? reference.words
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT c.id, c.entity, c.rowId, c.oldValues FROM historyChange AS c
        WHERE c.kind = 'delete' AND c.entity IN \(HistoryEntity.trip.deep.map(\.rawValue))
        ORDER BY c.id DESC
        """
    ).fetchCursor(db)
    var found: [Int64: TripSummary] = [:]
    while let row = try rows.next() {
      let id: Int64 = try row.decode(atIndex: 2)
      guard found[id] == nil, let entity = HistoryEntity(rawValue: try row.decode(atIndex: 1)),
        let values = try? HistoryValues(json: row.decode(atIndex: 3), entity: entity),
        id == Store.identifier(reference.words) || values.text("name") == name
      else { continue }
      found[id] = TripSummary(id: id, tombstone: values)
    }
    return found.values.sorted { $0.id < $1.id }
  }

  private static func rows(
    of entity: HistoryEntity, _ tripID: Int64, after lower: Int64, in db: Database
  ) throws -> [Int64] {
    try SQLRequest<Int64>(
      literal: """
        SELECT id FROM \(sql: entity.table) WHERE tripId = \(tripID)
        UNION SELECT c.rowId FROM historyChange AS c
        WHERE c.id > \(lower) AND c.entity = \(entity.rawValue) AND \(places("tripId", tripID))
        """
    ).fetchAll(db)
  }

  /// Whether a record gives a property this number. Quotes inside a value are escaped, so that the
  /// text can only be the property.
  private static func places(_ property: String, _ number: Int64) -> SQL {
    let inside = "\"\(property)\":\(number),"
    let last = "\"\(property)\":\(number)}"
    return """
      (instr(c.newValues, \(inside)) > 0 OR instr(c.newValues, \(last)) > 0 \
      OR instr(c.oldValues, \(inside)) > 0 OR instr(c.oldValues, \(last)) > 0)
      """
  }
}

extension TripSummary {
  /// Nil for values that are no whole trip.
  fileprivate init?(id: Int64, tombstone values: HistoryValues) {
    guard let name = values.text("name"),
      let start = values.text("startDate").flatMap({ CalendarDate($0) }),
      let end = values.text("endDate").flatMap({ CalendarDate($0) })
    else { return nil }
    self.init(id: id, name: name, startDate: start, endDate: end)
  }
}
