import Platform

/// The text of an event's DESCRIPTION. That of an item begins with a line that is only a tick box.
struct EventText: Equatable {
  /// Nil without a box.
  private(set) var isDone: Bool?
  /// The notes or details.
  private(set) var text: String

  /// Reads the text of an item: the first line that is only a box counts, wherever it is.
  init(ofItem text: String) {
    var lines = Self.lines(of: text)
    for (index, line) in lines.enumerated() {
      guard let isDone = Self.box(line) else { continue }
      self.isDone = isDone
      lines.remove(at: index)
      break
    }
    self.text = lines.joined(separator: "\n")
  }

  static func box(isDone: Bool) -> String { isDone ? "[x]" : "[ ]" }

  /// Whether a line that is only a box is ticked: `[ ]`, `[]`, `[x]`, `[X]`, with any spaces.
  private static func box(_ line: String) -> Bool? {
    guard line.utf8.count < 50 else { return nil }
    let marks = line.unicodeScalars.filter { $0 != " " && $0 != "\t" && $0 != "\u{A0}" }
    switch String(marks) {
    case "[]": return false
    case "[x]", "[X]": return true
    default: return nil
    }
  }

  // MARK: - Comparing

  /// The text that a person sees: the lines of HTML, unless it is marked as plain text.
  static func visible(_ line: ICSLine) -> String {
    let text = StoredText.unifyingLineBreaks(line.text)
    let isPlain = line.parameters["FMTTYPE"]?.lowercased() == "text/plain"
    return isPlain || !HTMLLines.isIn(text) ? text : HTMLLines.text(of: text)
  }

  /// Whether texts differ only in spaces at the ends of lines and in kinds of spaces, which
  /// programs change.
  ///
  /// By bytes: Swift's comparison takes quadratic time for a run of combining marks.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    plain(one).utf8.elementsEqual(plain(other).utf8)
  }

  private static func plain(_ text: String) -> String {
    var lines = lines(of: text).map { line in
      let scalars = line.unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 }
      let end = scalars.lastIndex { $0 != " " && $0 != "\t" } ?? -1
      return String(String.UnicodeScalarView(scalars[...end]))
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
