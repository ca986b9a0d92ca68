/// Exports trips as an iCalendar file (RFC 5545) of all-day events, with a separate event for each
/// stay and each item with a date.
///
/// UID is the trip's uid, a UUID without a host as RFC 7986 section 5.3 requires.
final class ICSExporter: TripExporter {
  private let revisions: TripRevisions
  /// The calendar's first and last lines, from an event that is not written.
  private let frame = EventFile(newWithUID: "", lineEnd: Array("\r\n".utf8))
  private var isEmpty = true

  init(revisions: TripRevisions) {
    self.revisions = revisions
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
    let row = trip.values
    let items = trip.bucketList.map(\.values)
    let listed = items.filter { $0[ItemColumn.date].isNull }
    output += EventFile(.trip(row, items: listed), stamp, lineEnd: "\r\n").eventBytes
    for stay in trip.livingAccommodations {
      output += EventFile(.stay(stay.values, of: row), stamp, lineEnd: "\r\n").eventBytes
    }
    for item in items where !item[ItemColumn.date].isNull {
      output += EventFile(.item(item, of: row), stamp, lineEnd: "\r\n").eventBytes
    }
  }
}
