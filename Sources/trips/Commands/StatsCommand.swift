import TripsCore

/// Tells how much of the time is spent on trips.
struct StatsCommand: Command {
  static let year = Option("--year", "YEAR", "only the days of this year") {
    try PeriodExpression.year($0)
  }
  static let by = Option(
    "--by", "GROUP", oneOf: TripStatistics.Grouping.self,
    "only the groups by year, month, type, reason or destination")

  static let jsonFields: FieldKind? = StatisticsField.self
  static let declaration = CommandDeclaration(
    "Show days and nights away, and per diems",
    discussion: """
      A day counts once in each group, however many trips cover it; a trip over New Year counts in \
      both years. Per diems are estimates, and are added within a currency only.
      """,
    options: [year, by, TimeTravel.options],
    examples: ["trips stats", "trips stats --year 2027 --by month", "trips stats --json"])

  private let year: ClosedRange<CalendarDate>?
  private let grouping: TripStatistics.Grouping?

  init(_ arguments: ParsedArguments) throws {
    year = try arguments.value(Self.year)
    grouping = try arguments.value(Self.by)
  }

  func run(in context: Context) throws {
    let fields = try context.globals.fields(of: StatisticsField.self)
    var descriptor = FetchDescriptor()
    descriptor.predicate.from = year?.lowerBound
    descriptor.predicate.to = year?.upperBound
    let today = try context.today()
    let store = try context.openStore(.reading)
    let trips = try store.fetch(Trip.self, descriptor)
    let statistics = TripStatistics(trips, within: year, today: today)
    context.noteMissing(store)
    try StatisticsReport(statistics, grouping.map { [$0] }).write(fields: fields, in: context)
  }
}
