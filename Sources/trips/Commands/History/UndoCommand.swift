import TripsCore

/// Undoes the author's newest change, or a transaction by its number.
enum UndoCommand: Command {
  static let columnNames: [String]? = ChangeReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Undo your newest change",
    discussion: """
      Reverts your newest transaction, or that of '--author'; repeat it to go further back. Newer \
      ones by others are passed over and listed. With a number, only that transaction is undone, \
      whoever made it. A value is put back if it has not changed since; if one has, nothing is \
      undone, and the transaction that changed it is shown. 'trips redo' reverts the newest undo.
      """,
    arguments: [
      ArgumentDeclaration("N", .optional, "a transaction's number, as 'trips history' shows it")
    ], options: [Confirmation.dryRun],
    examples: ["trips undo", "trips undo --dry-run", "trips undo 12"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let number = try arguments.words.first.map { word in
      guard let number = Int64(word), number > 0, String(number) == word else {
        throw UsageError.invalidValue(
          word, of: "N", reason: "use the number of a transaction, as 'trips history' shows it")
      }
      return number
    }
    let store = try context.openStore(.writing)
    let outcome = try store.undo(number)
    try context.print(outcome, verb: context.globals.isDryRun ? "Would undo" : "Undid")
  }
}
