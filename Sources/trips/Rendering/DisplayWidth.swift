import Platform

/// Where a text stands in its column.
enum Alignment: Sendable {
  case left, right
}

/// Widths in terminal cells of text that `SafeText` has made visible.
///
/// A scalar takes 2 cells if it is East Asian Wide or Fullwidth (UAX #11; emoji presentation is
/// Wide), none if it is a nonspacing mark, a format character or a Hangul vowel or final, else 1;
/// Ambiguous is 1. A grapheme cluster takes the sum of its scalars, but never more than 2, which
/// makes a flag and a ZWJ sequence one emoji, and U+FE0F widens the emoji before it. These are the
/// rules of wcwidth's specification; terminals that draw a sequence in parts disagree.
enum DisplayWidth {
  static func of(_ text: String) -> Int {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }

  /// Of bytes of UTF-8.
  ///
  /// Letters that never combine with a neighbour, and marks that take no cell wherever they stand, are
  /// counted as they come: clusters are costly to find, and names of most scripts need none.
  static func of(_ bytes: UnsafeRawBufferPointer) -> Int {
    var position = 0
    var total = 0
    while true {
      let end = bytes.endOfPrintableASCII(from: position)
      total += end - position
      position = end
      guard position < bytes.count else { return total }
      repeat {
        guard let (scalar, length) = bytes.scalar(at: position),
          let cells = cellsOfUncombined(scalar)
        else { return String(decoding: bytes, as: UTF8.self).reduce(0) { $0 + self.cells(of: $1) } }
        total += cells
        position += length
      } while position < bytes.count && bytes[position] >= 0x80
    }
  }

  /// Returns the text if it fits, else as many whole clusters as fit before `…`, at most `cells`.
  static func truncate(_ text: String, to cells: Int) -> String {
    guard cells > 0 else { return "" }
    guard of(text) > cells else { return text }
    if SafeText.isPrintableASCII(text) {
      let end = text.utf8.index(text.startIndex, offsetBy: cells - 1)
      return text[..<end].withoutTrailingBlanks + "…"
    }
    var left = cells - 1
    let kept = text.prefix { cluster in
      left -= self.cells(of: cluster)
      return left >= 0
    }
    return kept.withoutTrailingBlanks + "…"
  }

  /// Fills the text up with blanks to `cells`; a text that is wider stays as it is.
  static func pad(_ text: String, to cells: Int, alignment: Alignment) -> String {
    let blanks = String(repeating: " ", count: max(0, cells - of(text)))
    return alignment == .left ? text + blanks : blanks + text
  }

  private static func cellsOfUncombined(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x58F: 1
    case 0x300...0x36F: 0
    // Hebrew, Arabic, Georgian and Vietnamese letters; their marks lie outside.
    case 0x5D0...0x5EA, 0x620...0x64A, 0x671...0x6D3, 0x10D0...0x10FF, 0x1E00...0x1EFF: 1
    // Thai, but for a vowel that combines with the letter before it.
    case 0xE01...0xE30, 0xE32, 0xE3F...0xE46, 0xE4F...0xE5B: 1
    case 0xE31, 0xE34...0xE3A, 0xE47...0xE4E: 0
    case 0x3041...0x3096, 0x30A1...0x30FE, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: nil
    }
  }

  private static func cells(of cluster: Character) -> Int {
    var total = 0
    var previous: UInt32 = 0
    for scalar in cluster.unicodeScalars {
      let isWidened = scalar.value == 0xFE0F && contains(previous, in: DisplayWidthTable.widened)
      total = isWidened ? 2 : total + cells(of: scalar.value)
      if total >= 2 { return 2 }
      previous = scalar.value
    }
    return total
  }

  private static func cells(of scalar: UInt32) -> Int {
    switch scalar {
    case ..<0x300: 1
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    case _ where contains(scalar, in: DisplayWidthTable.zero): 0
    case _ where contains(scalar, in: DisplayWidthTable.wide): 2
    default: 1
    }
  }

  /// Searches a flat, sorted table of first and last code points by halves.
  private static func contains(_ scalar: UInt32, in table: [UInt32]) -> Bool {
    var low = 0
    var high = table.count / 2
    while low < high {
      let middle = (low + high) / 2
      if scalar > table[2 * middle + 1] {
        low = middle + 1
      } else if scalar < table[2 * middle] {
        high = middle
      } else {
        return true
      }
    }
    return false
  }
}

extension StringProtocol {
  /// The text up to its last scalar that is not white space; a mark on a blank keeps its blank.
  var withoutTrailingBlanks: String {
    guard let last = unicodeScalars.lastIndex(where: { !$0.properties.isWhitespace }) else {
      return ""
    }
    return String(self[..<unicodeScalars.index(after: last)])
  }
}
