/// Wraps text at spaces, never inside a word: a word wider than a line gets its own line, so that it
/// can still be copied whole.
enum TextWrapping {
  /// The text with line breaks, so that no line is wider than `width` cells.
  ///
  /// - Parameters:
  ///   - text: escaped text; its own line breaks are kept.
  ///   - indent: the spaces before every line except the first.
  ///   - start: the cells already used on the first line, by default the width of the indent.
  static func wrapped(_ text: String, to width: Int, indent: Int = 0, start: Int? = nil) -> String {
    let lines = lines(of: text, width: width - indent, taken: (start ?? indent) - indent)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// The lines of a string, none wider than `width` cells.
  ///
  /// - Parameter taken: the cells already used on the first line; a negative number is extra room.
  static func lines(of text: String, width: Int, taken: Int = 0) -> [String] {
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
    let spaces = String(text.unicodeScalars.prefix { $0 == " " })
    let indent = spaces.count < width / 2 ? spaces : ""
    var lines: [String] = []
    var line = spaces
    var cells = taken + spaces.count
    var isBegun = false
    for word in (text.rest(after: spaces) ?? "").parts(separatedBy: " ") {
      let wordCells = DisplayWidth.of(String(word))
      if isBegun, cells + 1 + wordCells > width {
        lines.append(line.withoutTrailingSpaces)
        (line, cells) = (indent + word, indent.count + wordCells)
      } else {
        line += isBegun ? " " + word : word
        cells += wordCells + (isBegun ? 1 : 0)
      }
      isBegun = true
    }
    return lines + [line.withoutTrailingSpaces]
  }
}
