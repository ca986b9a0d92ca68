import TripsCore

/// Prints the current or next trip, for a prompt or a status bar.
enum NextCommand: Command {
  static let format = Option(
    "--format", "FORMAT",
    "'waybar', or text with {id} {uid} {name} {destination} {start} {end} {days} {nights} {type} "
      + "{stay} {countdown}"
  ) { try NextFormat($0) }
  static let limit = Option("--limit", counting: "how many trips, one line each (default: 1)")

  static let columnNames: [String]? = TripField.names
  static let declaration = CommandDeclaration(
    "Print the current or next trip in one line",
    discussion: """
      If nothing is planned, nothing is printed. JSON is one trip, or, with '--limit', an array. \
      {stay} is where the coming night is spent: before the trip its first night, on its last day \
      the last one.
      """,
    options: [format, limit, TripFilters.options, TimeTravel.at],
    examples: [
      "trips next", "trips next --format '{name} {countdown}'",
      "trips next --upcoming --personal --limit 3",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let filters = try TripFilters(arguments)
    let format = try arguments.value(Self.format)
    let limit = try arguments.value(Self.limit)
    try arguments.refuse(Self.format, with: GlobalOptions.json)
    try arguments.refuse(GlobalOptions.columns, without: GlobalOptions.json)
    let fields = context.globals.tripFields
    let today = try context.today()
    var descriptor = try filters.descriptor(in: context)
    descriptor.predicate.from = max(descriptor.predicate.from ?? today, today)
    descriptor.fetchLimit = limit ?? 1
    descriptor.relationshipsForPrefetching =
      context.globals.isJSON ? TripField.relationships(of: fields) : [.livingAccommodations]
    let store = try context.openStore(.reading)
    let trips = try store.fetch(Trip.self, descriptor)
    context.noteMissing(store)
    if trips.isEmpty, format == nil, !store.isMissing {
      context.noteNothing(filters.nothing(that: "is planned", "planned"))
    }
    guard context.globals.isJSON else {
      for trip in trips {
        let line = (format ?? .standard).line(trip, today)
        // A custom format is for other programs, even when it is tried out on a terminal.
        if format != nil {
          try context.output.write(line + "\n")
        } else {
          try context.print(line: line)
        }
      }
      return
    }
    if limit != nil {
      try context.output.writeJSON(trips, fields: fields)
    } else if let trip = trips.first {
      try context.output.writeJSON { $0.trip(trip, fields: fields) }
    }
  }
}
