import TripsCore

/// Shows the per diem of each day of business trips.
enum PerDiemCommand: Command {
  static let planned = Flag("--planned", "include days to come, with a separate total")
  static let claimed = Option(
    "--claimed", "FILE", completes: .files,
    "print the difference to this claim; name all claims of the period")

  static let columnNames: [String]? = PerDiemReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Show per diems day by day, with their sums, for an expense claim",
    discussion: """
      Prints a row for each day that has begun, of the given trips or of all that match the \
      filters, within the period if you give one. A day that two trips claim is marked, with a \
      warning. The rule of a trip states the amounts of its days, and what each provided meal \
      takes off; 'trips edit TRIP --on DAY' changes single days. No official rates are built in: \
      the first examples are rules as in Germany, Austria and the United States. With '--claimed', \
      only the difference to the claims of the period is printed; a claim is the CSV that this \
      command wrote.
      """,
    arguments: [.trips(.any)],
    options: [TripFilters.options, planned, claimed, TimeTravel.at],
    examples: [
      "trips add Hamburg --business --end 3d --perdiem 28EUR "
        + "--perdiem-rule first-last:50%,meals:20%/40%/40%",
      "trips add Wien --business --perdiem 30EUR --perdiem-rule full,meals:0/15/15",
      "trips add Denver --business --perdiem 92USD --perdiem-rule first-last:75%,meals:23/26/38",
      "trips edit Hamburg --on day2 --meals breakfast,dinner",
      "trips perdiem --in 2027-03 --csv > march.csv",
      "trips perdiem --in 2027-03 --claimed march.csv --csv > correction.csv",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let references = try arguments.words.map { try ParsedArguments.tripReference($0) }
    let filters = try TripFilters(arguments)
    let showsPlanned = arguments.isSet(planned)
    let descriptor = try filters.descriptor(in: context)
    let days = try filters.days(in: context)
    let claims = try claims(arguments, days, in: context)
    let store = try context.openStore(.reading)
    let trips =
      try claims == nil ? Self.trips(references, descriptor, in: store) : store.fetch(Trip.self)
    context.noteMissing(store)
    let claim = PerDiemClaim(trips, within: days, today: try context.today(in: store))
    warnOfClashes(in: claim, context)
    var report = PerDiemReport(in: context)
    if let claims {
      try claims.forEachDifference(to: claim, of: trips) { try report.add($0) }
    } else {
      try claim.forEachDay(andPlanned: showsPlanned) { try report.add($0) }
    }
    try report.write()
    if report.isEmpty, !store.isMissing {
      context.noteNothing(
        claims != nil
          ? "the claims have each day with its amount"
          : trips.isEmpty ? filters.nothing() : "no day of these trips has a per diem")
    }
  }

  /// The claims that were handed in; nil without the option. They have all trips of the period.
  private static func claims(
    _ arguments: ParsedArguments, _ days: ClosedRange<CalendarDate>?, in context: Context
  ) throws -> EarlierClaims? {
    guard arguments.isSet(claimed) else { return nil }
    let name = claimed.declaration.name
    if !arguments.words.isEmpty { throw UsageError.conflict("TRIP", name) }
    try arguments.refuse(claimed, with: planned)
    let ofDays = Set(TripFilters.days.declarations.map(\.name))
    for filter in TripFilters.options.declarations
    where arguments.isSet(filter) && !ofDays.contains(filter.name) {
      throw UsageError.conflict(filter.name, name)
    }
    var paths: [String] = []
    for path in try arguments.values(claimed) {
      let path = try context.absolutePath(UsageError.path(path, of: name))
      if paths.contains(where: { Store.isSameFile($0, path) }) {
        throw UsageError.invalidValue(path, of: name, reason: "it was given twice")
      }
      paths.append(path)
    }
    return try EarlierClaims(paths: paths, within: days)
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
      context.reporter.warning(Context.sentence(of: clash))
    }
    if clashes.count > TripWarnings.overlapLimit {
      context.reporter.warning("other trips claim the same days too")
    }
  }
}
