import TripsCore

/// Shows one trip with everything that belongs to it.
struct ShowCommand: Command {
  static let jsonFields: FieldKind? = TripField.self
  static let declaration = CommandDeclaration(
    "Show a trip with its notes, bucket list, stay and per diem",
    arguments: [.trip], options: TimeTravel.options,
    examples: ["trips show Paris", "trips show 3 --json"])

  private let reference: TripReference

  init(_ arguments: ParsedArguments) throws {
    reference = try arguments.tripReference()
  }

  func run(in context: Context) throws {
    let fields = try context.globals.tripFields()
    let today = try context.today()
    let trip = try context.openStore(.reading).trip(reference)
    if let fields {
      try context.output.writeJSON { $0.trip(trip, fields: fields) }
    } else {
      try TripDetails(trip, today: today).write(in: context)
    }
  }
}
