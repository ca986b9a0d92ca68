/// A timeline as part of an HTML page: for each year, the months and a bar per trip.
struct HTMLTimeline {
  /// The maximum number of sections; earlier ones appear only in the list, since a century of bars
  /// is of no use.
  static let maxSections = 20

  /// The part of a trip that its bar shows.
  typealias Bar = (trip: TripSummary, type: TripType)

  private let sections: [Section]
  private let omittedYears: Int

  /// A year, or several in which no trip begins or ends.
  private struct Section {
    var years: ClosedRange<Int>
    var first: CalendarDate
    var last: CalendarDate
    var trips: [Bar]
  }

  init(_ trips: [Bar]) {
    let years = Self.years(of: trips)
    sections = years.suffix(Self.maxSections).compactMap { years in
      guard let first = CalendarDate(year: years.lowerBound, month: 1, day: 1),
        let last = CalendarDate(year: years.upperBound, month: 12, day: 31)
      else { return nil }
      let drawn = trips.filter { $0.trip.startDate <= last && $0.trip.endDate >= first }
        .sorted { ($0.trip.startDate, $0.trip.id) < ($1.trip.startDate, $1.trip.id) }
      return Section(years: years, first: first, last: last, trips: drawn)
    }
    omittedYears = years.dropLast(Self.maxSections).reduce(0) { $0 + $1.count }
  }

  /// The years that trips include.
  ///
  /// Years between two in which a trip begins or ends all have the same trips, and form one range,
  /// since a trip may last thousands of years.
  private static func years(of trips: [Bar]) -> [ClosedRange<Int>] {
    // The change in the number of continuing trips after each year.
    var changes: [Int: Int] = [:]
    for (trip, _) in trips {
      changes[trip.startDate.components.year, default: 0] += 1
      changes[trip.endDate.components.year, default: 0] -= 1
    }
    var result: [ClosedRange<Int>] = []
    var continuing = 0
    for (year, change) in changes.sorted(by: { $0.key < $1.key }) {
      if continuing > 0, let before = result.last?.upperBound, before + 1 < year {
        result.append(before + 1...year - 1)
      }
      result.append(year...year)
      continuing += change
    }
    return result
  }

  func write(to page: inout HTMLWriter) {
    page.raw("<section class=\"timeline\" aria-label=\"Timeline\">\n")
    if omittedYears > 0 {
      page.element("p", "\(counted(omittedYears, "earlier year")) not drawn")
    }
    for section in sections { write(section, to: &page) }
    page.raw("</section>\n")
  }

  private func write(_ section: Section, to page: inout HTMLWriter) {
    let (first, last) = (section.first, section.last)
    if section.years.count == 1 {
      page.raw("<h2>\(section.years.lowerBound)</h2>\n")
      writeMonths(of: section.years.lowerBound, to: &page)
    } else {
      page.raw("<h2>\(section.years.lowerBound) to \(section.years.upperBound)</h2>\n")
    }
    page.raw("<ul class=\"bars\">\n")
    for bar in section.trips {
      let start = first.days(until: max(first, bar.trip.startDate))
      let end = first.days(until: min(last, bar.trip.endDate)) + 1
      write(bar, start, end, ofDays: first.days(until: last) + 1, to: &page)
    }
    page.raw("</ul>\n")
  }

  /// Months are as wide as their number of days, like the bars.
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

  /// The name is in the bar or next to it, wherever there is more room.
  private func write(
    _ bar: Bar, _ start: Int, _ end: Int, ofDays days: Int, to page: inout HTMLWriter
  ) {
    let beside = max(start, days - end)
    let style = end - start > beside ? " inside" : start > days - end ? " late" : ""
    page.raw("<li style=\"--from:\(percent(start, of: days));--to:\(percent(end, of: days))\">")
    page.raw("<a href=\"#trip-\(bar.trip.id)\">")
    page.raw("<span class=\"bar \(bar.type.rawValue)\"></span>")
    // The name's own direction puts the ellipsis at its end.
    page.raw("<span class=\"name\(style)\" dir=\"auto\">")
    page.raw("\(HTMLWriter.escaped(bar.trip.name))</span></a></li>\n")
  }

  /// With two decimals, in integer arithmetic so that every machine writes the same digits.
  private func percent(_ part: Int, of whole: Int) -> String {
    "\(Money.amount(part * 10_000 / whole, exponent: 2))%"
  }
}
