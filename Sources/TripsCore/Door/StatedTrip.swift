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
  /// The version of its event.
  var version: EventVersion?

  var uid: String? { trip.uid }

  /// Adds the items and stays of a part.
  mutating func add(_ part: StatedTrip) {
    if let rows = part.items?.rows {
      items = items ?? StatedRows(rows: [])
      items?.rows += rows
    }
    if let rows = part.stays?.rows {
      stays = stays ?? StatedRows(rows: [])
      stays?.rows += rows
    }
  }
}

/// The items or stays that a source states.
struct StatedRows<Column: StoredColumn> {
  var rows: [StatedRow<Column>]
  /// Whether rows that are not listed are deleted.
  var isComplete = false
  /// Whether rows with a date are exempt, since they have events of their own.
  var keepsDated = false
}

/// The version of an event: the higher SEQUENCE counts, then the later DTSTAMP, then the later
/// LAST-MODIFIED (RFC 5546 section 2.1.5).
struct EventVersion: Comparable, Sendable {
  var sequence = 0
  /// UTC: `20261126T101010Z`.
  var stamp = ""
  var modified = ""

  static func < (one: EventVersion, other: EventVersion) -> Bool {
    (one.sequence, one.stamp, one.modified) < (other.sequence, other.stamp, other.modified)
  }
}

/// The event of another program that states a row.
struct EventOrigin: Equatable, Sendable {
  /// The event's place among the events of the import.
  let event: Int
  /// The row that it became in an earlier import.
  var row: Int64?
  /// The values that it stated then, by column.
  var base: [SQLiteValue?]?
}
