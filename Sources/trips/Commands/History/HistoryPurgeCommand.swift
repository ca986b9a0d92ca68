import TripsCore

/// Deletes the oldest part of the history.
enum HistoryPurgeCommand: Command {
  static let before = Option(
    "--before", "DATE|TOKEN", isRequired: true, completes: .date,
    "delete history before DATE or a transaction's number, or up to and including TOKEN"
  ) { try MomentExpression($0) }

  static let columnNames: [String]? = columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Delete old history",
    discussion: """
      Deletes old transactions from the history to save space or for privacy. Trips are not \
      changed. Tokens from the purged part expire, and purged changes can no longer be undone.
      """,
    options: [before, Confirmation.options],
    examples: ["trips history purge --before 2026-01-01"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let before = try arguments.required(Self.before)
    if try before.isAfterToday(in: context) {
      throw UsageError.invalidValue(before.text, of: "--before", reason: "it is after today")
    }
    let moment = try before.moment(.beginning, in: context)
    let outcome = try context.confirmed { store, shown in
      try store.purgeHistory(before: moment, expecting: shown)
    } ask: { shown in
      guard shown.changes > 0 else { return }
      let what = counted(shown.transactions, "transaction")
      try context.confirm(
        "Purge \(what) of the history, which cannot be undone",
        "purging \(what) cannot be undone and")
    }
    try print(outcome, in: context)
  }

  private static func print(_ outcome: HistoryPurgeOutcome, in context: Context) throws {
    if context.globals.printsReport {
      try Report(columns, in: context).write([outcome])
    } else {
      let verb = context.globals.isDryRun ? "Would purge" : "Purged"
      let (transactions, changes) = (
        counted(outcome.transactions, "transaction"), counted(outcome.changes, "change")
      )
      try context.print(line: "\(verb) \(transactions) with \(changes)")
    }
  }

  private static var columns: [Column<HistoryPurgeOutcome>] {
    [
      Column("transactions", alignment: .right) { $1.number($0.transactions) },
      Column("changes", alignment: .right) { $1.number($0.changes) },
      Column("token") { $1.text($0.token.description) },
    ]
  }
}
