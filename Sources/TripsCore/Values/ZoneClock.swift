import Platform

/// Converts a UTC time to a zone.
struct ZoneClock: Sendable {
  /// Seconds east of UTC, for a time in seconds since 1970.
  private let offset: @Sendable (Int) -> Int

  init(offset: @escaping @Sendable (Int) -> Int) {
    self.offset = offset
  }

  static let utc = ZoneClock { _ in 0 }

  /// The zone of this process: `TZ`, otherwise the machine's.
  static let local = ZoneClock { SystemZone.secondsEast(at: $0) }

  /// Nil for a name that is not in the machine's time zone data.
  init?(identifier: String) {
    guard SystemZone.isKnown(identifier) else { return nil }
    self.init { SystemZone.secondsEast(at: $0, in: identifier) }
  }

  private static let dayNumberOf1970 = 719_162

  /// The UTC time of a local time; where clocks are set back, the first of two.
  func utc(_ second: Int) -> Int {
    let guess = second - (local(second) - second)
    return second - (local(guess) - guess)
  }

  /// - Parameter second: in UTC since the beginning of 0001-01-01, like the result.
  func local(_ second: Int) -> Int {
    second + offset(second - Self.dayNumberOf1970 * 86_400)
  }
}
