import Platform
internal import Synchronization

/// Converts a UTC time to a zone.
struct ZoneClock: Sendable {
  /// Seconds east of UTC, for a time in seconds since 1970.
  private let offset: @Sendable (Int) -> Int

  init(offset: @escaping @Sendable (Int) -> Int) {
    self.offset = offset
  }

  static let utc = ZoneClock { _ in 0 }

  /// The zone of this process: `TZ`, otherwise the machine's.
  static let local = ZoneClock { seconds in environment.withLock { _ in offset(at: seconds) } }

  /// Nil for a name that is not in the machine's time zone data.
  init?(identifier: String) {
    guard !identifier.utf8.isEmpty, !identifier.utf8.contains(0x2E), !identifier.begins(with: "/"),
      !identifier.utf8.contains(0), Self.isFile("\(Self.zones)/\(identifier)")
    else { return nil }
    self.init { seconds in Self.offset(at: seconds, in: identifier) }
  }

  private static let zones = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The C library knows one zone at a time, that of `TZ`.
  private static let environment = Mutex(())

  private static func offset(at seconds: Int, in identifier: String) -> Int {
    environment.withLock { _ in
      let zone = getenv("TZ").map { String(cString: $0) }
      setenv("TZ", identifier, 1)
      tzset()
      defer {
        if let zone { setenv("TZ", zone, 1) } else { unsetenv("TZ") }
        tzset()
      }
      return offset(at: seconds)
    }
  }

  private static func offset(at seconds: Int) -> Int {
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
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
