import TripsCore

/// Compares two states of the store.
enum DiffCommand: Command {
  static let declaration = CommandDeclaration(
    "Show what changed between two states of the store",
    discussion: """
      Shows net changes, trip by trip; changes that were reverted are left out. Without a second \
      WHEN, the first is compared with now. In a pipe, each line has the trip's id and name, the \
      kind of change, the entity, its id and name, and a property with its old and new value.
      """,
    arguments: [
      ArgumentDeclaration("WHEN", "the state to compare from", completes: .date),
      ArgumentDeclaration("WHEN", .optional, "the state to compare to", completes: .date),
    ],
    examples: ["trips diff yesterday", "trips diff 12 15", "trips diff 2026-11-01 --json"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let places = try arguments.words.map { word in
      try UsageError.naming(word, of: "WHEN") { try MomentExpression(word) }
    }
    let old = try store(at: places[0].moment(in: context), in: context)
    context.noteMissing(old)
    let new = try places.dropFirst().first.map {
      try store(at: $0.moment(in: context), in: context)
    }
    let differences = old.isMissing ? [] : try old.difference(to: new)
    if differences.isEmpty, !old.isMissing { context.noteNothing("no differences") }
    try context.print(differences)
  }

  private static func store(at moment: HistoryMoment, in context: Context) throws -> Store {
    var context = context
    context.moment = moment
    return try context.openStore(.reading)
  }
}
