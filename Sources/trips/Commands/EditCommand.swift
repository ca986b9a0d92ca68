import TripsCore

/// Changes the values of trips.
enum EditCommand: Command {
  static let noPerdiem = Flag("--no-perdiem", "remove the per diem and its rule")
  static let noReason = Flag("--no-reason", "remove the reason")
  static let noNotes = Flag("--no-notes", "remove the notes")
  static let shift = Flag("--shift", "with a new start, move the end too and keep the length")
  static let keepEnd = Flag("--keep-end", "with a new start, leave the end where it is")
  static let move = Option(
    "--move", "OFFSET", "move both ends: +1w, -2d, +1m or +1y"
  ) { try CalendarOffset($0) }
  static let extend = Option("--extend", "OFFSET", "move the end: +1d or -1w") {
    try CalendarOffset($0)
  }

  /// Filters that do not share their name with a value; the others filter only without TRIP.
  private static let filters: OptionGroup = [
    TripFilters.search, TripFilters.upcoming, TripFilters.current, TripFilters.past,
    TripFilters.from, TripFilters.to, TripFilters.period,
  ]
  private static let sharedFilters: OptionGroup = [
    TripFilters.business, TripFilters.personal, TripFilters.plain, TripFilters.name,
    TripFilters.destination, TripFilters.reason,
  ]

  static let jsonFields: FieldKind? = TripField.self
  static let declaration = CommandDeclaration(
    "Change trips",
    discussion: """
      With a new start, --shift moves the end too and --keep-end leaves it. '--start +1d' counts \
      from the start that the trip has, and '--end +3d' from its start or from a new one; '--end \
      -3d' is three days ago, and '--extend -3d' makes the trip shorter. --move moves both dates. A \
      trip that changes its kind loses what only the old kind has. If another trip already has the \
      new name and dates, nothing changes.

      --move and --shift move the dates of stays and items too; other changes do not. A confirmed \
      stay whose nights change is no longer confirmed.

      Without TRIP, filters choose the trips: those below and --name, --destination, --reason and \
      the kinds, which then act as filters. Several trips are changed in one transaction, after a \
      prompt or with --yes. JSON is one trip, or an array for several.
      """,
    arguments: [.trips(.any)],
    options: [
      TripOptions.named, TripOptions.kinds, TripOptions.options, shift, keepEnd, move, extend,
      noPerdiem, noReason, noNotes, filters, TripOptions.dryRun, DeleteCommand.yes,
    ],
    examples: [
      "trips edit Paris --start 2027-05-03 --shift", "trips edit Paris --move +1w --extend -1d",
      "trips edit 3 --business --perdiem 90EUR",
      "trips edit --in 2027-05 --destination Rome --move +1w",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let references = try arguments.words.map { try ParsedArguments.tripReference($0) }
    let options = try options(arguments, isFiltered: references.isEmpty)
    let filters = try TripFilters(arguments)
    try refuseContradictions(arguments)
    var draft = try options.draft(in: context, isStored: true)
    let isDryRun = arguments.isSet(TripOptions.dryRun)
    let store = try context.openStore(isDryRun ? .rehearsing : .writing)
    let one = references.count == 1 ? references[0] : nil
    if let trip = try decideEnd(of: &draft, one, arguments, store, context) {
      let outcome = try store.edit(trip, draft)
      return try context.print(outcome, verb: "Changed", isRehearsal: isDryRun)
    }
    let trips =
      references.isEmpty
      ? try store.fetch(Trip.self, filters.descriptor(in: context))
      : try store.trips(references, for: .writing)
    if trips.isEmpty { throw TripsError.noMatch(filters.nothing()) }
    // One trip may be named twice.
    let isOne = !references.isEmpty && trips.count == 1
    if !isOne, !isDryRun, !arguments.isSet(DeleteCommand.yes) {
      try context.confirm("Change", "changing", trips)
    }
    let outcomes = try store.edit(trips.map { TripReference(String($0.id)) }, draft)
    try context.print(outcomes, verb: "Changed", isRehearsal: isDryRun)
  }

  /// The given values.
  ///
  /// - Parameter isFiltered: whether some of the options choose trips instead.
  private static func options(
    _ arguments: ParsedArguments, isFiltered: Bool
  ) throws(UsageError) -> TripOptions {
    var options = try TripOptions(arguments)
    options.given.name = try arguments.value(TripOptions.named)
    if isFiltered {
      options.given.name = nil
      options.given.destination = nil
      options.given.type = nil
      options.given.reason = .keep
    }
    options.given.move = try arguments.value(Self.move)
    options.given.end = try arguments.value(Self.extend).map { .extended($0) }
    if arguments.isSet(Self.noPerdiem) {
      options.given.perdiem = .clear
      options.given.perdiemRule = .clear
    }
    if arguments.isSet(Self.noReason) { options.given.reason = .clear }
    if arguments.isSet(Self.noNotes) { options.given.notes = "" }
    return options
  }

  private static func refuseContradictions(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.refuse(Self.shift, with: Self.keepEnd)
    for flag in [Self.shift, Self.keepEnd] {
      try arguments.refuse(TripOptions.end, with: flag)
      try arguments.refuse(flag, without: TripOptions.start)
    }
    let pairs: [(any DeclaredOption, any DeclaredOption)] = [
      (TripOptions.perdiem, Self.noPerdiem), (TripOptions.perdiemRule, Self.noPerdiem),
      (TripOptions.reason, Self.noReason), (TripOptions.notes, Self.noNotes),
      (TripOptions.start, Self.move), (TripOptions.end, Self.move),
      (TripOptions.start, Self.extend), (TripOptions.end, Self.extend),
    ]
    for (one, other) in pairs { try arguments.refuse(one, with: other) }
    try refuseNothing(arguments)
  }

  /// Refuses a command line without a trip or without a change.
  private static func refuseNothing(_ arguments: ParsedArguments) throws(UsageError) {
    let isFiltered = arguments.words.isEmpty
    let filters = Self.filters.declarations
    let chosen = filters.first(where: arguments.isSet)
    if !isFiltered, let chosen { throw .conflict("TRIP", chosen.name) }
    let others =
      [TripOptions.dryRun, DeleteCommand.yes].map(\.declaration) + filters
      + (isFiltered ? sharedFilters.declarations : [])
    let changes = declaration.options.filter { option in
      !others.contains { $0.name == option.name }
    }
    let isFilter = chosen != nil || sharedFilters.declarations.contains(where: arguments.isSet)
    guard changes.contains(where: arguments.isSet) else {
      if isFiltered, chosen == nil { throw .missingArgument("TRIP") }
      throw .nothingToDo("say what to change")
    }
    if isFiltered, !isFilter { throw .missingArgument("TRIP") }
  }

  /// A start alone leaves the end open: a flag decides, or the user is asked, but not about each of
  /// several trips.
  ///
  /// - Parameter reference: nil for several trips.
  /// - Returns: the trip, by its id once it was looked up.
  private static func decideEnd(
    of draft: inout TripDraft, _ reference: TripReference?, _ arguments: ParsedArguments,
    _ store: Store, _ context: Context
  ) throws -> TripReference? {
    guard arguments.isSet(TripOptions.start), draft.end == nil, !arguments.isSet(Self.keepEnd)
    else { return reference }
    if arguments.isSet(Self.shift) {
      draft.end = .keepingLength
      return reference
    }
    guard let reference else { throw undecidedEnd }
    let trip = try store.trip(reference, for: .writing)
    let start = draft.startDate ?? draft.startOffset.flatMap(trip.startDate.adding)
    if let start, trip.startDate != start {
      draft.end = try askEnd(of: trip, start: start, context)
    }
    return TripReference(String(trip.id))
  }

  private static let undecidedEnd = UsageError.needsOneOf(
    "--start", ["--shift", "--keep-end", "--end"])

  private static func askEnd(
    of trip: Trip, start: CalendarDate, _ context: Context
  ) throws -> TripDraft.End? {
    guard let prompt = Prompt(context) else { throw undecidedEnd }
    guard start <= trip.endDate else { return .keepingLength }
    let length = counted(trip.days, "day")
    let question =
      "The trip lasts \(length) and ends \(trip.endDate). Shift the end too, or keep it?"
    let answer = try prompt.choose(question, among: ["shift", "keep"], default: "shift")
    return answer == "keep" ? nil : .keepingLength
  }
}
