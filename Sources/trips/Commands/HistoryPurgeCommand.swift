import TripsCore

/// Deletes the oldest part of the history.
enum HistoryPurgeCommand: Command {
  static let before = Option(
    "--before", "DATE|TOKEN", isRequired: true, completes: .date,
    "delete history before DATE or a transaction's number, or up to and including TOKEN"
  ) { try MomentExpression($0) }
  static let yes = Flag("--yes", short: "y", "do not ask")

  static let declaration = CommandDeclaration(
    "Delete old history",
    discussion: """
      Deletes old transactions from the history to save space or for privacy. Trips are not \
      changed. Tokens from the purged part expire, and purged changes can no longer be undone.
      """,
    options: [before, yes],
    examples: ["trips history purge --before 2026-01-01"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let before = try arguments.required(Self.before)
    if try before.isAfterToday(in: context) {
      throw UsageError.invalidValue(before.text, of: "--before", reason: "it is after today")
    }
    let asks = !arguments.isSet(Self.yes)
    var store = try context.openStore(asks ? .rehearsing : .writing)
    let moment = try before.moment(.beginning, in: context)
    if asks {
      let outcome = try store.purgeHistory(before: moment)
      if outcome.changes > 0 { try confirm(outcome, context) }
      store = try context.openStore(.writing)
    }
    try print(store.purgeHistory(before: moment), in: context)
  }

  private static func confirm(_ outcome: HistoryPurgeOutcome, _ context: Context) throws {
    let what = counted(outcome.transactions, "transaction")
    guard let prompt = Prompt(context) else {
      throw Refusal.needsConfirmation(
        "purging \(what) cannot be undone and needs a confirmation")
    }
    try prompt.confirm("Purge \(what) of the history? This cannot be undone")
  }

  private static func print(_ outcome: HistoryPurgeOutcome, in context: Context) throws {
    if context.globals.isJSON {
      try context.output.writeJSONObject { json in
        json.member("transactions", outcome.transactions)
        json.member("changes", outcome.changes)
        json.member("token", outcome.token.description)
      }
    } else {
      try context.print(
        line: "Purged \(counted(outcome.transactions, "transaction")) with "
          + counted(outcome.changes, "change"))
    }
  }
}
