import TripsCore

/// The options that give values to a trip, which `add` and `edit` share.
struct TripOptions {
  static let destination = Option("--destination", "TEXT", "where it goes") {
    try StoredText.destination.normalized($0)
  }
  static let start = Option(
    "--start", "DATE", completes: .date,
    "the first day: YYYY-MM-DD, today, tomorrow, +10d, +2w or a weekday"
  ) { try DateExpression($0) }
  static let end = Option(
    "--end", "DATE", completes: .date, "the last day, or a length after the start such as 5d"
  ) { try DateExpression($0, role: .end) }
  static let perdiem = Option(
    "--perdiem", "AMOUNT", "what a day of a business trip brings: 120, 120.50 or 120.50EUR")
  static let perdiemRule = Option(
    "--perdiem-rule", "RULE", completes: .words(["full", "nights", "first-last:75%"]),
    "how it counts: full, nights, first-last:75% or first-last:90.00")
  static let reason = Option(
    "--reason", "REASON", oneOf: PersonalTrip.Reason.self,
    "why a personal trip is made: family, reunion or wellness")
  static let stay = Option("--stay", "PLACE", "where to stay") {
    try StoredText.placeName.required($0)
  }
  static let bucket = Option(
    "--bucket", "ITEM", arity: .many, "things to do or see, up to the next option"
  ) { try StoredText.title.required($0) }

  static let options: OptionGroup = [
    destination, start, end, perdiem, perdiemRule, reason, stay, bucket,
  ]

  let destination: String?
  let start: DateExpression?
  let end: DateExpression?
  let perdiem: String?
  let perdiemRule: String?
  let reason: PersonalTrip.Reason?
  let stay: String?
  let bucketList: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    destination = try arguments.value(Self.destination)
    start = try arguments.value(Self.start)
    end = try arguments.value(Self.end)
    perdiem = try arguments.value(Self.perdiem)
    perdiemRule = try arguments.value(Self.perdiemRule)
    reason = try arguments.value(Self.reason)
    stay = try arguments.value(Self.stay)
    bucketList = try arguments.values(Self.bucket)
  }

  /// The draft that the options describe on this day and with this default currency.
  func draft(in context: Context) throws -> TripDraft {
    var draft = TripDraft()
    draft.destination = destination
    if let start {
      draft.startDate = try Self.start.day(start, today: context.today())
    }
    if let end {
      let today = try context.today()
      draft.end = try UsageError.naming("\(end)", of: Self.end.declaration.name) {
        try end.end(today: today)
      }
    }
    if let perdiem { draft.perdiem = .set(try Self.money(perdiem, in: context)) }
    if let perdiemRule {
      try checkRule(perdiemRule, draft)
      draft.perdiemRule = .set(perdiemRule)
    }
    if let reason { draft.reason = .set(reason) }
    draft.stay = stay
    draft.bucketList = bucketList
    return draft
  }

  static func money(_ text: String, in context: Context) throws -> Money {
    let currency = try context.defaultCurrency()
    return try UsageError.naming(text, of: perdiem.declaration.name) {
      try Money(text, defaultCurrency: currency)
    }
  }

  /// Which decimals an amount in the rule may have is known where the currency is; the store checks
  /// again where the trip has one already.
  private func checkRule(_ text: String, _ draft: TripDraft) throws(UsageError) {
    let currency: Currency =
      if case .set(let money) = draft.perdiem { money.currency } else { .withMostDecimals }
    try UsageError.naming(text, of: Self.perdiemRule.declaration.name) {
      _ = try PerDiemRule(text, currency: currency)
    }
  }
}
