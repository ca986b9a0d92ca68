import TripsCore

/// The declaration of the command for the items of a trip's bucket list.
enum BucketCommand: PartKind {
  static let command = "bucket"
  static let meaning = "things to do, flights, tickets"
  static let argument = ArgumentDeclaration("ITEM", .any, completes: .item)
  static var columns: [Column<BucketListItem>] { ItemReport.columns }
  static let name = TextOption(ItemColumn.title, "title", "the new title", isRequired: true)
  static let texts = [
    TextOption(ItemColumn.place, "place", "the place or its address"),
    TextOption(ItemColumn.reference, "reference", "the number of the booking"),
    TextOption(ItemColumn.details, "details", "the details"),
  ]
  static let facts = [
    FactOption(ItemColumn.hasReservation, "reserved"), FactOption(ItemColumn.isInPlan, "planned"),
    FactOption(ItemColumn.isPaid, "paid"), FactOption(ItemColumn.isDone, "done"),
  ]
  static let mark = Mark(
    column: ItemColumn.isDone, set: ("done", "done"), unset: ("undone", "not done"))

  static let on = Option(
    "--on", "DATE", completes: .date, "the day: a date, day3, or a weekday of the trip"
  ) { try TripDayExpression($0) }
  static let time = Option("--time", "HH:MM", "the local time on that day") { text in
    guard let time = ClockTime(text) else { throw ValueError("write a time such as 09:05") }
    return time
  }
  static let end = Option(
    "--end", "END", completes: .date, "the end: 17:32, '2027-05-04 06:30', day3, +1d or a date"
  ) { try ItemEndExpression($0) }
  static let noDate = Flag("--no-date", "remove the day, the time and the end")
  static let noTime = Flag("--no-time", "remove the times")
  static let noEnd = Flag("--no-end", "remove the end")
  static let days: OptionGroup = [on, time, end]
  static let noDays: OptionGroup = [noDate, noTime, noEnd]

  static let discussions = (
    add: """
    Adds things to do, flights and tickets. An end such as 17:32 is the first one after the \
    start; '--end +1d' counts from the start.
    """,
    edit: """
    Changes the values that you give, of one item or of several. An offset such as '--on +1d' \
    counts from the item's day, and an end moves along with it. An item of another day is no \
    longer reserved, unless '--reserved' is given.
    """
  )
  static let examples = PartExamples(
    add: [
      "trips bucket add Paris Louvre 'Eiffel Tower' --planned",
      "trips bucket add Paris 'Train to Lyon' --on day3 --time 9:05 --end 11:02 --reserved",
      "trips bucket add Japan 'Cooking class' --on day3 --end +1d --place 'Gion 7' --cost 90EUR",
    ],
    list: [
      "trips bucket list Paris --open", "trips bucket list --upcoming --not-reserved",
      "trips bucket list --in 2027-05 --json",
    ],
    edit: ["trips bucket edit Paris Louvre --details 'closed on Tuesdays' --reserved"],
    mark: ["trips bucket done Paris Louvre"], unmark: ["trips bucket undone Paris Louvre"],
    remove: ["trips bucket remove Paris Louvre"], attach: ["trips bucket attach Paris 7"])

  static func days(
    _ arguments: ParsedArguments, _ draft: inout BucketListDraft, in context: Context
  ) throws -> ItemDays {
    var days = ItemDays()
    days.on = try on.day(arguments, in: context)
    draft.set(.time, try arguments.value(time)?.description)
    if let expression = try arguments.value(end) {
      days.end = try UsageError.naming("\(expression)", of: end.declaration.name) {
        try expression.end(today: context.today())
      }
    }
    if try arguments.removes(noTime, time) { draft.clear(.time) }
    if try arguments.removes(noEnd, end) { draft.clear(.endDate) }
    if try arguments.removes(noDate, on, time, end) { draft.clear(.date) }
    return days
  }

  static func line(_ item: BucketListItem) -> TripPage.Line { TripPage.line(item) }
}
