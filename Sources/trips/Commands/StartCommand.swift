import TripsCore

/// What `trips` alone shows on a terminal: the current and next trips.
enum StartCommand: Command {
  /// As many as can be read at a glance.
  private static let count = 10

  static let declaration = CommandDeclaration("Show the next trips")

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    var context = context
    // Messages name a command that can be typed.
    context.commandName = "list"
    var descriptor = FetchDescriptor()
    descriptor.predicate.from = try context.today()
    let store = try context.openStore(.reading)
    let count = try store.fetchCount(descriptor)
    if count > 0 {
      descriptor.fetchLimit = Self.count
      let shown = try TripListing(in: context).write(descriptor, of: store)
      if count > shown {
        try context.print(
          line: "and \(count - shown) more: \(context.quoted("list --from today"))")
      }
      return
    }
    let hasTrips = try store.fetchCount(FetchDescriptor()) > 0
    try context.output.write(hasTrips ? Self.nothingPlanned : Self.noTrips)
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
