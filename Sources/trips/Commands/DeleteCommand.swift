import TripsCore

/// Deletes trips with their items and stays.
enum DeleteCommand: Command {
  static let yes = Flag("--yes", short: "y", "do not ask before several trips are changed")

  static let columnNames: [String]? = TripField.names
  static let declaration = CommandDeclaration(
    "Delete trips with their bucket lists and stays",
    arguments: [.trips(.many)],
    options: [yes],
    examples: ["trips delete Paris", "trips delete 3 4 5 --yes"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    var references = try arguments.words.map { try ParsedArguments.tripReference($0) }
    let store = try context.openStore(.writing)
    if references.count > 1, !arguments.isSet(Self.yes) {
      let trips = try store.trips(references, for: .deleting)
      if trips.count > 1 { try confirm(trips, context) }
      references = trips.map { TripReference(String($0.id)) }
    }
    let (trips, transaction) = try store.delete(references)
    let undo = transaction.map { "undo: \(context.command("undo \($0)"))" }
    if context.globals.isJSON || !context.terminal.isOutput {
      try TripListing(in: context).write(trips)
      if let undo { try context.errorOutput.write(undo + "\n") }
    } else {
      for trip in trips { try context.print(line: "Deleted \(trip.summary)") }
      if let undo { try context.print(line: undo) }
    }
  }

  private static func confirm(_ trips: [Trip], _ context: Context) throws {
    let count = counted(trips.count, "trip")
    guard let prompt = Prompt(context) else {
      throw Refusal.needsConfirmation("deleting \(count) needs a confirmation")
    }
    for trip in trips {
      try context.errorOutput.write("  " + SafeText.visible(trip.summary) + "\n")
    }
    try prompt.confirm("Delete \(count)?")
  }
}
