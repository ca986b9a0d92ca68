import TripsCore

/// The cost of an item or a stay.
enum CostOption {
  static let cost = Option("--cost", "AMOUNT", "its cost: 120, 120.50 or 120.50EUR")
  static let noCost = Flag("--no-cost", "remove the cost")
  static let options: OptionGroup = [cost, noCost]

  /// Sets or removes the cost.
  static func set<Column: StoredColumn>(
    of draft: inout StatedRow<Column>, _ arguments: ParsedArguments, in context: Context
  ) throws {
    try arguments.refuse(cost, with: noCost)
    if arguments.isSet(noCost) { draft.clearCost() }
    if let text = try arguments.value(cost) { draft.cost = try context.amount(text, of: cost) }
  }
}

extension Context {
  /// The value of an option. Without a currency it keeps that of the old value, which the store
  /// looks up, or the default one.
  func amount(
    _ text: String, of option: some DeclaredOption
  ) throws -> TripDraft.PlainAmount {
    let currency = try defaultCurrency()
    return try UsageError.naming(text, of: option.declaration.name) {
      try TripDraft.PlainAmount(text, otherwise: currency)
    }
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
