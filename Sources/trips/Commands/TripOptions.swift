import TripsCore

/// The options for the values of a trip, which `add` and `edit` share.
struct TripOptions {
  static let named = Option("--name", "NAME", "the name") {
    try StoredText.name.required($0)
  }
  static let business = Flag("--business", "a business trip")
  static let personal = Flag("--personal", "a personal trip")
  static let plain = Flag("--plain", "a plain trip: neither business nor personal")
  static let kinds: OptionGroup = [business, personal, plain]
  static let dryRun = Flag("--dry-run", "show what would happen and change nothing")
  static let destination = Option("--destination", "TEXT", "the destination") {
    try StoredText.destination.normalized($0)
  }
  static let start = Option(
    "--start", "DATE", completes: .date,
    "the first day: 2027-05-01, today, +10d or a weekday"
  ) { try DateExpression($0) }
  static let end = Option(
    "--end", "DATE", completes: .date,
    "the last day, or a length: 5d, 5n (nights), 2w or 1m"
  ) { try DateExpression($0, role: .end) }
  static let perdiem = Option(
    "--perdiem", "AMOUNT",
    "the daily allowance: 120, 120EUR; with --on default")
  static let perdiemRule = Option(
    "--perdiem-rule", "RULE",
    completes: .words(["full", "nights", "first-last:75%", "first-last:75%,meals:20%/40%/40%"]),
    "how days count: full, nights or first-last:75%")
  static let reason = Option(
    "--reason", "REASON", oneOf: PersonalTrip.Reason.self,
    "for personal trips: family, reunion or wellness")
  static let stay = Option(
    "--stay", "PLACE", "a stay to add, unless the trip has one at this place"
  ) {
    try StoredText.placeName.required($0)
  }
  static let bucket = Option(
    "--bucket", "ITEM", arity: .many,
    "items to add, unless the trip has them"
  ) { try StoredText.title.required($0) }
  static let notes = Option("--notes", "TEXT", "the notes") {
    try StoredText.notes.normalized($0)
  }

  static let tag = Option("--tag", "WORD", completes: .tag, "a tag to add", parse: checkedTag)

  static let options: OptionGroup = [
    destination, start, end, perdiem, perdiemRule, reason, stay, bucket, notes, tag,
  ]

  /// - Throws: `ValueError` for text that is no tag.
  @Sendable static func checkedTag(_ text: String) throws -> String {
    try TagList(words: [text]).text
  }

  /// The values of the options alone.
  var given = TripDraft()
  private let start: DateExpression?
  private let end: DateExpression?
  private let perdiem: String?
  private let perdiemRule: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    given.type = try arguments.only([
      (Self.business, .business), (Self.personal, .personal), (Self.plain, .plain),
    ])
    given.destination = try arguments.value(Self.destination)
    given.reason = try arguments.value(Self.reason).map { .set($0) } ?? .keep
    given.stay = try arguments.onlyValue(Self.stay)
    given.bucketList = try arguments.values(Self.bucket)
    given.notes = try arguments.value(Self.notes)
    given.addedTags = try arguments.values(Self.tag)
    start = try arguments.value(Self.start)
    end = try arguments.value(Self.end)
    // With '--on', it is that of single days.
    let isOfDays = try arguments.valueIfDeclared(SingleDayOptions.on) != nil
    perdiem = isOfDays ? nil : try arguments.value(Self.perdiem)
    perdiemRule = try arguments.value(Self.perdiemRule)
  }

  /// The draft that the options describe, given this day and default currency.
  ///
  /// - Parameter isStored: whether the trip already has a start, from which an offset counts.
  func draft(in context: Context, isStored: Bool = false) throws -> TripDraft {
    var draft = given
    if isStored, let offset = start?.offset {
      draft.startOffset = offset
    } else if let start {
      draft.startDate = try Self.start.day(start, today: context.today())
    }
    if let end {
      let today = try context.today()
      draft.end = try UsageError.naming("\(end)", of: Self.end.declaration.name) {
        try end.end(today: today)
      }
    }
    if let perdiem { try Self.setPerdiem(of: &draft, perdiem, in: context) }
    if let perdiemRule {
      try checkRule(perdiemRule, draft)
      draft.perdiemRule = .set(perdiemRule)
    }
    return draft
  }

  /// An amount without a currency keeps the currency of the old value, which the store looks up.
  private static func setPerdiem(
    of draft: inout TripDraft, _ text: String, in context: Context
  ) throws {
    let amount = try context.amount(text, of: perdiem)
    if amount.currency != nil {
      draft.perdiem = .set(try amount.money(nil))
    } else {
      draft.perdiemAmount = amount
    }
  }

  /// The number of decimals depends on the currency; the store checks it again if the trip already
  /// has one.
  private func checkRule(_ text: String, _ draft: TripDraft) throws(UsageError) {
    let currency: Currency =
      if case .set(let money) = draft.perdiem { money.currency } else { .unknown }
    try UsageError.naming(text, of: Self.perdiemRule.declaration.name) {
      _ = try PerDiemRule(text, currency: currency)
    }
  }
}
