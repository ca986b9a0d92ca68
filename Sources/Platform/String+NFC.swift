// The standard library composes for its comparison of strings, and offers that to Foundation.
@_spi(_Unicode) import Swift

extension String {
  /// The number of successive combining marks that Unicode's Stream-Safe Text Format allows (UAX
  /// #15, section 13). Sorting them takes quadratic time.
  package static let maxMarks = 30

  /// The text in NFC; nil if more than `maxMarks` marks follow one another, before or after.
  package var inNFC: String? {
    if unicodeScalars.allSatisfy(\.isStableInNFC) { return self }
    guard !hasTooManyMarks else { return nil }
    var scalars = UnicodeScalarView()
    // Twice, since it does not sort the parts of U+0F73, U+0F75 and U+0F81 among other marks.
    scalars.append(contentsOf: _nfd)
    scalars = UnicodeScalarView(String(scalars)._nfc)
    let text = String(scalars)
    return text.hasTooManyMarks ? nil : text
  }

  package var hasTooManyMarks: Bool {
    var count = 0
    for scalar in unicodeScalars {
      count = scalar.isMark ? count + 1 : 0
      if count > Self.maxMarks { return true }
    }
    return false
  }
}

extension String {
  /// Text from outside, with U+FFFD for bytes that are not UTF-8, in Unicode's Stream-Safe Text
  /// Format: U+034F, which is invisible, follows every 30 successive combining marks.
  ///
  /// Swift compares and hashes a longer run in quadratic time, so all text from files, arguments
  /// and columns is created by this initializer or the next.
  package init(streamSafe bytes: some Collection<UInt8>) {
    self = String(decoding: bytes, as: UTF8.self).streamSafe
  }

  /// Like `init(streamSafe:)`; nil for bytes that are not UTF-8.
  package init?(validating bytes: [UInt8]) {
    // Takes a fifth of the time of `String(validating:as:)`. Invalid bytes would be replaced.
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return nil }
    self = text.streamSafe
  }

  package var streamSafe: String {
    // A mark has at least two bytes.
    guard utf8.count > 2 * Self.maxMarks, hasTooManyMarks else { return self }
    var text = UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count = scalar.isMark && scalar != "\u{34F}" ? count + 1 : 0
      if count > Self.maxMarks {
        text.append("\u{34F}")
        count = 1
      }
      text.append(scalar)
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether text of such scalars alone is in NFC, because none combines or is replaced
  /// (DerivedNormalizationProps.txt, NFC_QC): Latin, Cyrillic, kana, Han and Hangul syllables.
  @inlinable
  package var isStableInNFC: Bool {
    switch value {
    case 0..<0x300, 0x400..<0x483, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF,
      0xAC00...0xD7A3:
      true
    default: false
    }
  }

  fileprivate var isMark: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
