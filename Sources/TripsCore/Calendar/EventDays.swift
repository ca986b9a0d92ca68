import Platform

/// The days of an event, including the first and the last.
///
/// Each end counts as the day that is written, in its own time zone; a UTC time counts as its local
/// day. An end that is a date or a midnight is exclusive (RFC 5545 section 3.6.1).
struct EventDays {
  let first: CalendarDate
  let last: CalendarDate
  /// Whether it has no times of day.
  let isAllDay: Bool
  /// Whether it lasts from one midnight to another, as some programs write an all-day event.
  let isWholeDays: Bool
  /// When it begins: `09:05`; nil for whole days.
  let time: String?
  /// In seconds, with time zones taken into account.
  let length: Int
  /// Whether it begins at a time in UTC.
  let isInUTC: Bool
  /// When it begins, in UTC.
  let instant: Int
  /// When it begins and ends on the clocks of its places.
  let times: EventTimes
  /// When it ends, on the clock of the place where it ends; nil without an end after its start. An
  /// arrival over the date line may be before the departure. Whole days have no time.
  let end: (date: CalendarDate, time: String?)?
  /// Why its end cannot be read; it then has none.
  let endProblem: String?

  private static let isReversed = ValueError("it ends before it begins")

  /// - Parameters:
  ///   - local: the local time zone.
  ///   - property: looks up a property of the event by name.
  /// - Throws: `ValueError` for days that a trip cannot have.
  static func read(
    _ local: ZoneClock, _ property: (String) -> ICSLine?
  ) throws(ValueError) -> EventDays {
    guard let line = property("DTSTART") else { throw ValueError("the event has no DTSTART") }
    // Outlook's mark of an all-day event, which it writes with times.
    let isDate = property("X-MICROSOFT-CDO-ALLDAYEVENT")?.word == "TRUE"
    let start = try EventTime(line, isDate: isDate)
    let zone = start.zone.flatMap(ZoneClock.init(identifier:)) ?? local
    let from = start.local(zone)
    var (written, problem): (WrittenEnd?, String?)
    do throws(ValueError) {
      written = try end(of: start, on: zone, local: local, isDate: isDate, property)
    } catch {
      problem = error.description
    }
    // Some programs give a one-day event the same day as its end.
    let to = max(from, written?.second ?? from)
    guard let last = CalendarDate(second: max(from, to - 1)) else {
      throw ValueError("it ends after 9999-12-31")
    }
    let first = CalendarDate(second: from) ?? .first
    let isAllDay = start.isDate
    let isWholeDays = isAllDay || (to > from && from.isMidnight && to.isMidnight)
    var end: (date: CalendarDate, time: String?)? = last > first ? (last, nil) : nil
    if !isWholeDays {
      end = written.flatMap { written in
        let second = written.second
        return second == from
          ? nil : CalendarDate(second: second).map { ($0, second.clockTime) }
      }
    }
    let length =
      isWholeDays
      ? (first.days(until: last) + 1) * EventTime.secondsOfDay : max(0, written?.length ?? 0)
    return EventDays(
      first: first, last: last, isAllDay: isAllDay, isWholeDays: isWholeDays,
      time: isWholeDays ? nil : from.clockTime, length: length,
      isInUTC: start.isUTC && !isAllDay, instant: start.instant(local),
      times: EventTimes(
        start: from, end: isWholeDays ? from + length : written?.second ?? from,
        isAllDay: isWholeDays),
      end: end, endProblem: problem)
  }

  /// An end as written, in seconds since the beginning of 0001-01-01, and the length that it gives.
  private typealias WrittenEnd = (second: Int, length: Int)

  /// - Parameters:
  ///   - zone: that of the start, for an end in UTC.
  ///   - isDate: whether times of day are ignored.
  /// - Returns: nil for an event without an end.
  private static func end(
    of start: EventTime, on zone: ZoneClock, local: ZoneClock, isDate: Bool,
    _ property: (String) -> ICSLine?
  ) throws(ValueError) -> WrittenEnd? {
    if let line = property("DTEND") {
      let time = try EventTime(line, isDate: isDate)
      let early = start.local(zone) - time.local(zone)
      guard early <= (start.isDate ? 0 : EventTime.secondsOfDay) else { throw isReversed }
      return (time.local(zone), time.instant(local) - start.instant(local))
    }
    guard let line = property("DURATION") else { return nil }
    let seconds = try EventDuration.seconds(of: line.value)
    guard seconds >= 0 else { throw isReversed }
    return (start.adding(seconds).local(zone), seconds)
  }

  /// Whether two events are at the same time: on the same clock, or, if one is in UTC, at the same
  /// instant.
  func isSame(as other: EventDays) -> Bool {
    times == other.times || (isInUTC && instant == other.instant && length == other.length)
  }
}

/// The value of DTSTART or DTEND.
struct EventTime {
  /// As written, in seconds since the beginning of 0001-01-01.
  private(set) var second: Int
  let isDate: Bool
  let isUTC: Bool
  /// TZID.
  let zone: String?

  fileprivate static let secondsOfDay = EventTimes.secondsOfDay

  /// Parses `20261210`, `20261210T101500`, `20261210T101500Z`.
  ///
  /// - Parameter isDate: whether its time of day is ignored.
  init(_ line: ICSLine, isDate isMarked: Bool = false) throws(ValueError) {
    let mistake = ValueError("\(line.name) is not a date: '\(line.value)'")
    let bytes = Array(line.value.uppercased().utf8)
    let identifier = bytes.count == 15 ? line.parameters["TZID"] : nil
    let isInUTC = ["UTC", "ETC/UTC", "Z", "GMT"].contains(identifier?.uppercased())
    isDate = bytes.count == 8 || isMarked
    isUTC = !isMarked && (bytes.count == 16 || isInUTC)
    zone = isMarked || isInUTC ? nil : identifier
    guard
      bytes.count == 8 || bytes.count == 15
        || (bytes.count == 16 && bytes[15] == UInt8(ascii: "Z")),
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[4..<6]),
      let day = Self.number(bytes[6..<8]),
      let date = CalendarDate(year: year, month: month, day: day)
    else { throw mistake }
    second = date.dayNumber * Self.secondsOfDay
    if isDate { return }
    guard bytes[8] == UInt8(ascii: "T"), let hour = Self.number(bytes[9..<11]),
      let minute = Self.number(bytes[11..<13]), let rest = Self.number(bytes[13..<15]),
      hour < 24 || (hour == 24 && minute == 0 && rest == 0), minute < 60, rest < 61
    else { throw mistake }
    second += hour * 3_600 + minute * 60 + min(rest, 59)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// The day as it is written.
  var date: CalendarDate? { CalendarDate(second: second) }

  func local(_ zone: ZoneClock) -> Int { isUTC ? zone.local(second) : second }

  /// Its time in UTC.
  ///
  /// - Parameter local: the zone of a time without one.
  func instant(_ local: ZoneClock) -> Int {
    isUTC ? second : (zone.flatMap(ZoneClock.init(identifier:)) ?? local).utc(second)
  }

  func adding(_ seconds: Int) -> EventTime {
    var time = self
    time.second += seconds
    return time
  }
}

extension Int {
  /// Whether a second is the first of a day.
  fileprivate var isMidnight: Bool { self % EventTime.secondsOfDay == 0 }

  /// `09:05`, of a second.
  fileprivate var clockTime: String {
    ClockTime(minutes: self % EventTime.secondsOfDay / 60).description
  }
}

extension CalendarDate {
  /// - Parameter second: since the beginning of 0001-01-01.
  fileprivate init?(second: Int) {
    guard second >= 0 else { return nil }
    self.init(dayNumber: second / EventTime.secondsOfDay)
  }
}

/// The value of DURATION (RFC 5545 section 3.3.6).
enum EventDuration {
  /// The length of `P5D`, `P1W`, `PT36H`, `-P1DT12H`.
  static func seconds(of text: String) throws(ValueError) -> Int {
    let mistake = ValueError("DURATION is not a length of time: '\(text)'")
    let body = text.uppercased()
    let scalars = body.unicodeScalars.drop { $0 == "-" || $0 == "+" }
    guard scalars.starts(with: "P".unicodeScalars), (3...100).contains(scalars.count) else {
      throw mistake
    }
    let units: [Unicode.Scalar: Int] = ["W": 604_800, "D": 86_400]
    let unitsOfTime: [Unicode.Scalar: Int] = ["H": 3_600, "M": 60, "S": 1]
    var (sum, digits, isTime) = (0, "", false)
    for scalar in scalars.dropFirst() {
      if scalar == "T", !isTime, digits.isEmpty {
        isTime = true
        continue
      }
      if (48...57).contains(scalar.value), digits.utf8.count < 9 {
        digits.unicodeScalars.append(scalar)
        continue
      }
      guard let unit = (isTime ? unitsOfTime : units)[scalar], let count = Int(digits) else {
        throw mistake
      }
      sum += count * unit
      digits = ""
    }
    guard digits.isEmpty else { throw mistake }
    return body.begins(with: "-") ? -sum : sum
  }
}
