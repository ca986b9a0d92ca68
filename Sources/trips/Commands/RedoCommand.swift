import TripsCore

/// Reverts the last undo.
enum RedoCommand: Command {
  static let declaration = CommandDeclaration(
    "Revert the newest undo",
    discussion: """
      Brings back what the last 'trips undo' reverted. Repeat it to redo earlier undos.
      """,
    options: [TripOptions.dryRun], examples: ["trips redo"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let isDryRun = arguments.isSet(TripOptions.dryRun)
    let store = try context.openStore(isDryRun ? .rehearsing : .writing)
    try context.print(store.redo(), verb: isDryRun ? "Would redo" : "Redid")
  }
}
