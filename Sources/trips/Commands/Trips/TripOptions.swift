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
    "--perdiem", "AMOUNT", "the daily allowance: 120, 120EUR")
  static let perdiemRule = Option(
    "--perdiem-rule", "RULE",
    completes: .words(["full", "nights", "first-last:75%", "first-last:75%,meals:20%/40%/40%"]),
    "how days count: full, nights or first-last:75%")
  static let reason = Option(
    "--reason", "REASON", oneOf: PersonalTrip.Reason.self,
    "for personal trips: family, reunion or wellness")
  static let stay = Option(
    "--stay", "PLACE", "a stay to add, unless the trip has it (repeatable)"
  ) {
    try StoredText.placeName.required($0)
  }
  static let bucket = Option(
    "--bucket", "ITEM", "an item to add, unless the trip has it (repeatable)"
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

  /// The given values, before dates are resolved.
  var given = TripEdit()
  private let start: DateExpression?
  private let end: DateExpression?
  private let perdiem: String?
  private let perdiemRule: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let kind: TripType? = try arguments.only([
      (Self.business, .business), (Self.personal, .personal), (Self.plain, .plain),
    ])
    given.values.set(.type, kind?.rawValue)
    given.values.set(.destination, try arguments.value(Self.destination))
    given.values.set(.reason, try arguments.value(Self.reason)?.rawValue)
    given.values.set(.notes, try arguments.value(Self.notes))
    given.stays = try arguments.values(Self.stay)
    given.bucketList = try arguments.values(Self.bucket)
    given.addedTags = try arguments.values(Self.tag)
    start = try arguments.value(Self.start)
    end = try arguments.value(Self.end)
    // With '--on', it is that of single days.
    let isOfDays = try arguments.valueIfDeclared(SingleDayOptions.on) != nil
    perdiem = isOfDays ? nil : try arguments.value(Self.perdiem)
    perdiemRule = try arguments.value(Self.perdiemRule)
  }

  /// What the options state, given this day and default currency.
  ///
  /// - Parameter isStored: whether the trip already has a start, from which an offset counts.
  func edit(in context: Context, isStored: Bool = false) throws -> TripEdit {
    var edit = given
    if isStored, let offset = start?.offset {
      edit.startOffset = offset
    } else if let start {
      edit.values.set(
        .startDate, try Self.start.day(start, today: context.today()).description)
    }
    if let end {
      let today = try context.today()
      edit.end = try UsageError.naming("\(end)", of: Self.end.declaration.name) {
        try end.end(today: today)
      }
    }
    // Without a currency it keeps that of the old value, which the store looks up.
    if let perdiem { edit.values.cost = try context.amount(perdiem, of: Self.perdiem) }
    if let perdiemRule {
      // Its decimals depend on the currency; the store checks them again if the trip has one.
      let currency = edit.values.cost?.currency ?? .unknown
      try UsageError.naming(perdiemRule, of: Self.perdiemRule.declaration.name) {
        _ = try PerDiemRule(perdiemRule, currency: currency)
      }
      edit.values.set(.perdiemRule, perdiemRule)
    }
    return edit
  }
}
