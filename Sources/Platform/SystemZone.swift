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

  /// The name of the machine's zone, to which `/etc/localtime` links; nil if it is not a link.
  package static var machineName: String? {
    var bytes = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/etc/localtime", &bytes, bytes.count)
    guard count > 0 else { return nil }
    let path = String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let parts = path.parts(separatedBy: "/")
    guard let place = parts.lastIndex(of: "zoneinfo") else { return nil }
    return parts[(place + 1)...].joined(separator: "/")
  }

  /// Whether the C library understands a value of `TZ`: the name of a zone, a path to its data, or a
  /// rule such as `CET-1CEST` (POSIX). Without a value, the machine's zone counts.
  package static func isValid(variable: String) -> Bool {
    let name = variable.rest(after: ":").map(String.init) ?? variable
    if name.isEmpty || isKnown(name) { return true }
    if name.begins(with: "/") { return access(name, R_OK) == 0 }
    // The name of a rule's zone has three letters or more, or is in angle brackets; an offset follows.
    let scalars = name.unicodeScalars
    let rest =
      scalars.first == "<"
      ? scalars.drop { $0 != ">" }.dropFirst() : scalars.drop { $0.properties.isAlphabetic }
    let length = scalars.count - rest.count
    let digits = rest.drop { "+-".unicodeScalars.contains($0) }
    return length >= 3 && digits.first.map { ("0"..."9").contains($0) } ?? false
  }

  private static let lock = Mutex(())

  private static func secondsEast(_ seconds: Int) -> Int {
    var time = time_t(seconds)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
  }
}
