internal import GRDB

/// The trips as an iCalendar file (RFC 5545) of all-day events, a stay as an event of its own.
///
/// UID is the trip's uid as it is, a UUID without a host as RFC 7986 section 5.3 asks for. What
/// iCalendar has no word for goes into `X-TRIPS-` properties, so that an import loses nothing.
final class ICSExporter: TripExporter {
  /// Marks the event of a stay, in CATEGORIES.
  static let stayCategory = "STAY"
  static let staySuffix = "-stay"

  /// The trip whose stay has an event with this UID.
  static func trip(ofStay uid: String) -> String? {
    uid.hasSuffix(staySuffix) && uid.utf8.count > staySuffix.utf8.count
      ? String(uid.dropLast(staySuffix.count)) : nil
  }

  static let productID = "-//trips//trips//EN"

  private let revisions: TripRevisions

  init(revisions: TripRevisions) {
    self.revisions = revisions
  }

  static let header = {
    var ics = ICSWriter()
    ics.plain("BEGIN", "VCALENDAR")
    ics.plain("VERSION", "2.0")
    // Google refuses a file without it. The version of the tool is left out: the same trips shall
    // be the same bytes after an update too.
    ics.plain("PRODID", productID)
    ics.plain("CALSCALE", "GREGORIAN")
    return ics.bytes
  }()

  static let footer = Array("END:VCALENDAR\r\n".utf8)

  var head: [UInt8] { Self.header }

  var tail: [UInt8] { Self.footer }

  func append(_ trip: Trip, to output: inout [UInt8]) {
    for event in events(of: trip) { output += event.bytes }
  }

  /// Appends the events of a trip, each with its UID, for `EventFolder.write`.
  func appendFiles(_ trip: Trip, to output: inout [UInt8]) {
    for event in events(of: trip) {
      for part in [Array(event.uid.utf8), event.bytes] {
        withUnsafeBytes(of: UInt32(part.count)) { output += $0 }
        output += part
      }
    }
  }

  /// The event of the trip and that of its stay, each with its UID.
  func events(of trip: Trip) -> [(uid: String, bytes: [UInt8])] {
    let revision = revisions[trip: trip.id]
    var events = [(trip.uid, event(of: trip, revision))]
    if let stay = trip.livingAccommodation {
      events.append((trip.uid + Self.staySuffix, event(of: stay, trip, revision)))
    }
    return events
  }

  private func event(of trip: Trip, _ revision: TripRevision) -> [UInt8] {
    var ics = ICSWriter()
    ics.beginEvent(uid: trip.uid, revision)
    ics.days(from: trip.startDate, through: trip.endDate)
    ics.text("SUMMARY", trip.name)
    if !trip.destination.isEmpty { ics.text("LOCATION", trip.destination) }
    let description = Self.description(of: trip)
    if !description.isEmpty { ics.text("DESCRIPTION", description) }
    ics.text("CATEGORIES", trip.type.rawValue.uppercased())
    ics.plain("TRANSP", trip is BusinessTrip ? "OPAQUE" : "TRANSPARENT")
    ics.plain(EventProperty.kind, trip.type.rawValue.uppercased())
    properties(of: trip, &ics)
    ics.plain("END", "VEVENT")
    return ics.bytes
  }

  private func properties(of trip: Trip, _ ics: inout ICSWriter) {
    // A value that is none is written, too: a property that is missing says nothing.
    if let business = trip as? BusinessTrip {
      ics.text(ICSEvent.perdiem, business.perdiem?.description ?? EventProperty.none)
    }
    let values = TripValues(trip)
    for column in TripColumn.allCases where column.declaration.type == trip.type {
      guard let name = column.declaration.iCalendar else { continue }
      ics.text(name, String.fromDatabaseValue(values[column]) ?? EventProperty.none)
    }
    for item in trip.bucketList {
      let flags = ItemColumn.allCases.compactMap { column in
        column.declaration.iCalendar.map {
          ";\($0)=\(item[column] == true.databaseValue ? "TRUE" : "FALSE")"
        }
      }
      ics.text(
        EventProperty.item + flags.joined(),
        item.details.isEmpty ? item.title : item.title + "\n" + item.details)
    }
  }

  private static func description(of trip: Trip) -> String {
    let items = trip.bucketList.map {
      EventDescription.Item(title: $0.title, isDone: $0.isDone)
    }
    return EventDescription(notes: trip.notes, items: items)
      .text(estimate: (trip as? BusinessTrip)?.estimate?.formula)
  }

  /// The nights: the day of departure is the exclusive end. A stay without a night takes its day.
  private func event(
    of stay: LivingAccommodation, _ trip: Trip, _ revision: TripRevision
  ) -> [UInt8] {
    var ics = ICSWriter()
    ics.beginEvent(uid: trip.uid + Self.staySuffix, revision)
    let lastNight = trip.nights > 0 ? trip.endDate.adding(days: -1) : nil
    ics.days(from: trip.startDate, through: lastNight ?? trip.endDate)
    ics.text("SUMMARY", stay.placeName)
    if !stay.address.isEmpty { ics.text("LOCATION", stay.address) }
    ics.text("CATEGORIES", Self.stayCategory)
    ics.plain("STATUS", stay.isConfirmed ? "CONFIRMED" : "TENTATIVE")
    ics.plain("TRANSP", "TRANSPARENT")
    ics.plain(EventProperty.kind, EventProperty.stayKind)
    ics.text("RELATED-TO", trip.uid)
    ics.plain("END", "VEVENT")
    return ics.bytes
  }
}

extension ICSWriter {
  fileprivate mutating func beginEvent(uid: String, _ revision: TripRevision) {
    plain("BEGIN", "VEVENT")
    text("UID", uid)
    // 2026-11-20T10:15:00.000Z as 20261120T101500Z.
    let stamp = revision.timestamp.prefix(19).filter { $0 != "-" && $0 != ":" }
    plain("DTSTAMP", stamp + "Z")
    plain("SEQUENCE", String(revision.sequence))
  }

  fileprivate mutating func days(from start: CalendarDate, through end: CalendarDate) {
    plain("DTSTART;VALUE=DATE", start.compact)
    line(Self.end(from: start, through: end))
  }
}
