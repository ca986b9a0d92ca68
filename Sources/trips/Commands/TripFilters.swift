import TripsCore

/// The options that say which trips a command is about, for every command that reads several.
struct TripFilters {
  static let business = Flag("--business", "business trips")
  static let personal = Flag("--personal", "personal trips")
  static let plain = Flag("--plain", "trips that are neither")
  static let search = Option(
    "--search", "TEXT", "trips that contain the text, or whose items or stay do")
  static let upcoming = Flag("--upcoming", "trips that have not begun")
  static let current = Flag("--current", "trips that run today")
  static let past = Flag("--past", "trips that have ended")
  static let from = Option(
    "--from", "DATE", completes: .date, "trips that have a day on or after this one"
  ) { try DateExpression($0) }
  static let to = Option(
    "--to", "DATE", completes: .date, "trips that have a day on or before this one"
  ) { try DateExpression($0) }
  static let period = Option(
    "--in", "PERIOD", "trips that have a day in 2027, 2027-03 or 2027-03-01..2027-03-15"
  ) { try PeriodExpression($0) }

  /// `--in` with a year, for the commands that have it.
  static let year = Option("--year", "YEAR", "the same as '--in YEAR'") { text in
    _ = try PeriodExpression.year(text)
    return try PeriodExpression(text)
  }

  static let options: OptionGroup = [
    business, personal, plain, search, upcoming, current, past, from, to, period,
  ]

  private var predicate = TripPredicate()
  private let period: PeriodExpression?
  private let from: DateExpression?
  private let to: DateExpression?

  /// - Parameters:
  ///   - texts: further texts to search for.
  ///   - hasYear: whether the command has `--year` too.
  init(
    _ arguments: ParsedArguments, texts: [String] = [], hasYear: Bool = false
  ) throws(UsageError) {
    from = try arguments.value(Self.from)
    to = try arguments.value(Self.to)
    period = try hasYear ? Self.periodOrYear(arguments) : arguments.value(Self.period)
    let types: [TripType] = arguments.all([
      (Self.business, .business), (Self.personal, .personal), (Self.plain, .trip),
    ])
    predicate.types = types.isEmpty ? nil : types
    predicate.phases = arguments.all([
      (Self.upcoming, .upcoming), (Self.current, .current), (Self.past, .past),
    ])
    predicate.searches = try arguments.values(Self.search) + texts
  }

  /// What `--in` or `--year` says, of which a command takes one.
  static func periodOrYear(_ arguments: ParsedArguments) throws(UsageError) -> PeriodExpression? {
    try arguments.refuse(period, with: year)
    return try arguments.value(arguments.isSet(year) ? year : period)
  }

  /// Says that there is no such trip: `no trip that fits contains 'zoo'`.
  func nothing(that verb: String = "fits") -> String {
    let texts = predicate.searches.map { "'\($0)'" }.joined(separator: " and ")
    return texts.isEmpty ? "no trip \(verb)" : "no trip that \(verb) contains \(texts)"
  }

  /// Whether an option says when, and so which part of all time is meant.
  var speaksOfTime: Bool {
    from != nil || to != nil || period != nil || !predicate.phases.isEmpty
  }

  /// The trips that the options describe on this day.
  func descriptor(in context: Context) throws -> FetchDescriptor {
    var descriptor = FetchDescriptor()
    descriptor.predicate = predicate
    if !predicate.phases.isEmpty { descriptor.predicate.today = try context.today() }
    (descriptor.predicate.from, descriptor.predicate.to) = try bounds(in: context)
    return descriptor
  }

  /// The days that `--from`, `--to` and `--in` leave; nil where none of them is given.
  func days(in context: Context) throws -> ClosedRange<CalendarDate>? {
    let bounds = try bounds(in: context)
    if bounds.from == nil, bounds.to == nil { return nil }
    let from = bounds.from ?? .first
    let to = bounds.to ?? .last
    guard from <= to else {
      throw UsageError.invalidValue(
        period?.description ?? "", of: Self.period.declaration.name,
        reason: "'--from' and '--to' leave none of its days")
    }
    return from...to
  }

  private func bounds(
    in context: Context
  ) throws -> (from: CalendarDate?, to: CalendarDate?) {
    let from = try from.map { try Self.from.day($0, today: context.today()) }
    let to = try to.map { try Self.to.day($0, today: context.today()) }
    if let from, let to, to < from {
      throw UsageError.invalidValue(
        to.description, of: "--to", reason: "it lies before '--from' \(from)")
    }
    guard let period else { return (from, to) }
    let days = try Self.period.days(period, today: context.today())
    return (max(from ?? .first, days.lowerBound), min(to ?? .last, days.upperBound))
  }
}
