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
      TripOptions.named, TripOptions.kinds, TripOptions.options, Confirmation.dryRun,
    ],
    examples: [
      "trips add --business --perdiem 120",
      "trips add 'Summer in Łódź' --destination Łódź --start 2027-07-01 --end 10d --personal",
      "trips add Paris --start fri --end 3d --stay 'Hôtel du Nord' --bucket Louvre",
    ])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    for option in [TripOptions.perdiem, TripOptions.perdiemRule] {
      try arguments.refuse(option, without: TripOptions.business)
    }
    try arguments.refuse(TripOptions.reason, without: TripOptions.personal)
    var options = try TripOptions(arguments)
    options.given.values.set(.name, try name(arguments))
    var edit = try options.edit(in: context)
    edit.ruleOfNew = try context.defaultRule()
    let today = try context.today()
    let values: OptionGroup = [TripOptions.named, TripOptions.kinds, TripOptions.options]
    let hasValues =
      !arguments.words.isEmpty || values.declarations.contains(where: arguments.isSet)
    if !hasValues, context.terminal.isOutput, let prompt = Prompt(context) {
      // Report an unusable store before asking questions, not afterwards.
      try context.openStore(.reading).verify()
      try TripQuestions(prompt: prompt, context: context, today: today).complete(&edit)
    }
    // Wrong values are refused before a store is opened.
    _ = try edit.newTrip(today: today)
    try context.print(added: context.openStore(.creating).add(edit, today: today))
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

  func complete(_ edit: inout TripEdit) throws {
    let destination = try prompt.ask("Destination") {
      try StoredText.destination.normalized($0)
    }
    edit.values.set(.destination, destination)
    let words = TripType.allCases.map(\.rawValue)
    let kind = try choose("Kind", among: words, default: words[0]).map { try TripType.chosen($0) }
    edit.values.set(.type, kind?.rawValue)
    let name = try prompt.ask("Name", default: edit.defaultName) {
      try StoredText.name.required($0)
    }
    edit.values.set(.name, name)
    let start = try prompt.ask("Start", default: today.description) {
      try DateExpression($0).day(today: today)
    }
    edit.values.set(.startDate, start?.description)
    edit.end = try askEnd(start: start ?? today)
    if kind == .business { try askPerdiem(&edit) }
    if kind == .personal {
      let reason = try choose(
        "Reason", among: PersonalTrip.Reason.allCases.map(\.rawValue), default: "none")
      if let reason { edit.values.set(.reason, try PersonalTrip.Reason.chosen(reason).rawValue) }
    }
  }

  private func askEnd(start: CalendarDate) throws -> TripEnd? {
    try prompt.ask("End, or a length such as 5d or 4n", default: start.description) {
      let end = try DateExpression($0, role: .end).end(today: today)
      if case .on(let date) = end, date < start {
        throw ValueError("the end is before the start \(start)")
      }
      return end
    }
  }

  private func askPerdiem(_ edit: inout TripEdit) throws {
    let currency = try context.defaultCurrency()
    let perdiem = try prompt.ask("Per diem in \(currency.code)", default: "none") { text in
      let amount = try WrittenAmount(text, otherwise: currency)
      _ = try amount.money(nil)
      return amount
    }
    guard let perdiem else { return }
    edit.values.cost = perdiem
    let rule = try prompt.ask("Per diem rule", default: edit.ruleOfNew ?? "full") { text in
      _ = try PerDiemRule(text, currency: perdiem.currency ?? currency)
      return text
    }
    edit.values.set(.perdiemRule, rule)
  }

  private func choose(
    _ question: String, among words: [String], default standard: String
  ) throws -> String? {
    try prompt.choose(
      "\(question) (\(words.joinedAsAlternatives))", among: words, default: standard)
  }
}
