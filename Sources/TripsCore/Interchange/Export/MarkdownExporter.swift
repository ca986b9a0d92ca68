/// Exports trips as Markdown (CommonMark with task lists), one section per trip.
final class MarkdownExporter: TripExporter {
  let head = Array("# Trips\n".utf8)
  let tail: [UInt8] = []

  func append(_ trip: Trip, to output: inout [UInt8]) {
    let page = TripPage(trip)
    var lines = ["", "## \(escaped(trip.name))", ""]
    if !trip.destination.isEmpty { lines.append("- Destination: \(escaped(trip.destination))") }
    let dates =
      trip.days == 1
      ? trip.startDate.dated : "\(trip.startDate.dated) to \(trip.endDate.dated)"
    lines.append("- Dates: \(dates) (\(Wording.length(of: trip)))")
    lines.append("- Type: \(trip.type.rawValue)")
    for fact in page.facts {
      lines += ["- \(fact.label): \(text(fact))"] + fact.details.flatMap { indented($0.text) }
    }
    if !trip.notes.isEmpty { lines += paragraphs(of: trip.notes) }
    if trip.hasDates { lines += ["", "### Plan", ""] + page.days().flatMap(dayLines) }
    let listed = page.itemsOutside + page.undated
    if !listed.isEmpty { lines += ["", "### Bucket list", ""] + listed.flatMap(itemLines) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    let paragraphs = zip(lines, [nil] + lines).filter { $0 != "" || $1 != "" }.map(\.0)
    output += (paragraphs.joined(separator: "\n") + "\n").utf8
  }

  /// A list item for a day, with one for each of its stays and items.
  private func dayLines(_ day: TripPage.Day) -> [String] {
    if day.isFree { return day.lines.map { "- **\(day.label)**: \(text($0))" } }
    return ["- **\(day.label)**"]
      + day.lines.flatMap { itemLines($0).map { $0.isEmpty ? "" : "  \($0)" } }
  }

  private func itemLines(_ line: TripPage.Line) -> [String] {
    let tick = line.isDone.map { $0 ? "[x] " : "[ ] " } ?? ""
    let time = line.time.map { "\($0)\(line.until) " } ?? ""
    return ["- \(tick)\(time)\(text(line))"] + line.details.flatMap { indented($0.text) }
  }

  private func text(_ line: TripPage.Line) -> String {
    line.pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .user(let text): escaped(text)
      }
    }.joined()
  }

  /// Notes as paragraphs, with their line breaks.
  private func paragraphs(of text: String) -> [String] {
    let lines = text.parts(separatedBy: "\n").map { escaped(String($0)) }
    return [""]
      + zip(lines, lines.dropFirst() + [""]).map { line, next in
        line.isEmpty || next.isEmpty ? line : line + "\\"
      } + [""]
  }

  /// A separate paragraph in a list item. A backslash at the end of a line breaks it.
  private func indented(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    let lines = text.parts(separatedBy: "\n").filter { !$0.isEmpty }
      .map { "  " + escaped(String($0)) }
    return ["", lines.joined(separator: "\\\n"), ""]
  }

  /// Literal text on one line, with backslashes before CommonMark's special characters. A line
  /// break, which only another program can have stored here, could begin a section.
  private func escaped(_ text: String) -> String {
    var result = ""
    // Four spaces at the start would make it code.
    let line = SafeText.visibleInDocument(text).unicodeScalars.drop { $0 == " " || $0 == "\t" }
    for scalar in line {
      if scalar == "\n" {
        result += "\\" + SafeText.escape(scalar)
        continue
      }
      if "\\`*_[]<>#|~&!$".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    // A list mark at the start of a line: `-`, `1.` or `1)`.
    let number = result.unicodeScalars.prefix { "0"..."9" ~= $0 }
    let rest = result.unicodeScalars.dropFirst(number.count)
    guard let mark = rest.first, (number.isEmpty ? "+-=" : ".)").unicodeScalars.contains(mark),
      number.isEmpty || rest.dropFirst().first?.properties.isWhitespace ?? true
    else { return result }
    return String(number) + "\\" + String(rest)
  }
}
