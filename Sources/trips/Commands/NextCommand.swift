import TripsCore

/// Prints the trip that runs or comes first, for a prompt or a status bar.
struct NextCommand: Command {
  static let format = Option(
    "--format", "FORMAT",
    "'waybar', or a text with {name} {destination} {start} {end} {days} {type} {countdown}"
  ) { try NextFormat($0) }

  static let jsonFields: FieldKind? = TripField.self
  static let declaration = CommandDeclaration(
    "Print the trip that runs or comes first, in one line",
    discussion: "If nothing is planned it prints nothing.",
    options: [format, TimeTravel.options],
    examples: ["trips next", "trips next --format '{name} {countdown}'"])

  private let format: NextFormat
  private let isFormatted: Bool

  init(_ arguments: ParsedArguments) throws {
    format = try arguments.value(Self.format) ?? .standard
    isFormatted = arguments.isSet(Self.format)
  }

  func run(in context: Context) throws {
    let fields = try context.globals.tripFields()
    if fields != nil, isFormatted { throw UsageError.conflict("--format", "--json") }
    let today = try context.today()
    var descriptor = FetchDescriptor()
    descriptor.predicate.from = today
    descriptor.fetchLimit = 1
    descriptor.relationshipsForPrefetching = TripField.relationships(of: fields ?? [])
    let trip = try context.openStore(.reading).fetch(Trip.self, descriptor).first
    guard let trip else { return }
    if let fields {
      try context.output.writeJSON { $0.trip(trip, fields: fields) }
    } else {
      try context.output.write(format.line(for: trip, today: today) + "\n")
    }
  }
}
