import Platform

/// The one rule for which characters of stored text are escaped, on a terminal, in JSON, HTML and
/// Markdown alike.
///
/// Whatever could move the cursor, forge a line, reorder text or hide is escaped, never dropped: C0,
/// DEL, C1, U+2028, U+2029, the interlinear annotation characters and every
/// Default_Ignorable_Code_Point, which includes the twelve Bidi_Control characters (Trojan Source,
/// CVE-2021-42574). Joiners are kept between two visible characters above ASCII, a variation
/// selector after an emoji or such a character, and tags after the flag that they belong to.
package enum SafeText {
  /// Escapes everything dangerous as `\u{1B}` and keeps the text on one line.
  package static func visible(_ text: String) -> String { escaped(text, keeping: "") }

  /// Like `visible`, but keeps LF, for notes, details and addresses.
  package static func visibleMultiline(_ text: String) -> String { escaped(text, keeping: "\n") }

  /// Like `visibleMultiline`, but keeps tabs too, which move no cursor in a document.
  static func visibleInDocument(_ text: String) -> String { escaped(text, keeping: "\n\t") }

  /// Appends the result of `visible(_:)`; invalid UTF-8 becomes U+FFFD.
  package static func appendVisible(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    if isHarmless(bytes) {
      output.append(contentsOf: bytes)
    } else {
      output.append(contentsOf: visible(String(decoding: bytes, as: UTF8.self)).utf8)
    }
  }

  /// Whether all bytes are U+0020 … U+007E: such text is safe, and each byte takes one cell.
  package static func isPrintableASCII(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { UnsafeRawBufferPointer($0).endOfPrintableASCII() == $0.count }
  }

  /// Whether a quick check shows that nothing needs escaping.
  static func isHarmless(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = bytes.endOfPrintableASCII()
    while position < bytes.count {
      guard let (scalar, length) = bytes.scalar(at: position), scalar.isHarmless else {
        return false
      }
      position += length
      if position < bytes.count, bytes[position] < 0x80 {
        position = bytes.endOfPrintableASCII(from: position)
      }
    }
    return true
  }

  /// Calls `body` with each scalar and whether it must be escaped.
  static func forEachScalar(of text: String, _ body: (Unicode.Scalar, Bool) -> Void) {
    // The last scalar, or nil at the start and after an escape.
    var previous: Unicode.Scalar?
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isEscaped = !scalar.isHarmless && !isAllowed(scalar, after: previous, before: rest.first)
      body(scalar, isEscaped)
      previous = isEscaped ? nil : scalar
    }
  }

  /// `\u{202E}`: upper-case hex without padding.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static func escaped(_ text: String, keeping kept: String) -> String {
    var text = text
    if text.withUTF8({ isHarmless(UnsafeRawBufferPointer($0)) }) { return text }
    var result = ""
    forEachScalar(of: text) { scalar, isEscaped in
      if isEscaped, !kept.unicodeScalars.contains(scalar) {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isAllowed(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar?, before next: Unicode.Scalar?
  ) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFFF9...0xFFFB: false
    case 0x200C, 0x200D: previous?.isJoinable == true && next?.isJoinable == true
    case 0xE0020...0xE007F: previous?.value == 0x1F3F4 || previous?.isTag == true
    case _ where scalar.properties.isVariationSelector:
      previous.map {
        ($0.isJoinable || $0.properties.isEmoji) && !$0.properties.isVariationSelector
      } ?? false
    default: !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is in a range in which no character needs escaping.
  fileprivate var isHarmless: Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x34E, 0x350...0x61B, 0x61D...0x115E, 0x1161...0x17B3,
      0x17B6...0x180A, 0x1810...0x200A, 0x2010...0x2027, 0x202F...0x205F, 0x2070...0x3163,
      0x3165...0xD7FF, 0x1F000...0x1FFFF:
      true
    default:
      false
    }
  }

  /// Whether a joiner may be next to it: a visible character above ASCII, or the selector of one.
  fileprivate var isJoinable: Bool {
    value > 0xA0 && !properties.isWhitespace
      && (!properties.isDefaultIgnorableCodePoint || properties.isVariationSelector)
  }

  fileprivate var isTag: Bool { (0xE0020...0xE007F).contains(value) }
}
