internal import SQLite

/// An event of another program as its file states it, before it becomes a trip, an item or a stay.
struct ForeignEvent {
  let uid: String
  let title: String
  /// LOCATION.
  let place: String
  /// DESCRIPTION.
  let notes: String
  let days: ClosedRange<CalendarDate>
  /// `09:05`; nil for an event of whole days.
  let time: String?
  /// Its length in seconds, with time zones taken into account.
  let length: Int
  let version: EventVersion
  /// The line where it begins, and its file, if there are several.
  let line: Int
  let file: String?
  /// Why it is left out in any case; nil if it is not.
  var problem: LeftOutEvent.Reason?

  var isAllDay: Bool { time == nil }

  /// Whether it can be a trip or a stay: two days, or 18 hours with times.
  var isLong: Bool { length >= (isAllDay ? 2 * 86_400 : 18 * 3_600) }

  /// What identifies it: its UID, otherwise its title and start.
  var key: String { uid.isEmpty ? "\(title)\n\(days.lowerBound) \(time ?? "")" : uid }

  /// TripIt writes a stay as two events, `Check-in: X` and `Check-out: X`.
  var checkIn: String? { title.rest(after: "Check-in: ").map(String.init) }
  var checkOut: String? { title.rest(after: "Check-out: ").map(String.init) }

  func leftOut(_ reason: LeftOutEvent.Reason) -> LeftOutEvent {
    LeftOutEvent(reason: reason, title: title, day: days.lowerBound, time: time)
  }
}

// MARK: - What it becomes

extension ForeignEvent {
  /// Its values as a trip.
  ///
  /// - Throws: `ValueError` for text that a trip cannot have.
  func trip(_ origin: EventOrigin) throws(ValueError) -> StatedRow<TripColumn> {
    var trip: StatedRow<TripColumn> = row(origin)
    let name = title.isEmpty ? place : title
    trip.set(.name, try StoredText.name.required(StoredText.oneLine(name)))
    trip.set(.destination, try StoredText.destination.normalized(StoredText.oneLine(place)))
    trip.set(.startDate, days.lowerBound.description)
    trip.set(.endDate, days.upperBound.description)
    trip.set(.notes, try StoredText.notes.normalized(notes))
    return trip
  }

  /// Its values as an item: its place and notes are the details.
  func item(_ origin: EventOrigin) throws(ValueError) -> StatedRow<ItemColumn> {
    var item: StatedRow<ItemColumn> = row(origin)
    let details = [place, notes].filter { !$0.isEmpty }.joined(separator: "\n")
    item.set(
      .title, try StoredText.title.required(StoredText.oneLine(title.isEmpty ? place : title)))
    item.set(.details, try StoredText.details.normalized(details))
    item.set(.date, days.lowerBound.description)
    item[.time] = time?.sqliteValue ?? .null
    return item
  }

  /// Its values as a stay. An all-day event ends before the day of its check-out.
  ///
  /// - Parameter checkOut: its check-out, if it is a check-in.
  func stay(
    _ origin: EventOrigin, until checkOut: ForeignEvent?
  ) throws(ValueError) -> StatedRow<StayColumn> {
    var stay: StatedRow<StayColumn> = row(origin)
    let name = checkIn ?? (title.isEmpty ? place : title)
    stay.set(.placeName, try StoredText.placeName.required(StoredText.oneLine(name)))
    stay.set(.address, try StoredText.address.normalized(place))
    // A check-in that has lost its check-out keeps its nights.
    if checkOut == nil, checkIn != nil { return stay }
    let last = checkOut?.days.lowerBound ?? days.upperBound
    guard let end = checkOut == nil && isAllDay ? last.adding(days: 1) : last else {
      throw ValueError("its check-out is after 9999-12-31")
    }
    stay.set(days.lowerBound...max(end, days.lowerBound))
    return stay
  }

  private func row<Column: StoredColumn>(_ origin: EventOrigin) -> StatedRow<Column> {
    var row = StatedRow<Column>()
    row.origin = origin
    row.uid = uid.isEmpty ? nil : uid
    return row
  }
}

/// An event of another program that is not imported.
package struct LeftOutEvent: Sendable {
  package enum Reason: Hashable, Sendable {
    /// It lasts less than two days and is within no trip of the import.
    case isNoTrip
    case isWithinSeveral
    case repeats
    case isCancelled
    /// It has a value that no row can have.
    case cannotBeRead(String)
  }

  package let reason: Reason
  package let title: String
  let day: CalendarDate?
  let time: String?
  /// The stored trip on its day.
  package internal(set) var trip: Int64?

  /// `2027-05-04 09:00`.
  package var moment: String {
    [day?.description, time].compactMap(\.self).joined(separator: " ")
  }
}

/// The events of other programs in all files of an import: of two versions of an event, only the
/// newer.
final class ForeignEvents {
  private(set) var events: [ForeignEvent] = []
  private var places: [String: Int] = [:]
  private var versions: [String: EventVersion] = [:]
  /// The trips of this program in the same files, by their days.
  private(set) var trips: [(uid: String, days: ClosedRange<CalendarDate>)] = []
  /// Events that cannot be dated.
  private(set) var undated: [LeftOutEvent] = []
  /// Whether times were written in UTC.
  var hasTimesInUTC = false

  func add(_ event: ForeignEvent) {
    guard let place = places[event.key] else {
      places[event.key] = events.count
      return events.append(event)
    }
    if events[place].version <= event.version { events[place] = event }
  }

  /// Whether a newer version of an event of this program was read before.
  func isOutdated(_ uid: String, _ version: EventVersion) -> Bool {
    if let known = versions[uid], version < known { return true }
    versions[uid] = version
    return false
  }

  func add(_ trip: StatedTrip) {
    guard let uid = trip.uid, let start = trip.trip.date(.startDate) else { return }
    trips.append((uid, start...max(start, trip.trip.date(.endDate) ?? start)))
  }

  func leaveOut(_ title: String, _ reason: LeftOutEvent.Reason) {
    undated.append(LeftOutEvent(reason: reason, title: title, day: nil, time: nil))
  }
}
