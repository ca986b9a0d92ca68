import TripsCore

/// Shows how much time and money is spent on trips.
enum StatsCommand: Command {
  static let by = Option(
    "--by", "GROUP", oneOf: TripStatistics.Grouping.self,
    "year (the default), month, type, reason or destination")

  static let columnNames: [String]? = StatisticsReport.names
  static let declaration = CommandDeclaration(
    "Show days and nights away, per diems and costs",
    discussion: """
      Counts days and nights away, and sums per diems and costs, by year or another group. A day \
      counts once in each group, even if several trips include it; a trip over New Year counts in \
      both years. Per diems are estimates. A group with amounts in several currencies has a row \
      for each.

      With a period, only its days count. The cost of an item counts on its date, the whole cost \
      of a stay on its check-in. A cost without a date counts on the first day of the trip, a date \
      before or after the trip as its first or last day.
      """,
    options: [TripFilters.options, by, GlobalOptions.csv, TimeTravel.at],
    examples: [
      "trips stats", "trips stats --in 2027 --by month",
      "trips stats --in 2026 --destination germany",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let filters = try TripFilters(arguments)
    let grouping = try arguments.value(Self.by) ?? .year
    let descriptor = try filters.descriptor(in: context)
    let days = try filters.days(in: context)
    let today = try context.today()
    let store = try context.openStore(.reading)
    let (trips, costs) = try store.fetchWithCosts(descriptor)
    context.noteMissing(store)
    if trips.isEmpty, !store.isMissing { context.noteNothing(filters.nothing()) }
    PerDiemCommand.warnOfClashes(in: PerDiemClaim(trips, within: days, today: today), context)
    try StatisticsReport(
      statistics: TripStatistics(trips, costs: costs, within: days), grouping: grouping
    ).write(in: context)
  }
}
