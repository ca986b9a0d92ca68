import TripsCore

/// Shows months as grids, with the trips as bars.
enum CalendarCommand: Command {
  /// Ten years.
  private static let maxMonths = 120

  static let columnNames: [String]? = TripField.names
  static let declaration = CommandDeclaration(
    "Show months with the trips as bars",
    discussion: """
      Shows the months of the period, or this month and the next two. Bars have double lines for \
      business trips, single lines for personal trips and dashes for plain trips. Weeks begin on \
      Monday; today is in brackets.
      """,
    options: [TripFilters.options, TimeTravel.at],
    examples: ["trips calendar", "trips calendar --in 2027 --business"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let filters = try TripFilters(arguments)
    let today = try context.today()
    let months = try Self.months(filters.days(in: context), arguments, today: today)
    guard let first = months.first, let last = months.last else { return }
    var descriptor = try filters.descriptor(in: context)
    let end = last.adding(days: last.daysInMonth - 1) ?? last
    descriptor.predicate.from = max(descriptor.predicate.from ?? first, first)
    descriptor.predicate.to = min(descriptor.predicate.to ?? end, end)
    let store = try context.openStore(.reading)
    if context.globals.printsReport {
      _ = try TripListing(in: context).write(descriptor, of: store)
      return
    }
    let trips = try store.fetch(Trip.self, descriptor)
    context.noteMissing(store)
    try write(months, trips, today: today, in: context)
  }

  /// The first days of the months to show, none after the year 9999: those of the period, or three
  /// from its beginning or until its end.
  private static func months(
    _ days: ClosedRange<CalendarDate>?, _ arguments: ParsedArguments, today: CalendarDate
  ) throws -> [CalendarDate] {
    func number(_ date: CalendarDate) -> Int {
      date.components.year * 12 + date.components.month - 1
    }
    func end(_ date: CalendarDate?, _ option: any DeclaredOption) -> Int? {
      let isGiven = [option, TripFilters.period].contains { arguments.isSet($0.declaration) }
      return isGiven ? date.map(number) : nil
    }
    let (from, to) = (
      end(days?.lowerBound, TripFilters.from), end(days?.upperBound, TripFilters.to)
    )
    let first = from ?? to.map { $0 - 2 } ?? number(today)
    let count = to.map { $0 - first + 1 } ?? 3
    guard count <= maxMonths else {
      let option =
        arguments.isSet(TripFilters.period) ? TripFilters.period.declaration.name : "--to"
      throw UsageError.invalidValue(
        days?.upperBound.description ?? "", of: option,
        reason: "a calendar shows at most \(maxMonths) months")
    }
    return (first..<first + count).compactMap {
      CalendarDate(year: $0 / 12, month: $0 % 12 + 1, day: 1)
    }
  }

  private static func write(
    _ months: [CalendarDate], _ trips: [Trip], today: CalendarDate, in context: Context
  ) throws {
    let width = context.terminal.width
    let perRow = min(max(1, width / 40), 4, months.count)
    let gap = 3
    let cell = min(9, max(4, (width - gap * (perRow - 1)) / (7 * perRow)))
    for row in stride(from: 0, to: months.count, by: perRow) {
      let grids = months[row..<min(row + perRow, months.count)].map { first in
        MonthGrid(
          first: first, trips: trips, today: today, cell: cell, palette: context.palette)
      }
      if row > 0 { try context.output.write("\n") }
      try write(grids, gap: gap, to: context.output)
    }
  }

  /// Months side by side.
  private static func write(_ grids: [MonthGrid], gap: Int, to channel: OutputChannel) throws {
    let blocks = grids.map { (lines: $0.lines, width: $0.width) }
    for index in 0..<(blocks.map(\.lines.count).max() ?? 0) {
      let parts = blocks.map { block in
        index < block.lines.count
          ? block.lines[index] : String(repeating: " ", count: block.width)
      }
      let line = parts.joined(separator: String(repeating: " ", count: gap))
      try channel.write(line.withoutTrailingSpaces + "\n")
    }
  }
}
