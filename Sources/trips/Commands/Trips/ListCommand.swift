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

  static let columnNames: [String]? = TripField.names
  static let declaration = CommandDeclaration(
    "List trips",
    discussion: """
      Lists the trips that match every filter. Filters of one sort are alternatives: several \
      kinds, several reasons, or several of '--upcoming', '--current' and '--past'. Each TEXT is \
      one more '--search'.
      """,
    arguments: [ArgumentDeclaration("TEXT", .any, "text to search for, like '--search'")],
    options: [
      TripFilters.options, sort, reverse, limit, offset,
      count, TimeTravel.at,
    ],
    examples: [
      "trips list zurich museum", "trips list --personal --destination paris",
      "trips list --upcoming --limit 5",
      "trips list --in 2027 --json --columns id,name,days",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let filters = try TripFilters(arguments, texts: arguments.words)
    var descriptor = FetchDescriptor()
    descriptor.sortBy = try arguments.value(Self.sort) ?? .start
    descriptor.isReversed = arguments.isSet(Self.reverse)
    descriptor.fetchLimit = try arguments.value(Self.limit)
    descriptor.fetchOffset = try arguments.value(Self.offset) ?? 0
    try arguments.refuse(Self.count, with: GlobalOptions.csv)
    try arguments.refuse(Self.count, with: GlobalOptions.columns)
    descriptor.predicate = try filters.descriptor(in: context).predicate
    let store = try context.openStore(.reading)
    if arguments.isSet(Self.count) {
      let count = try store.fetchCount(descriptor)
      context.noteMissing(store)
      return try context.output.write("\(count)\n")
    }
    let count = try TripListing(in: context).write(descriptor, of: store)
    if count == 0, !store.isMissing { context.noteNothing(filters.nothing()) }
  }
}
