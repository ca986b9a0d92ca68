import TripsCore

/// Shows the per diem of each day of business trips.
enum PerDiemCommand: Command {
  static let jsonFields: FieldKind? = PerDiemField.self
  static let declaration = CommandDeclaration(
    "Show per diems day by day, with their sums, for an expense claim",
    discussion: """
      Without TRIP: every trip that matches the options; with no date option, every trip that has \
      started. Days outside '--in', '--from' and '--to' are not counted. Future days are 'planned' \
      and summed separately. A day without an allowance counts 0. Sums are estimates, and are never \
      added across currencies. A day that two of the trips claim causes a warning.
      """,
    arguments: [.trips(.any)],
    options: [TripFilters.options, TripFilters.year, ListCommand.csv, TimeTravel.at],
    examples: [
      "trips perdiem Berlin", "trips perdiem --in 2027-03 --csv",
      "trips perdiem --in 2027-02..2027-04 --destination zurich --json",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let references = try arguments.words.map { try ParsedArguments.tripReference($0) }
    let filters = try TripFilters(arguments, hasYear: true)
    try arguments.refuse(ListCommand.csv, with: GlobalOptions.json)
    var descriptor = try filters.descriptor(in: context)
    if references.isEmpty, !filters.restrictsTime { descriptor.predicate.to = try context.today() }
    let days = try filters.days(in: context)
    let store = try context.openStore(.reading)
    let trips = try Self.trips(references, descriptor, in: store, context)
    context.noteMissing(store)
    let claim = PerDiemClaim(trips, within: days, today: try context.today())
    let areAll = !references.isEmpty || filters.restrictsTime
    warnOfMissingPerDiems(trips, areNamed: !references.isEmpty, areAll: areAll, claim, context)
    warnOfClashes(in: claim, context)
    try PerDiemReport(claim: claim).write(asCSV: arguments.isSet(ListCommand.csv), in: context)
  }

  private static func trips(
    _ references: [TripReference], _ descriptor: FetchDescriptor, in store: Store,
    _ context: Context
  ) throws -> [Trip] {
    if references.isEmpty { return try store.fetch(Trip.self, descriptor) }
    let trips = try store.trips(references)
    context.noteFound(trips, by: references)
    return try trips.flatMap { trip in
      var only = descriptor
      only.predicate.id = trip.id
      return try store.fetch(Trip.self, only)
    }
  }

  static func warnOfClashes(in claim: PerDiemClaim, _ context: Context) {
    let clashes = claim.clashes(limit: TripOutcome.overlapLimit + 1)
    for clash in clashes.prefix(TripOutcome.overlapLimit) {
      let (first, last) = (clash.days.lowerBound, clash.days.upperBound)
      context.reporter.warning(
        "\(clash.trips.0.named) and \(clash.trips.1.named) both claim "
          + (first == last ? "\(first)" : "the days \(first) to \(last)"))
    }
    if clashes.count > TripOutcome.overlapLimit {
      context.reporter.warning("other trips claim the same days too")
    }
  }

  /// A named trip without a per diem is probably a mistake, and must not be missing from a claim
  /// without a warning.
  private static func warnOfMissingPerDiems(
    _ trips: [Trip], areNamed: Bool, areAll: Bool, _ claim: PerDiemClaim, _ context: Context
  ) {
    for case let trip as BusinessTrip in trips where trip.perdiem != nil && trip.estimate == nil {
      context.reporter.warning(
        "\(trip.summary), is left out: its rule '\(trip.ruleText)' cannot be read")
    }
    if !areNamed {
      let without = trips.filter { ($0 as? BusinessTrip).map { $0.perdiem == nil } ?? false }
      if let first = without.first {
        let names = without.map(\.named)
        context.reporter.note(
          "\(counted(without.count, "business trip")) \(without.count == 1 ? "has" : "have") "
            + "no per diem"
            + (names.count > 3 ? ", such as \(first.named)" : ": \(names.joined(separator: ", "))"))
      } else if claim.entries.isEmpty, context.opened.store?.isMissing != true {
        let nothing =
          areAll ? "no trip matches" : "no trip that has begun matches; '--in' includes later ones"
        context.noteNothing(trips.isEmpty ? nothing : "none of these trips has a per diem")
      }
      return
    }
    for trip in trips where (trip as? BusinessTrip)?.perdiem == nil {
      context.reporter.warning("\(trip.summary), has no per diem")
    }
  }
}
