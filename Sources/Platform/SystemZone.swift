internal import Synchronization

/// The C library's time zones. It has one zone at a time, from the variable `TZ`.
package enum SystemZone {
  /// Seconds east of UTC, at a time in seconds since 1970.
  ///
  /// - Parameter identifier: a known zone; the zone of the process if nil.
  package static func secondsEast(at seconds: Int, in identifier: String? = nil) -> Int {
    lock.withLock { _ in
      guard let identifier else { return secondsEast(seconds) }
      let own = getenv("TZ").map { String(cString: $0) }
      setenv("TZ", identifier, 1)
      tzset()
      defer {
        if let own { setenv("TZ", own, 1) } else { unsetenv("TZ") }
        tzset()
      }
      return secondsEast(seconds)
    }
  }

  /// Whether the machine's time zone data has a zone of this name.
  package static func isKnown(_ identifier: String) -> Bool {
    // The name must not lead out of the folder, nor contain a NUL, which would end the C string
    // early.
    guard !identifier.isEmpty, !identifier.begins(with: "/"),
      !identifier.utf8.contains(where: { $0 == 0 || $0 == 0x2E })
    else { return false }
    let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    var status = stat()
    return stat("\(folder)/\(identifier)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static let lock = Mutex(())

  private static func secondsEast(_ seconds: Int) -> Int {
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }
}
