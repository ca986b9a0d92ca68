import TripsCore

/// The cost of an item or a stay.
enum CostOption {
  static let cost = Option("--cost", "AMOUNT", "the cost: 120, 120.50 EUR or 1.234,50 €")
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

extension Option where Value == TripDayExpression {
  /// The typed day, as far as it can be known without the trip.
  func day(_ arguments: ParsedArguments, in context: Context) throws -> TripDay? {
    guard let expression = try arguments.value(self) else { return nil }
    return try UsageError.naming("\(expression)", of: declaration.name) {
      try expression.day(today: context.today())
    }
  }
}
