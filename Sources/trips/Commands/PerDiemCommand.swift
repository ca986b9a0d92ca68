import TripsCore

/// Shows what each day of business trips brings: the claim.
enum PerDiemCommand: Command {
  static let jsonFields: FieldKind? = PerDiemField.self
  static let declaration = CommandDeclaration(
    "Show per diems day by day, with their sums, for an expense claim",
    discussion: """
      Without TRIP it takes the trips that the options leave, or, where none says when, all that \
      have begun. '--in', '--from' and '--to' cut off the days outside. A day that brings nothing \
      counts 0. Sums are estimates, and are never added across currencies.
      """,
    arguments: [ArgumentDeclaration("TRIP", .any, "an id or a name", completes: .trip)],
    options: [TripFilters.options, TripFilters.year, ListCommand.csv, TimeTravel.at],
    examples: [
      "trips perdiem Berlin", "trips perdiem --in 2027-03 --csv",
      "trips perdiem --year 2027 --json",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let references = try arguments.words.map { try ParsedArguments.tripReference($0) }
    let filters = try TripFilters(arguments, hasYear: true)
    try arguments.refuse(ListCommand.csv, with: GlobalOptions.json)
    var descriptor = try filters.descriptor(in: context)
    if references.isEmpty, !filters.speaksOfTime { descriptor.predicate.to = try context.today() }
    let days = try filters.days(in: context)
    let store = try context.openStore(.reading)
    let trips = try Self.trips(references, descriptor, in: store)
    context.noteMissing(store)
    let claim = PerDiemClaim(trips, within: days)
    warnOfTripsWithout(trips, areNamed: !references.isEmpty, claim, context)
    try PerDiemReport(claim: claim).write(asCSV: arguments.isSet(ListCommand.csv), in: context)
  }

  private static func trips(
    _ references: [TripReference], _ descriptor: FetchDescriptor, in store: Store
  ) throws -> [Trip] {
    if references.isEmpty { return try store.fetch(Trip.self, descriptor) }
    return try store.trips(references).flatMap { trip in
      var only = descriptor
      only.predicate.id = trip.id
      return try store.fetch(Trip.self, only)
    }
  }

  /// A trip that was named and brings nothing is probably not what was meant, and none is left out of
  /// a claim without a word.
  private static func warnOfTripsWithout(
    _ trips: [Trip], areNamed: Bool, _ claim: PerDiemClaim, _ context: Context
  ) {
    for case let trip as BusinessTrip in trips where trip.perdiem != nil && trip.estimate == nil {
      context.reporter.warning(
        "\(trip.summary), is left out: its rule '\(trip.ruleText)' cannot be read")
    }
    if !areNamed {
      guard claim.entries.isEmpty, context.opened.store?.isMissing != true else { return }
      return context.noteNothing("no trip that was asked for has a per diem")
    }
    for trip in trips where (trip as? BusinessTrip)?.perdiem == nil {
      context.reporter.warning("\(trip.summary), has no per diem")
    }
  }
}
