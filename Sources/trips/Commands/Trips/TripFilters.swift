import TripsCore

/// The options that select trips, shared by every command that reads several.
struct TripFilters {
  static let business = Flag("--business", "business trips")
  static let personal = Flag("--personal", "personal trips")
  static let plain = Flag("--plain", "plain trips, neither business nor personal")
  static let search = Option(
    "--search", "TEXT", "trips that contain the text, also in items and stays")
  static let name = Option(
    "--name", "TEXT", completes: .stored(\.name), "trips whose name contains the text")
  static let destination = Option(
    "--destination", "TEXT", completes: .stored(\.destination),
    "trips whose destination contains the text")
  static let reason = Option(
    "--reason", "REASON", oneOf: PersonalTrip.Reason.self,
    "personal trips for family, reunion or wellness")
  static let tag = Option(
    "--tag", "WORD", completes: .tag, "trips with the tag; several tags must all match",
    parse: TripOptions.checkedTag)
  static let upcoming = Flag("--upcoming", "trips that have not begun")
  static let current = Flag("--current", "trips that include today")
  static let past = Flag("--past", "trips that have ended")
  static let from = Option(
    "--from", "DATE", completes: .date, "trips that have a day on or after this one"
  ) { try DateExpression($0) }
  static let to = Option(
    "--to", "DATE", completes: .date, "trips that have a day on or before this one"
  ) { try DateExpression($0) }
  static let period = Option(
    "--in", "PERIOD",
    "trips that have a day in 2027, 2027-03 or 2027..2028"
  ) { try PeriodExpression($0) }

  /// Those that also say which days count.
  static let days: OptionGroup = [from, to, period]
  static let options = OptionGroup([search, ofTrips], heading: "filters")

  /// Without the search, which a list of items or stays has for these.
  static let ofTrips: OptionGroup = [
    business, personal, plain, name, destination, reason, tag, upcoming, current, past, days,
  ]

  private var predicate = TripPredicate()
  private let period: PeriodExpression?
  private let from: DateExpression?
  private let to: DateExpression?

  /// - Parameters:
  ///   - texts: more search terms.
  ///   - searchesTrips: whether the command searches trips, rather than items or stays.
  init(
    _ arguments: ParsedArguments, texts: [String] = [], searchesTrips: Bool = true
  ) throws(UsageError) {
    from = try arguments.value(Self.from)
    to = try arguments.value(Self.to)
    period = try arguments.value(Self.period)
    let types: [TripType] = arguments.all([
      (Self.business, .business), (Self.personal, .personal), (Self.plain, .plain),
    ])
    predicate.types = types.isEmpty ? nil : types
    predicate.phases = arguments.all([
      (Self.upcoming, .upcoming), (Self.current, .current), (Self.past, .past),
    ])
    if searchesTrips { predicate.searches = try arguments.values(Self.search) + texts }
    predicate.fieldSearches =
      try Self.texts(Self.name, .name, arguments)
      + Self.texts(Self.destination, .destination, arguments)
    predicate.tags = try arguments.values(Self.tag)
    predicate.reasons = try PersonalTrip.Reason.allCases.filter(
      arguments.values(Self.reason).contains)
  }

  /// Empty strings are ignored.
  private static func texts(
    _ option: Option<String>, _ field: FieldSearch.Field, _ arguments: ParsedArguments
  ) throws(UsageError) -> [FieldSearch] {
    try arguments.values(option).filter { !$0.isEmpty }.map { FieldSearch(field, $0) }
  }

  /// A message about an empty result: `no matching trip contains 'zoo'`.
  func nothing(that verb: String = "matches", _ kind: String = "matching") -> String {
    let conditions =
      predicate.searches.map { "contains '\($0)'" }
      + predicate.fieldSearches.map { "has '\($0.text)' in its \($0.field)" }
      + predicate.tags.map { "has the tag '\($0)'" }
    if conditions.isEmpty { return "no trip \(verb)" }
    return "no \(kind) trip \(conditions.joined(separator: " and "))"
  }

  /// A fetch of the trips that match the options on this day.
  func descriptor(in context: Context) throws -> FetchDescriptor {
    var descriptor = FetchDescriptor()
    descriptor.predicate = predicate
    if !predicate.phases.isEmpty { descriptor.predicate.today = try context.today() }
    (descriptor.predicate.from, descriptor.predicate.to) = try bounds(in: context)
    return descriptor
  }

  /// The days within `--from`, `--to` and `--in`; nil if none of them is given.
  func days(in context: Context) throws -> ClosedRange<CalendarDate>? {
    let bounds = try bounds(in: context)
    if bounds.from == nil, bounds.to == nil { return nil }
    let from = bounds.from ?? .first
    let to = bounds.to ?? .last
    guard from <= to else {
      throw UsageError.invalidValue(
        period?.description ?? "", of: Self.period.declaration.name,
        reason: "'--from' and '--to' exclude all its days")
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
        to.description, of: "--to", reason: "it is before '--from' \(from)")
    }
    guard let period else { return (from, to) }
    let days = try Self.period.days(period, today: context.today())
    return (max(from ?? .first, days.lowerBound), min(to ?? .last, days.upperBound))
  }
}
