import TripsCore

/// Prints changes as they are committed, by any process.
enum WatchCommand: Command {
  static let trip = Option(
    "--trip", "TRIP", completes: .trip, "only this trip, with its items and stays")

  static let columnNames: [String]? = ChangeReport.recorded.map(\.name)
  static let declaration = CommandDeclaration(
    "Print changes as they happen",
    discussion: """
      Prints a line for each change, by any program, and a warning if the dates of a trip change. \
      ^C ends it and prints a token for 'trips history --since'.
      """,
    options: [trip, HistoryCommand.notAuthor],
    examples: ["trips watch", "trips watch --trip Paris --json"])

  /// Often enough to show a commit at once, rarely enough to cost nothing.
  private static let interval = 200

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let watcher = try context.openWatcher(try descriptor(arguments, in: context))
    if watcher.isMissing { context.reporter.note("there is no store yet; waiting for it") }
    if !context.printsSentences { try Report(ChangeReport.recorded, in: context).writeHeader() }
    repeat {
      let transactions = try watcher.poll()
      for transaction in transactions {
        for change in transaction.changes { try context.print(change, of: transaction) }
      }
      try context.output.flush()
      for alert in transactions.flatMap(\.changes).compactMap(DatesChangedAlert.init) {
        context.reporter.warning(Self.text(alert))
      }
    } while try context.wait(Self.interval)
    // The terminal has printed '^C'.
    if context.reportForm == .table { try context.output.write("\n") }
    try context.print(watcher.token)
    try context.output.flush()
    throw Interrupted()
  }

  /// Look up the name once, since the trip may be renamed while it is watched.
  private static func descriptor(
    _ arguments: ParsedArguments, in context: Context
  ) throws -> HistoryDescriptor {
    let trip = try arguments.value(Self.trip).map { try ParsedArguments.tripReference($0) }
    var descriptor = HistoryDescriptor()
    if let trip {
      let id = try context.openStore(.reading).trip(trip).id
      descriptor.trip = TripReference(String(id))
    }
    descriptor.excludedAuthors = try arguments.values(HistoryCommand.notAuthor)
    return descriptor
  }

  private static func text(_ alert: DatesChangedAlert) -> String {
    "the dates of \(Wording.row(alert.new.name, alert.new.id)) have changed: "
      + "\(alert.old.dates) → \(alert.new.dates)"
  }
}
