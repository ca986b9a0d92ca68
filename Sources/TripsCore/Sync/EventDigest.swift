import Platform

/// What an event says in our properties, as one number: two events that say the same in the same form
/// have the same, whatever the order of their lines, their folds and line ends, and what else they hold.
///
/// It finds the events that are just as the store would write them, which are nearly all, without an
/// object for each line. Every run has its own numbers.
struct EventDigest: Equatable {
  private(set) var event: UInt64 = 0
  /// STATUS, which is a fact of a stay alone.
  private(set) var status: UInt64 = 0
  private let seed: UInt64

  init(seed: UInt64) {
    self.seed = seed
  }

  /// With STATUS.
  var stay: UInt64 { event &+ status }

  mutating func add(_ line: UnsafeRawBufferPointer, isStatus: Bool = false) {
    var hash = FNV1a(seed: seed)
    hash.addWords(line)
    if isStatus { status &+= hash.mixed } else { event &+= hash.mixed }
  }

  mutating func add(_ line: String) {
    var line = line
    line.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }
}

extension TripFacts {
  /// The digest of its event as it would be written.
  func digest(seed: UInt64) -> UInt64 {
    var digest = EventDigest(seed: seed)
    digest.add(start: startDate, end: endDate)
    digest.add("SUMMARY", values["name"])
    digest.add("LOCATION", values["destination"])
    digest.add("DESCRIPTION", written.text)
    for line in EventProperty.lines(of: self) { digest.add(line) }
    return digest.event
  }

  /// The digest of its stay's event; nil where it has no stay.
  func stayDigest(seed: UInt64) -> UInt64? {
    guard let stay else { return nil }
    var digest = EventDigest(seed: seed)
    digest.add(start: startDate, end: endDate)
    digest.add("SUMMARY", stay.values["placeName"])
    digest.add("LOCATION", stay.values["address"])
    let isConfirmed = stay.values["isConfirmed"] == Fact.yes
    digest.add("STATUS:" + (isConfirmed ? "CONFIRMED" : "TENTATIVE"))
    digest.add("\(EventProperty.kind):\(EventProperty.stayKind)")
    return digest.event
  }
}

extension EventDigest {
  fileprivate mutating func add(start: CalendarDate?, end: CalendarDate?) {
    guard let start, let end else { return }
    add("DTSTART;VALUE=DATE:" + start.compact)
    add(ICSWriter.end(from: start, through: end))
  }

  fileprivate mutating func add(_ name: String, _ text: String?) {
    guard let text, !text.isEmpty else { return }
    add("\(name):" + ICSWriter.escaped(text))
  }
}

/// Goes through the bytes of a file once, for the UID and the digest of its one event.
struct EventDigestReader {
  private let bytes: UnsafeRawBufferPointer
  private var digest: EventDigest
  private var uid: String?
  private var depth = 0
  private var events = 0
  private var hasEnded = false
  private var folded: [UInt8] = []

  /// Nil for a file that must be read line by line: one that is not whole, holds several events, or
  /// writes names in another case.
  static func read(
    _ bytes: UnsafeRawBufferPointer, seed: UInt64
  ) -> (uid: String, digest: EventDigest)? {
    var reader = EventDigestReader(bytes: bytes, digest: EventDigest(seed: seed))
    guard reader.readAll(), reader.hasEnded, let uid = reader.uid else { return nil }
    return (uid, reader.digest)
  }

  private init(bytes: UnsafeRawBufferPointer, digest: EventDigest) {
    self.bytes = bytes
    self.digest = digest
  }

  private mutating func readAll() -> Bool {
    var position = 0
    while position < bytes.count {
      var end = Self.end(bytes, from: position)
      let start = position
      position = end + 1
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      guard position < bytes.count, Self.isFold(bytes[position]) else {
        guard take(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) else { return false }
        continue
      }
      folded.removeAll(keepingCapacity: true)
      folded.append(contentsOf: bytes[start..<end])
      while position < bytes.count, Self.isFold(bytes[position]) {
        let part = position + 1
        end = Self.end(bytes, from: part)
        position = end + 1
        if end > part, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        folded.append(contentsOf: bytes[part..<end])
      }
      let line = folded
      guard line.withUnsafeBytes({ take($0) }) else { return false }
    }
    return true
  }

  private static func isFold(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func end(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, 0x0A, bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  /// - Returns: whether reading on makes sense.
  private mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.first else { return true }
    guard !hasEnded, (0x41...0x5A).contains(first) else { return false }
    if Self.starts(line, "BEGIN:") {
      depth += 1
      if depth == 2, Self.starts(line, "BEGIN:VEVENT") { events += 1 }
      return events < 2
    }
    if Self.starts(line, "END:") {
      depth -= 1
      hasEnded = depth == 0
      return depth >= 0
    }
    guard depth == 2, events == 1 else { return depth > 0 }
    // A name in another case shows it here at the latest, also behind `X-`.
    if line.prefix(3).contains(where: { (0x61...0x7A).contains($0) }) { return false }
    return takeProperty(line, first)
  }

  private mutating func takeProperty(_ line: UnsafeRawBufferPointer, _ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "S"):
      if Self.starts(line, "SUMMARY") { digest.add(line) }
      if Self.starts(line, "STATUS") { digest.add(line, isStatus: true) }
    case UInt8(ascii: "L"): if Self.starts(line, "LOCATION") { digest.add(line) }
    case UInt8(ascii: "D"): if !Self.starts(line, "DTSTAMP") { digest.add(line) }
    // (`EventBase.property`, `EventProperty.removed` and `.text` are no facts.)
    case UInt8(ascii: "X"):
      if Self.starts(line, "X-TRIPS-"), !Self.starts(line, "X-TRIPS-BASE"),
        !Self.starts(line, "X-TRIPS-REMOVED"), !Self.starts(line, "X-TRIPS-TEXT")
      {
        digest.add(line)
      }
    case UInt8(ascii: "R"): return !Self.starts(line, "RECURRENCE-ID")
    case UInt8(ascii: "U") where Self.starts(line, "UID"):
      guard uid == nil, Self.starts(line, "UID:"), !line.contains(UInt8(ascii: "\\")),
        line.count > 4, line[4] > 0x20, line[line.count - 1] > 0x20
      else { return false }
      uid = String(decoding: line[4...], as: UTF8.self)
    default: break
    }
    return true
  }

  @inline(__always)
  private static func starts(_ line: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
    guard line.count >= text.utf8CodeUnitCount, let start = line.baseAddress else { return false }
    return memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}
