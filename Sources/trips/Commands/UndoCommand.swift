import TripsCore

/// Takes the newest change back.
struct UndoCommand: Command {
  static let dryRun = Flag("--dry-run", "say what would happen, and change nothing")

  static let declaration = CommandDeclaration(
    "Take the newest transaction back, whoever wrote it",
    discussion: """
      Called again it walks further back. It is itself a transaction, which 'trips redo' takes back. \
      Where a row is not as the transaction left it, nothing is changed.
      """,
    options: [dryRun], examples: ["trips undo", "trips undo --dry-run"])

  private let isDryRun: Bool

  init(_ arguments: ParsedArguments) throws {
    isDryRun = arguments.isSet(Self.dryRun)
  }

  func run(in context: Context) throws {
    let outcome = try context.openStore(.writing).undo(dryRun: isDryRun)
    try UndoReport(context).print(outcome, verb: isDryRun ? "Would undo" : "Undid")
    if !isDryRun { context.reporter.hint("'\(context.commandLine("redo"))' brings it back") }
  }
}
