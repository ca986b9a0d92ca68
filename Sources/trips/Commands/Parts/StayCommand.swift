import TripsCore

/// The declaration of the command for the stays of a trip.
enum StayCommand: PartKind {
  static let command = "stay"
  static let meaning = "places where you sleep"
  static let argument = ArgumentDeclaration("STAY", .any, completes: .stay)
  static var columns: [Column<LivingAccommodation>] { StayReport.columns }
  static let name = TextOption(StayColumn.placeName, "name", "the new name", isRequired: true)
  static let texts = [
    TextOption(StayColumn.address, "address", "the address"),
    TextOption(StayColumn.reference, "reference", "the number of the booking"),
    TextOption(StayColumn.details, "details", "the details"),
  ]
  static let facts = [
    FactOption(StayColumn.isConfirmed, "confirmed"), FactOption(StayColumn.isPaid, "paid"),
  ]
  static let mark = Mark(
    column: StayColumn.isConfirmed, set: ("confirm", "confirmed"),
    unset: ("unconfirm", "not confirmed"))

  static let from = Option(
    "--from", "DATE", completes: .date,
    "check-in: a date, day3, or a weekday within the trip"
  ) { try TripDayExpression($0) }
  static let to = Option(
    "--to", "DATE", completes: .date,
    "check-out: a date, day3, or a weekday within the trip"
  ) { try TripDayExpression($0) }
  static let nights = Option("--nights", counting: "nights from the check-in; 0 for a day room")
  static let noDates = Flag(
    "--no-dates", "remove the dates, so that the stay covers the whole trip")
  static let days: OptionGroup = [from, to, nights]
  static let noDays: OptionGroup = [noDates]

  static let discussions = (
    add: """
    Adds places to sleep. Without dates, a stay covers the whole trip. With --from alone, it \
    lasts to the end of the trip; with --to or --nights alone, it begins at the start.
    """,
    edit: """
    Changes the values that you give, of one stay or of several: --from changes only the \
    check-in, --to only the check-out. An offset such as '--from +1d' counts from the old \
    check-in, '--to +3d' from the check-in. A stay for other nights is no longer confirmed, \
    unless '--confirmed' is given.
    """
  )
  static let examples = PartExamples(
    add: [
      "trips stay add Japan 'Hotel Asakusa' --nights 5 --cost 98000JPY",
      "trips stay add Japan 'Machiya Gion' --from day10 --to day12 --confirmed",
    ],
    list: ["trips stay list Paris", "trips stay list --upcoming --open"],
    edit: ["trips stay edit Japan asakusa --nights 4 --cost 78400 --details 'door code 4711'"],
    mark: ["trips stay confirm Paris"], unmark: ["trips stay unconfirm Paris"],
    remove: ["trips stay remove Paris"], attach: ["trips stay attach Paris 2"])

  static func days(
    _ arguments: ParsedArguments, _ draft: inout StayDraft, in context: Context
  ) throws -> StayNights {
    try arguments.refuse(to, with: nights)
    var days = StayNights()
    days.from = try from.day(arguments, in: context)
    days.to = try to.day(arguments, in: context)
    days.count = try arguments.value(nights)
    days.coversTrip = try arguments.removes(noDates, from, to, nights)
    return days
  }

  static func line(_ stay: LivingAccommodation) -> TripPage.Line {
    var line = TripPage.line(stay)
    line.pieces.insert(.words("\(stay.id) "), at: 0)
    return line
  }
}
