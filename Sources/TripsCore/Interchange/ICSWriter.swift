/// Writes content lines of iCalendar (RFC 5545) into a byte buffer.
struct ICSWriter {
  private(set) var bytes: [UInt8] = []

  /// A line whose value is text: `\`, `;`, `,` and line breaks are escaped (section 3.3.11).
  ///
  /// No other control character may stand in text; what another program has stored of them becomes
  /// U+FFFD, so that no value can forge a line.
  mutating func text(_ name: String, _ value: String) {
    line(name + ":" + Self.escaped(value))
  }

  /// A line whose value is a list of texts.
  mutating func list(_ name: String, _ values: [String]) {
    line(name + ":" + values.map(Self.escaped).joined(separator: ","))
  }

  /// A line with a value that needs no escaping.
  mutating func plain(_ name: String, _ value: String) {
    line(name + ":" + value)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case ";": result += "\\;"
      case ",": result += "\\,"
      case "\n": result += "\\n"
      case "\t": result.unicodeScalars.append(scalar)
      default:
        let isControl = scalar.properties.generalCategory == .control
        result.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }

  /// Folds at 75 octets without the line break, never inside a character (section 3.1).
  private mutating func line(_ text: String) {
    var room = 75
    for scalar in text.unicodeScalars {
      let width = UTF8.width(scalar)
      if width > room {
        bytes += "\r\n ".utf8
        room = 74
      }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      room -= width
    }
    bytes += "\r\n".utf8
  }
}
