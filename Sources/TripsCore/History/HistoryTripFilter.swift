internal import SQLite

/// Selects the changes of one trip, and of items and stays that belong or belonged to it.
///
/// An update of an item does not record its trip. Therefore the rows are found first: the current
/// ones, and those that a record in the range assigns to the trip.
struct HistoryTripFilter {
  let condition: SQL

  /// - Parameter lower: the last change before the range.
  init(_ reference: TripReference, after lower: Int64, in db: Connection) throws {
    let tripID = try Self.tripID(reference, in: db)
    let items = try Self.rows(of: .bucketListItem, tripID, after: lower, in: db)
    let stays = try Self.rows(of: .livingAccommodation, tripID, after: lower, in: db)
    condition = """
      ((c.entity IN \(HistoryEntity.trip.deep.map(\.rawValue)) \
      AND (c.rowId = \(tripID) OR \(Self.places("id", tripID)))) \
      OR (c.entity = 'BucketListItem' AND c.rowId IN \(items)) \
      OR (c.entity = 'LivingAccommodation' AND c.rowId IN \(stays)))
      """
  }

  /// The trip with the name; otherwise one that formerly had it or is deleted; otherwise the only
  /// one that contains the text.
  private static func tripID(_ reference: TripReference, in db: Connection) throws -> Int64 {
    do {
      return try Store.id(of: reference, for: .writing, in: db)
    } catch TripsError.noSuchTrip, TripsError.foundOnly {
      let former = try formerTrips(reference, in: db)
      guard let first = former.first else {
        return try Store.id(of: reference, for: .reading, in: db)
      }
      guard former.count == 1 else {
        throw TripsError.severalTrips(reference.words, candidates: former)
      }
      return first.id
    }
  }

  /// The trips that had this name or id, as they are now or in their tombstones; exact matches
  /// before those that a search would find.
  private static func formerTrips(
    _ reference: TripReference, in db: Connection
  ) throws -> [TripSummary] {
    let name = (try? StoredText.name.normalized(reference.words)) ?? reference.words
    let folded = SearchText.folded(name)
    let row = try Statement(
      """
      SELECT \(PastChange.columns) FROM historyChange
      WHERE (kind = 'delete' OR kind = 'update' AND instr(oldValues, '"name":') > 0)
        AND entity IN \(HistoryEntity.trip.deep.map(\.rawValue))
      ORDER BY id DESC
      """, in: db)
    var tombstones: [Int64: TripSummary] = [:]
    var exact: Set<Int64> = []
    var alike: Set<Int64> = []
    while try row.step() {
      let change = try PastChange(row)
      let id = change.rowID
      guard let values = try? change.oldValues else { continue }
      if change.kind == .delete, tombstones[id] == nil {
        tombstones[id] = TripSummary(id: id, tombstone: values)
      }
      let old = values.text("name")
      if id == Store.identifier(reference.words) || old == name
        || values.text("uid") == reference.words
      {
        exact.insert(id)
      } else if let old, SearchText.folded(old) == folded {
        alike.insert(id)
      }
    }
    return try (exact.isEmpty ? alike : exact).sorted().compactMap { id in
      var descriptor = FetchDescriptor()
      descriptor.predicate.id = id
      return try Store.fetch(Trip.self, descriptor, in: db).first.map(TripSummary.init)
        ?? tombstones[id]
    }
  }

  private static func rows(
    of entity: HistoryEntity, _ tripID: Int64, after lower: Int64, in db: Connection
  ) throws -> [Int64] {
    try db.integers(
      """
      SELECT id FROM \(sql: entity.table) WHERE tripId = \(tripID)
      UNION SELECT c.rowId FROM historyChange AS c
      WHERE c.id > \(lower) AND c.entity = \(entity.rawValue) AND \(places("tripId", tripID))
      """)
  }

  /// Whether a record contains this number for a property. Quotes inside a value are escaped, so
  /// only the property matches.
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
  /// Nil for values that are not a whole trip.
  fileprivate init?(id: Int64, tombstone values: HistoryValues) {
    guard let name = values.text("name"), let start = values.date("startDate"),
      let end = values.date("endDate")
    else { return nil }
    self.init(id: id, name: name, startDate: start, endDate: end)
  }
}
