import TripsCore

/// Reverts the author's newest undo.
enum RedoCommand: Command {
  static let columnNames: [String]? = ChangeReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Revert your newest undo",
    discussion: """
      Brings back what your last 'trips undo' reverted, unless you have changed something since. \
      Repeat it to redo earlier undos.
      """,
    options: [Confirmation.dryRun], examples: ["trips redo"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let store = try context.openStore(.writing)
    try context.print(store.redo(), verb: context.globals.isDryRun ? "Would redo" : "Redid")
  }
}
