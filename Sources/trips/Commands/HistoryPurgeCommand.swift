import TripsCore

/// Deletes the oldest part of the history.
struct HistoryPurgeCommand: Command {
  static let before = Option(
    "--before", "DATE|TOKEN", completes: .date, "up to this day (UTC), or all that the token knows",
    parse: { $0 })
  static let force = Flag("--force", "also what a consumer has not read yet")
  static let dryRun = Flag("--dry-run", "say what would be deleted, and change nothing")

  static let declaration = CommandDeclaration(
    "Delete old history",
    discussion: """
      Trips are not touched. Tokens from before the end of the purge expire, and what is purged \
      cannot be undone any more. It stops at what a consumer has not read yet, unless it is forced.
      """,
    options: [before, force, dryRun],
    examples: ["trips history purge --before 2026-01-01"])

  private enum Limit {
    case day(DateExpression)
    case token(HistoryToken)
  }

  private let limit: Limit
  private let isForced: Bool
  private let isDryRun: Bool

  init(_ arguments: ParsedArguments) throws {
    guard let text = try arguments.value(Self.before) else {
      throw UsageError.missingOption("--before DATE|TOKEN")
    }
    limit = try Self.limit(text)
    isForced = arguments.isSet(Self.force)
    isDryRun = arguments.isSet(Self.dryRun)
  }

  private static func limit(_ text: String) throws -> Limit {
    if text.hasPrefix("h1.") { return .token(try HistoryToken(text)) }
    do {
      return .day(try DateExpression(text))
    } catch {
      throw UsageError.invalidValue(text, of: "--before", reason: "\(error), or a token")
    }
  }

  func run(in context: Context) throws {
    let limit: HistoryPurgeLimit
    switch self.limit {
    case .token(let token): limit = .token(token)
    case .day(let day):
      let option = Option("--before", "DATE", "") { try DateExpression($0) }
      limit = .day(try option.day(day, today: context.today()))
    }
    let store = try context.openStore(.writing)
    let outcome = try store.purgeHistory(before: limit, force: isForced, dryRun: isDryRun)
    try print(outcome, in: context)
  }

  private func print(_ outcome: HistoryPurgeOutcome, in context: Context) throws {
    if context.globals.json != nil {
      try context.output.writeJSON { json in
        json.object { json in
          json.key("transactions")
          json.value(Int64(outcome.transactions))
          json.key("changes")
          json.value(Int64(outcome.changes))
          json.key("token")
          json.value(outcome.token.description)
        }
      }
    } else if context.terminal.isOutput {
      let verb = isDryRun ? "Would purge" : "Purged"
      try context.output.write(
        "\(verb) \(counted(outcome.transactions, "transaction")) with "
          + "\(counted(outcome.changes, "change"))\n")
    } else {
      try context.output.write("\(outcome.transactions)\t\(outcome.changes)\n")
    }
    guard let slowest = outcome.slowest else { return }
    if isForced {
      context.reporter.warning("the consumer '\(slowest.name)' had not read all of it")
    } else {
      context.reporter.warning(
        "the consumer '\(slowest.name)' has not read the rest; "
          + "'--force' purges it, and the consumer must begin anew")
    }
  }
}
