/// The forms of text and lines in iCalendar (RFC 5545).
enum ICSWriter {
  /// Text as a value: `\`, `;`, `,` and line breaks are escaped (section 3.3.11).
  ///
  /// Other control characters are invalid in text. If another program has stored one, it becomes
  /// U+FFFD, so that no value can forge a line.
  static func escaped(_ text: String) -> String {
    // 0xC2 begins the control characters above DEL.
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: ";")
        && byte != UInt8(ascii: ",") && byte != 0x7F && byte != 0xC2
    }
    if isPlain { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for scalar in StoredText.unifyingLineBreaks(text).unicodeScalars {
      switch scalar.value {
      case 0x5C, 0x3B, 0x2C: bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
      case 0x0A: bytes += "\\n".utf8
      case 0x09: bytes.append(0x09)
      // C0, DEL and C1.
      case ..<0x20, 0x7F...0x9F: bytes += "\u{FFFD}".utf8
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of a content line, folded at 75 octets without the line break, never inside a
  /// character (section 3.1).
  static func folded(_ text: String, lineEnd: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = 75
    for scalar in text.unicodeScalars {
      let width = UTF8.width(scalar)
      if width > room {
        bytes += lineEnd
        bytes.append(UInt8(ascii: " "))
        room = 74
      }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      room -= width
    }
    return bytes + lineEnd
  }
}

extension CalendarDate {
  /// `20261210`, a date in iCalendar.
  var compact: String { String(decoding: description.utf8.filter { $0 != 0x2D }, as: UTF8.self) }
}
