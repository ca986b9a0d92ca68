import TripsCore

/// Prints the current or next trip, for a prompt or a status bar.
enum NextCommand: Command {
  static let format = Option(
    "--format", "FORMAT",
    "'waybar', or text with {id} {uid} {name} {destination} {start} {end} {days} {nights} {type} "
      + "{stay} {countdown}"
  ) { try NextFormat($0) }
  static let limit = Option("--limit", counting: "at most N trips (default: 1)")

  static let columnNames: [String]? = TripField.names
  static let declaration = CommandDeclaration(
    "Print the current or next trip",
    discussion: """
      Prints the trip that includes today (of several, the one that began last), or the next one, \
      with the time until it starts. \
      '--format' prints a line for a prompt or a status bar instead, in which {stay} is the stay \
      of the coming night. If nothing is planned, nothing is printed.
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
    let ofReports: [any DeclaredOption] = [
      GlobalOptions.json, GlobalOptions.columns, GlobalOptions.csv,
    ]
    for option in ofReports { try arguments.refuse(Self.format, with: option) }
    let today = try context.today()
    let descriptor = try filters.descriptor(in: context)
    let store = try context.openStore(.reading)
    let trips = try store.fetchNext(descriptor, today: today, limit: limit ?? 1)
    context.noteMissing(store)
    guard let format else {
      try TripListing(in: context, today: today).write(trips)
      if trips.isEmpty, !store.isMissing {
        context.noteNothing(filters.nothing(that: "is planned", "planned"))
      }
      return
    }
    for trip in trips { try context.output.write(format.line(trip, today) + "\n") }
  }
}
