internal import SQLite

/// The values that a source states about a trip, its items and its stays.
///
/// The readers of all formats produce it, and `TripMerge` applies it to the rows of a store.
struct StatedTrip {
  var trip = StatedRow<TripColumn>()
  /// Nil if the items are not mentioned.
  var items: StatedRows<ItemColumn>?
  var stays: StatedRows<StayColumn>?
  /// Whether it only adds to a trip that is described elsewhere.
  var isPart = false
  /// The id of that trip, if it is known.
  var home: Int64?
  /// The number of records of the file that it represents.
  var count = 1

  var uid: String? { trip.uid }

  /// Adds the items and stays of a part.
  mutating func add(_ part: StatedTrip) {
    count += part.count
    if let rows = part.items?.rows {
      items = items ?? StatedRows(rows: [])
      items?.rows += rows
    }
    if let rows = part.stays?.rows {
      stays = stays ?? StatedRows(rows: [])
      stays?.rows += rows
    }
  }

  /// The rows with a uid are remembered as records of a source.
  mutating func remember(as source: RecordSource) {
    func remember<Column>(_ row: StatedRow<Column>) -> StatedRow<Column> {
      var row = row
      if row.origin == nil, let uid = row.uid {
        row.origin = RecordOrigin(source: source, key: uid)
      }
      return row
    }
    if !isPart { trip = remember(trip) }
    if let rows = items?.rows { items?.rows = rows.map(remember) }
    if let rows = stays?.rows { stays?.rows = rows.map(remember) }
  }

  /// Whether it comes from events or bookings, each of which is a record of its own.
  var isOfEvents: Bool {
    [trip.origin, items?.rows.first?.origin, stays?.rows.first?.origin].contains {
      $0?.source.isPlaced == true
    }
  }

  /// Whether it has a booking that is matched with its row for the first time.
  var hasNewBooking: Bool {
    let origins = (items?.rows.map(\.origin) ?? []) + (stays?.rows.map(\.origin) ?? [])
    return origins.contains { $0?.source == .booking && $0?.known == nil }
  }
}

/// The items or stays that a source states.
struct StatedRows<Column: StoredColumn> {
  var rows: [StatedRow<Column>]
  /// Whether rows that are not listed are deleted.
  var isComplete = false
}

extension StatedRows {
  /// Each uid once: otherwise every import of the file would add the row again.
  ///
  /// - Throws: `ValueError` if a uid appears twice with other values.
  func distinct() throws(ValueError) -> Self {
    var result = self
    var known: [String: StatedRow<Column>] = [:]
    result.rows = []
    for row in rows {
      if let uid = row.uid, let other = known.updateValue(row, forKey: uid) {
        guard other.values == row.values, other.cost == row.cost else {
          throw ValueError("the uid '\(uid)' appears twice with other values")
        }
        continue
      }
      result.rows.append(row)
    }
    return result
  }
}
