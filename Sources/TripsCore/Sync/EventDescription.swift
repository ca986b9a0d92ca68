/// What stands in the DESCRIPTION of a trip's event: the notes, the bucket list, and what is computed,
/// with an empty line between them.
struct EventDescription: Equatable {
  struct Item: Equatable {
    var title: String
    var isDone: Bool
  }

  var notes: String
  var items: [Item]

  static let header = "Bucket list:"
  static let computed = "Per diem (estimate):"

  /// - Parameter estimate: what is computed, a line.
  func text(estimate: String?) -> String {
    var parts = notes.isEmpty ? [] : [notes]
    // The last header counts. Under one the notes may hold lines that look like the other parts, or like
    // the markup of a web client.
    if !items.isEmpty || Self.looksLikeParts(notes) || EventMarkup.isIn(notes) {
      let lines = items.map { "[\($0.isDone ? "x" : " ")] \($0.title)" }
      parts.append(([Self.header] + lines).joined(separator: "\n"))
    }
    if let estimate { parts.append("\(Self.computed) \(estimate)") }
    return parts.joined(separator: "\n\n")
  }

  private static func looksLikeParts(_ notes: String) -> Bool {
    notes.split(separator: "\n").contains {
      isHeader($0) || isComputed($0) || DescriptionReader.item($0) != nil
    }
  }
}

extension TripFacts {
  var listed: [EventDescription.Item] {
    items.map { EventDescription.Item(title: $0.title, isDone: $0.isDone) }
  }

  /// As a new event would say it.
  var written: WrittenText {
    WrittenText(
      EventDescription(notes: values["notes"] ?? "", items: listed), estimate: estimate)
  }
}

// MARK: - Reading

extension EventDescription {
  /// Reads what a person and several programs may have made of it.
  ///
  /// - Parameters:
  ///   - text: with LF as its line breaks.
  ///   - titles: those of the items that are known, which are found without a header too.
  ///   - known: the notes as they were, in which no line is computed.
  ///   - estimates: what was computed, above which somebody may have put the list.
  init(
    reading text: String, titles: Set<String>, notes known: String = "", estimates: [String] = []
  ) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var reader = DescriptionReader(titles: titles, notesBefore: Set(known.split(separator: "\n")))
    let computed = estimates.map { "\(Self.computed) \($0)" }
    let place = lines.firstIndex { computed.contains(String($0)) && reader.isComputed($0) }
    if let place, lines[place...].contains(where: Self.isHeader) { lines.remove(at: place) }
    let header = Self.header(in: lines)
    reader.readNotes(lines[..<(header ?? lines.count)], hasHeader: header != nil)
    if let header { reader.readList(lines[(header + 1)...]) }
    notes = reader.notes.joined(separator: "\n")
    items = reader.items
  }

  /// With items whose lines somebody has moved out of the list, and which stand in the notes by now.
  ///
  /// - Parameters:
  ///   - titles: those that are known, each as often as there are items of it.
  ///   - known: the notes as they were, whose lines are none.
  func withItems(_ titles: [String], not known: String) -> EventDescription {
    var missing = titles
    missing.remove(items.map(\.title))
    if missing.isEmpty { return self }
    var former = known.split(separator: "\n")
    var new = EventDescription(notes: "", items: items)
    let lines = notes.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if former.remove(line) { return true }
      guard let item = DescriptionReader.item(line), missing.remove(item.title) else { return true }
      new.items.append(item)
      return false
    }
    new.notes = lines.joined(separator: "\n")
    return new
  }

  /// The last one with an empty line before it, as it is written; else the last one.
  private static func header(in lines: [Substring]) -> Int? {
    let headers = lines.indices.filter { isHeader(lines[$0]) }
    return headers.last { $0 == 0 || isBlank(lines[$0 - 1]) } ?? headers.last
  }

  static func isHeader(_ line: some StringProtocol) -> Bool {
    line.trimmed.lowercased() == header.lowercased()
  }

  static func isItem(_ line: Substring) -> Bool { DescriptionReader.item(line) != nil }

  fileprivate static func isComputed(_ line: some StringProtocol) -> Bool {
    line.trimmed.hasPrefix(computed)
  }

  /// Whether a formula ends as ours do: ` = 540.00 EUR`.
  fileprivate static func isWhole(_ formula: some StringProtocol) -> Bool {
    let words = formula.split(whereSeparator: \.isWhitespace).suffix(3)
    return words.count == 3 && words.first == "="
      && words.last.map { isCurrency(Substring($0)) } == true
  }

  private static func isCurrency(_ word: Substring) -> Bool {
    word.count == 3 && word.allSatisfy { ("A"..."Z").contains($0) }
  }

  fileprivate static func isBlank(_ line: Substring) -> Bool {
    line.trimmed.isEmpty
  }

  /// A part of a formula such as `90.00 + 3 × 120.00 + 90.00 = 540.00 EUR`, with an operator at least.
  fileprivate static func isFormula(_ line: Substring) -> Bool {
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

// MARK: - Cut short

extension EventDescription {
  /// Servers that cut descriptions leave at least so many bytes.
  private static let longText = 1_000

  /// The line within which a program has cut off what was written, of which it has kept the beginning
  /// alone: those that stood after it are gone, and a person may have typed others. Where a person removes
  /// lines, whole ones are left.
  static func cutLine(of text: String, from written: String) -> Int? {
    let (lines, whole) = (Self.lines(text), Self.lines(written))
    func begins(_ line: String, _ former: String) -> Bool {
      let kept = line.withoutCutMark(isLong: text.utf8.count >= Self.longText)
      return !kept.isEmpty && former.utf8.starts(with: kept.utf8)
    }
    let cut = zip(lines, whole).prefix { $0 == $1 }.count
    guard cut < lines.count else { return nil }
    // Few people take a part of the last line from a text as long as those that servers cut.
    if cut + 1 == lines.count, lines.count == whole.count, text.utf8.count >= longText,
      lines[cut].utf8.count < whole[cut].utf8.count, begins(lines[cut], whole[cut])
    {
      return cut
    }
    if cut + 1 < whole.count, !whole.contains(lines[cut]), begins(lines[cut], whole[cut]) {
      let gone = whole[(cut + 1)...].filter { !$0.isEmpty && !isHeader($0) }
      let typed = lines[(cut + 1)...]
      if !gone.isEmpty, typed.isEmpty { return cut }
      // Who shortens notes may go on in other words; a list goes by accident.
      if gone.contains(where: { $0.hasPrefix("[ ] ") }),
        !typed.contains(where: { isComputed($0) || gone.contains($0) })
      {
        return cut
      }
    }
    // The items may stand in another order by now, below other notes.
    guard let last = lines.last, !whole.contains(last),
      let header = lines.dropLast().lastIndex(where: isHeader),
      let former = whole.lastIndex(where: isHeader)
    else { return nil }
    var gone = whole[(former + 1)...].filter { $0.hasPrefix("[ ] ") }
    for line in lines[(header + 1)...].dropLast() {
      if let index = gone.firstIndex(of: line) { gone.remove(at: index) }
    }
    return gone.count > 1 && gone.contains { begins(last, $0) } ? lines.count - 1 : nil
  }

  /// The text without the beginning of what is computed, where only that was cut.
  static func withoutCutEstimate(_ text: String, from written: String) -> String {
    let (lines, whole) = (Self.lines(text), Self.lines(written))
    guard let last = lines.last, !last.isEmpty, whole.starts(with: lines.dropLast()),
      whole.count == lines.count, isComputed(whole[lines.count - 1]), computed.hasPrefix(last)
    else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "\n")
  }

  /// The lines in a form in which a box is the same with a tick and without one.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if let item = DescriptionReader.item(line) { return "[ ] \(item.title)" }
      let line = DescriptionReader.withoutBullet(line)
      return ["[x", "[X", "[x]", "[X]"].contains(line) ? "[ " + line.dropFirst(2) : line
    }
  }
}

extension Array where Element: Hashable {
  /// Takes one that is equal out; false where there is none.
  fileprivate mutating func remove(_ element: Element) -> Bool {
    firstIndex(of: element).map { remove(at: $0) } != nil
  }

  /// Takes as many out as there are equal ones among others.
  mutating func remove(_ others: [Element]) {
    var counts = others.reduce(into: [Element: Int]()) { $0[$1, default: 0] += 1 }
    self = filter { element in
      guard let count = counts[element], count > 0 else { return true }
      counts[element] = count - 1
      return false
    }
  }
}

private struct DescriptionReader {
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
      } else if isBelow, below.isEmpty, isMissing(Self.withoutBullet(line)) {
        // A web client that makes a list of the lines puts an empty one before it.
        items.append(EventDescription.Item(title: Self.withoutBullet(line), isDone: false))
        isBelow = false
      } else if EventDescription.isBlank(line) {
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
      if isOurs || (isBroken && EventDescription.isFormula(line)) {
        isBroken = !EventDescription.isWhole(line)
      } else {
        isBroken = false
        typed.append(line)
      }
    }
    addNotes(typed)
  }

  private mutating func addNotes(_ lines: [Substring]) {
    guard lines.contains(where: { !EventDescription.isBlank($0) }) else { return }
    if !notes.isEmpty { notes.append("") }
    notes += lines.drop(while: EventDescription.isBlank)
    trimNotes()
  }

  private mutating func trimNotes() {
    while let line = notes.last, EventDescription.isBlank(line) { notes.removeLast() }
    notes = Array(notes.drop(while: EventDescription.isBlank))
  }

  /// `[ ] Louvre`, with what programs make of it: `[X]`, `[x ]`, `[]`, a bullet before it.
  static func item(_ line: Substring) -> EventDescription.Item? {
    let text = withoutBullet(line)
    guard text.hasPrefix("["), let end = text.firstIndex(of: "]") else { return nil }
    let mark = text[text.index(after: text.startIndex)..<end].trimmed
    guard mark.isEmpty || ["x", "X", "✓", "✔"].contains(mark) else { return nil }
    let title = text[text.index(after: end)...].trimmed
    return title.isEmpty ? nil : EventDescription.Item(title: title, isDone: !mark.isEmpty)
  }

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
}

extension String {
  /// Without what a program puts where it has cut a text: `…`, or the half of a character.
  ///
  /// - Parameter isLong: whether a question mark may be one, too; it may be a person's.
  func withoutCutMark(isLong: Bool) -> Substring {
    for mark in ["...", "…"] where hasSuffix(mark) { return dropLast(mark.count) }
    let scalars = unicodeScalars
    let end = scalars.lastIndex { $0 != "\u{FFFD}" && !(isLong && $0 == "?") }
    return self[..<(end.map(scalars.index(after:)) ?? startIndex)]
  }
}

extension StringProtocol {
  /// Without white space at its ends, no-break spaces too.
  fileprivate var trimmed: String {
    let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    guard let end = scalars.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(String.UnicodeScalarView(scalars[...end]))
  }
}
