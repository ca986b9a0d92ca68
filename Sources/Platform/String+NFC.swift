internal import Foundation

extension String {
  /// The number of successive combining marks that Unicode's Stream-Safe Text Format allows (UAX
  /// #15, section 13). Sorting them takes quadratic time.
  package static let maxMarks = 30

  /// The text in NFC; nil if more than `maxMarks` marks follow one another, before or after.
  package var inNFC: String? {
    if unicodeScalars.allSatisfy(\.isStableInNFC) { return self }
    guard !hasTooManyMarks else { return nil }
    var composition = Composition()
    for scalar in unicodeScalars { composition.append(scalar) }
    let text = composition.text
    return text.hasTooManyMarks ? nil : text
  }

  private var hasTooManyMarks: Bool {
    var count = 0
    for scalar in unicodeScalars {
      count = scalar.isMark ? count + 1 : 0
      if count > Self.maxMarks { return true }
    }
    return false
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

  /// Whether it never combines with a scalar before it: no mark, and no vowel sign of Kirat Rai,
  /// which are letters.
  fileprivate var beginsPiece: Bool { !isMark && !(0x16D63...0x16D6A).contains(value) }
}

/// A text while it is normalised.
///
/// Foundation gets short pieces, because it takes quadratic time on Linux; no Hangul letters, which
/// it joins wrongly there; and decomposed text, because it leaves U+0CCA U+0CD5 unchanged.
private struct Composition {
  private static let pieceLength = 64

  /// The result as UTF-8, since a view of scalars would be copied with each append.
  private var done: [UInt8] = []
  /// The last scalar of `done`.
  private var last: UInt32 = 0
  private var piece = String.UnicodeScalarView()
  private var count = 0

  mutating func append(_ scalar: Unicode.Scalar) {
    if Hangul.isLetter(scalar.value) {
      finishPiece()
      return appendLetter(scalar)
    }
    if count >= Self.pieceLength, scalar.beginsPiece { finishPiece() }
    piece.append(scalar)
    count += 1
  }

  var text: String {
    mutating get {
      finishPiece()
      return String(decoding: done, as: UTF8.self)
    }
  }

  private mutating func finishPiece() {
    guard count > 0 else { return }
    let text = String(piece).decomposedStringWithCanonicalMapping
      .precomposedStringWithCanonicalMapping
    done.append(contentsOf: text.utf8)
    last = text.unicodeScalars.last?.value ?? last
    piece = String.UnicodeScalarView()
    count = 0
  }

  private mutating func appendLetter(_ letter: Unicode.Scalar) {
    let syllable = Hangul.joined(last, letter.value).flatMap(Unicode.Scalar.init)
    // Each letter and syllable takes three bytes.
    if syllable != nil { done.removeLast(3) }
    let scalar = syllable ?? letter
    done.append(contentsOf: String(scalar).utf8)
    last = scalar.value
  }
}
