/// Text in lines that fit a width, broken at blanks.
enum WrappedText {
  /// - Parameter text: visible text, whose own line breaks stay.
  /// - Returns: its lines; only a word that is wider than the width makes a line that is.
  static func lines(of text: String, width: Int) -> [String] {
    // By scalars: CR LF is one character.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
      lines(ofParagraph: String($0), width: width)
    }
  }

  private static func lines(ofParagraph text: String, width: Int) -> [String] {
    guard DisplayWidth.of(text) > width else { return [text] }
    // What is indented stays so.
    let indent = String(text.prefix { $0 == " " })
    var lines: [String] = []
    var line = ""
    var cells = 0
    for word in text.dropFirst(indent.count).split(separator: " ", omittingEmptySubsequences: false)
    {
      let wordCells = DisplayWidth.of(String(word))
      if cells > 0, cells + 1 + wordCells > width {
        lines.append(line.withoutTrailingBlanks)
        (line, cells) = ("", 0)
      }
      let lead = cells > 0 ? " " : lines.isEmpty || indent.count < width / 2 ? indent : ""
      line += lead + word
      cells += lead.count + wordCells
    }
    return lines + [line.withoutTrailingBlanks]
  }
}
