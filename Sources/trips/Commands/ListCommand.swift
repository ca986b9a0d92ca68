import TripsCore

/// Lists trips, filtered and sorted.
enum ListCommand: Command {
  static let sort = Option(
    "--sort", "KEY", oneOf: FetchDescriptor.SortKey.self,
    "start (the default), end, name, destination or id")
  static let reverse = Flag("--reverse", "reverse the order")
  static let limit = Option("--limit", counting: "at most N trips")
  static let offset = Option("--offset", counting: "skip the first N")
  static let count = Flag("--count", "print only the number of trips")
  static let csv = Flag("--csv", "print CSV with a header")

  static let jsonFields: FieldKind? = TripField.self
  static let declaration = CommandDeclaration(
    "List trips",
    discussion: """
      Each TEXT is one more '--search'. Several kinds match any of them, as do several reasons, \
      and several of upcoming, current and past; otherwise a trip must match every filter. On a \
      terminal it prints a table, elsewhere the same columns separated by tabs, without a header.
      """,
    arguments: [ArgumentDeclaration("TEXT", .any, "a text to search for, as '--search' does")],
    options: [
      TripFilters.options, sort, reverse, limit, offset,
      count, csv, TimeTravel.at,
    ],
    examples: [
      "trips list zurich museum", "trips list --personal --destination paris",
      "trips list --upcoming --limit 5",
      "trips list --in 2027 --json id,name,days",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let filters = try TripFilters(arguments, texts: arguments.words)
    var descriptor = FetchDescriptor()
    descriptor.sortBy = try arguments.value(Self.sort) ?? .start
    descriptor.isReversed = arguments.isSet(Self.reverse)
    descriptor.fetchLimit = try arguments.value(Self.limit)
    descriptor.fetchOffset = try arguments.value(Self.offset) ?? 0
    try arguments.refuse(Self.count, with: Self.csv)
    try arguments.refuse(Self.csv, with: GlobalOptions.json)
    descriptor.predicate = try filters.descriptor(in: context).predicate
    if let fields = context.globals.fieldNames,
      let word = arguments.words.first(where: { TripField(rawValue: $0) != nil })
    {
      context.reporter.hint(
        "'\(word)' is a text to search for here; '--json \(fields),\(word)' names another field")
    }
    let store = try context.openStore(.reading)
    if arguments.isSet(Self.count) {
      let count = try store.fetchCount(descriptor)
      context.noteMissing(store)
      return try context.output.write("\(count)\n")
    }
    let asCSV = arguments.isSet(Self.csv)
    let count = try write(descriptor, of: store, asCSV: asCSV, in: context)
    if count == 0, !store.isMissing { context.noteNothing(filters.nothing()) }
  }

  /// - Returns: the number of trips.
  private static func write(
    _ descriptor: FetchDescriptor, of store: Store, asCSV: Bool, in context: Context
  ) throws -> Int {
    if let fields = try context.globals.fields(of: TripField.self) {
      let rows = try store.render(descriptor, as: .json(fields))
      context.noteMissing(store)
      try TripDocument(arrayOf: rows).withPieces { try context.output.write(bytes: $0) }
      return rows.count
    }
    guard asCSV else { return try TripListing(in: context).write(descriptor, of: store) }
    let document = try store.export(descriptor, as: .csv)
    context.noteMissing(store)
    try document.withPieces { try context.write(document: $0) }
    return document.rows.count
  }
}
