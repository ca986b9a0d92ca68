/// A local time of day, from 00:00 to 23:59, without a zone.
package struct ClockTime: Hashable, Sendable, Comparable, CustomStringConvertible {
  static let minutesOfDay = 24 * 60

  let minutes: Int

  init(minutes: Int) { self.minutes = minutes }

  /// Parses `09:05` or `9:05`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.parts(separatedBy: ":")
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy(\.isDigits), let hour = Int(parts[0]), let minute = Int(parts[1]),
      hour < 24, minute < 60
    else { return nil }
    minutes = hour * 60 + minute
  }

  /// `09:05`.
  package var description: String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  package static func < (one: ClockTime, other: ClockTime) -> Bool { one.minutes < other.minutes }
}
