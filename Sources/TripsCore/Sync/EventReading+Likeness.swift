/// Two texts that say the same, whatever programs have made of one.
extension EventReading {
  /// Without what programs take off and turn: blanks at the ends of lines, no-break spaces, tabs; those that
  /// write markup take off the blanks at the beginnings too.
  static func loosely(_ text: String, _ losesIndent: Bool = true) -> [String] {
    StoredText.formed(text).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = String(line.map { $0 == "\u{A0}" || $0 == "\t" ? " " : $0 })
      let words = StoredText.formed(line)
      return losesIndent || words.isEmpty ? words : line.prefix { $0 == " " } + words
    }
  }

  /// Whether a text says what is known. A client that takes for tags what a person has put between angle
  /// brackets leaves none of it.
  static func isSame(_ text: String, _ known: String, _ isMarkup: Bool) -> Bool {
    loosely(text, isMarkup) == loosely(known, isMarkup)
      || (isMarkup && !EventMarkup.hasBrackets(text)
        && form(text, true) == form(known, true))
  }

  /// As `loosely`; of markup without what a client may have taken for tags, and the blanks beside that.
  static func form(_ text: String, _ isMarkup: Bool) -> [String] {
    guard isMarkup else { return loosely(text, false) }
    let shown = EventMarkup.removed(from: text, hidesStyle: false)
    return loosely(EventMarkup.withoutBrackets(shown)).map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  /// A text with the lines that only miss what a client has taken for tags as they were.
  static func restoringBrackets(of known: String, in text: String) -> String {
    let old = known.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var new = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard EventMarkup.hasBrackets(known), old.count + new.count <= mostLines else {
      return text
    }
    let changes = new.map { form($0, true) }.difference(from: old.map { form($0, true) })
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    let kept = zip(
      old.indices.filter { !removed.contains($0) }, new.indices.filter { !inserted.contains($0) })
    for (before, after) in kept where isSame(new[after], old[before], true) {
      new[after] = old[before]
    }
    return new.joined(separator: "\n")
  }

  /// Of texts with more than so many lines it would take too long.
  static let mostLines = 2_000

  /// What is left of a text, whatever a program makes of its quotes, blanks and line breaks.
  static func letters(_ text: Substring) -> String {
    let folded = SearchText.folded(String(text))
    let letters = folded.filter { $0.isLetter || $0.isNumber }
    return letters.isEmpty ? folded : letters
  }
}
