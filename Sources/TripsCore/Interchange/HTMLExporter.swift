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
    Self.facts(of: trip, &page)
    if !trip.notes.isEmpty { page.userElement("div", class: "lines notes", trip.notes) }
    let plan = TripPlan(trip)
    if trip.hasDates { Self.days(of: plan, &page) }
    let listed = trip.itemsOutside + plan.undated
    if !listed.isEmpty {
      page.raw("<h3>Bucket list</h3>\n<ul>\n")
      for item in listed { Self.add(item, Wording.facts(of: item), to: &page) }
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

  private static func facts(of trip: Trip, _ page: inout HTMLWriter) {
    let business = trip as? BusinessTrip
    let perdiem = business.flatMap { trip in
      trip.perdiem.map { "\($0) a day, \(trip.ruleText)" }
    }
    let facts = [
      ("Nights", Wording.nights(of: trip)), ("Costs", Wording.costs(of: trip)),
      ("Per diem", perdiem), ("Estimate", business?.estimate?.formula),
      ("Reason", (trip as? PersonalTrip)?.reason?.rawValue),
    ]
    guard facts.contains(where: { $0.1 != nil }) || !trip.livingAccommodations.isEmpty else {
      return
    }
    page.raw("<dl>\n")
    for stay in trip.livingAccommodations {
      page.raw("<dt>Stay</dt>\n<dd>")
      page.user(stay.placeName)
      page.words(Wording.facts(of: stay))
      if !stay.address.isEmpty { page.userElement("div", class: "lines", stay.address) }
      page.raw("</dd>\n")
    }
    for (term, text) in facts {
      guard let text else { continue }
      page.element("dt", term)
      page.element("dd", text)
    }
    page.raw("</dl>\n")
  }

  /// A list of the days, each a heading with its stays and items.
  private static func days(of plan: TripPlan, _ page: inout HTMLWriter) {
    let trip = plan.trip
    page.raw("<h3>Plan</h3>\n<ol class=\"days\">\n")
    plan.forEachPart { part in
      switch part {
      case .free(let days, let stays):
        page.raw("<li><h4>\(days.label(in: trip))</h4>\n<p>\(days.free)")
        for stay in stays {
          page.raw(", at ")
          page.user(stay.placeName)
        }
        page.raw("</p></li>\n")
      case .day(let day):
        page.raw(
          "<li><h4><time datetime=\"\(day.date)\">\(day.date.short(in: trip))</time></h4>\n<ul>\n")
        for stay in day.stays {
          let (verb, facts) = Wording.event(stay, in: trip)
          page.raw("<li class=\"stay\">\(verb) ")
          page.user(stay.stay.placeName)
          page.words(facts)
          page.raw("</li>\n")
        }
        for item in day.items {
          add(item, Wording.state(of: item) + Wording.cost(of: item), isTimed: true, to: &page)
        }
        page.raw("</ul></li>\n")
      }
    }
    page.raw("</ol>\n")
  }

  private static func add(
    _ item: BucketListItem, _ facts: String, isTimed: Bool = false, to page: inout HTMLWriter
  ) {
    let tick = item.isDone ? "☑" : "☐"
    let state = item.isDone ? "done" : "not done"
    page.raw("<li><span class=\"tick\" role=\"img\" aria-label=\"\(state)\">\(tick)</span>")
    if isTimed, let time = item.time { page.raw("<time>\(time)</time> ") }
    page.user(item.title)
    page.words(facts)
    if !item.details.isEmpty { page.userElement("div", class: "lines", item.details) }
    page.raw("</li>\n")
  }
}

extension TripType {
  fileprivate var label: String {
    switch self {
    case .plain: "Trip"
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

  /// Typed text. `bdi` isolates its direction from the surrounding text.
  mutating func user(_ text: String) {
    raw("<bdi>\(Self.escaped(text))</bdi>")
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

  /// Safe between tags and between quotes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in Wording.visible(text).unicodeScalars {
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
