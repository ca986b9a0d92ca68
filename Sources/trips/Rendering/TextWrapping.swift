/// Breaks text into lines at blanks, never inside a word.
///
/// What is to be copied or read in one piece stays in one line where a line can hold it: `'…'` such
/// as a command in a hint, `[…]` such as an option in a usage line. A word that is wider than a line
/// has a line of its own, which the terminal folds: it can be copied whole.
enum TextWrapping {
  /// The text with line breaks, so that no line is wider than `width` cells.
  ///
  /// - Parameters:
  ///   - text: visible already; its own line breaks stay.
  ///   - indent: blanks before every line but the first, which begins where the caller says.
  ///   - start: cells that are taken on the first line; those of the indent, if nothing is said.
  static func wrapped(_ text: String, to width: Int, indent: Int = 0, start: Int? = nil) -> String {
    var lines: [String] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var line = ""
      var cells = lines.isEmpty ? start ?? indent : indent
      let units = units(of: paragraph, width: width - indent)
      for (index, unit) in units.enumerated() {
        let unitCells = DisplayWidth.of(unit)
        if index > 0, cells + 1 + unitCells > width, !line.isEmpty {
          lines.append(line)
          (line, cells) = (unit, indent + unitCells)
        } else {
          line += index > 0 ? " " + unit : unit
          cells += unitCells + (index > 0 ? 1 : 0)
        }
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// The words, those within quotes or brackets as one if a line can hold them.
  private static func units(of paragraph: Substring, width: Int) -> [String] {
    let words = paragraph.split(separator: " ", omittingEmptySubsequences: false)
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
    let opening = words[index].drop { $0 == "(" }
    let closing: Character
    switch opening.first {
    case "'": closing = "'"
    case "[": closing = "]"
    default: return index
    }
    let end = words[index...].firstIndex { word in
      let bare = word.reversed().drop { ".,;:?)…".contains($0) }
      return bare.first == closing && (word.startIndex != opening.startIndex || bare.count > 1)
    }
    return end ?? index
  }
}
