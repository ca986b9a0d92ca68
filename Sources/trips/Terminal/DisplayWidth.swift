import TripsCore

/// The alignment of a string in its column.
enum Alignment: Sendable {
  case left, right
}

/// The width, in terminal cells, of text that `SafeText` has escaped.
///
/// A scalar takes 2 cells if it is East Asian Wide or Fullwidth (UAX #11; emoji presentation is
/// Wide), none if it is a nonspacing mark, a format character or a Hangul vowel or final, otherwise
/// 1; Ambiguous is 1. A grapheme cluster takes the sum of its scalars, but at most 2, so a flag or
/// a ZWJ sequence counts as one emoji. U+FE0F and a skin tone widen the emoji before them; a skin
/// tone after anything else is drawn separately in 2 more cells. These are the rules of wcwidth's
/// specification; terminals that draw a sequence in parts disagree.
enum DisplayWidth {
  static func of(_ text: String) -> Int {
    // Finding clusters is slow, and most text is ASCII.
    if SafeText.isPrintableASCII(text) { return text.utf8.count }
    return text.reduce(0) { $0 + cells(of: $1) }
  }

  /// Returns the text if it fits in `cells`, otherwise as many whole clusters as fit before `…`.
  static func truncate(_ text: String, to cells: Int) -> String {
    guard cells > 0 else { return "" }
    guard of(text) > cells else { return text }
    var left = cells - 1
    let kept = text.prefix { cluster in
      left -= self.cells(of: cluster)
      return left >= 0
    }
    return kept.withoutTrailingSpaces + "…"
  }

  /// Pads the text with spaces to `cells`; wider text is returned unchanged.
  static func pad(_ text: String, to cells: Int, alignment: Alignment) -> String {
    let spaces = String(repeating: " ", count: max(0, cells - of(text)))
    return alignment == .left ? text + spaces : spaces + text
  }

  private static func cells(of cluster: Character) -> Int {
    var total = 0
    var separateTones = 0
    // The last scalar that takes a cell and is not a skin tone.
    var base: Unicode.Scalar = " "
    for scalar in cluster.unicodeScalars {
      if scalar.isSkinTone, !base.isPictograph {
        separateTones += 1
      } else if scalar.isSkinTone || (scalar.value == 0xFE0F && base.properties.isEmoji) {
        total = 2
      } else if scalar.cells > 0 {
        total += scalar.cells
        base = scalar
      }
    }
    return min(total, 2) + 2 * separateTones
  }
}

extension Unicode.Scalar {
  fileprivate var isSkinTone: Bool { (0x1F3FB...0x1F3FF).contains(value) }

  /// Whether a skin tone may follow it: an emoji above ASCII that is not half a flag.
  fileprivate var isPictograph: Bool {
    value > 0x7F && properties.isEmoji && !isSkinTone && !(0x1F1E6...0x1F1FF).contains(value)
  }

  fileprivate var cells: Int {
    switch value {
    case ..<0x300: 1
    // Format characters that are visible: the signs before numbers.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: 1
    // Hangul vowels and finals.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
    // Wide and Fullwidth in EastAsianWidth.txt, except emoji; these ranges contain no letter of
    // another width.
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
      2
    default:
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: 0
      default: properties.isEmojiPresentation ? 2 : 1
      }
    }
  }
}

extension StringProtocol {
  /// The text up to its last scalar that is not whitespace; a space with a combining mark is kept.
  var withoutTrailingSpaces: String {
    guard let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace }) else {
      return ""
    }
    return String(self[..<unicodeScalars.index(after: last)])
  }
}
