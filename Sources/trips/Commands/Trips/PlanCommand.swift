import TripsCore

/// Shows a trip day by day.
enum PlanCommand: Command {
  static let declaration = CommandDeclaration(
    "Show a trip day by day",
    discussion: """
      Shows what happens on each day by its time, a check-out as at 11:00 and a check-in as at \
      15:00, then items without a time. Empty days share a line. Dates outside the trip and items \
      without a date follow. Without TRIP, shows the current trip (of several, the one that began \
      last) or the next one.
      """,
    arguments: [.trips(.optional)],
    options: [TimeTravel.at],
    examples: ["trips plan", "trips plan Japan", "trips plan Japan --json"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let reference = try arguments.words.first.map(ParsedArguments.tripReference)
    let today = try context.today()
    let store = try context.openStore(.reading)
    let trip: Trip
    if let reference {
      trip = try store.trip(reference)
    } else {
      guard let found = try store.fetchNext(FetchDescriptor(), today: today).first else {
        if context.globals.isJSON { try context.output.write("[]\n") }
        context.noteMissing(store)
        if !store.isMissing { context.noteNothing("no trip is planned") }
        return
      }
      trip = found
    }
    try PlanReport(plan: TripPlan(trip), today: today).write(in: context)
  }
}
