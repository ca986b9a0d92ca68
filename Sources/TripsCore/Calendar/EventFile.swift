import Platform

/// A calendar file as content lines with their original bytes (RFC 5545 section 3.1). Lines that
/// are not replaced are written byte for byte, including folds and line ends.
struct EventFile {
  /// A content line with all its physical lines and line ends.
  struct Line {
    fileprivate(set) var bytes: [UInt8]
    /// Unfolded, without its line end.
    let content: String
    let property: ICSLine
    /// Whether it is a property of the event itself: not of the calendar, an alarm, another
    /// component, or a modified occurrence (RECURRENCE-ID).
    var isOwn = false
  }

  private(set) var lines: [Line]
  let uid: String
  /// The first line end of the file: CR LF, or LF if vdirsyncer wrote it.
  let lineEnd: [UInt8]
  /// Whether the event repeats because of a modified occurrence, even without a rule.
  private let hasOccurrences: Bool

  static let productID = "-//trips//trips//EN"

  /// The limit of a file in bytes. Larger files are not read, and our events never get larger.
  static let maxBytes = 10 << 20

  /// Nil for a calendar without an event, such as one of a task.
  ///
  /// - Throws: `ValueError` for anything but a file of one event.
  init?(_ bytes: [UInt8]) throws(ValueError) {
    lineEnd = Self.firstLineEnd(bytes)
    let all = try Self.split(bytes)
    lines = all
    let events = try Self.events(all)
    guard let first = events.first else { return nil }
    func property(_ name: String, of event: [Int]) -> ICSLine? {
      event.lazy.map { all[$0].property }.first { $0.name == name }
    }
    let uids = Set(events.map { property("UID", of: $0).map(StatedEvent.uid) ?? "" })
    guard uids.count == 1 else { throw ValueError("it contains events with different UIDs") }
    uid = uids.first ?? ""
    guard !uid.isEmpty else { throw ValueError("its event has no UID") }
    let masters = events.filter { property("RECURRENCE-ID", of: $0) == nil }
    guard masters.count < 2 else { throw ValueError("it contains the event twice") }
    hasOccurrences = masters.count < events.count
    for index in masters.first ?? first { lines[index].isOwn = true }
    for name in ["UID", "SUMMARY", "LOCATION", "DESCRIPTION", "DTSTART", "DTEND", "DURATION"]
    where own.count(where: { $0.name == name }) > 1 {
      throw ValueError("\(name) appears twice in its event")
    }
  }

  /// A calendar with an empty event, to which properties are added.
  init(newWithUID uid: String, lineEnd: [UInt8]) {
    self.uid = uid
    self.lineEnd = lineEnd
    hasOccurrences = false
    lines = []
    // Google refuses a file without PRODID. It lacks the tool's version, so that the same trips
    // give the same bytes after an update.
    for content in [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:\(Self.productID)", "CALSCALE:GREGORIAN",
      "BEGIN:VEVENT",
    ] {
      insert(content, at: lines.count, isOwn: false)
    }
    insert("UID:" + ICSWriter.escaped(uid), at: lines.count, isOwn: true)
    for content in ["END:VEVENT", "END:VCALENDAR"] {
      insert(content, at: lines.count, isOwn: false)
    }
  }

  var bytes: [UInt8] { lines.flatMap(\.bytes) }

  /// The bytes of its event alone, for a calendar of several.
  var eventBytes: [UInt8] { lines.dropFirst(4).dropLast().flatMap(\.bytes) }

  /// The properties of the event itself, in order.
  var own: [ICSLine] { lines.filter(\.isOwn).map(\.property) }

  func first(_ name: String) -> ICSLine? {
    lines.first { $0.isOwn && $0.property.name == name }?.property
  }

  var repeats: Bool { hasOccurrences || first("RRULE") != nil || first("RDATE") != nil }
}

// MARK: - Changing

extension EventFile {
  /// Sets the unfolded content line of a property; nil removes it.
  mutating func set(_ name: String, _ content: String?) {
    setAll([name], content.map { [$0] } ?? [])
  }

  /// Sets the escaped value of a property; its parameters are kept, except those named.
  mutating func setValue(_ name: String, _ value: String, dropping: Set<String> = []) {
    guard let line = lines.first(where: { $0.isOwn && $0.property.name == name }) else {
      return set(name, "\(name):\(value)")
    }
    let parts = ICSReader.parts(line.content)
    let kept = parts.dropFirst().filter { part in
      !dropping.contains(String(part.unicodeScalars.prefix { $0 != "=" }).uppercased())
    }
    set(name, ([parts.first ?? name] + kept).joined(separator: ";") + ":" + value)
  }

  /// Replaces all lines of some properties. Lines that exist already keep their bytes and
  /// positions, and each new one follows the previous.
  mutating func setAll(_ names: Set<String>, _ contents: [String]) {
    let present = lines.indices.filter { index in
      lines[index].isOwn && names.contains(lines[index].property.name)
    }
    var kept: [String: [Int]] = [:]
    for index in present.reversed() { kept[lines[index].content, default: []].append(index) }
    var (stay, new) = (Set<Int>(), [Int: [String]]())
    var position = present.first ?? endOfProperties
    for content in contents {
      if let index = kept[content]?.popLast() {
        stay.insert(index)
        position = index + 1
      } else {
        new[position, default: []].append(content)
      }
    }
    let gone = Set(present).subtracting(stay)
    let old = lines
    lines = []
    for index in 0...old.count {
      for content in new[index] ?? [] { insert(content, at: lines.count, isOwn: true) }
      if index < old.count, !gone.contains(index) { lines.append(old[index]) }
    }
  }

  mutating func remove(_ names: Set<String>) { setAll(names, []) }

  /// Removes what makes the event repeat, its changed occurrences included.
  mutating func stopRepeating() {
    remove(["RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"])
    guard hasOccurrences else { return }
    var kept: [Line] = []
    var event: [Line]?
    for line in lines {
      let word = "\(line.property.name):\(line.property.word)"
      if word == "BEGIN:VEVENT" { event = [] }
      guard var open = event else {
        kept.append(line)
        continue
      }
      open.append(line)
      event = word == "END:VEVENT" ? nil : open
      if event == nil, open.contains(where: \.isOwn) { kept += open }
    }
    lines = kept
  }

  /// Before an alarm or the event's end, whichever comes first after its first property.
  private var endOfProperties: Int {
    guard let first = lines.firstIndex(where: \.isOwn) else { return max(0, lines.count - 2) }
    let rest = lines[first...]
    return rest.firstIndex { ["BEGIN", "END"].contains($0.property.name) } ?? lines.count
  }

  private mutating func insert(_ content: String, at index: Int, isOwn: Bool) {
    let bytes = ICSWriter.folded(content, lineEnd: lineEnd)
    guard let property = ICSReader.parse(content, number: 0) else { return }
    lines.insert(
      Line(bytes: bytes, content: content, property: property, isOwn: isOwn), at: index)
  }
}

// MARK: - Reading

extension EventFile {
  private static func firstLineEnd(_ bytes: [UInt8]) -> [UInt8] {
    let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    let isCRLF = newline > 0 && bytes[newline - 1] == UInt8(ascii: "\r")
    return isCRLF ? [UInt8(ascii: "\r"), UInt8(ascii: "\n")] : [UInt8(ascii: "\n")]
  }

  /// Blank lines belong to the following line; those at the end to the last.
  private static func split(_ bytes: [UInt8]) throws(ValueError) -> [Line] {
    let file = InputFile(bytes: bytes)
    let reader = ICSReader(file: file)
    var lines: [Line] = []
    var start = 0
    do {
      while let (number, content) = try reader.line() {
        let property = try ICSReader.property(content, number: number)
        lines.append(
          Line(
            bytes: Array(bytes[start..<file.offset]),
            content: String(streamSafe: content), property: property))
        start = file.offset
      }
    } catch {
      throw ValueError("\(error)")
    }
    if let last = lines.indices.last { lines[last].bytes += bytes[start...] }
    return lines
  }

  /// The indices of the lines of each event that are its own properties.
  ///
  /// - Throws: `ValueError` for anything but a whole calendar.
  private static func events(_ lines: [Line]) throws(ValueError) -> [[Int]] {
    var events: [[Int]] = []
    var components: [String] = []
    for (index, line) in lines.enumerated() {
      let (name, value) = (line.property.name, line.property.value.uppercased())
      guard !components.isEmpty || (index, name, value) == (0, "BEGIN", "VCALENDAR") else {
        throw ValueError("it is not one calendar")
      }
      if name == "BEGIN" {
        components.append(value)
        if components == ["VCALENDAR", "VEVENT"] { events.append([]) }
      } else if name == "END" {
        guard components.popLast() == value else {
          throw ValueError("its components are not closed")
        }
      } else if components == ["VCALENDAR", "VEVENT"] {
        events[events.count - 1].append(index)
      }
    }
    guard !lines.isEmpty else { throw ValueError("it is not a calendar") }
    guard components.isEmpty else { throw ValueError("its end is missing") }
    return events
  }
}
