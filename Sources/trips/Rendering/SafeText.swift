import Platform

/// Escapes stored text for a terminal, a tab-separated line or a message.
///
/// Whatever could move the cursor, forge a line, reorder text or hide is written as `\u{1B}`
/// (upper-case hex, no padding), never dropped: C0 (TAB, LF and CR too), DEL, C1, U+2028, U+2029,
/// the interlinear annotation characters and every Default_Ignorable_Code_Point: the twelve
/// Bidi_Control characters (Trojan Source, CVE-2021-42574), U+00AD, U+200B, U+FEFF and the like.
/// Default-ignorable characters are kept where a script or an emoji needs them:
///
/// - U+200D between two pictographs (👨‍👩‍👧), and after a letter or mark of a script that joins
///   (Arabic, Indic and others; legacy Malayalam and Persian end words with it);
/// - U+200C between two letters or marks of such scripts (می‌خواهم);
/// - one variation selector after an emoji, an ideograph or another character that has variants;
/// - tag characters in a well-formed flag sequence (UTS #51: U+1F3F4, up to six, U+E007F).
///
/// A grapheme cluster is shown unescaped up to 128 bytes: enough for a base and the 30 marks of the
/// Stream-Safe Text Format (UAX #15). The rest is escaped, so a flood of marks cannot leave its
/// cell.
enum SafeText {
  /// Escapes everything dangerous and keeps the text on one line.
  static func visible(_ text: String) -> String {
    isHarmless(text) ? text : String(decoding: escaped(text), as: UTF8.self)
  }

  /// Escapes everything dangerous except LF, for details and addresses.
  static func visibleMultiline(_ text: String) -> String {
    if isHarmless(text) { return text }
    return String(decoding: escaped(text, keepsLineFeeds: true), as: UTF8.self)
  }

  /// Appends the result of `visible(_:)`; invalid UTF-8 becomes U+FFFD.
  static func appendVisible(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    if isHarmless(bytes) {
      output.append(contentsOf: bytes)
    } else {
      output.append(contentsOf: visible(String(decoding: bytes, as: UTF8.self)).utf8)
    }
  }

  /// Whether all bytes are U+0020 … U+007E: such text is safe, and each byte takes one cell.
  static func isPrintableASCII(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { UnsafeRawBufferPointer($0).endOfPrintableASCII() == $0.count }
  }

  private static func isHarmless(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isHarmless(UnsafeRawBufferPointer($0)) }
  }

  /// Whether a quick check shows that nothing needs escaping.
  private static func isHarmless(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = bytes.endOfPrintableASCII()
    if position == bytes.count { return true }
    guard bytes.count <= Escaper.longestCluster else { return false }
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

  private static func escaped(_ text: String, keepsLineFeeds: Bool = false) -> [UInt8] {
    var escaper = Escaper(keepsLineFeeds: keepsLineFeeds)
    escaper.append(text)
    return escaper.output
  }
}

/// A single pass over a text, with the state that its rules need.
private struct Escaper {
  static let longestCluster = 128

  let keepsLineFeeds: Bool
  var output: [UInt8] = []
  /// The last scalar, or nil at the start of a line and after an escape.
  var previous: Unicode.Scalar?
  /// The last scalar except emoji modifiers and variation selectors.
  var base: Unicode.Scalar?

  mutating func append(_ text: String) {
    output.reserveCapacity(text.utf8.count)
    let scalars = text.unicodeScalars
    var start = text.startIndex
    while start < text.endIndex {
      let end = text.index(after: start)
      append(scalars[start..<end], before: end < text.endIndex ? scalars[end] : nil)
      start = end
    }
  }

  /// Appends one grapheme cluster; `follower` is the first scalar of the next.
  private mutating func append(
    _ cluster: Substring.UnicodeScalarView, before follower: Unicode.Scalar?
  ) {
    var bytesLeft = Self.longestCluster
    var index = cluster.startIndex
    while index < cluster.endIndex {
      let scalar = cluster[index]
      let next = cluster.index(after: index)
      bytesLeft -= UTF8.width(scalar)
      if scalar.value == 0x1F3F4, let end = cluster[next...].endOfFlagTags {
        for part in cluster[index..<end] { keep(part) }
        index = end
        continue
      }
      let following = next < cluster.endIndex ? cluster[next] : follower
      if bytesLeft >= 0 && isAllowed(scalar, before: following) {
        keep(scalar)
      } else {
        escape(scalar)
      }
      index = next
    }
  }

  private func isAllowed(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    switch scalar.value {
    case _ where scalar.isHarmless: true
    case 0x0A: keepsLineFeeds
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFFF9...0xFFFB: false
    case 0x200C: previous?.isInJoiningScript == true && next?.isInJoiningScript == true
    case 0x200D:
      previous?.isInJoiningScript == true
        || base?.isPictograph == true && next?.isPictograph == true
    default:
      if scalar.properties.isVariationSelector {
        previous?.takesVariationSelector == true
      } else {
        !scalar.properties.isDefaultIgnorableCodePoint
      }
    }
  }

  private mutating func keep(_ scalar: Unicode.Scalar) {
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    previous = scalar.value == 0x0A ? nil : scalar
    if !scalar.isEmojiExtension { base = previous }
  }

  private mutating func escape(_ scalar: Unicode.Scalar) {
    output.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".utf8)
    previous = nil
    base = nil
  }
}
