internal import SQLite

/// An event, a task or a booking of another program as its file states it, before it becomes a trip,
/// an item or a stay.
struct ForeignEvent {
  let uid: String
  var title: String
  /// LOCATION.
  var place = ""
  /// DESCRIPTION, with URL, COMMENT and CONTACT as lines below.
  var notes = ""
  /// CATEGORIES.
  var categories: [String] = []
  /// Nil for a task without a date, and for an event whose dates cannot be read.
  var days: ClosedRange<CalendarDate>?
  /// `09:05`; nil for an event of whole days.
  var time: String?
  /// When an item of it ends.
  var end: (date: CalendarDate, time: String?)?
  /// Its length in seconds, with time zones taken into account.
  var length = 0
  var version = EventVersion()
  /// The line where it begins, and its file, if there are several.
  var line = 1
  var file: String?
  /// Why it is left out in any case; nil if it is not.
  var problem: LeftOutEvent.Reason?
  /// Whether it has a recurrence rule.
  var isMaster = false
  /// Whether it is a task (VTODO), and whether that is done.
  var isTask = false
  var isDone = false
  /// Whether its times were converted from UTC.
  var isInUTC = false
  /// Why its end cannot be read.
  var endProblem: String?
  /// What it states beyond an event, if it is a booking.
  var booking: Booking?

  /// What identifies it among all events; the uid of the row that is made from it.
  var key = ""
  /// What the store remembers of it.
  var known: RememberedRecord?
  var isAnew = false
  /// The number of events of the file that it represents.
  var count = 1
  /// The trips of the store that have its first day, if it may become part of one of these.
  var storedTrips: [Int64]?

  init(uid: String, title: String) { (self.uid, self.title) = (uid, title) }

  var isAllDay: Bool { time == nil }

  /// Whether it can be a trip or a stay: two days, or 18 hours with times.
  var isLong: Bool { length >= (isAllDay ? 2 * 86_400 : 18 * 3_600) }

  /// The trip of its row, or nil if that was deleted; nil also for an event that is new.
  var knownTrip: Int64? { known?.trip }
  /// Whether its row, or the row's trip, was deleted in the store.
  var isDeleted: Bool { !isAnew && known != nil && knownTrip == nil }

  /// TripIt writes a stay as two events, `Check-in: X` and `Check-out: X`.
  var checkIn: String? { rest(after: "Check-in: ") }
  var checkOut: String? { rest(after: "Check-out: ") }
  private func rest(after word: String) -> String? {
    booking == nil ? title.rest(after: word).map(String.init) : nil
  }

  /// `20270509T0800`.
  var start: String {
    let digits = "\(days?.lowerBound.description ?? "")T\(time ?? "")".utf8
    return String(decoding: digits.filter { $0 != 0x2D && $0 != 0x3A }, as: UTF8.self)
  }

  /// The title of its row.
  var name: String { StoredText.oneLine(checkIn ?? (title.isEmpty ? place : title)) }

  func isEqual(to other: ForeignEvent) -> Bool {
    title == other.title && place == other.place && notes == other.notes && days == other.days
      && time == other.time && end?.date == other.end?.date && end?.time == other.end?.time
      && version == other.version
  }

  func leftOut(_ reason: LeftOutEvent.Reason) -> LeftOutEvent {
    LeftOutEvent(
      reason: reason, title: title, day: days?.lowerBound, time: time, count: count,
      days: days.map { $0.lowerBound...max($0.upperBound, end?.date ?? .first) })
  }
}

// MARK: - Reading

extension ForeignEvent {
  /// Reads the days of an event.
  ///
  /// - Returns: why it has none.
  mutating func readDays(of stated: StatedEvent) -> String? {
    guard let days = stated.days else { return stated.daysProblem ?? "it has no date" }
    self.days = days.first...days.last
    (time, length, end, isInUTC) = (days.time, days.length, days.end, days.isInUTC)
    endProblem = days.endProblem
    return nil
  }

  /// Reads the days of a task: its start, or its due date, which is its end if it has both.
  mutating func readTask(_ properties: [String: ICSLine], _ zone: ZoneClock) -> String? {
    isTask = true
    guard let start = properties["DTSTART"] ?? properties["DUE"] else { return nil }
    do throws(ValueError) {
      func days(_ line: ICSLine) throws(ValueError) -> EventDays {
        try .read(zone) { $0 == "DTSTART" ? line : nil }
      }
      let first = try days(start)
      self.days = first.first...first.first
      (time, isInUTC) = (first.time, first.isInUTC)
      guard start.name == "DTSTART", let line = properties["DUE"] else { return nil }
      let due = try days(line)
      guard (due.time == nil) == (time == nil),
        (due.first, due.time ?? "") > (first.first, time ?? "")
      else {
        endProblem = "DUE is not after DTSTART: '\(line.value)'"
        return nil
      }
      end = (due.first, due.time)
      return nil
    } catch {
      return error.description
    }
  }
}

// MARK: - What it becomes

extension ForeignEvent {
  /// Its values as a trip.
  ///
  /// - Throws: `ValueError` for text that a trip cannot have.
  func trip() throws(ValueError) -> StatedRow<TripColumn> {
    var trip: StatedRow<TripColumn> = row()
    if origin.isOutdated { return trip }
    trip.set(.name, try StoredText.name.required(name))
    trip.set(.destination, try StoredText.destination.normalized(StoredText.oneLine(place)))
    trip.set(.startDate, days?.lowerBound.description)
    trip.set(.endDate, days?.upperBound.description)
    trip.set(.notes, try StoredText.notes.normalized(notes))
    if !categories.isEmpty { trip.set(.tags, tags.kept.text) }
    return trip
  }

  /// The categories that are tags of a trip, and the others.
  var tags: (kept: TagList, others: [String]) {
    var (kept, others) = (TagList(), [String]())
    for category in categories {
      if (try? kept.insert(category)) == nil { others.append(category) }
    }
    return (kept, others)
  }

  /// Its values as an item.
  func item() throws(ValueError) -> StatedRow<ItemColumn> {
    var item: StatedRow<ItemColumn> = row()
    if origin.isOutdated { return item }
    item.set(.title, try StoredText.title.required(name))
    item.set(.place, try StoredText.place.normalized(StoredText.oneLine(place)))
    item.set(.details, try StoredText.details.normalized(booking?.details.text ?? notes))
    item[.date] = days?.lowerBound.description.sqliteValue ?? .null
    item[.time] = time?.sqliteValue ?? .null
    item[.endDate] = end?.date.description.sqliteValue ?? .null
    item[.endTime] = end?.time?.sqliteValue ?? .null
    if isTask { item.set(.isDone, isDone) }
    try booking?.state(in: &item, reference: .reference)
    return item
  }

  /// Its values as a stay. An all-day event ends before the day of its check-out.
  ///
  /// - Parameter checkOut: its check-out, if it is a check-in.
  func stay(until checkOut: ForeignEvent?) throws(ValueError) -> StatedRow<StayColumn> {
    var stay: StatedRow<StayColumn> = row()
    if origin.isOutdated { return stay }
    stay.set(.placeName, try StoredText.placeName.required(name))
    stay.set(.address, try StoredText.address.normalized(place))
    let other = checkOut?.notes ?? ""
    let details = [booking?.details.text ?? notes, other == notes ? "" : other]
    stay.set(
      .details,
      try StoredText.details.normalized(
        details.filter { !$0.isEmpty }.joined(separator: "\n")))
    try booking?.state(in: &stay, reference: .reference)
    // A check-in that has lost its check-out keeps its nights.
    guard checkOut != nil || checkIn == nil, let days else { return stay }
    let last = checkOut?.days?.lowerBound ?? days.upperBound
    // A booking without a check-out keeps its number of nights.
    let nights =
      booking?.isOpen == true ? known?.days.map { $0.lowerBound.days(until: $0.upperBound) } : nil
    let isNights = booking == nil && checkOut == nil && isAllDay
    guard let end = last.adding(days: nights ?? (isNights ? 1 : 0)) else {
      throw ValueError("its check-out is after 9999-12-31")
    }
    stay.set(days.lowerBound...max(end, days.lowerBound))
    return stay
  }

  /// An older version than the one that was imported states nothing.
  private func row<Column: StoredColumn>() -> StatedRow<Column> {
    var row = StatedRow<Column>()
    row.origin = origin
    row.uid = uid.isEmpty ? nil : key
    return row
  }

  var origin: RecordOrigin {
    var origin = RecordOrigin(
      source: booking == nil ? .event : .booking, key: key, version: version)
    (origin.count, origin.known, origin.isAnew) = (count, known, isAnew)
    return origin
  }
}

/// An event that is not imported.
package struct LeftOutEvent: Sendable {
  package enum Reason: Hashable, Sendable {
    /// It lasts less than two days and is within no trip of the import.
    case isNoTrip
    case isWithinSeveral
    case isTask
    case repeats
    case isCancelled
    /// A booking whose day is in no trip, that has no day, or a record of another type.
    case hasNoTrip
    case hasNoDay
    case isNoBooking(String)
    /// A newer version is in the files, or was imported before.
    case isOutdated
    /// It has a value that no row can have.
    case cannotBeRead(String)
  }

  package let reason: Reason
  package let title: String
  let day: CalendarDate?
  let time: String?
  /// The number of events: a series may have several.
  var count = 1
  /// From its first to its last day.
  package var days: ClosedRange<CalendarDate>?
  /// The stored trip on its day.
  package internal(set) var trip: Int64?

  /// `2027-05-04 09:00`.
  package var moment: String {
    [day?.description, time].compactMap(\.self).joined(separator: " ")
  }
}

/// The events of an import, in all files.
final class ForeignEvents {
  private(set) var events: [ForeignEvent] = []
  private var versions: [String: EventVersion] = [:]
  /// The trips of this program in the same files, by their days.
  private(set) var trips: [(uid: String, days: ClosedRange<CalendarDate>)] = []
  /// The time zone that a file names.
  var zoneName: String?

  func add(_ event: ForeignEvent) { events.append(event) }

  /// Whether a newer version of an event of this program was read before.
  func isOutdated(_ uid: String, _ version: EventVersion) -> Bool {
    if uid.isEmpty { return false }
    if let known = versions[uid], version < known { return true }
    versions[uid] = version
    return false
  }

  func add(_ trip: StatedTrip) {
    guard let uid = trip.uid, let start = trip.trip.date(.startDate) else { return }
    trips.append((uid, start...max(start, trip.trip.date(.endDate) ?? start)))
  }
}
