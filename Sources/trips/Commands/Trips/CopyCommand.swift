import TripsCore

/// Copies a trip to another start.
enum CopyCommand: Command {
  static let start = Option(
    "--start", "DATE", isRequired: true, completes: .date,
    "the first day: 2027-05-01, a weekday, or +1y after that of the trip"
  ) { try DateExpression($0) }
  static let name = Option("--name", "NAME", "the name of the copy") {
    try StoredText.name.required($0)
  }

  static let columnNames: [String]? = TripField.names
  static let declaration = CommandDeclaration(
    "Copy a trip to other dates",
    discussion: """
      Plans a trip again on other dates. The copy has the same length, notes, items, stays and \
      costs, with the dates shifted; nothing in it is done, reserved, confirmed or paid, and no \
      booking has a reference.
      """,
    arguments: [.trip],
    options: [start, name, Confirmation.dryRun],
    examples: ["trips copy Paris --start 2028-05-01", "trips copy Rome --start +1y"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let reference = try arguments.tripReference()
    let start = try arguments.required(Self.start)
    let name = try arguments.value(Self.name)
    let first: CopyStart =
      if let offset = start.offset {
        .after(offset)
      } else {
        .on(try Self.start.day(start, today: context.today()))
      }
    let store = try context.openStore(.writing)
    try context.print(added: store.copy(reference, start: first, name: name))
  }
}
