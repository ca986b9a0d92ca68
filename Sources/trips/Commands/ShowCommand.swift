import TripsCore

/// Shows one trip with everything that belongs to it.
struct ShowCommand: Command {
  static let perdiem = Flag("--perdiem", "what each day brings, and the sum as an estimate")
  static let csv = Flag("--csv", "with '--perdiem': print CSV with a header")

  static let jsonFields: FieldKind? = TripField.self
  static let declaration = CommandDeclaration(
    "Show a trip with its bucket list, stay and per diem",
    arguments: [.trip], options: [perdiem, csv, TimeTravel.options],
    examples: ["trips show Paris", "trips show 3 --json", "trips show Berlin --perdiem --csv"])

  private let reference: TripReference
  private let showsPerDiem: Bool
  private let asCSV: Bool

  init(_ arguments: ParsedArguments) throws {
    reference = try arguments.tripReference()
    showsPerDiem = arguments.isSet(Self.perdiem)
    asCSV = arguments.isSet(Self.csv)
    if asCSV, !showsPerDiem { throw UsageError.needs("--csv", "--perdiem") }
  }

  func run(in context: Context) throws {
    let fields = try context.globals.tripFields()
    let today = try context.today()
    let trip = try context.openStore(.reading).trip(reference)
    if showsPerDiem {
      guard fields == nil else { throw UsageError.conflict("--perdiem", "--json") }
      return try PerDiemTable(trip).write(asCSV: asCSV, in: context)
    }
    if let fields {
      try context.output.writeJSON { $0.trip(trip, fields: fields) }
    } else {
      try TripDetails(trip, today: today).write(in: context)
    }
  }
}
