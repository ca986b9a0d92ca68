internal import SQLite

/// Exports trips, stays and items as an iCalendar file (RFC 5545): each is one event, with the uid of
/// its row as UID.
final class ICSExporter: TripExporter {
  private let revisions: TripRevisions
  /// The calendar's first and last lines, from an event that is not written.
  private let frame = EventFile(newWithUID: "", lineEnd: Array("\r\n".utf8))
  private var isEmpty = true
  private let leavesOutCosts: Bool

  init(revisions: TripRevisions, leavesOutCosts: Bool) {
    (self.revisions, self.leavesOutCosts) = (revisions, leavesOutCosts)
  }

  /// A calendar has at least one component (RFC 5545 section 3.6), so without trips there is none.
  var head: [UInt8] { isEmpty ? [] : frame.lines.prefix(4).flatMap(\.bytes) }
  var tail: [UInt8] { isEmpty ? [] : frame.lines.suffix(1).flatMap(\.bytes) }

  func append(_ trip: Trip, to output: inout [UInt8]) {
    isEmpty = false
    let revision = revisions[trip: trip.id]
    // Converts 2026-11-20T10:15:00.000Z to 20261120T101500Z.
    let digits = revision.timestamp.utf8.prefix(19).filter { $0 != 0x2D && $0 != 0x3A }
    let stamp = EventStamp(
      timestamp: String(decoding: digits, as: UTF8.self) + "Z", sequence: revision.sequence)
    let days = EventDates("\(trip.startDate)/\(trip.endDate)")
    func add<Column: StoredColumn>(_ row: [SQLiteValue], _ columns: Column.Type, _ uid: Column) {
      let facts = EventFacts(row, columns, trip: trip.uid, on: days)
      let uid = row.text(uid)
      var event = EventFile(facts, uid: uid, id: uid, in: days, stamp, lineEnd: "\r\n")
      if leavesOutCosts {
        event.remove(Set(columns.allCases.filter(\.isOfCosts).compactMap(\.declaration.iCalendar)))
      }
      output += event.eventBytes
    }
    add(trip.values, TripColumn.self, .uid)
    for stay in trip.livingAccommodations { add(stay.values, StayColumn.self, .uid) }
    for item in trip.bucketList { add(item.values, ItemColumn.self, .uid) }
  }
}
