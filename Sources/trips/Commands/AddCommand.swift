import TripsCore

/// Adds a trip, or updates the one that has its name and dates already.
struct AddCommand: Command {
  static let name = Option("--name", "NAME", "what it is called, instead of NAME") {
    try StoredText.name.required($0)
  }
  static let business = Flag("--business", "a business trip")
  static let personal = Flag("--personal", "a personal trip")
  static let dryRun = Flag("--dry-run", "say what would happen and change nothing")

  static let declaration = CommandDeclaration(
    "add", "Add a trip, or update the one that has its name and dates",
    discussion: """
      On a terminal it asks for what is missing. Without one it uses defaults: the name is the \
      destination, else the kind of trip; the start is today, and the end the start. A trip with \
      the same name and dates is updated with the values given.
      """,
    arguments: [ArgumentDeclaration("NAME", .optional, "what the trip is called")],
    options: [
      name.declaration, TripOptions.destination.declaration, TripOptions.start.declaration,
      TripOptions.end.declaration, business.declaration, TripOptions.perdiem.declaration,
      TripOptions.perdiemRule.declaration, personal.declaration, TripOptions.reason.declaration,
      TripOptions.stay.declaration, TripOptions.bucket.declaration, dryRun.declaration,
    ],
    examples: [
      "trips add --business --perdiem 120",
      "trips add 'Summer in Łódź' --destination Łódź --start 2027-07-01 --end 10d --personal",
      "trips add Paris --start fri --end 3d --stay 'Hôtel du Nord' --bucket Louvre 'Eiffel Tower'",
    ])

  private let name: String?
  private let type: TripType?
  private let options: TripOptions
  private let isDryRun: Bool

  init(_ arguments: ParsedArguments) throws {
    try arguments.refuseBoth(Self.business, Self.personal)
    let isBusiness = arguments.isSet(Self.business)
    let isPersonal = arguments.isSet(Self.personal)
    for option in [TripOptions.perdiem, TripOptions.perdiemRule] {
      try arguments.refuse(option, without: isBusiness, Self.business)
    }
    try arguments.refuse(TripOptions.reason, without: isPersonal, Self.personal)
    type = isBusiness ? .business : isPersonal ? .personal : nil
    name = try Self.name(arguments)
    options = try TripOptions(arguments)
    isDryRun = arguments.isSet(Self.dryRun)
  }

  private static func name(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    let option = try arguments.value(Self.name)
    guard let word = arguments.words.first else { return option }
    if option != nil { throw .conflict("NAME", "--name") }
    do {
      return try StoredText.name.required(word)
    } catch {
      throw .invalidValue(word, of: "NAME", reason: error.description)
    }
  }

  func run(in context: Context) throws {
    let fields = try context.globals.tripFields()
    var draft = try options.draft(in: context)
    draft.name = name
    draft.type = type
    let today = try context.today()
    if let prompt = Prompt(context) {
      try TripQuestions(prompt: prompt, context: context, today: today).complete(&draft)
    }
    try draft.check(today: today)
    let store = try context.openStore(isDryRun ? .writing : .creating)
    let outcome = try store.add(draft, today: today, dryRun: isDryRun)
    try TripReport(context).print(
      outcome, verb: outcome.isNew ? verb("Added") : verb("Updated"), fields: fields,
      isRehearsal: isDryRun)
  }

  private func verb(_ past: String) -> String {
    isDryRun ? "Would have \(past.lowercased())" : past
  }
}

/// The questions that `add` asks on a terminal, each with the default that Enter takes.
private struct TripQuestions {
  let prompt: Prompt
  let context: Context
  let today: CalendarDate

  func complete(_ draft: inout TripDraft) throws {
    if draft.destination == nil {
      draft.destination = try prompt.ask("Destination", default: "") {
        try StoredText.destination.normalized($0)
      }
    }
    if draft.type == nil { draft.type = try askType() }
    if draft.name == nil {
      draft.name = try prompt.ask("Name", default: draft.defaultName) {
        try StoredText.name.required($0)
      }
    }
    if draft.startDate == nil {
      draft.startDate = try prompt.ask("Start", default: today.description) {
        try DateExpression($0).day(today: today)
      }
    }
    if draft.end == nil { draft.end = try askEnd(start: draft.startDate ?? today) }
    if draft.type == .business, draft.perdiem == .keep { draft.perdiem = try askPerdiem() }
    if draft.type == .personal, draft.reason == .keep { draft.reason = try askReason() }
  }

  private func askType() throws -> TripType {
    let words = TripType.allCases.map(\.rawValue)
    return try prompt.ask("Kind (\(words.joinedAsAlternatives))", default: "trip") { text in
      guard let type = TripType(rawValue: text) else {
        throw ChoiceError(text: text, choices: words)
      }
      return type
    }
  }

  private func askEnd(start: CalendarDate) throws -> TripDraft.End {
    try prompt.ask("End, or a length such as 5d", default: start.description) {
      let end = try DateExpression($0, role: .end).end(today: today)
      if case .on(let date) = end, date < start {
        throw ValueError("the end lies before the start \(start)")
      }
      return end
    }
  }

  private func askPerdiem() throws -> TripDraft.Setting<Money> {
    let currency = try context.defaultCurrency()
    return try prompt.ask("Per diem in \(currency.code)", default: "none") {
      $0 == "none" ? .keep : .set(try Money($0, defaultCurrency: currency))
    }
  }

  private func askReason() throws -> TripDraft.Setting<PersonalTrip.Reason> {
    let words = PersonalTrip.Reason.allCases.map(\.rawValue)
    return try prompt.ask("Reason (\(words.joinedAsAlternatives))", default: "none") { text in
      if text == "none" { return .keep }
      guard let reason = PersonalTrip.Reason(rawValue: text) else {
        throw ChoiceError(text: text, choices: words)
      }
      return .set(reason)
    }
  }
}
