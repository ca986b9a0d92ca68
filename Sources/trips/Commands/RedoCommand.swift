import TripsCore

/// Reverts the last undo.
enum RedoCommand: Command {
  static let declaration = CommandDeclaration(
    "Redo the last undone transaction",
    discussion: "Repeat to go further, up to the first undo.",
    options: UndoCommand.options, examples: ["trips redo"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let isDryRun = arguments.isSet(TripOptions.dryRun)
    let store = try context.openStore(isDryRun ? .rehearsing : .writing)
    try store.warningsBeforeUndo().forEach(context.reporter.warning)
    let outcome = try store.redo()
    try context.print(
      outcome, verb: isDryRun ? "Would redo" : "Redid",
      isVerbose: arguments.isSet(UndoCommand.verbose))
  }
}
