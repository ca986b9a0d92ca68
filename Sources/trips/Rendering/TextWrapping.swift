/// Wraps text at blanks, never inside a word.
///
/// Text to be copied or read as a unit is kept on one line if possible: `'…'` such as a command in
/// a hint, `[…]` such as an option in a usage line, a number with its unit. A word wider than a
/// line gets its own line, so that it can still be copied whole.
enum TextWrapping {
  /// The text with line breaks, so that no line is wider than `width` cells.
  ///
  /// - Parameters:
  ///   - text: escaped text; its own line breaks are kept.
  ///   - indent: the blanks before every line except the first.
  ///   - start: the cells already used on the first line, by default those of the indent.
  static func wrapped(_ text: String, to width: Int, indent: Int = 0, start: Int? = nil) -> String {
    let lines = lines(of: text, width: width - indent, taken: (start ?? indent) - indent)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// The lines of a text, none wider than `width` cells.
  ///
  /// - Parameter taken: the cells already used on the first line; a negative number is extra room.
  static func lines(of text: String, width: Int, taken: Int = 0) -> [String] {
    // Text never has more cells than bytes.
    var text = text
    let hasLineFeed = text.withUTF8 { $0.contains(UInt8(ascii: "\n")) }
    if taken + text.utf8.count <= width, !hasLineFeed { return [text] }
    var lines: [String] = []
    // By scalars: CR LF is one character.
    for paragraph in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      lines += self.lines(
        ofParagraph: String(paragraph), width: width, taken: lines.isEmpty ? taken : 0)
    }
    return lines
  }

  private static func lines(ofParagraph text: String, width: Int, taken: Int) -> [String] {
    guard taken + DisplayWidth.of(text) > width else { return [text] }
    // Keep the indentation of the paragraph.
    let blanks = String(text.unicodeScalars.prefix { $0 == " " })
    let indent = blanks.count < width / 2 ? blanks : ""
    var lines: [String] = []
    var line = blanks
    var cells = taken + blanks.count
    var isBegun = false
    for unit in units(of: text.rest(after: blanks) ?? "", width: width - indent.count) {
      let unitCells = DisplayWidth.of(unit)
      if isBegun, cells + 1 + unitCells > width {
        lines.append(line.withoutTrailingBlanks)
        (line, cells) = (indent + unit, indent.count + unitCells)
      } else {
        line += isBegun ? " " + unit : unit
        cells += unitCells + (isBegun ? 1 : 0)
      }
      isBegun = true
    }
    return lines + [line.withoutTrailingBlanks]
  }

  /// The words, with those that belong together as one if a line can hold them.
  private static func units(of paragraph: Substring, width: Int) -> [String] {
    let words = paragraph.parts(separatedBy: " ")
    var units: [String] = []
    var index = 0
    while index < words.count {
      let end = lastWord(ofUnitAt: index, in: words)
      let unit = words[index...end].joined(separator: " ")
      if end > index, DisplayWidth.of(unit) <= width {
        units.append(unit)
        index = end
      } else {
        units.append(String(words[index]))
      }
      index += 1
    }
    return units
  }

  private static func lastWord(ofUnitAt index: Int, in words: [Substring]) -> Int {
    let opening = words[index].unicodeScalars.drop { $0 == "(" }
    let closing: Unicode.Scalar
    switch opening.first {
    case "'": closing = "'"
    case "[": closing = "]"
    default:
      return isNumber(Substring(opening)) && isUnit(words[(index + 1)...].first) ? index + 1 : index
    }
    let end = words[index...].firstIndex { word in
      let bare = word.unicodeScalars.reversed().drop(while: ".,;:?)…".unicodeScalars.contains)
      return bare.first == closing && (word.startIndex != opening.startIndex || bare.count > 1)
    }
    return end ?? index
  }

  private static func isNumber(_ word: Substring) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
  }

  /// Whether a word may be a unit: `days`, `EUR`.
  private static func isUnit(_ word: Substring?) -> Bool {
    word?.unicodeScalars.first?.properties.isAlphabetic == true
  }
}
