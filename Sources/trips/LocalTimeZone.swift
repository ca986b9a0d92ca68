import TripsCore

/// The local time zone, in which times are shown and typed; stored times are UTC.
struct LocalTimeZone: Sendable {
  /// The seconds since 1970 for a day and a number of minutes after its midnight, up to 24 hours.
  let seconds: @Sendable (CalendarDate, _ minute: Int) -> Int64
  /// The offset from UTC in seconds, for a time in seconds since 1970.
  let offset: @Sendable (Int64) -> Int64

  /// A time of a day as the history records it: `2026-11-20T13:30:00.000Z`.
  func timestamp(_ day: CalendarDate, milliseconds: Int, isUTC: Bool) -> String {
    let (minute, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    let start = isUTC ? Self.seconds(day, minute) : seconds(day, minute)
    let fraction = String(1_000 + rest % 1_000).dropFirst()
    return Self.parts(start + Int64(rest / 1_000)).map { "\($0.day)T\($0.time).\(fraction)Z" }
      // Outside the calendar's years.
      ?? (day == .first ? "" : "9999-12-31T24")
  }

  /// A recorded time in local time: `2026-11-20 14:30:00`.
  func text(_ timestamp: String) -> String {
    guard let seconds = Self.seconds(timestamp), let parts = Self.parts(seconds + offset(seconds))
    else { return timestamp }
    return "\(parts.day) \(parts.time)"
  }

  /// The local day of a recorded time.
  func day(_ timestamp: String) -> CalendarDate? {
    Self.seconds(timestamp).flatMap { Self.parts($0 + offset($0))?.day }
  }

  private static let epoch = CalendarDate(year: 1970, month: 1, day: 1) ?? .first
  private static let secondsInDay: Int64 = 86_400

  /// The day and the time of day of a time in seconds since 1970; nil outside the calendar.
  static func parts(_ seconds: Int64) -> (day: CalendarDate, time: String)? {
    let days = Int((Double(seconds) / Double(secondsInDay)).rounded(.down))
    guard let day = epoch.adding(days: days) else { return nil }
    let rest = Int(seconds - Int64(days) * secondsInDay)
    let time = [rest / 3_600, rest / 60 % 60, rest % 60].map { ($0 < 10 ? "0" : "") + String($0) }
    return (day, time.joined(separator: ":"))
  }

  /// Parses `2026-11-20T13:30:00.000Z`.
  private static func seconds(_ timestamp: String) -> Int64? {
    let parts = String(timestamp.unicodeScalars.prefix(19)).parts(separatedBy: "T")
    guard timestamp.utf8.count == 24, parts.count == 2, let day = CalendarDate(String(parts[0]))
    else { return nil }
    let time = parts[1].parts(separatedBy: ":").compactMap { Int64($0) }
    guard time.count == 3 else { return nil }
    return seconds(day, Int(time[0] * 60 + time[1])) + time[2]
  }

  /// Like `seconds`, in UTC.
  private static func seconds(_ day: CalendarDate, _ minute: Int) -> Int64 {
    Int64(epoch.days(until: day)) * secondsInDay + Int64(minute) * 60
  }
}
