import TripsCore

/// What items and stays cost.
enum CostOption {
  static let cost = Option(
    "--cost", "AMOUNT", "what it costs: 120, 120.50 or 120.50EUR; else in the trip's currency")
  static let noCost = Flag("--no-cost", "take the cost away")

  /// Sets the cost or takes it away.
  static func setOrClear<Column: StoredColumn>(
    of draft: inout ImportedRow<Column>, _ arguments: ParsedArguments, in context: Context
  ) throws {
    try arguments.refuse(cost, with: noCost)
    if arguments.isSet(noCost) { draft.set(cost: .clear) }
    try set(of: &draft, arguments, in: context)
  }

  /// An amount without a currency is in that of the trip, which the store knows.
  static func set<Column: StoredColumn>(
    of draft: inout ImportedRow<Column>, _ arguments: ParsedArguments, in context: Context
  ) throws {
    guard let text = try arguments.value(cost) else { return }
    let currency = try context.defaultCurrency()
    let namesCurrency = Money.namesCurrency(text)
    let money = try UsageError.naming(text, of: cost.declaration.name) {
      try Money(text, defaultCurrency: namesCurrency ? currency : .unknown)
    }
    if namesCurrency {
      draft.set(cost: .set(money))
    } else {
      draft.set(plainCost: TripDraft.PlainAmount(text, otherwise: currency))
    }
  }
}

extension Option where Value == TripDayExpression {
  /// The day that was typed, as far as it is known without the trip.
  func day(_ arguments: ParsedArguments, in context: Context) throws -> TripDay? {
    guard let expression = try arguments.value(self) else { return nil }
    return try UsageError.naming("\(expression)", of: declaration.name) {
      try expression.day(today: context.today())
    }
  }
}
