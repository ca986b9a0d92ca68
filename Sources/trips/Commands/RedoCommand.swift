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
    options: [TripOptions.dryRun, GlobalOptions.csvOptions], examples: ["trips redo"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let isDryRun = arguments.isSet(TripOptions.dryRun)
    let store = try context.openStore(isDryRun ? .rehearsing : .writing)
    try context.print(store.redo(), verb: isDryRun ? "Would redo" : "Redid")
  }
}
