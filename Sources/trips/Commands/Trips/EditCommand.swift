import TripsCore

/// Changes trips.
enum EditCommand: Command {
  static let noPerdiem = Flag("--no-perdiem", "remove the per diem, its rule and its single days")
  static let noReason = Flag("--no-reason", "remove the reason")
  static let noNotes = Flag("--no-notes", "remove the notes")
  static let noDestination = Flag("--no-destination", "remove the destination")
  static let untag = Option(
    "--untag", "WORD", completes: .tag, "a tag to remove", parse: TripOptions.checkedTag)
  static let shift = Flag("--shift", "with a new start, move the end too")
  static let keepEnd = Flag("--keep-end", "with a new start, keep the end")
  static let move = Option(
    "--move", "OFFSET", "move both ends: +1w, -2d, +1m or +1y"
  ) { try CalendarOffset($0) }
  static let from = Option(
    "--from", "DAY", completes: .date,
    "with --move: move only this day, such as day5, and on"
  ) { try TripDayExpression($0) }
  static let extend = Option("--extend", "OFFSET", "move the end: +1d or -1w") {
    try CalendarOffset($0)
  }

  static let dateOptions: [any DeclaredOption] = [
    TripOptions.start, TripOptions.end, shift, keepEnd, move, extend,
  ]

  static let columnNames: [String]? = ChangeReport.columns.map(\.name)
  static let declaration = CommandDeclaration(
    "Change trips",
    discussion: """
      Offsets such as '--start +1d' count from the trip's own dates. '--move' and '--shift' move \
      stays, items and single days too; what was confirmed or reserved for the old days no longer \
      is. '--move +1d --from day5' inserts a day before the fifth, '-1d' removes the fourth.
      """,
    arguments: [.trips(.many)],
    options: [
      TripOptions.named, TripOptions.kinds, TripOptions.options, SingleDayOptions.options, shift,
      keepEnd, move, from, extend, noDestination, noPerdiem, noReason, noNotes, untag,
      Confirmation.options,
    ],
    examples: [
      "trips edit Paris --start 2027-05-03 --shift",
      "trips edit Berlin --on day3..day4 --perdiem 64",
      "trips list --in 2027-05 --columns id | xargs -r trips edit --move +1w --yes",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let references = try arguments.words.map { try ParsedArguments.tripReference($0) }
    let options = try options(arguments)
    try refuseContradictions(arguments)
    var edit = try options.edit(in: context, isStored: true)
    edit.singleDays = try SingleDayOptions.edit(arguments, in: context)
    edit.moveFrom = try from.day(arguments, in: context)
    if arguments.isSet(Self.shift) { edit.end = .keepingLength }
    let outcomes = try context.confirmed(if: references.count > 1) { store, shown in
      try store.edit(references, edit, expecting: shown)
    } ask: {
      try confirm($0, context)
    }
    try context.print(changed: outcomes)
  }

  /// Shows what would change, old → new, before several trips are changed.
  private static func confirm(_ outcomes: [TripOutcome], _ context: Context) throws {
    guard outcomes.count > 1 else { return }
    let count = counted(outcomes.count, "trip")
    try context.confirm(
      "Change \(count)", "changing \(count)",
      showing: outcomes.flatMap { [$0.trip.summary] + $0.changes.map { "  " + $0.words } })
  }

  private static func options(_ arguments: ParsedArguments) throws(UsageError) -> TripOptions {
    var options = try TripOptions(arguments)
    options.given.values.set(.name, try arguments.value(TripOptions.named))
    options.given.move = try arguments.value(Self.move)
    options.given.end = try arguments.value(Self.extend).map { .extended($0) }
    if try arguments.removes(Self.noPerdiem, TripOptions.perdiem, TripOptions.perdiemRule) {
      options.given.values.clearCost()
      options.given.values.clear(.perdiemRule)
    }
    if try arguments.removes(Self.noReason, TripOptions.reason) {
      options.given.values.clear(.reason)
    }
    let texts: [(Flag, Option<String>, TripColumn)] = [
      (Self.noNotes, TripOptions.notes, .notes),
      (Self.noDestination, TripOptions.destination, .destination),
    ]
    for (removal, option, column) in texts where try arguments.removes(removal, option) {
      options.given.values.set(column, "")
    }
    options.given.removedTags = try arguments.values(Self.untag)
    return options
  }

  private static func refuseContradictions(_ arguments: ParsedArguments) throws(UsageError) {
    try SingleDayOptions.check(arguments)
    try arguments.refuse(Self.shift, with: Self.keepEnd)
    try arguments.refuse(Self.from, without: Self.move)
    for flag in [Self.shift, Self.keepEnd] {
      try arguments.refuse(TripOptions.end, with: flag)
      try arguments.refuse(flag, without: TripOptions.start)
    }
    let pairs: [(any DeclaredOption, any DeclaredOption)] = [
      (TripOptions.start, Self.move), (TripOptions.end, Self.move),
      (TripOptions.start, Self.extend), (TripOptions.end, Self.extend), (Self.from, Self.extend),
    ]
    for (one, other) in pairs { try arguments.refuse(one, with: other) }
    let decidesEnd = [Self.shift, Self.keepEnd].contains(where: arguments.isSet)
    if arguments.isSet(TripOptions.start), !arguments.isSet(TripOptions.end), !decidesEnd {
      throw .needsOneOf("--start", ["--shift", "--keep-end", "--end"])
    }
    let others = Confirmation.options.declarations
    let changes = declaration.options.filter { option in
      !others.contains { $0.name == option.name }
    }
    guard changes.contains(where: arguments.isSet) else {
      throw .nothingToDo("say what to change")
    }
  }
}
