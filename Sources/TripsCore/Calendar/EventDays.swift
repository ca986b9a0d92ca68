internal import Foundation
import Platform

/// The days of an event, the first and the last, which belongs to it, and how it says them.
///
/// Each end counts by the day as it is written in its own time zone, UTC by the day that it is here,
/// and an end at midnight or by date belongs to the day before (RFC 5545 section 3.6.1).
struct EventDays: Equatable {
  let first: CalendarDate
  let last: CalendarDate
  /// Whether it has no times of day.
  let isAllDay: Bool
  /// Whether it lasts from one midnight to another, which some programs write for that.
  let isOfWholeDays: Bool

  init(_ file: EventFile, _ zone: ZoneClock) throws(ValueError) {
    try self.init(zone, file.first)
  }

  /// - Parameters:
  ///   - zone: where UTC is local.
  ///   - property: the event's property of a name.
  /// - Throws: `ValueError` for days that a trip cannot have.
  init(_ zone: ZoneClock, _ property: (String) -> ICSLine?) throws(ValueError) {
    guard let line = property("DTSTART") else { throw ValueError("the event has no DTSTART") }
    let start = try EventTime(line)
    let zone = start.zone.map { ZoneClock(identifier: $0) ?? zone } ?? zone
    let from = start.local(zone)
    first = from.date
    isAllDay = start.second == nil
    let end: EventTime.Local
    if let line = property("DTEND") {
      let time = try EventTime(line)
      let there = time.local(zone)
      // A flight across the date line may arrive on the day before.
      guard start.zone != time.zone || there.isNotBefore(from) else {
        throw ValueError("it ends before it begins")
      }
      end = there.date < first ? from : there
    } else if let line = property("DURATION") {
      end = try start.adding(EventDuration(line.value), zone)
    } else {
      end = from
    }
    last = end.lastDay(from: first)
    isOfWholeDays = isAllDay || (from.second == 0 && end.second == 0 && end.date > first)
  }
}

/// What DTSTART or DTEND says.
struct EventTime {
  /// A day of the calendar, and perhaps a second of it.
  struct Local: Equatable {
    let date: CalendarDate
    let second: Int?

    private static let dayNumberOf1970 = 719_162

    /// Of UTC: how many seconds after 1970 began.
    var secondOf1970: Int { (date.dayNumber - Self.dayNumberOf1970) * 86_400 + (second ?? 0) }

    func isNotBefore(_ other: Local) -> Bool {
      (date.dayNumber, second ?? 0) >= (other.date.dayNumber, other.second ?? 0)
    }

    /// The last day of an event that ends here: a date and midnight are the day after it. Some programs
    /// write the same day for one day.
    func lastDay(from first: CalendarDate) -> CalendarDate {
      date > first && second ?? 0 == 0 ? date.adding(days: -1) ?? date : date
    }
  }

  let written: Local
  let isUTC: Bool
  /// TZID.
  let zone: String?
  var second: Int? { written.second }

  /// Reads `20261210`, `20261210T101500`, `20261210T101500Z`.
  init(_ line: ICSLine) throws(ValueError) {
    let mistake = ValueError("\(line.name) is not a date: '\(line.value)'")
    let bytes = Array(line.value.uppercased().utf8)
    guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16,
      let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[4..<6]),
      let day = Self.number(bytes[6..<8]),
      let date = CalendarDate(year: year, month: month, day: day)
    else { throw mistake }
    zone = bytes.count == 15 ? line.parameters["TZID"] : nil
    isUTC = bytes.count == 16
    guard bytes.count > 8 else {
      written = Local(date: date, second: nil)
      return
    }
    guard bytes[8] == UInt8(ascii: "T"), !isUTC || bytes[15] == UInt8(ascii: "Z"),
      let hour = Self.number(bytes[9..<11]), let minute = Self.number(bytes[11..<13]),
      let second = Self.number(bytes[13..<15]), hour < 24, minute < 60, second < 61
    else { throw mistake }
    written = Local(date: date, second: hour * 3_600 + minute * 60 + min(second, 59))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 48)
    }
    return value
  }

  func local(_ zone: ZoneClock) -> Local {
    isUTC ? zone.local(written) : written
  }

  /// - Parameter zone: that of the event, or where UTC is local.
  func adding(_ duration: EventDuration, _ zone: ZoneClock) throws(ValueError) -> Local {
    guard duration.seconds >= 0 else { throw ValueError("it ends before it begins") }
    let days = second == nil ? (duration.seconds + 86_399) / 86_400 : duration.seconds / 86_400
    let rest = second == nil ? 0 : duration.seconds % 86_400
    var (date, second) = (written.date.adding(days: days), self.second)
    if let start = second {
      date = date?.adding(days: (start + rest) / 86_400)
      second = (start + rest) % 86_400
    }
    // The last day of all ends at a midnight that no date has.
    guard let date else {
      guard let lastDay = CalendarDate(dayNumber: CalendarDate.lastDayNumber),
        written.date.days(until: lastDay) == days - 1, rest == 0
      else { throw ValueError("it ends after 9999-12-31") }
      return Local(date: lastDay, second: 1)
    }
    let end = Local(date: date, second: second)
    return isUTC ? zone.local(end) : end
  }
}

/// `P5D`, `P1W`, `PT36H`, `P1DT12H`.
struct EventDuration {
  let seconds: Int

  init(seconds: Int) {
    self.seconds = seconds
  }

  init(_ text: String) throws(ValueError) {
    let mistake = ValueError("DURATION is not a length of time: '\(text)'")
    let body = text.uppercased()
    let isNegative = body.begins(with: "-")
    let scalars = body.unicodeScalars.drop { $0 == "-" || $0 == "+" }
    guard scalars.starts(with: "P".unicodeScalars), (3...100).contains(scalars.count) else {
      throw mistake
    }
    let units: [Unicode.Scalar: Int] = ["W": 604_800, "D": 86_400, "H": 3_600, "M": 60, "S": 1]
    var (sum, digits) = (0, "")
    for scalar in scalars.dropFirst() where scalar != "T" {
      if (48...57).contains(scalar.value), digits.utf8.count < 9 {
        digits.unicodeScalars.append(scalar)
        continue
      }
      guard let unit = units[scalar], let count = Int(digits) else { throw mistake }
      sum += count * unit
      digits = ""
    }
    guard digits.isEmpty else { throw mistake }
    seconds = isNegative ? -sum : sum
  }

  /// Whole days as days, the rest as a time.
  var text: String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400)
    if rest == 0 { return "P\(days)D" }
    var text = days > 0 ? "P\(days)DT" : "PT"
    for (unit, length) in [("H", 3_600), ("M", 60), ("S", 1)] {
      let count = length == 3_600 ? rest / 3_600 : rest / length % 60
      if count > 0 { text += "\(count)\(unit)" }
    }
    return text
  }
}

/// What time it is somewhere when it is another in UTC.
struct ZoneClock: Sendable {
  /// Seconds east of UTC, at a number of seconds since 1970.
  private let offset: @Sendable (Int) -> Int

  init(offset: @escaping @Sendable (Int) -> Int) {
    self.offset = offset
  }

  static let utc = ZoneClock { _ in 0 }

  /// Where this process runs: `TZ`, else the machine's.
  static let local = ZoneClock { seconds in
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }

  /// Nil for a name that the machine's time zone data do not have.
  init?(identifier: String) {
    guard let zone = TimeZone(identifier: identifier) else { return nil }
    self.init { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
  }

  /// - Parameter time: in UTC.
  func offset(at time: EventTime.Local) -> Int {
    offset(time.secondOf1970)
  }

  fileprivate func local(_ time: EventTime.Local) -> EventTime.Local {
    guard let second = time.second else { return time }
    let moved = second + offset(at: time)
    let days = moved >= 0 ? moved / 86_400 : (moved - 86_399) / 86_400
    guard let date = time.date.adding(days: days) else { return time }
    return EventTime.Local(date: date, second: moved - days * 86_400)
  }
}
