internal import GRDB

/// The trips that were deleted, as far as the history still tells of them.
struct SyncGraves {
  private let db: Database
  /// The latest one of each uid: the id of the row, and the transaction that deleted it.
  private var places: [String: Place] = [:]

  private struct Place {
    let row: Int64
    let transaction: Int64
    let command: String
  }

  init(in db: Database) throws {
    self.db = db
    let rows = try StatementCursor(
      """
      SELECT json_extract(c.oldValues, '$.uid'), c.rowId, t.id, t.command
      FROM historyChange AS c JOIN historyTransaction AS t ON t.id = c.transactionId
      WHERE c.kind = 'delete' AND c.entity IN ('Trip', 'BusinessTrip', 'PersonalTrip')
        AND json_valid(c.oldValues)
      ORDER BY c.id
      """, in: db)
    while try rows.next() {
      guard let uid = try rows.checkedTextIfAny(0) else { continue }
      places[uid] = Place(
        row: try rows.checkedInteger(1), transaction: try rows.checkedInteger(2),
        command: try rows.checkedText(3))
    }
  }

  func holds(_ uid: String) -> Bool { places[uid] != nil }

  /// Whether somebody has deleted it here: no sync, and no undo that took out what one had brought in.
  func isOfThisDevice(_ uid: String) -> Bool {
    places[uid].map { Self.isWrite($0) && $0.command != "sync" } ?? false
  }

  /// Whether a sync has deleted it.
  func isOfSync(_ uid: String) -> Bool { places[uid]?.command == "sync" }

  private static func isWrite(_ place: Place) -> Bool {
    if case .write = HistoryStep(command: place.command) { true } else { false }
  }

  /// The trip with what was deleted with it; nil where there is none, or an undo has taken it out.
  func trip(_ uid: String) throws -> TripFacts? {
    guard let place = places[uid], Self.isWrite(place) else { return nil }
    var past = PastTables()
    let rows = try StatementCursor(
      """
      SELECT \(PastChange.columns) FROM historyChange
      WHERE transactionId = \(place.transaction) AND kind = 'delete' ORDER BY id
      """, in: db)
    while try rows.next() { try past.add(PastChange(rows)) }
    let row = past.trips.whole.first { StoredFacts.integer("id", of: $0) == place.row }
    guard let row else { return nil }
    var facts = StoredFacts.trip(row)
    facts.items = StoredFacts.items(past.items.byTrip[place.row] ?? [])
    facts.stay = StoredFacts.stays(past.stays.byTrip[place.row] ?? []).first
    return facts
  }
}
