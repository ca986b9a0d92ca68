import TripsCore

/// Shows how much time is spent on trips.
enum StatsCommand: Command {
  static let by = Option(
    "--by", "GROUP", oneOf: TripStatistics.Grouping.self,
    "only the groups by year, month, type, reason or destination")

  static let jsonFields: FieldKind? = StatisticsField.self
  static let declaration = CommandDeclaration(
    "Show days and nights away, per diems and costs",
    discussion: """
      A day counts once in each group, however many trips include it; a trip over New Year counts \
      in both years. Days before today are past, the others are planned. Per diems are estimates, \
      and are added per currency.

      With a period, only its days count. The cost of an item counts on its date, the whole cost of \
      a stay on its check-in. Without a date, a cost counts on the first day of the trip; a date \
      before or after the trip counts as its first or last day.
      """,
    options: [TripFilters.options, TripFilters.year, by, TimeTravel.at],
    examples: [
      "trips stats", "trips stats --in 2027 --by month",
      "trips stats --in 2026 --destination germany",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let filters = try TripFilters(arguments, hasYear: true)
    let grouping = try arguments.value(Self.by)
    let descriptor = try filters.descriptor(in: context)
    let days = try filters.days(in: context)
    let today = try context.today()
    let store = try context.openStore(.reading)
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
