import TripsCore

/// The options that say which trips a command is about, for every command that reads several.
struct TripFilters {
  static let business = Flag("--business", "business trips")
  static let personal = Flag("--personal", "personal trips")
  static let plain = Flag("--plain", "trips that are neither")
  static let search = Option("--search", "TEXT", "name or destination contains the text")
  static let upcoming = Flag("--upcoming", "trips that have not begun")
  static let current = Flag("--current", "trips that run today")
  static let past = Flag("--past", "trips that have ended")
  static let from = Option(
    "--from", "DATE", completes: .date, "trips that have a day on or after this one"
  ) {
    try DateExpression($0)
  }
  static let to = Option(
    "--to", "DATE", completes: .date, "trips that have a day on or before this one"
  ) {
    try DateExpression($0)
  }

  static let options: OptionGroup = [
    business, personal, plain, search, upcoming, current, past, from, to,
  ]

  private var predicate = TripPredicate()
  private let from: DateExpression?
  private let to: DateExpression?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    from = try arguments.value(Self.from)
    to = try arguments.value(Self.to)
    predicate.types = Self.types(arguments)
    predicate.phases = Self.phases(arguments)
    predicate.search = try arguments.value(Self.search) ?? ""
  }

  private static func types(_ arguments: ParsedArguments) -> [TripType]? {
    let pairs: [(Flag, TripType)] = [(business, .business), (personal, .personal), (plain, .trip)]
    let types = pairs.filter { arguments.isSet($0.0) }.map { $0.1 }
    return types.isEmpty ? nil : types
  }

  private static func phases(_ arguments: ParsedArguments) -> [TripPredicate.Phase] {
    let pairs: [(Flag, TripPredicate.Phase)] = [
      (upcoming, .upcoming), (current, .current), (past, .past),
    ]
    return pairs.filter { arguments.isSet($0.0) }.map { $0.1 }
  }

  /// The condition that the options describe on this day.
  func predicate(in context: Context) throws -> TripPredicate {
    var predicate = predicate
    if !predicate.phases.isEmpty { predicate.today = try context.today() }
    predicate.from = try from.map { try Self.from.day($0, today: context.today()) }
    predicate.to = try to.map { try Self.to.day($0, today: context.today()) }
    if let from = predicate.from, let to = predicate.to, to < from {
      throw UsageError.invalidValue(
        to.description, of: "--to", reason: "it lies before '--from' \(from)")
    }
    return predicate
  }
}
