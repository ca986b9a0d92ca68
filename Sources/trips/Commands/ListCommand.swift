import TripsCore

/// Lists trips, filtered and sorted.
struct ListCommand: Command {
  static let business = Flag("--business", "business trips")
  static let personal = Flag("--personal", "personal trips")
  static let plain = Flag("--plain", "trips that are neither")
  static let search = Option("--search", "TEXT", "name or destination contains the text")
  static let upcoming = Flag("--upcoming", "trips that have not begun")
  static let current = Flag("--current", "trips that run today")
  static let past = Flag("--past", "trips that have ended")
  static let from = Option("--from", "DATE", "trips that have a day on or after this one") {
    try DateExpression($0)
  }
  static let to = Option("--to", "DATE", "trips that have a day on or before this one") {
    try DateExpression($0)
  }
  static let sort = Option(
    "--sort", "KEY", oneOf: FetchDescriptor.SortKey.self,
    "start (the default), end, name, destination or id")
  static let reverse = Flag("--reverse", "the other way round")
  static let limit = Option("--limit", "N", "at most so many", parse: ListCommand.count)
  static let offset = Option("--offset", "N", "leave out the first so many", parse: count)
  static let count = Flag("--count", "print only how many there are")
  static let csv = Flag("--csv", "print CSV with a header")

  static let declaration = CommandDeclaration(
    "list", aliases: ["ls"], "List trips",
    discussion: """
      Several kinds, and several of upcoming, current and past, mean any of them; all other filters \
      must hold together. On a terminal it prints a table, elsewhere the same columns separated by \
      tabs, without a header.
      """,
    options: [
      business.declaration, personal.declaration, plain.declaration, search.declaration,
      upcoming.declaration, current.declaration, past.declaration, from.declaration,
      to.declaration, sort.declaration, reverse.declaration, limit.declaration,
      offset.declaration, count.declaration, csv.declaration,
    ],
    examples: [
      "trips list --personal --search paris", "trips list --upcoming --limit 5",
      "trips list --from 2027-01-01 --to 2027-12-31 --json id,name,days",
    ])

  private static func count(_ text: String) throws -> Int {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    guard isNumber, let count = Int(text) else { throw ValueError("use a whole number from 0") }
    return count
  }

  private let arguments: ParsedArguments
  private var descriptor = FetchDescriptor()
  private let from: DateExpression?
  private let to: DateExpression?

  init(_ arguments: ParsedArguments) throws {
    self.arguments = arguments
    from = try arguments.value(Self.from)
    to = try arguments.value(Self.to)
    descriptor.sortBy = try arguments.value(Self.sort) ?? .start
    descriptor.isReversed = arguments.isSet(Self.reverse)
    descriptor.fetchLimit = try arguments.value(Self.limit)
    descriptor.fetchOffset = try arguments.value(Self.offset) ?? 0
    descriptor.predicate.types = Self.types(arguments)
    descriptor.predicate.phases = Self.phases(arguments)
    descriptor.predicate.search = try arguments.value(Self.search) ?? ""
    try arguments.refuseBoth(Self.count, Self.csv)
  }

  private static func types(_ arguments: ParsedArguments) -> Set<TripType>? {
    let pairs: [(Flag, TripType)] = [(business, .business), (personal, .personal), (plain, .trip)]
    let types = pairs.filter { arguments.isSet($0.0) }.map(\.1)
    return types.isEmpty ? nil : Set(types)
  }

  private static func phases(_ arguments: ParsedArguments) -> Set<TripPredicate.Phase> {
    let pairs: [(Flag, TripPredicate.Phase)] = [
      (upcoming, .upcoming), (current, .current), (past, .past),
    ]
    return Set(pairs.filter { arguments.isSet($0.0) }.map(\.1))
  }

  func run(in context: Context) throws {
    let fields = try context.globals.tripFields()
    if fields != nil, arguments.isSet(Self.csv) {
      throw UsageError.conflict("--csv", "--json")
    }
    let descriptor = try completeDescriptor(context, fields)
    let store = try context.openStore(.reading)
    context.noteMissing(store)
    if arguments.isSet(Self.count) {
      return try context.output.write("\(try store.fetchCount(descriptor))\n")
    }
    let trips = try store.fetch(Trip.self, descriptor)
    if let fields {
      try context.output.writeJSON { json in
        json.lines(trips) { json, trip in json.trip(trip, fields: fields) }
      }
    } else if arguments.isSet(Self.csv) {
      try writeCSV(trips, to: context.output)
    } else {
      try TripTable(trips).write(in: context)
    }
  }

  private func completeDescriptor(
    _ context: Context, _ fields: [TripField]?
  ) throws -> FetchDescriptor {
    var descriptor = descriptor
    if !descriptor.predicate.phases.isEmpty { descriptor.predicate.today = try context.today() }
    descriptor.predicate.from = try day(from, Self.from, context)
    descriptor.predicate.to = try day(to, Self.to, context)
    if let from = descriptor.predicate.from, let to = descriptor.predicate.to, to < from {
      throw UsageError.invalidValue(
        to.description, of: "--to", reason: "it lies before '--from' \(from)")
    }
    if let fields, !arguments.isSet(Self.count) {
      descriptor.relationshipsForPrefetching = TripField.relationships(of: fields)
    }
    return descriptor
  }

  private func day(
    _ expression: DateExpression?, _ option: Option<DateExpression>, _ context: Context
  ) throws -> CalendarDate? {
    try expression.map { try option.day($0, today: context.today()) }
  }

  private func writeCSV(_ trips: [Trip], to channel: OutputChannel) throws {
    var csv = CSVWriter()
    csv.row(CSVWriter.tripColumns)
    for trip in trips { csv.trip(trip) }
    try channel.write(bytes: csv.bytes)
  }
}
