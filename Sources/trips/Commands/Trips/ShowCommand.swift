import TripsCore

/// Shows one trip with everything that belongs to it.
enum ShowCommand: Command {
  static let columnNames: [String]? = TripField.names
  static let declaration = CommandDeclaration(
    "Show everything about a trip",
    arguments: [.trip], options: [TimeTravel.at],
    examples: ["trips show Paris", "trips show 3 --json"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let reference = try arguments.tripReference()
    let today = try context.today()
    let trip = try context.openStore(.reading).trip(reference)
    if context.globals.isJSON {
      try context.output.writeJSON { $0.trip(trip, fields: context.globals.tripFields) }
    } else if context.globals.choosesRows {
      try TripListing(in: context).write([trip])
    } else {
      try TripDetails(trip: trip, today: today).fields.write(in: context)
    }
  }
}
