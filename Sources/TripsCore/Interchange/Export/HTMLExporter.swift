/// Exports trips as one self-contained HTML page with a timeline, to read on a phone or to print.
/// It loads nothing and runs no script; its content security policy forbids both.
final class HTMLExporter: TripExporter {
  private var bars: [HTMLTimeline.Bar] = []

  var head: [UInt8] {
    var page = HTMLWriter()
    page.raw(Self.pageHead)
    page.raw("<body>\n<header>\n<h1>Trips</h1>\n")
    page.element("p", summary)
    page.raw("</header>\n")
    if !bars.isEmpty { HTMLTimeline(bars).write(to: &page) }
    page.raw("<main>\n")
    return page.bytes
  }

  let tail = Array("</main>\n</body>\n</html>\n".utf8)

  func append(_ trip: Trip, to output: inout [UInt8]) {
    bars.append((TripSummary(trip), trip.type))
    var page = HTMLWriter()
    page.raw("<article class=\"\(trip.type.rawValue)\" id=\"trip-\(trip.id)\">\n")
    page.raw("<p class=\"kind\">\(trip.type.label)</p>\n")
    page.userElement("h2", trip.name)
    if !trip.destination.isEmpty { page.userElement("p", class: "place", trip.destination) }
    page.raw("<p class=\"dates\">\(Self.dates(of: trip))</p>\n")
    let content = TripPage(trip)
    Self.add(content.facts, to: &page)
    if !trip.notes.isEmpty { page.userElement("div", class: "lines notes", trip.notes) }
    if trip.hasDates { Self.add(content.days(), to: &page) }
    let listed = content.itemsOutside + content.undated
    if !listed.isEmpty {
      page.raw("<h3>Bucket list</h3>\n<ul>\n")
      for item in listed { Self.add(item, to: &page) }
      page.raw("</ul>\n")
    }
    page.raw("</article>\n")
    output += page.bytes
  }

  private var summary: String {
    guard let first = bars.map(\.trip.startDate).min(),
      let last = bars.map(\.trip.endDate).max()
    else {
      return "No trips"
    }
    return "\(counted(bars.count, "trip")), \(first.dated) to \(last.dated)"
  }

  private static func dates(of trip: Trip) -> String {
    func time(_ date: CalendarDate) -> String {
      "<time datetime=\"\(date)\">\(date.dated)</time>"
    }
    let range =
      trip.days == 1
      ? time(trip.startDate) : "\(time(trip.startDate)) – \(time(trip.endDate))"
    return "\(range) <span class=\"length\">\(Wording.length(of: trip))</span>"
  }

  private static func add(_ facts: [TripPage.Line], to page: inout HTMLWriter) {
    if facts.isEmpty { return }
    page.raw("<dl>\n")
    for fact in facts {
      page.raw("<dt>\(fact.label)</dt>\n<dd>")
      page.pieces(fact.pieces)
      page.details(fact.details)
      page.raw("</dd>\n")
    }
    page.raw("</dl>\n")
  }

  /// A list of the days, each a heading with its stays and items.
  private static func add(_ days: [TripPage.Day], to page: inout HTMLWriter) {
    page.raw("<h3>Plan</h3>\n<ol class=\"days\">\n")
    for day in days {
      let label = day.date.map { "<time datetime=\"\($0)\">\(day.label)</time>" } ?? day.label
      page.raw("<li><h4>\(label)</h4>\n")
      if day.isFree {
        page.raw("<p>")
        for line in day.lines { page.pieces(line.pieces) }
        page.raw("</p></li>\n")
      } else {
        page.raw("<ul>\n")
        for line in day.lines { add(line, to: &page) }
        page.raw("</ul></li>\n")
      }
    }
    page.raw("</ol>\n")
  }

  private static func add(_ line: TripPage.Line, to page: inout HTMLWriter) {
    page.raw(line.isStay ? "<li class=\"stay\">" : "<li>")
    if let isDone = line.isDone {
      let (tick, state) = isDone ? ("☑", "done") : ("☐", "not done")
      page.raw("<span class=\"tick\" role=\"img\" aria-label=\"\(state)\">\(tick)</span>")
    }
    if let time = line.time { page.raw("<time>\(time)</time>\(line.until) ") }
    page.pieces(line.pieces)
    page.details(line.details)
    page.raw("</li>\n")
  }
}

extension TripType {
  fileprivate var label: String {
    switch self {
    case .plain: "Plain"
    case .business: "Business"
    case .personal: "Personal"
    }
  }
}

/// Writes HTML to a byte buffer.
struct HTMLWriter {
  private(set) var bytes: [UInt8] = []

  /// Trusted markup, unescaped.
  mutating func raw(_ markup: String) {
    bytes += markup.utf8
  }

  /// Typed text, whose web addresses are links. `bdi` isolates its direction from the surrounding
  /// text.
  mutating func user(_ text: String) {
    raw("<bdi>\(Self.linked(text))</bdi>")
  }

  mutating func pieces(_ pieces: [TripPage.Piece]) {
    for piece in pieces {
      switch piece {
      case .words(let words): self.words(words)
      case .user(let text): user(text)
      }
    }
  }

  /// Lines below a value; a map shows a place.
  mutating func details(_ details: [TripPage.Detail]) {
    for detail in details {
      if detail.isPlace, !Self.hasLink(detail.text) {
        let query = Self.percentEncoded(detail.text)
        raw("<div class=\"lines\"><a href=\"https://www.openstreetmap.org/search?query=\(query)\">")
        raw("<bdi>\(Self.escaped(detail.text))</bdi></a></div>\n")
      } else {
        userElement("div", class: "lines", detail.text)
      }
    }
  }

  private static func hasLink(_ text: String) -> Bool {
    ["https://", "http://"].contains { ByteSearch($0)?.isIn(text) ?? false }
  }

  /// Every byte but letters and digits of ASCII, as a web address has them (RFC 3986, 2.1).
  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  /// Text of this program, in which an amount and its currency stay on one line.
  mutating func words(_ text: String) {
    let words = Self.escaped(text).parts(separatedBy: " ")
    for (index, word) in words.enumerated() {
      let isAmount = index > 0 && words[index - 1].utf8.last.map { (48...57).contains($0) } ?? false
      if index > 0 { raw(isAmount && Self.beginsWithCode(word) ? "\u{A0}" : " ") }
      raw(String(word))
    }
  }

  private static func beginsWithCode(_ word: Substring) -> Bool {
    word.utf8.count >= 3 && word.utf8.prefix(3).allSatisfy { (65...90).contains($0) }
  }

  mutating func element(_ name: String, _ text: String) {
    raw("<\(name)>")
    words(text)
    raw("</\(name)>\n")
  }

  mutating func userElement(_ name: String, class style: String? = nil, _ text: String) {
    raw("<\(name)\(style.map { " class=\"\($0)\"" } ?? "")>")
    user(text)
    raw("</\(name)>\n")
  }

  private static func linked(_ text: String) -> String {
    let text = SafeText.visibleInDocument(text)
    var (result, rest) = ("", text.utf8[...])
    // The start of the text that is not yet in the result.
    var start = rest.startIndex
    while let linkStart = rest.firstIndex(of: UInt8(ascii: "h")) {
      let end = endOfLink(rest[linkStart...])
      if end > linkStart {
        let link = escaped(String(text[linkStart..<end]))
        result += escaped(String(text[start..<linkStart])) + "<a href=\"\(link)\">\(link)</a>"
        start = end
      }
      rest = rest[max(end, text.utf8.index(after: linkStart))...]
    }
    return result + escaped(String(text[start...]))
  }

  /// The end of the web address that begins here; the start of any other text. A mark at its end
  /// belongs to the sentence.
  private static func endOfLink(_ text: Substring.UTF8View) -> String.Index {
    let scheme = ["https://", "http://"].first { text.starts(with: $0.utf8) }
    guard let scheme else { return text.startIndex }
    let body = text.dropFirst(scheme.utf8.count)
    var link = body.prefix { $0 > 0x20 && !"\"<>\\^`{|}".utf8.contains($0) }
    let marks = link.contains(UInt8(ascii: "(")) ? ".,;:!?'" : ".,;:!?')"
    while let last = link.last, marks.utf8.contains(last) { link.removeLast() }
    return link.isEmpty ? text.startIndex : link.endIndex
  }

  /// Safe between tags and between quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in SafeText.visibleInDocument(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
