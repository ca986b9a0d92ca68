import TripsCore

/// Adds a trip, or updates the one with the same name and dates.
enum AddCommand: Command {
  static let columnNames: [String]? = TripField.names
  static let declaration = CommandDeclaration(
    "Add a trip, or update the one with the same name and dates",
    discussion: """
      Adds a trip, with a stay and items if you like. On a terminal, 'trips add' alone asks for \
      the details. By default the name is the destination, otherwise the kind of trip; the start \
      is today, and the end is the start. If a trip with exactly this name and these dates exists, \
      it is updated with the values that you give.
      """,
    arguments: [ArgumentDeclaration("NAME", .optional, "the name of the trip")],
    options: [
      TripOptions.named, TripOptions.kinds, TripOptions.options, TripOptions.dryRun,
    ],
    examples: [
      "trips add --business --perdiem 120",
      "trips add 'Summer in Łódź' --destination Łódź --start 2027-07-01 --end 10d --personal",
      "trips add Paris --start fri --end 3d --stay 'Hôtel du Nord' --bucket Louvre 'Eiffel Tower'",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    for option in [TripOptions.perdiem, TripOptions.perdiemRule] {
      try arguments.refuse(option, without: TripOptions.business)
    }
    try arguments.refuse(TripOptions.reason, without: TripOptions.personal)
    var options = try TripOptions(arguments)
    options.given.name = try name(arguments)
    var draft = try options.draft(in: context)
    draft.ruleOfNew = try context.defaultRule()
    let today = try context.today()
    let isDryRun = arguments.isSet(TripOptions.dryRun)
    let values = declaration.options.filter { $0.name != TripOptions.dryRun.declaration.name }
    let hasValues = !arguments.words.isEmpty || values.contains(where: arguments.isSet)
    if !hasValues, context.terminal.isOutput, let prompt = Prompt(context) {
      // Report an unusable store before asking questions, not afterwards.
      try context.openStore(.reading).verify()
      try TripQuestions(prompt: prompt, context: context, today: today).complete(&draft)
    }
    try draft.check(today: today)
    let store = try context.openStore(isDryRun ? .rehearsing : .creating)
    let outcome = try store.add(draft, today: today)
    try context.print(
      outcome, verb: outcome.isNew ? "Added" : "Updated", isRehearsal: isDryRun)
  }

  private static func name(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    let option = try arguments.value(TripOptions.named)
    guard let word = arguments.words.first else { return option }
    if option != nil { throw .conflict("NAME", "--name") }
    return try UsageError.naming(word, of: "NAME") { try StoredText.name.required(word) }
  }
}

/// The questions that `add` asks on a terminal, each with its default.
///
/// Pressing Enter gives no value, so an existing trip keeps its own.
private struct TripQuestions {
  let prompt: Prompt
  let context: Context
  let today: CalendarDate

  func complete(_ draft: inout TripDraft) throws {
    draft.destination = try prompt.ask("Destination") {
      try StoredText.destination.normalized($0)
    }
    let words = TripType.allCases.map(\.rawValue)
    draft.type = try choose("Kind", among: words, default: words[0]).map { try TripType.chosen($0) }
    draft.name = try prompt.ask("Name", default: draft.defaultName) {
      try StoredText.name.required($0)
    }
    draft.startDate = try prompt.ask("Start", default: today.description) {
      try DateExpression($0).day(today: today)
    }
    draft.end = try askEnd(start: draft.startDate ?? today)
    if draft.type == .business { try askPerdiem(&draft) }
    if draft.type == .personal {
      let reason = try choose(
        "Reason", among: PersonalTrip.Reason.allCases.map(\.rawValue), default: "none")
      if let reason { draft.reason = .set(try PersonalTrip.Reason.chosen(reason)) }
    }
  }

  private func askEnd(start: CalendarDate) throws -> TripDraft.End? {
    try prompt.ask("End, or a length such as 5d or 4n", default: start.description) {
      let end = try DateExpression($0, role: .end).end(today: today)
      if case .on(let date) = end, date < start {
        throw ValueError("the end is before the start \(start)")
      }
      return end
    }
  }

  private func askPerdiem(_ draft: inout TripDraft) throws {
    let currency = try context.defaultCurrency()
    let perdiem = try prompt.ask("Per diem in \(currency.code)", default: "none") {
      try Money($0, defaultCurrency: currency)
    }
    guard let perdiem else { return }
    draft.perdiem = .set(perdiem)
    let rule = try prompt.ask("Per diem rule", default: draft.ruleOfNew ?? "full") { text in
      _ = try PerDiemRule(text, currency: perdiem.currency)
      return text
    }
    if let rule { draft.perdiemRule = .set(rule) }
  }

  private func choose(
    _ question: String, among words: [String], default standard: String
  ) throws -> String? {
    try prompt.choose(
      "\(question) (\(words.joinedAsAlternatives))", among: words, default: standard)
  }
}
