/// What becomes of a text where a program takes its escapes off twice, as khal's library icalendar does with
/// every text of an event that it writes: `C:\new` has a line break then, and `%2C` in the address of a page
/// is a comma.
extension EventReading {
  static func withoutEscapes(_ text: String) -> String {
    var text = text
    for (code, sign) in [("%2C", ","), ("%3A", ":"), ("%3B", ";"), ("%5C", "\\")] {
      text.replace(code, with: sign)
    }
    for (escape, sign) in [
      ("\\N", "\n"), ("\\n", "\n"), ("\\,", ","), ("\\;", ";"), ("\\\\", "\\"),
    ] {
      text.replace(escape, with: sign)
    }
    return text
  }

  /// A text with the lines that have lost nothing but escapes as they are known.
  static func restoringEscapes(of known: String, in text: String) -> String {
    let before = known.split(separator: "\n").filter(mayLoseEscapes)
    guard !before.isEmpty, before.count <= mostLines else { return text }
    // What each becomes, once or more often, by its first line.
    var forms: [Substring: [(lines: [Substring], line: Substring)]] = [:]
    for line in before.flatMap({ [$0] + otherBox($0) }) {
      var form = String(line)
      while true {
        let next = withoutEscapes(form)
        if next == form { break }
        form = next
        let lines = form.split(separator: "\n", omittingEmptySubsequences: false)
        forms[lines[0], default: []].append((lines, line))
      }
    }
    let present = Set(known.split(separator: "\n"))
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var result: [Substring] = []
    while let line = rest.first {
      let meant = present.contains(line) ? nil : forms[line]?.first { rest.starts(with: $0.lines) }
      result.append(meant?.line ?? line)
      rest = rest.dropFirst(meant?.lines.count ?? 1)
    }
    return result.joined(separator: "\n")
  }

  private static func mayLoseEscapes(_ line: Substring) -> Bool {
    line.utf8.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") }
  }

  /// The line of an item as it is where somebody has ticked it, or taken the tick off.
  private static func otherBox(_ line: Substring) -> [Substring] {
    let boxes = ["[ ] ", "[x] "]
    return boxes.contains(where: line.hasPrefix) ? boxes.map { $0 + line.dropFirst($0.count) } : []
  }
}
