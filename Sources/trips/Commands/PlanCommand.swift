import TripsCore

/// Shows a trip day by day.
enum PlanCommand: Command {
  static let declaration = CommandDeclaration(
    "Show a trip day by day",
    discussion: """
      Shows what happens on each day: check-outs, check-ins and items, those with a time first. \
      Empty days share a line. Dates outside the trip and items without a date follow. Without \
      TRIP, the current or next trip is shown.
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
      var next = FetchDescriptor()
      next.predicate.from = today
      next.fetchLimit = 1
      next.relationshipsForPrefetching = FetchDescriptor.Relationship.allCases
      guard let found = try store.fetch(Trip.self, next).first else {
        context.noteMissing(store)
        if !store.isMissing { context.noteNothing("no trip is planned") }
        return
      }
      trip = found
    }
    try PlanReport(plan: TripPlan(trip), today: today).write(in: context)
  }
}
