import TripsCore

/// A month as a grid of weeks, with a bar below the days for each trip.
struct MonthGrid {
  /// The first day of the month.
  let first: CalendarDate
  let trips: [Trip]
  let today: CalendarDate
  /// The width of a day in cells, at least 4.
  let cell: Int
  let palette: Palette

  /// The limit of bars per week; further trips are counted.
  private static let maxLanes = 4

  var width: Int { 7 * cell }

  var lines: [String] {
    let weeks = stride(from: 1 - offset, through: first.daysInMonth, by: 7)
    return [title, names] + weeks.flatMap(week)
  }

  /// The cells before the first day.
  private var offset: Int { Weekday.allCases.firstIndex(of: first.weekday) ?? 0 }

  private var title: String {
    let text = "\(first.monthName) \(first.description.prefix(4))"
    let left = (width - text.count) / 2
    let padded = String(repeating: " ", count: left) + text
    return palette.apply(.heading, to: DisplayWidth.pad(padded, to: width, alignment: .left))
  }

  private var names: String {
    let names = Weekday.allCases.map { $0.abbreviation.prefix(2) }
    return palette.apply(
      .dim, to: names.map { String(repeating: " ", count: cell - 3) + $0 + " " }.joined())
  }

  /// The days of a week and its bars; `day` may be before the first of the month.
  private func week(from day: Int) -> [String] {
    let days = first.daysInMonth
    let numbers = (day..<day + 7).map { number -> String in
      guard (1...days).contains(number) else { return String(repeating: " ", count: cell) }
      let isToday = first.adding(days: number - 1) == today
      let text = isToday ? "[\(number)]" : "\(number) "
      let padded = DisplayWidth.pad(text, to: cell, alignment: .right)
      return isToday ? palette.apply(.heading, to: padded) : padded
    }
    guard let from = first.adding(days: max(day, 1) - 1),
      let to = first.adding(days: min(day + 6, days) - 1)
    else { return [numbers.joined()] }
    let offset = max(0, 1 - day)
    return [numbers.joined()] + bars(from: from, through: to, offset: offset)
  }

  private func bars(from: CalendarDate, through to: CalendarDate, offset: Int) -> [String] {
    let range = from...to
    let running = trips.filter { range.overlaps($0.startDate...$0.endDate) }
    var lanes: [[Bar]] = []
    var leftOut = 0
    for trip in running {
      let bar = Bar(
        trip: trip, first: offset + from.days(until: max(from, trip.startDate)),
        last: offset + from.days(until: min(to, trip.endDate)),
        begins: trip.startDate >= from, ends: trip.endDate <= to)
      if let lane = lanes.firstIndex(where: { ($0.last?.last ?? -1) < bar.first }) {
        lanes[lane].append(bar)
      } else if lanes.count < Self.maxLanes {
        lanes.append([bar])
      } else {
        leftOut += 1
      }
    }
    var lines = lanes.map(line)
    if leftOut > 0 {
      lines.append(DisplayWidth.pad("  +\(leftOut) more", to: width, alignment: .left))
    }
    return lines
  }

  /// The part of a trip within one week, as a range of columns.
  private struct Bar {
    let trip: Trip
    let first: Int
    let last: Int
    let begins: Bool
    let ends: Bool
  }

  private func line(_ bars: [Bar]) -> String {
    var line = ""
    var column = 0
    for bar in bars {
      line += String(repeating: " ", count: (bar.first - column) * cell)
      line += text(of: bar)
      column = bar.last + 1
    }
    return line + String(repeating: " ", count: (7 - column) * cell)
  }

  /// Kinds differ in line style as well as colour. A bar that continues in another week has an open
  /// end.
  private func text(of bar: Bar) -> String {
    let (start, fill, end) =
      switch bar.trip.type {
      case .business: ("╞", "═", "╡")
      case .personal: ("├", "─", "┤")
      case .plain: ("├", "┄", "┤")
      }
    let room = (bar.last - bar.first + 1) * cell - 2
    let name = DisplayWidth.truncate(SafeText.visible(bar.trip.name), to: room)
    let rest = String(repeating: fill, count: max(0, room - DisplayWidth.of(name)))
    return palette.apply(
      bar.trip.type.style, to: (bar.begins ? start : fill) + name + rest + (bar.ends ? end : fill))
  }
}
