import TripsCore

/// Shows the per diem of each day of business trips.
enum PerDiemCommand: Command {
  static let planned = Flag("--planned", "include days to come, with a separate total")

  static let columnNames: [String]? = PerDiemReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Show per diems day by day, with their sums, for an expense claim",
    discussion: """
      Prints a row for each day that has begun, of the given trips or of all that match the \
      filters, within the period if you give one. A day that two trips claim is marked, with a \
      warning. The rule of a trip says what its days get, and what each provided meal takes off; \
      'trips edit TRIP --on DAY' changes single days. No official rates are built in: the first \
      examples are rules as in Germany, Austria and the United States.
      """,
    arguments: [.trips(.any)],
    options: [TripFilters.options, planned, GlobalOptions.csv, TimeTravel.at],
    examples: [
      "trips add Berlin --business --perdiem 28EUR "
        + "--perdiem-rule first-last:50%,meals:20%/40%/40%",
      "trips add Wien --business --perdiem 30EUR --perdiem-rule full,meals:0/15/15",
      "trips add Denver --business --perdiem 92USD --perdiem-rule first-last:75%,meals:23/26/38",
      "trips edit Berlin --on day2 --meals breakfast,dinner", "trips perdiem Berlin",
      "trips perdiem --in 2027-03 --csv",
      "trips perdiem --in 2027-02..2027-04 --destination zurich --json",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let references = try arguments.words.map { try ParsedArguments.tripReference($0) }
    let filters = try TripFilters(arguments)
    let showsPlanned = arguments.isSet(planned)
    let descriptor = try filters.descriptor(in: context)
    let days = try filters.days(in: context)
    let store = try context.openStore(.reading)
    let trips = try Self.trips(references, descriptor, in: store)
    context.noteMissing(store)
    let claim = PerDiemClaim(trips, within: days, today: try context.today())
    warnOfClashes(in: claim, context)
    try PerDiemReport(claim: claim, showsPlanned: showsPlanned)
      .write(in: context)
    if !store.isMissing, claim.entries.allSatisfy({ (showsPlanned ? $0.days : $0.past).isEmpty }) {
      context.noteNothing(
        trips.isEmpty ? filters.nothing() : "no day of these trips has a per diem")
    }
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

  static func warnOfClashes(in claim: PerDiemClaim, _ context: Context) {
    let clashes = claim.clashes(limit: TripWarnings.overlapLimit + 1)
    for clash in clashes.prefix(TripWarnings.overlapLimit) {
      let (first, last) = (clash.days.lowerBound, clash.days.upperBound)
      context.reporter.warning(
        "\(clash.trips.0.named) and \(clash.trips.1.named) both claim "
          + (first == last ? "\(first)" : "the days \(first) to \(last)"))
    }
    if clashes.count > TripWarnings.overlapLimit {
      context.reporter.warning("other trips claim the same days too")
    }
  }
}
