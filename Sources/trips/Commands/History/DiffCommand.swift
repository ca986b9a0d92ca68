import TripsCore

/// Compares two states of the store.
enum DiffCommand: Command {
  static let columnNames: [String]? = ChangeReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Show what changed between two states of the store",
    discussion: """
      Shows the net changes between two states, trip by trip; changes that were reverted are left \
      out. Without a second WHEN, the first state is compared with the present.
      """,
    arguments: [
      ArgumentDeclaration("WHEN", "the state to compare from", completes: .date),
      ArgumentDeclaration("WHEN", .optional, "the state to compare to", completes: .date),
    ],
    examples: ["trips diff yesterday", "trips diff 12 15", "trips diff 2026-11-01 --json"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let expressions = try arguments.words.map { word in
      try UsageError.naming(word, of: "WHEN") { try MomentExpression(word) }
    }
    let moments = try expressions.map { try $0.moment(in: context) }
    let store = try context.openStore(.reading)
    context.noteMissing(store)
    let differences =
      store.isMissing
      ? [] : try store.difference(from: moments[0], to: moments.dropFirst().first)
    if differences.isEmpty, !store.isMissing { context.noteNothing("no differences") }
    try context.print(differences)
  }
}
