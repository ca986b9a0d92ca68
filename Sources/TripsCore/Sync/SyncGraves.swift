internal import GRDB

/// The trips that were deleted, as far as the history still tells of them.
struct SyncGraves {
  private let db: Database
  /// The latest one of each uid: the id of the row, and the transaction that deleted it.
  private var places: [String: (row: Int64, transaction: Int64)] = [:]

  init(in db: Database) throws {
    self.db = db
    let rows = try StatementCursor(
      """
      SELECT json_extract(oldValues, '$.uid'), rowId, transactionId FROM historyChange
      WHERE kind = 'delete' AND entity IN ('Trip', 'BusinessTrip', 'PersonalTrip')
        AND json_valid(oldValues)
      ORDER BY id
      """, in: db)
    while try rows.next() {
      guard let uid = try rows.checkedTextIfAny(0) else { continue }
      places[uid] = (try rows.checkedInteger(1), try rows.checkedInteger(2))
    }
  }

  func holds(_ uid: String) -> Bool { places[uid] != nil }

  /// The trip with what was deleted with it; nil where there is none.
  func trip(_ uid: String) throws -> TripFacts? {
    guard let place = places[uid] else { return nil }
    var (trips, items, stays) = (
      PastRows(.trip), PastRows(.bucketListItem), PastRows(.livingAccommodation)
    )
    let rows = try StatementCursor(
      """
      SELECT \(PastChange.columns) FROM historyChange
      WHERE transactionId = \(place.transaction) AND kind = 'delete' ORDER BY id
      """, in: db)
    while try rows.next() {
      let change = try PastChange(rows)
      switch change.entity {
      case .trip, .businessTrip, .personalTrip: try trips.add(change)
      case .bucketListItem: try items.add(change)
      case .livingAccommodation: try stays.add(change)
      }
    }
    let row = SyncBase.whole(trips).first { StoredFacts.integer("id", of: $0) == place.row }
    guard let row else { return nil }
    var facts = StoredFacts.trip(row)
    facts.items = StoredFacts.items(SyncBase.byTrip(items, .bucketListItem)[place.row] ?? [])
    facts.stay =
      StoredFacts.stays(SyncBase.byTrip(stays, .livingAccommodation)[place.row] ?? []).first
    return facts
  }
}
