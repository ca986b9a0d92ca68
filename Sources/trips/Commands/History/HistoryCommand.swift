import TripsCore

/// Shows what changed, who changed it, and when.
enum HistoryCommand: Command {
  static let node = CommandNode(
    "history", HistoryCommand.self, [CommandNode("purge", HistoryPurgeCommand.self)])

  static let since = Option(
    "--since", "WHEN", completes: .date,
    "only changes after a token or a transaction's number, or from a DATE on, oldest first; "
      + "@FILE reads the token from a file and writes the new one to it"
  ) { try SincePosition($0) }
  static let until = Option(
    "--until", "WHEN", completes: .date,
    "only changes up to a token, a transaction's number or the end of a DATE"
  ) { try MomentExpression($0, expectsToken: true) }
  static let entity = Option(
    "--entity", "ENTITY", arity: .many, oneOf: HistoryEntity.self,
    "only changes of these kinds: Trip (all trips), BusinessTrip, PersonalTrip, BucketListItem or "
      + "LivingAccommodation")
  static let trip = Option(
    "--trip", "TRIP", completes: .trip,
    "only this trip with its items and stays, even if it was deleted or renamed")
  static let notAuthor = Option(
    "--not-author", "NAME", "leave out the changes of this author, such as your own"
  ) { try StoredText.author.required($0) }
  static let limit = Option("--limit", counting: "show at most N transactions")
  static let reverse = Flag("--reverse", "reverse the order")
  static let token = Flag("--token", "print the newest token and nothing else")

  static let columnNames: [String]? = ChangeReport.recorded.map(\.name)
  static let declaration = CommandDeclaration(
    "Show what changed, who changed it, and when",
    discussion: """
      Lists the transactions that changed the store, newest first, or oldest first with '--since'. \
      The last line (with '--json' and '--csv' a note) is a token: with '--since TOKEN', the next \
      call shows every later change exactly once. '--since @FILE' keeps the token in a file instead \
      of printing it, so that a mail job prints nothing if nothing changed. If the file is missing, \
      the whole history is shown.

      Transactions are listed in commit order, even if the clock was set back. '--author NAME' shows \
      the changes of one author; changes by other programs have the author 'external'.
      """,
    options: [
      since, until, entity, trip, notAuthor,
      limit, reverse, token,
    ],
    examples: [
      "trips history --trip Paris", "trips history --since \"$token\" --entity BusinessTrip --json",
      "trips history --since @seen",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    // Newest first with a limit: no token covers exactly the transactions that were shown.
    if arguments.isSet(Self.since) { try arguments.refuse(reverse, with: limit) }
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
    } else {
      try show(descriptor, since: since, until: until, arguments, in: context)
    }
  }

  private static func show(
    _ descriptor: HistoryDescriptor, since: SincePosition?, until: MomentExpression?,
    _ arguments: ParsedArguments, in context: Context
  ) throws {
    let store = try context.openStore(.reading)
    context.noteMissing(store)
    var descriptor = descriptor
    let file = try since?.file(in: context)
    descriptor.since =
      try file?.token()
      ?? since?.moment.map {
        try store.historyToken(at: $0.moment(.beginning, in: context))
      }
    descriptor.until = try until.map { try store.historyToken(at: $0.moment(in: context)) }
    descriptor.newestFirst = (since != nil) == arguments.isSet(Self.reverse)
    let cursor = store.fetchHistory(descriptor)
    guard let file else { return try context.printLast(context.print(cursor)) }
    try file.replace {
      let token = try context.print(cursor)
      // Only printed transactions count as read.
      try context.output.flush()
      return store.isMissing ? nil : token
    }
  }
}

/// Where a reader continues: a position in the history, or a file that contains its token.
struct SincePosition: Sendable {
  /// Nil for a file.
  let moment: MomentExpression?
  private let path: String

  init(_ text: String) throws {
    guard text.begins(with: "@") else {
      moment = try MomentExpression(text, expectsToken: true)
      path = ""
      return
    }
    moment = nil
    path = text.rest(after: "@").map(String.init) ?? ""
    if path.isEmpty { throw ValueError("write the name of a file after the '@'") }
  }

  func file(in context: Context) throws -> TokenFile? {
    try moment == nil ? TokenFile(path: context.pathBesideStore(path, of: "--since")) : nil
  }
}
