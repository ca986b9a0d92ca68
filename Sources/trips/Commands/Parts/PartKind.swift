import TripsCore

/// The declaration of the command for items or for stays: `PartCommand` is the same for both.
protocol PartKind: SendableMetatype {
  associatedtype Stored: PartColumn

  /// The name of the command.
  static var command: String { get }
  /// What the rows are, for the help of the whole tool.
  static var meaning: String { get }
  static var argument: ArgumentDeclaration { get }
  static var columns: [Column<Stored.Part>] { get }
  /// The option that renames a row.
  static var name: TextOption<Stored> { get }
  static var texts: [TextOption<Stored>] { get }
  static var facts: [FactOption<Stored>] { get }
  /// The fact that 'done' or 'confirm' sets; without it, a row is open.
  static var mark: Mark<Stored> { get }
  /// The options for days, and the flags that remove them.
  static var days: OptionGroup { get }
  static var noDays: OptionGroup { get }
  static var discussions: (add: String, edit: String) { get }
  static var examples: PartExamples { get }

  /// Reads the options for days; times are set in the draft.
  static func days(
    _ arguments: ParsedArguments, _ draft: inout StatedRow<Stored>, in context: Context
  ) throws -> Stored.Days

  static func line(_ part: Stored.Part) -> TripPage.Line
}

extension PartKind {
  static var noun: String { Stored.entity.noun }
}

/// The examples in the help of each subcommand.
struct PartExamples {
  let add: [String]
  let list: [String]
  let edit: [String]
  let mark: [String]
  let unmark: [String]
  let remove: [String]
  let attach: [String]
}

/// The commands that set and clear one fact: `done` and `undone`.
struct Mark<Stored: PartColumn> {
  let column: Stored
  /// The name of the command, and the state that it sets.
  let set: (name: String, state: String)
  let unset: (name: String, state: String)
}

/// A text of a row: the option that sets it, and the flag that removes it.
struct TextOption<Stored: PartColumn> {
  let column: Stored
  let option: Option<String>
  let removal: Flag

  init(_ column: Stored, _ name: String, _ help: String, isRequired: Bool = false) {
    self.column = column
    option = Option("--\(name)", "TEXT", help) { text in
      guard let rules = column.declaration.text else { return text }
      return try isRequired ? rules.required(text) : rules.normalized(text)
    }
    removal = Flag("--no-\(name)", "remove \(help)")
  }
}

/// A fact of a row: the flag that sets it and its opposite, which are filters of a list too.
struct FactOption<Stored: PartColumn> {
  let column: Stored
  let set: Flag
  let unset: Flag
  let filter: Flag
  let opposite: Flag

  init(_ column: Stored, _ state: String) {
    self.column = column
    set = Flag("--\(state)", "mark as \(state)")
    unset = Flag("--not-\(state)", "mark as not \(state)")
    let noun = Stored.entity.noun
    filter = Flag("--\(state)", "\(noun)s that are \(state)")
    opposite = Flag("--not-\(state)", "\(noun)s that are not \(state)")
  }
}

// MARK: - Cost

/// The cost of an item or a stay.
enum CostOption {
  static let cost = Option("--cost", "AMOUNT", "the cost: 120, 120.50 EUR or 1.234,50 €")
  static let noCost = Flag("--no-cost", "remove the cost")
}

extension Context {
  /// The amount in an option. Without a currency, it takes the currency of the old value, which the
  /// store looks up, or the default currency.
  func amount(
    _ text: String, of option: some DeclaredOption
  ) throws -> WrittenAmount {
    let currency = try defaultCurrency()
    return try UsageError.naming(text, of: option.declaration.name) {
      let amount = try WrittenAmount(text, otherwise: currency)
      _ = try amount.money(amount.currency ?? .unknown)
      return amount
    }
  }
}

// MARK: - Reading

extension PartKind {
  /// The options that give values, which every command that sets values has.
  static var values: OptionGroup {
    OptionGroup(texts.map(\.option) + [days, CostOption.cost] + facts.map(\.set))
  }

  /// The options that remove values, which a new row does not need.
  static var removals: OptionGroup {
    OptionGroup(texts.map(\.removal) + [noDays, CostOption.noCost] + facts.map(\.unset))
  }

  /// The values of the options.
  static func draft(
    _ arguments: ParsedArguments, in context: Context
  ) throws -> (values: StatedRow<Stored>, days: Stored.Days) {
    var draft = StatedRow<Stored>()
    for text in texts {
      draft.set(text.column, try arguments.value(text.option))
      if try arguments.removes(text.removal, text.option) { draft.set(text.column, "") }
    }
    for fact in facts {
      if try arguments.removes(fact.unset, fact.set) { draft.set(fact.column, false) }
      if arguments.isSet(fact.set) { draft.set(fact.column, true) }
    }
    if try arguments.removes(CostOption.noCost, CostOption.cost) { draft.clearCost() }
    if let text = try arguments.value(CostOption.cost) {
      draft.cost = try context.amount(text, of: CostOption.cost)
    }
    let days = try days(arguments, &draft, in: context)
    return (draft, days)
  }
}

extension ParsedArguments {
  /// Whether a flag that removes something is set; the command may not have it.
  func removes(_ flag: Flag, _ others: any DeclaredOption...) throws(UsageError) -> Bool {
    guard isSetIfDeclared(flag) else { return false }
    for other in others { try refuse(other, with: flag) }
    return true
  }
}

extension Option where Value == TripDayExpression {
  /// The typed day, as far as it can be known without the trip.
  func day(_ arguments: ParsedArguments, in context: Context) throws -> TripDay? {
    guard let expression = try arguments.value(self) else { return nil }
    return try UsageError.naming("\(expression)", of: declaration.name) {
      try expression.day(today: context.today())
    }
  }
}
