import TripsCore

/// What `trips` alone shows on a terminal: the current trip from today on, or the next ones.
enum StartCommand: Command {
  /// The next trip and ten more, which can be read at a glance.
  private static let count = 11

  static let declaration = CommandDeclaration("Show the current trip, or the next ones")

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    var context = context
    // Messages name a command that can be typed.
    context.commandName = "list"
    let today = try context.today()
    let store = try context.openStore(.reading)
    let trips = try store.fetchNext(FetchDescriptor(), today: today, limit: Self.count)
    guard let next = trips.first else {
      let hasTrips = try store.fetchCount(FetchDescriptor()) > 0
      return try context.output.write(hasTrips ? Self.nothingPlanned : Self.noTrips)
    }
    if next.startDate <= today {
      return try PlanReport(plan: TripPlan(next), today: today, from: today).write(in: context)
    }
    try TripListing(in: context, today: today).write(trips)
  }

  private static let noTrips = """
    There are no trips yet. Add one:
      trips add   (prompts for the details)
      trips add Paris --start fri --end 3d
    'trips help' shows all commands.

    """

  private static let nothingPlanned = """
    Nothing is planned. 'trips add' adds a trip, 'trips list' shows the past ones.

    """
}
