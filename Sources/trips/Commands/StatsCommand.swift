import TripsCore

/// Tells how much of the time is spent on trips.
struct StatsCommand: Command {
  static let year = Option("--year", "YEAR", "only the days of this year", parse: Self.year)
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
    options: [year, by],
    examples: ["trips stats", "trips stats --year 2027 --by month", "trips stats --json"])

  /// A year from 1 to 9999.
  static func year(_ text: String) throws -> Int {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    guard isNumber, text.utf8.count <= 4, let year = Int(text), year >= 1 else {
      throw ValueError("use a year from 1 to 9999")
    }
    return year
  }

  private let year: Int?
  private let grouping: TripStatistics.Grouping?

  init(_ arguments: ParsedArguments) throws {
    year = try arguments.value(Self.year)
    grouping = try arguments.value(Self.by)
  }

  func run(in context: Context) throws {
    let fields = try context.globals.fields(of: StatisticsField.self)
    var descriptor = FetchDescriptor()
    if year != nil {
      let scope = TripStatistics.scope(year: year)
      descriptor.predicate.from = scope.lowerBound
      descriptor.predicate.to = scope.upperBound
    }
    let store = try context.openStore(.reading)
    let statistics = TripStatistics(try store.fetch(Trip.self, descriptor), year: year)
    context.noteMissing(store)
    try StatisticsReport(statistics, grouping.map { [$0] }).write(fields: fields, in: context)
  }
}
