import TripsCore

/// Undoes the newest transaction, or one by its number.
enum UndoCommand: Command {
  static let declaration = CommandDeclaration(
    "Undo the newest transaction",
    discussion: """
      Reverts the newest transaction; repeat it to go further back. With a number, only that \
      transaction is undone, and later calls of 'trips undo' skip it. Each value is put back if it \
      is still as the transaction left it; if one is not, the later transaction that changed it is \
      named and nothing is undone. 'trips redo' reverts the newest undo.
      """,
    arguments: [
      ArgumentDeclaration("N", .optional, "a transaction's number, as 'trips history' shows it")
    ], options: [TripOptions.dryRun],
    examples: ["trips undo", "trips undo --dry-run", "trips undo 12"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let number = try arguments.words.first.map { word in
      guard let number = Int64(word), number > 0, String(number) == word else {
        throw UsageError.invalidValue(
          word, of: "N", reason: "use the number of a transaction, as 'trips history' shows it")
      }
      return number
    }
    let isDryRun = arguments.isSet(TripOptions.dryRun)
    let store = try context.openStore(isDryRun ? .rehearsing : .writing)
    let outcome = try store.undo(number)
    try context.print(outcome, verb: isDryRun ? "Would undo" : "Undid")
  }
}
