import TripsCore

/// Shows what changed, who changed it, and when.
enum HistoryCommand: Command {
  static let node = CommandNode(
    "history", HistoryCommand.self,
    [
      CommandNode("purge", HistoryPurgeCommand.self),
      CommandNode("consumers", HistoryConsumersCommand.self),
    ])

  static let since = Option(
    "--since", "WHEN", completes: .date,
    "only what came after a token or a transaction's number, or from a DATE on, oldest first"
  ) { try MomentExpression($0, expectsToken: true) }
  static let until = Option(
    "--until", "WHEN", completes: .date,
    "only up to a token, a transaction's number or the end of a DATE"
  ) { try MomentExpression($0, expectsToken: true) }
  static let entity = Option(
    "--entity", "ENTITY", arity: .many, oneOf: HistoryEntity.self,
    "only changes of these kinds: Trip (all trips), BusinessTrip, PersonalTrip, BucketListItem or "
      + "LivingAccommodation")
  static let trip = Option(
    "--trip", "TRIP", completes: .trip,
    "only this trip and what belongs to it; deleted trips and former names work too")
  static let notAuthor = Option(
    "--not-author", "NAME", "leave out the changes of an author, such as your own"
  ) { try StoredText.author.required($0) }
  static let limit = Option("--limit", counting: "at most N transactions")
  static let reverse = Flag("--reverse", "reverse the order")
  static let token = Flag("--token", "print the newest token and nothing else")
  static let consumer = Option(
    "--consumer", "NAME", "changes that this program has not acknowledged yet", parse: consumerName)
  static let acknowledge = Option(
    "--ack", "TOKEN", arity: .optional,
    "with --consumer: record as read what is shown and what a filter leaves out, or all up to TOKEN",
    parse: { $0 })
  static let reset = Flag("--reset", "with --consumer: start again at the newest token")
  static let forget = Flag("--forget", "with --consumer: stop tracking this consumer")

  static let jsonFields: FieldKind? = HistoryField.self
  static let declaration = CommandDeclaration(
    "Show what changed, who changed it, and when",
    discussion: """
      The newest transaction is shown first; with --since or --consumer, the oldest. The last \
      line is the token for the next --since: it covers what was shown, and no later commit is \
      missed or repeated. Transactions are in commit order, whatever the clock said: --since DATE \
      begins after the last one with an earlier time. --author NAME shows the changes of one \
      author; 'external' is any program that gives no author. --limit keeps the first ones in \
      the order shown. With --consumer and -q, nothing is printed if nothing is new.
      """,
    options: [
      since, until, entity, trip, notAuthor,
      limit, reverse, token, consumer,
      acknowledge, reset, forget,
    ],
    examples: [
      "trips history --trip Paris", "trips history --since \"$token\" --entity BusinessTrip --json",
      "trips history --consumer widget --ack",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let consumer = try arguments.value(Self.consumer)
    try refuseExclusions(arguments)
    // The consumer's own position, where it differs from what is shown.
    let readThrough = try arguments.value(Self.acknowledge).map { try HistoryToken($0) }
    let since = try arguments.value(Self.since)
    let until = try arguments.value(Self.until)
    var descriptor = HistoryDescriptor()
    descriptor.entities = try arguments.values(Self.entity)
    descriptor.trip = try arguments.value(Self.trip).map { try ParsedArguments.tripReference($0) }
    descriptor.author = try arguments.value(GlobalOptions.author)
    descriptor.excludedAuthors = try arguments.values(Self.notAuthor)
    descriptor.fetchLimit = try arguments.value(Self.limit)
    if arguments.isSet(Self.token) {
      try context.print(try context.openStore(.reading).historyToken())
    } else if let consumer, arguments.isSet(Self.reset) {
      let store = try context.openStore(.writing)
      let token = try store.historyToken()
      try store.acknowledge(token, byConsumer: consumer, isReset: true)
      try context.print(token)
    } else if let consumer, arguments.isSet(Self.forget) {
      if try !context.openStore(.writing).forgetConsumer(consumer) {
        context.reporter.note("there is no consumer '\(consumer)'")
      }
    } else if let consumer, let readThrough {
      try context.openStore(.writing).acknowledge(readThrough, byConsumer: consumer)
    } else {
      try show(
        descriptor, since: since, until: until, consumer: consumer, arguments, in: context)
    }
  }

  private static func refuseExclusions(_ arguments: ParsedArguments) throws(UsageError) {
    let ofConsumer: [any DeclaredOption] = [acknowledge, reset, forget]
    for option in ofConsumer { try arguments.refuse(option, without: consumer) }
    _ = try arguments.only(([token] + ofConsumer).map { ($0, true) })
    for option in [since, until] { try arguments.refuse(consumer, with: option) }
    // Newest first with older ones cut off: no token covers what was shown.
    if arguments.isSet(since) { try arguments.refuse(reverse, with: limit) }
    // Changes that a filter or limit left out at the newer end would count as read.
    try arguments.refuse(consumer, with: reverse)
  }

  private static func consumerName(_ text: String) throws -> String {
    do {
      return try StoredText.author.required(text)
    } catch {
      throw ValueError("use a name of at most 1000 bytes without control characters")
    }
  }

  private static func show(
    _ descriptor: HistoryDescriptor, since: MomentExpression?, until: MomentExpression?,
    consumer: String?, _ arguments: ParsedArguments, in context: Context
  ) throws {
    let store = try context.openStore(.reading)
    context.noteMissing(store)
    var descriptor = descriptor
    descriptor.since = try since.map {
      try store.historyToken(at: $0.moment(.beginning, in: context))
    }
    descriptor.until = try until.map { try store.historyToken(at: $0.moment(in: context)) }
    if let consumer { descriptor.since = try store.historyToken(ofConsumer: consumer) }
    let isOldestFirst = descriptor.since != nil || consumer != nil
    descriptor.newestFirst = isOldestFirst == arguments.isSet(Self.reverse)
    let token = try context.print(
      store.fetchHistory(descriptor),
      isSilentWhereEmpty: consumer != nil && context.globals.isQuiet)
    if let consumer, arguments.isSet(Self.acknowledge), !store.isMissing {
      // Only printed changes count as read.
      try context.output.flush()
      try context.openStore(.writing).acknowledge(token, byConsumer: consumer)
    }
  }
}
