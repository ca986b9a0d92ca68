/// The DESCRIPTION of a trip's event: the notes, the bucket list and the estimate of the per diem,
/// separated by empty lines.
struct EventText: Equatable {
  struct Item: Equatable {
    var title: String
    var isDone: Bool
  }

  var notes = ""
  var items: [Item] = []

  static let header = "Bucket list:"
  static let estimate = "Per diem (estimate):"

  /// - Parameters:
  ///   - estimate: the formula, which is written but never read.
  ///   - keepsHeader: whether an empty list has a header, as after its items were removed.
  func text(estimate: String?, keepsHeader: Bool = false) -> String {
    var parts = notes.isEmpty ? [] : [notes]
    // Only the last header counts: notes above it may contain lines that look like the other parts.
    // It also means that tags are not markup.
    if !items.isEmpty || keepsHeader || Self.hasHeader(notes) || Self.hasEstimate(notes)
      || HTMLLines.isIn(notes)
    {
      let lines = items.map { "[\($0.isDone ? "x" : " ")] \($0.title)" }
      parts.append(([Self.header] + lines).joined(separator: "\n"))
    }
    if let estimate { parts.append("\(Self.estimate) \(estimate)") }
    return parts.joined(separator: "\n\n")
  }

  static func hasHeader(_ text: String) -> Bool { lines(of: text).contains(where: isHeader) }

  static func hasEstimate(_ text: String) -> Bool { lines(of: text).contains(where: isEstimate) }

  /// Whether tags are markup. A text with a separate header line is in its original form.
  static func isHTML(_ text: String) -> Bool {
    HTMLLines.isIn(text) && !hasHeader(plain(text, isHTML: false))
  }
}

// MARK: - Reading

extension EventText {
  static func plain(_ text: String) -> String { plain(text, isHTML: isHTML(text)) }

  /// The text for comparison: line ends, trailing blanks and no-break spaces do not count.
  ///
  /// - Parameter isHTML: whether tags are markup, so that only the visible lines count.
  static func plain(_ text: String, isHTML: Bool) -> String {
    let text = StoredText.unifyingLineBreaks(isHTML ? HTMLLines.text(of: text) : text)
    var lines = lines(of: text).map { line in
      let scalars = line.unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 }
      let end = scalars.lastIndex { $0 != " " && $0 != "\t" } ?? -1
      return String(String.UnicodeScalarView(scalars[...end]))
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Parses a plain text. A line below the header that is not an item is ignored, and so is an item
  /// without a title.
  ///
  /// - Parameters:
  ///   - written: the text with all blanks of the notes; nil if it was HTML.
  ///   - isListNew: whether the header was typed, perhaps below the estimate.
  init(reading text: String, written: String? = nil, isListNew: Bool = false) {
    let lines = Self.lines(of: text)
    var noteLines = Array(Self.lines(of: written ?? text).prefix(lines.count))
    let header = lines.lastIndex(where: Self.isHeader)
    if let header {
      items = lines[header...].compactMap(Self.item).filter { !$0.title.isEmpty }
      noteLines.removeSubrange(header...)
    }
    if header == nil || isListNew, let place = noteLines.lastIndex(where: Self.isEstimate) {
      noteLines.remove(at: place)
    }
    notes = StoredText.formed(noteLines.joined(separator: "\n"))
  }

  /// The first line below the header that is neither an item nor the estimate.
  static func strayLine(in text: String) -> String? {
    let lines = lines(of: text)
    return lines.lastIndex(where: isHeader).flatMap { header in
      lines[(header + 1)...].first { !$0.isEmpty && !isEstimate($0) && item($0) == nil }
    }
  }

  private static func isHeader(_ line: String) -> Bool {
    // By bytes: Swift's comparison takes quadratic time for a run of combining marks.
    line.utf8.elementsEqual(header.utf8)
  }

  private static func isEstimate(_ line: String) -> Bool {
    line.utf8.starts(with: estimate.utf8)
  }

  /// `[ ] Louvre`, `[x] Louvre`; a program may have removed the blank or capitalised the letter.
  fileprivate static func item(_ line: String) -> Item? {
    let scalars = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    guard scalars.first == "[", let end = scalars.firstIndex(of: "]") else { return nil }
    let box = scalars[scalars.index(after: scalars.startIndex)..<end].filter { $0 != " " }
    guard
      box.isEmpty || box.elementsEqual("x".unicodeScalars)
        || box.elementsEqual("X".unicodeScalars)
    else { return nil }
    let title = String(scalars[scalars.index(after: end)...])
    return Item(title: StoredText.formed(title), isDone: !box.isEmpty)
  }

  static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// The DESCRIPTION of an item's own event: a line with a tick box, then the details.
struct ItemText {
  /// Nil if there is no box.
  private(set) var isDone: Bool?
  private(set) var details: String

  init(_ item: RowFacts) {
    (isDone, details) = (item.isDone, item.values["details"] ?? "")
  }

  /// Parses a plain text. Its first line is the box; a text beside it belongs to the details.
  init(reading text: String) {
    details = text
    let lines = EventText.lines(of: text)
    guard let place = lines.firstIndex(where: { !$0.isEmpty }),
      let box = EventText.item(lines[place])
    else { return }
    isDone = box.isDone
    let rest = (box.title.isEmpty ? [] : [box.title]) + lines[(place + 1)...]
    details = rest.joined(separator: "\n")
  }

  var text: String {
    "[\(isDone == true ? "x" : " ")]" + (details.isEmpty ? "" : "\n\(details)")
  }

  /// The text for comparison. One that begins with a line for the box alone has no markup.
  static func plain(_ text: String) -> String {
    let plain = EventText.plain(text, isHTML: false)
    let isOwn = EventText.lines(of: plain).first.flatMap(EventText.item)?.title.isEmpty == true
    return isOwn || !HTMLLines.isIn(text) ? plain : EventText.plain(text, isHTML: true)
  }
}
