import TripsCore

/// Takes the newest transaction back, or one by its number.
enum UndoCommand: Command {
  static let dryRun = Flag("--dry-run", "say what would happen, and change nothing")

  static let declaration = CommandDeclaration(
    "Take the newest transaction back, whoever wrote it",
    discussion: """
      Called again it walks further back. With a number it takes that transaction back alone. An undo \
      is itself a transaction, which 'trips redo' takes back. Where a later change stands on the \
      transaction, it is named and nothing is changed.
      """,
    arguments: [
      ArgumentDeclaration("N", .optional, "a transaction's number, as 'trips history' shows it")
    ], options: [dryRun], examples: ["trips undo", "trips undo --dry-run", "trips undo 12"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let number = try arguments.words.first.map { word in
      guard let number = Int64(word), number > 0, String(number) == word else {
        throw UsageError.invalidValue(
          word, of: "N", reason: "use the number of a transaction, as 'trips history' shows it")
      }
      return number
    }
    let isDryRun = arguments.isSet(Self.dryRun)
    let store = try context.openStore(isDryRun ? .rehearsing : .writing)
    try store.warningsBeforeUndo().forEach(context.reporter.warning)
    let outcome = try store.undo(number)
    try context.print(outcome, verb: isDryRun ? "Would undo" : "Undid")
    if outcome.transaction.command == "sync" {
      context.reporter.note("the next sync with that folder brings this to the calendar")
    }
    if !isDryRun { context.reporter.hint("\(context.quoted("redo")) brings it back") }
  }
}
