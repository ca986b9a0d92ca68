import TripsCore

/// Copies a trip to another start.
enum CopyCommand: Command {
  static let start = Option(
    "--start", "DATE", isRequired: true, completes: .date,
    "its first day: 2027-05-01, today, +10d or a weekday"
  ) { try DateExpression($0) }
  static let name = Option("--name", "NAME", "the name of the copy") {
    try StoredText.name.required($0)
  }

  static let columnNames: [String]? = TripField.names
  static let declaration = CommandDeclaration(
    "Copy a trip to other dates",
    discussion: """
      Plans a trip again on other dates. The copy has the same length, notes, items and stays, \
      with their dates shifted; nothing in it is done, reserved or confirmed.
      """,
    arguments: [.trip],
    options: [start, name],
    examples: ["trips copy Paris --start 2028-05-01"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let reference = try arguments.tripReference()
    let start = try arguments.required(Self.start)
    let name = try arguments.value(Self.name)
    let day = try Self.start.day(start, today: context.today())
    let store = try context.openStore(.writing)
    let outcome = try store.copy(reference, startDate: day, name: name)
    try context.print(outcome, verb: "Added")
  }
}
