import Platform
internal import SQLite

/// The DESCRIPTION of a trip's event, in parts separated by empty lines: the notes, a line with a
/// tick box for each item without a date, and the estimate of the per diem.
struct EventText: Equatable {
  struct Item: Equatable {
    var title: String
    var isDone: Bool
  }

  var notes = ""
  var items: [Item] = []

  static let estimate = "Per diem (estimate):"

  init() {}

  init(_ trip: [SQLiteValue], items rows: [[SQLiteValue]]) {
    notes = trip.text(TripColumn.notes)
    items = rows.map { row in
      Item(
        title: ItemColumn.inEvents(row).text(ItemColumn.title),
        isDone: row[ItemColumn.isDone] == true.sqliteValue)
    }
  }

  /// - Parameter estimate: the formula, which is written but never read.
  func text(estimate: String?) -> String {
    let lines = items.map { "[\($0.isDone ? "x" : " ")] \($0.title)" }
    let parts = [
      notes, lines.joined(separator: "\n"), estimate.map { "\(Self.estimate) \($0)" } ?? "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// A line that begins with a tick box is an item, the estimate is ignored, and every other line
  /// belongs to the notes. An item without a title is ignored.
  init(reading text: String) {
    var rest: [String] = []
    for line in Self.lines(of: text) {
      if let item = Self.item(Self.plain(line)) {
        if !item.title.isEmpty { items.append(item) }
      } else if !line.begins(with: Self.estimate) {
        rest.append(line)
      }
    }
    notes = StoredText.formed(rest.joined(separator: "\n"))
  }

  /// `[ ] Louvre`, `[x] Louvre`; a program may have removed the space or capitalised the letter.
  fileprivate static func item(_ line: String) -> Item? {
    let scalars = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    guard scalars.first == "[", let end = scalars.firstIndex(of: "]") else { return nil }
    let box = scalars[scalars.index(after: scalars.startIndex)..<end].filter { $0 != " " }
    guard box.isEmpty || (box.count == 1 && (box.first == "x" || box.first == "X")) else {
      return nil
    }
    let title = String(scalars[scalars.index(after: end)...])
    return Item(title: StoredText.formed(title), isDone: !box.isEmpty)
  }

  // MARK: - Comparing

  /// The text that a person sees: the lines of HTML, unless it is marked as plain text.
  static func visible(_ line: ICSLine) -> String {
    let text = StoredText.unifyingLineBreaks(line.text)
    let isPlain = line.parameters["FMTTYPE"]?.lowercased() == "text/plain"
    return isPlain || !HTMLLines.isIn(text) ? text : HTMLLines.text(of: text)
  }

  /// The text for comparison: trailing spaces are ignored, and all kinds of spaces are equal.
  static func plain(_ text: String) -> String {
    var lines = lines(of: text).map { line in
      let scalars = line.unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 }
      let end = scalars.lastIndex { $0 != " " && $0 != "\t" } ?? -1
      return String(String.UnicodeScalarView(scalars[...end]))
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// By bytes: Swift's comparison takes quadratic time for a run of combining marks.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    plain(one).utf8.elementsEqual(plain(other).utf8)
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

  init(_ item: [SQLiteValue]) {
    isDone = item[ItemColumn.isDone] == true.sqliteValue
    details = item.text(ItemColumn.details)
  }

  /// The first line is the box; text after it belongs to the details.
  init(reading text: String) {
    details = text
    let lines = EventText.lines(of: text)
    guard let place = lines.firstIndex(where: { !$0.isEmpty }),
      let box = EventText.item(EventText.plain(lines[place]))
    else { return }
    isDone = box.isDone
    let rest = (box.title.isEmpty ? [] : [box.title]) + lines[(place + 1)...]
    details = rest.joined(separator: "\n")
  }

  var text: String {
    "[\(isDone == true ? "x" : " ")]" + (details.isEmpty ? "" : "\n\(details)")
  }
}
