/// A bar for each trip along the months of each year, as part of an HTML page.
struct HTMLTimeline {
  /// Years beyond this many are left to the list: nobody scrolls through a century of bars.
  static let mostYears = 20

  private let years: [(year: Int, trips: [Trip])]
  private let yearsLeftOut: Int

  init(_ trips: [Trip]) {
    var byYear: [Int: [Trip]] = [:]
    var last = Int.min
    for trip in trips {
      // A trip of many years shows in those that some trip begins or ends in.
      for year in Set([trip.startDate.components.year, trip.endDate.components.year]) {
        byYear[year, default: []].append(trip)
        last = max(last, year)
      }
    }
    let sorted = byYear.keys.sorted()
    years = sorted.suffix(Self.mostYears).map { ($0, byYear[$0] ?? []) }
    yearsLeftOut = sorted.count - years.count
  }

  func write(to page: inout HTMLWriter) {
    page.raw("<section class=\"timeline\" aria-label=\"Timeline\">\n")
    if yearsLeftOut > 0 {
      page.element("p", "\(Wording.counted(yearsLeftOut, "earlier year")) not drawn")
    }
    for (year, trips) in years { write(year, trips, to: &page) }
    page.raw("</section>\n")
  }

  private func write(_ year: Int, _ trips: [Trip], to page: inout HTMLWriter) {
    guard let first = CalendarDate(year: year, month: 1, day: 1),
      let last = CalendarDate(year: year, month: 12, day: 31)
    else { return }
    page.raw("<h2>\(year)</h2>\n")
    writeMonths(of: year, to: &page)
    page.raw("<ul class=\"bars\">\n")
    for trip in trips.sorted(by: { ($0.startDate, $0.id) < ($1.startDate, $1.id) }) {
      let start = first.days(until: max(first, trip.startDate))
      let end = first.days(until: min(last, trip.endDate)) + 1
      write(trip, start, end, ofDays: first.days(until: last) + 1, to: &page)
    }
    page.raw("</ul>\n")
  }

  /// Each month is as wide as it has days, as the bars are.
  private func writeMonths(of year: Int, to page: inout HTMLWriter) {
    let months = (1...12).compactMap { CalendarDate(year: year, month: $0, day: 1) }
    let widths = months.map { "\($0.daysInMonth)fr" }.joined(separator: " ")
    page.raw("<div class=\"months\" aria-hidden=\"true\"")
    page.raw(" style=\"grid-template-columns:\(widths)\">")
    for month in months {
      let name = month.monthName
      page.raw("<span>\(name.prefix(1))<i>\(name.dropFirst())</i></span>")
    }
    page.raw("</div>\n")
  }

  /// The name stands in the bar or beside it, where there is most room.
  private func write(
    _ trip: Trip, _ start: Int, _ end: Int, ofDays days: Int, to page: inout HTMLWriter
  ) {
    let beside = max(start, days - end)
    let style = end - start > beside ? " inside" : start > days - end ? " late" : ""
    page.raw("<li style=\"--from:\(percent(start, of: days));--to:\(percent(end, of: days))\">")
    page.raw("<a href=\"#trip-\(trip.id)\">")
    page.raw("<span class=\"bar \(trip.type.rawValue)\"></span>")
    // The direction is the name's own, so that its end is what an ellipsis takes the place of.
    page.raw("<span class=\"name\(style)\" dir=\"auto\">")
    page.raw("\(HTMLWriter.escaped(trip.name))</span></a></li>\n")
  }

  /// With two decimals, by whole numbers so that every machine writes the same.
  private func percent(_ part: Int, of whole: Int) -> String {
    let hundredths = part * 10_000 / whole
    let decimals = hundredths % 100
    return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)%"
  }
}
