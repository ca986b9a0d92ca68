import TripsCore

/// Shows how much time and money is spent on trips.
enum StatsCommand: Command {
  static let by = Option(
    "--by", "GROUP", oneOf: TripStatistics.Grouping.self,
    "year (the default), month, type, reason, destination or tag")

  static let columnNames: [String]? = StatisticsReport.names
  static let declaration = CommandDeclaration(
    "Show days and nights away, per diems and costs",
    discussion: """
      Counts days and nights away, and sums per diems and costs, by year or another group. A day \
      counts once in each group, even if several trips include it; a trip over New Year counts in \
      both years, and a trip under each of its tags. Per diems are those of days that have begun. A \
      group with amounts in several currencies has a row for each.

      With a period, only its days count. An item's cost counts on its date, and the whole cost of \
      a stay on its check-in. A cost without a date counts on the first day of the trip; a cost \
      before or after the trip counts on its first or last day.
      """,
    options: [TripFilters.options, by, TimeTravel.at],
    examples: [
      "trips stats", "trips stats --in 2027 --by month",
      "trips stats --in 2026 --destination germany",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let filters = try TripFilters(arguments)
    let grouping = try arguments.value(Self.by) ?? .year
    try context.globals.checkColumns(StatisticsReport.names(by: grouping))
    let descriptor = try filters.descriptor(in: context)
    let days = try filters.days(in: context)
    let store = try context.openStore(.reading)
    let today = try context.today(in: store)
    let (trips, costs) = try store.fetchWithCosts(descriptor)
    context.noteMissing(store)
    if trips.isEmpty, !store.isMissing { context.noteNothing(filters.nothing()) }
    PerDiemCommand.warnOfClashes(in: PerDiemClaim(trips, within: days, today: today), context)
    try StatisticsReport(
      statistics: TripStatistics(trips, costs: costs, within: days, today: today),
      grouping: grouping
    ).write(in: context)
  }
}
