import TripsCore

/// Shows one trip with everything that belongs to it.
enum ShowCommand: Command {
  static let jsonFields: FieldKind? = TripField.self
  static let declaration = CommandDeclaration(
    "Show everything about a trip",
    arguments: [.trip], options: [TimeTravel.at],
    examples: ["trips show Paris", "trips show 3 --json"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let reference = try arguments.tripReference()
    let fields = try context.globals.fields(of: TripField.self)
    let today = try context.today()
    let store = try context.openStore(.reading)
    let trip = try store.trip(reference)
    if let fields {
      try context.output.writeJSON { $0.trip(trip, fields: fields) }
    } else {
      try TripDetails(trip: trip, today: today).fields.write(in: context)
    }
  }
}
