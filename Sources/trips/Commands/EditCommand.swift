import TripsCore

/// Changes the values of a trip.
enum EditCommand: Command {
  static let noPerdiem = Flag("--no-perdiem", "take the per diem and its rule away")
  static let noReason = Flag("--no-reason", "take the reason away")
  static let noNotes = Flag("--no-notes", "take the notes away")
  static let shift = Flag("--shift", "with a new start, move the end too and keep the length")
  static let keepEnd = Flag("--keep-end", "with a new start, leave the end where it is")
  static let move = Option(
    "--move", "WAY", "move both ends from where they are: +1w, -2d, +1m or +1y"
  ) { try CalendarOffset($0) }
  static let extend = Option("--extend", "WAY", "move the end from where it is: +1d or -1w") {
    try CalendarOffset($0)
  }

  static let jsonFields: FieldKind? = TripField.self
  static let declaration = CommandDeclaration(
    "Change a trip",
    discussion: """
      A new start alone leaves open what becomes of the end: --shift moves it too, --keep-end \
      leaves it. A trip that changes its kind loses what only the old kind has. If another trip \
      has the new name and dates already, nothing is changed. A stay that was confirmed is not \
      confirmed for other nights.
      """,
    arguments: [.trip],
    options: [
      TripOptions.named, TripOptions.kinds, TripOptions.options, shift, keepEnd, move, extend,
      noPerdiem, noReason, noNotes, TripOptions.dryRun,
    ],
    examples: [
      "trips edit Paris --start 2027-05-03 --shift", "trips edit Paris --move +1w --extend -1d",
      "trips edit 3 --business --perdiem 90EUR",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let reference = try arguments.tripReference()
    var options = try TripOptions(arguments)
    options.given.name = try arguments.value(TripOptions.named)
    options.given.move = try arguments.value(Self.move)
    options.given.end = try arguments.value(Self.extend).map { .extended($0) }
    if arguments.isSet(Self.noPerdiem) {
      options.given.perdiem = .clear
      options.given.perdiemRule = .clear
    }
    if arguments.isSet(Self.noReason) { options.given.reason = .clear }
    if arguments.isSet(Self.noNotes) { options.given.notes = "" }
    try refuseContradictions(arguments)
    var draft = try options.draft(in: context)
    let isDryRun = arguments.isSet(TripOptions.dryRun)
    let store = try context.openStore(isDryRun ? .rehearsing : .writing)
    let trip = try decideEnd(of: &draft, reference, arguments, store, context)
    let outcome = try store.edit(trip, draft)
    try context.print(outcome, verb: "Changed", isRehearsal: isDryRun)
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
    let giving = Self.declaration.options.filter { $0.name != TripOptions.dryRun.declaration.name }
    guard giving.contains(where: arguments.isSet) else { throw .nothingToDo("say what to change") }
  }

  /// A start alone does not say what becomes of the end: a flag does, or the user is asked.
  ///
  /// - Returns: the trip, by its id once it was looked at.
  private static func decideEnd(
    of draft: inout TripDraft, _ reference: TripReference, _ arguments: ParsedArguments,
    _ store: Store, _ context: Context
  ) throws -> TripReference {
    guard let start = draft.startDate, draft.end == nil, !arguments.isSet(Self.keepEnd) else {
      return reference
    }
    if arguments.isSet(Self.shift) {
      draft.end = .keepingLength
      return reference
    }
    let trip = try store.trip(reference, for: .writing)
    if trip.startDate == start { return reference }
    draft.end = try askEnd(of: trip, start: start, context)
    return TripReference(String(trip.id))
  }

  private static func askEnd(
    of trip: Trip, start: CalendarDate, _ context: Context
  ) throws -> TripDraft.End? {
    guard let prompt = Prompt(context) else {
      throw UsageError.needsOneOf("--start", ["--shift", "--keep-end", "--end"])
    }
    guard start <= trip.endDate else { return .keepingLength }
    let length = counted(trip.days, "day")
    let question =
      "The trip lasts \(length) and ends \(trip.endDate). Shift the end too, or keep it?"
    let answer = try prompt.choose(question, among: ["shift", "keep"], default: "shift")
    return answer == "keep" ? nil : .keepingLength
  }
}
