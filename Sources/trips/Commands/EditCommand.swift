import TripsCore

/// Changes the values of a trip.
struct EditCommand: Command {
  static let name = Option("--name", "NAME", "what it is called") {
    try StoredText.name.required($0)
  }
  static let type = Option("--type", "TYPE", oneOf: TripType.self, "trip, business or personal")
  static let business = Flag("--business", "the same as --type business")
  static let personal = Flag("--personal", "the same as --type personal")
  static let noPerdiem = Flag("--no-perdiem", "take the per diem and its rule away")
  static let noReason = Flag("--no-reason", "take the reason away")
  static let shift = Flag("--shift", "with a new start, move the end too and keep the length")
  static let keepEnd = Flag("--keep-end", "with a new start, leave the end where it is")

  static let jsonFields: FieldKind? = TripField.self
  static let declaration = CommandDeclaration(
    "Change a trip",
    discussion: """
      A new start alone leaves open what becomes of the end: --shift moves it too, --keep-end \
      leaves it. A trip that changes its type loses what only the old type has. If another trip \
      has the new name and dates already, nothing is changed.
      """,
    arguments: [.trip],
    options: [
      name, type, business, personal, TripOptions.options, shift, keepEnd, noPerdiem, noReason,
    ],
    examples: [
      "trips edit Paris --start 2027-05-03 --shift", "trips edit 3 --type business --perdiem 90EUR",
    ])

  private enum EndRule { case shift, keep }

  private let reference: TripReference
  private let name: String?
  private let type: TripType?
  private let options: TripOptions
  private let endRule: EndRule?
  private let dropsPerdiem: Bool
  private let dropsReason: Bool

  init(_ arguments: ParsedArguments) throws {
    reference = try arguments.tripReference()
    name = try arguments.value(Self.name)
    type = try Self.type(arguments)
    options = try TripOptions(arguments)
    endRule = try Self.endRule(arguments)
    dropsPerdiem = arguments.isSet(Self.noPerdiem)
    dropsReason = arguments.isSet(Self.noReason)
    try arguments.refuse(TripOptions.perdiem, with: Self.noPerdiem)
    try arguments.refuse(TripOptions.perdiemRule, with: Self.noPerdiem)
    try arguments.refuse(TripOptions.reason, with: Self.noReason)
    guard Self.declaration.options.contains(where: arguments.isSet) else {
      throw UsageError.nothingToDo("say what to change")
    }
  }

  private static func type(_ arguments: ParsedArguments) throws(UsageError) -> TripType? {
    try arguments.refuseBoth(business, personal)
    try arguments.refuse(type, with: business)
    try arguments.refuse(type, with: personal)
    if arguments.isSet(business) { return .business }
    return arguments.isSet(personal) ? .personal : try arguments.value(type)
  }

  private static func endRule(_ arguments: ParsedArguments) throws(UsageError) -> EndRule? {
    try arguments.refuseBoth(shift, keepEnd)
    for flag in [shift, keepEnd] {
      try arguments.refuse(TripOptions.end, with: flag)
      if arguments.isSet(flag), !arguments.isSet(TripOptions.start) {
        throw .needs(flag.declaration.name, TripOptions.start.declaration.name)
      }
    }
    return arguments.isSet(shift) ? .shift : arguments.isSet(keepEnd) ? .keep : nil
  }

  func run(in context: Context) throws {
    let fields = try context.globals.tripFields()
    var draft = try options.draft(in: context)
    draft.name = name
    draft.type = type
    if dropsPerdiem {
      draft.perdiem = .clear
      draft.perdiemRule = .clear
    }
    if dropsReason { draft.reason = .clear }
    let store = try context.openStore(.writing)
    let reference = try decideEnd(of: &draft, store, context)
    let outcome = try store.edit(reference, draft)
    try TripReport(context).print(outcome, verb: "Changed", fields: fields)
  }

  /// A start alone does not say what becomes of the end: a flag does, or the user is asked.
  ///
  /// - Returns: the trip, by its id once it was looked at.
  private func decideEnd(
    of draft: inout TripDraft, _ store: Store, _ context: Context
  ) throws -> TripReference {
    guard let start = draft.startDate, draft.end == nil else { return reference }
    switch endRule {
    case .shift: draft.end = .keepingLength
    case .keep: break
    case nil:
      let trip = try store.trip(reference)
      if trip.startDate == start { return reference }
      draft.end = try askEnd(of: trip, start: start, context)
      return TripReference(String(trip.id))
    }
    return reference
  }

  private func askEnd(
    of trip: Trip, start: CalendarDate, _ context: Context
  ) throws -> TripDraft.End? {
    guard let prompt = Prompt(context) else {
      throw UsageError.needsOneOf("--start", ["--shift", "--keep-end", "--end"])
    }
    guard start <= trip.endDate else { return .keepingLength }
    let length = counted(trip.days, "day")
    let question =
      "The trip lasts \(length) and ends \(trip.endDate). Shift the end too, or keep it?"
    let keeps = try prompt.ask(question, default: "shift") { text in
      switch text {
      case "s": return false
      case "keep", "k": return true
      default: throw ChoiceError(text: text, choices: ["shift", "keep"])
      }
    }
    return keeps == true ? nil : .keepingLength
  }
}
