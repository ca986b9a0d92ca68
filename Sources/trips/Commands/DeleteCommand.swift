import TripsCore

/// Deletes trips with their items and stays.
enum DeleteCommand: Command {
  static let yes = Flag("--yes", short: "y", "do not ask before several trips are changed")

  static let jsonFields: FieldKind? = TripField.self
  static let declaration = CommandDeclaration(
    "Delete trips with their bucket lists and stays",
    arguments: [.trips(.many)],
    options: [yes],
    examples: ["trips delete Paris", "trips delete 3 4 5 --yes"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    var references = try arguments.words.map { try ParsedArguments.tripReference($0) }
    let fields = try context.globals.fields(of: TripField.self)
    let store = try context.openStore(.writing)
    if references.count > 1, !arguments.isSet(Self.yes) {
      let trips = try store.trips(references, for: .writing)
      if trips.count > 1 { try context.confirm("Delete", "deleting", trips) }
      references = trips.map { TripReference(String($0.id)) }
    }
    let trips = try store.delete(references)
    if let fields {
      try context.output.writeJSON(trips, fields: fields)
    } else if context.terminal.isOutput {
      for trip in trips {
        try context.print(line: "Deleted \(trip.summary)")
      }
    } else {
      try TripListing(in: context).write(trips)
    }
    context.hintUndo()
  }
}

extension Context {
  /// Asks for confirmation before several trips are changed.
  ///
  /// - Parameters:
  ///   - question: what happens to them: `Delete`.
  ///   - action: the same as part of an error: `deleting`.
  func confirm(_ question: String, _ action: String, _ trips: [Trip]) throws {
    let count = counted(trips.count, "trip")
    if Prompt(self) != nil {
      for trip in trips { try errorOutput.write("  " + SafeText.visible(trip.summary) + "\n") }
    }
    try confirm(question, action, count)
  }
}
