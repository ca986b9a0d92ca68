/// Reads line by line what a person and several programs may have made of a description.
struct DescriptionReader {
  let titles: Set<String>
  /// The lines of the notes as they were, as far as they are not found yet.
  var notesBefore: Set<Substring>
  var notes: [Substring] = []
  var items: [EventDescription.Item] = []

  init(titles: Set<String>, notesBefore: Set<Substring>) {
    self.titles = titles
    self.notesBefore = notesBefore
  }

  func isComputed(_ line: Substring) -> Bool {
    EventDescription.isComputed(line) && !notesBefore.contains(line)
  }

  mutating func readNotes(_ lines: ArraySlice<Substring>, hasHeader: Bool) {
    guard !hasHeader else {
      notes = Array(lines)
      notesBefore.subtract(lines)
      return trimNotes()
    }
    let end = lines.firstIndex(where: isComputed) ?? lines.endIndex
    var rest = lines[..<end]
    while let line = rest.first {
      // Beside the line of an item that is known the others with boxes are of its list.
      let list = rest.prefix { Self.item($0) != nil }
      let found = list.compactMap(Self.item)
      if found.contains(where: { titles.contains($0.title) }) {
        items += found
      } else {
        notes += list.isEmpty ? [line] : Array(list)
      }
      rest = rest.dropFirst(max(1, list.count))
    }
    trimNotes()
    addBelow(lines[end...])
  }

  /// What follows the header. A line without a box is an item too, as somebody may type one; after an
  /// empty line it is a note that was typed below the list.
  mutating func readList(_ lines: ArraySlice<Substring>) {
    let end = lines.firstIndex(where: isComputed) ?? lines.endIndex
    var below: [Substring] = []
    var isBelow = false
    for line in lines[..<end] {
      if let item = Self.item(line) {
        items.append(item)
        isBelow = false
      } else if below.isEmpty, Self.box(line) != nil {
        // Of an item without a title nobody says anything.
        isBelow = false
      } else if isBelow, below.isEmpty, isMissing(Self.withoutBullet(line)) {
        // A web client that makes a list of the lines puts an empty one before it.
        items.append(EventDescription.Item(title: Self.withoutBullet(line), isDone: false))
        isBelow = false
      } else if Self.isBlank(line) {
        isBelow = true
        if !below.isEmpty { below.append(line) }
      } else if isBelow || !below.isEmpty {
        below.append(line)
      } else {
        items.append(EventDescription.Item(title: Self.withoutBullet(line), isDone: false))
      }
    }
    addNotes(below)
    addBelow(lines[end...])
  }

  private func isMissing(_ title: String) -> Bool {
    titles.contains(title) && !items.contains { $0.title == title }
  }

  /// What was typed below the computed line; the line itself, and what it was broken into, is not read.
  private mutating func addBelow(_ lines: ArraySlice<Substring>) {
    var typed: [Substring] = []
    var isBroken = false
    for line in lines {
      let isOurs = isComputed(line)
      if isOurs || (isBroken && Self.isFormula(line)) {
        isBroken = !Self.isWhole(line)
      } else {
        isBroken = false
        typed.append(line)
      }
    }
    addNotes(typed)
  }

  private mutating func addNotes(_ lines: [Substring]) {
    guard lines.contains(where: { !Self.isBlank($0) }) else { return }
    if !notes.isEmpty { notes.append("") }
    notes += lines.drop(while: Self.isBlank)
    trimNotes()
  }

  private mutating func trimNotes() {
    while let line = notes.last, Self.isBlank(line) { notes.removeLast() }
    notes = Array(notes.drop(while: Self.isBlank))
  }

  /// `[ ] Louvre`, with what programs make of it: `[X]`, `[x ]`, `[]`, a bullet before it.
  static func item(_ line: Substring) -> EventDescription.Item? {
    box(line).flatMap { $0.title.isEmpty ? nil : $0 }
  }

  /// As `item`, and one whose title is empty.
  private static func box(_ line: Substring) -> EventDescription.Item? {
    let text = withoutBullet(line)
    guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return nil }
    // A keyboard's emoji may have a variation selector.
    let box = text[text.index(after: text.startIndex)..<end].trimmed
    let mark = String(String.UnicodeScalarView(box.unicodeScalars.filter { $0 != "\u{FE0F}" }))
    guard mark.isEmpty || ticks.contains(mark) else { return nil }
    let title = text[text.index(after: end)...].trimmed
    return EventDescription.Item(title: title, isDone: !mark.isEmpty)
  }

  /// The second x is the Russian letter, on the keyboards of those who have it.
  private static let ticks: Set = ["x", "X", "\u{445}", "\u{425}", "✓", "✔", "✅", "☑"]

  static func withoutBullet(_ line: Substring) -> String {
    let text = line.trimmed
    // A list that a program has numbered.
    let rest = text.drop { $0.isASCII && $0.isNumber }
    if rest.count < text.count, [". [", ") ["].contains(where: rest.hasPrefix) {
      return String(rest.dropFirst(2))
    }
    for bullet in ["- ", "* ", "• ", "– "] where text.hasPrefix(bullet) {
      return text.dropFirst(bullet.count).trimmed
    }
    return text
  }

  static func isBlank(_ line: Substring) -> Bool {
    line.trimmed.isEmpty
  }

  /// Whether a formula ends as ours do: ` = 540.00 EUR`.
  static func isWhole(_ formula: some StringProtocol) -> Bool {
    let words = formula.split(whereSeparator: \.isWhitespace).suffix(3)
    return words.count == 3 && words.first == "="
      && words.last.map { isCurrency(Substring($0)) } == true
  }

  private static func isCurrency(_ word: Substring) -> Bool {
    word.count == 3 && word.allSatisfy { ("A"..."Z").contains($0) }
  }

  /// A part of a formula such as `90.00 + 3 × 120.00 + 90.00 = 540.00 EUR`, with an operator at least.
  private static func isFormula(_ line: Substring) -> Bool {
    enum Word { case number, currency, sign }
    var last: Word?
    var hasSign = false
    for word in line.split(whereSeparator: \.isWhitespace) {
      switch last {
      case .number, .currency:
        if operators.contains(String(word)) {
          (last, hasSign) = (.sign, true)
        } else if last == .number, isCurrency(word) {
          last = .currency
        } else {
          return false
        }
      case .sign, nil:
        if word.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }) {
          last = .number
        } else if last == nil, operators.contains(String(word)) {
          (last, hasSign) = (.sign, true)
        } else {
          return false
        }
      }
    }
    return hasSign
  }

  private static let operators: Set = ["+", "×", "="]
}

extension StringProtocol {
  /// Without white space at its ends, no-break spaces too.
  var trimmed: String {
    let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(String.UnicodeScalarView(scalars[...end]))
  }
}
