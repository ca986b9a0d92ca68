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
  ///   - known: the notes as they were, in which no line is computed; nil where nobody can have put a list
  ///     below what is.
  init(reading text: String, titles: Set<String>, notes known: String? = nil) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let before = known?.split(separator: "\n") ?? []
    var reader = DescriptionReader(titles: titles, notesBefore: Set(before))
    // It may have been computed of other days.
    let place =
      known == nil
      ? nil : lines.firstIndex { reader.isComputed($0) && DescriptionReader.isWhole($0) }
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
    return headers.last { $0 == 0 || DescriptionReader.isBlank(lines[$0 - 1]) } ?? headers.last
  }

  static func hasHeader(_ text: String) -> Bool {
    text.split(separator: "\n").contains(where: isHeader)
  }

  static func isHeader(_ line: some StringProtocol) -> Bool {
    line.trimmed.lowercased() == header.lowercased()
  }

  static func isItem(_ line: Substring) -> Bool { DescriptionReader.item(line) != nil }

  static func isComputed(_ line: some StringProtocol) -> Bool {
    line.trimmed.hasPrefix(computed)
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
