internal import GRDB

/// Other trips that may be mistaken for a trip.
extension Store {
  /// Other trips on the same days. Trips that share only the day on which one ends and the other
  /// begins do not overlap.
  ///
  /// - Parameter id: of the trip.
  static func overlaps(
    of trip: TripValues, id: Int64, in db: Database
  ) throws -> [TripSummary] {
    guard let from = trip.startDate.adding(days: 1), let to = trip.endDate.adding(days: -1)
    else { return [] }
    var predicate = TripPredicate()
    (predicate.from, predicate.to, predicate.excludedID) = (from, to, id)
    return try candidates(predicate, limit: TripOutcome.overlapLimit + 1, in: db)
  }

  /// A trip that begins on the same day, with another name that is equal in a search.
  static func namesake(of values: TripValues, in db: Database) throws -> TripSummary? {
    let row = try StatementCursor(
      """
      SELECT \(sql: TripColumn.list) FROM trip
      WHERE startDate = \(values.startDate.description) AND name <> \(values.name)
      """, in: db)
    let name = SearchText.foldedName(values.name)
    while try row.next() {
      let other = TripSummary(try Trip.read(row))
      if SearchText.foldedName(other.name) == name { return other }
    }
    return nil
  }
}
