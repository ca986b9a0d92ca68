import TripsCore

/// The commands for the bucket list of a trip.
enum BucketCommand {
  static let node = CommandNode(
    "bucket", abstract: "Show or change a trip's bucket list",
    [
      CommandNode("add", Add.self), CommandNode("list", aliases: ["ls"], List.self),
      CommandNode("done", Done.self), CommandNode("undone", Undone.self),
      CommandNode("edit", Edit.self), CommandNode("remove", aliases: ["rm"], Remove.self),
      CommandNode("attach", Attach.self),
    ])

  static let details = Option("--details", "TEXT", "the details") {
    try StoredText.details.normalized($0)
  }
  static let reserved = Flag("--reserved", "mark as reserved")
  static let notReserved = Flag("--not-reserved", "mark as not reserved")
  static let planned = Flag("--planned", "mark as planned")
  static let notPlanned = Flag("--not-planned", "mark as not planned")
  static let on = Option(
    "--on", "DATE", completes: .date, "the day: a date, day3, or a weekday of the trip"
  ) { try TripDayExpression($0) }
  static let time = Option("--time", "HH:MM", "the local time on that day") { text in
    guard let time = ClockTime(text) else { throw ValueError("write a time such as 09:05") }
    return time
  }
  static let noTime = Flag("--no-time", "remove the time")
  static let noDate = Flag("--no-date", "remove the day and the time")
  static let values: OptionGroup = [
    details, reserved, notReserved, planned, notPlanned, on, time, noTime, noDate,
    CostOption.options,
  ]
  static let items = ArgumentDeclaration("ITEM", .many, completes: .item)

  private static func draft(
    _ arguments: ParsedArguments, in context: Context
  ) throws -> BucketListDraft {
    let pairs: [(any DeclaredOption, any DeclaredOption)] = [
      (on, noDate), (time, noTime), (time, noDate),
    ]
    for (one, other) in pairs { try arguments.refuse(one, with: other) }
    var draft = BucketListDraft()
    draft.set(.details, try arguments.value(details))
    draft.set(.hasReservation, try arguments.only([(reserved, true), (notReserved, false)]))
    draft.set(.isInPlan, try arguments.only([(planned, true), (notPlanned, false)]))
    draft.set(.time, try arguments.value(time)?.description)
    if arguments.isSet(noTime) { draft.clear(.time) }
    if arguments.isSet(noDate) { draft.clear(.date) }
    try CostOption.set(of: &draft, arguments, in: context)
    return draft
  }

  enum Add: OfBucketList {
    static let declaration = CommandDeclaration(
      "Add things to do or see",
      arguments: [.trip, ArgumentDeclaration("ITEM", .many)],
      options: [values],
      examples: [
        "trips bucket add Paris Louvre 'Eiffel Tower' --planned",
        "trips bucket add Paris 'Train to Lyon' --on day3 --time 9:05 --cost 45EUR --reserved",
      ])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      let draft = try BucketCommand.draft(arguments, in: context)
      let day = try on.day(arguments, in: context)
      let drafts = try arguments.words.dropFirst().map { word in
        var draft = draft
        let title = try UsageError.naming(word, of: "ITEM") {
          try StoredText.title.required(word)
        }
        draft.set(.title, title)
        return draft
      }
      let outcome = try context.openStore(.writing).addItems(drafts, on: day, to: reference)
      try context.print(itemsOf: outcome, verb: "Added")
    }
  }

  enum List: OfBucketList {
    static let declaration = CommandDeclaration(
      "Show the bucket list of a trip, or of all trips",
      discussion: """
        Lists things to do, flights and tickets. Without TRIP, lists the items of every trip that \
        matches the filters, and items without a trip.
        """,
      arguments: [.trips(.optional)],
      options: [TripFilters.options, GlobalOptions.csvOptions, TimeTravel.at],
      examples: [
        "trips bucket list Paris", "trips bucket list --upcoming",
        "trips bucket list --in 2027-05 --json",
      ])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let listed = try ListedRelations(arguments, .bucketList, in: context)
      let items = listed.trips.flatMap(\.bucketList) + listed.orphans.items
      try Report(ItemReport.columns, in: context).write(items)
      if items.isEmpty { listed.noteNothing("item", in: context) }
    }
  }

  enum Done: OfBucketList {
    static let declaration = CommandDeclaration(
      "Mark items as done", arguments: [.trip, items],
      examples: ["trips bucket done Paris Louvre"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      try changeItems(arguments, in: context) { $0.set(.isDone, true) }
    }
  }

  enum Undone: OfBucketList {
    static let declaration = CommandDeclaration(
      "Mark items as not done", arguments: [.trip, items],
      examples: ["trips bucket undone Paris Louvre"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      try changeItems(arguments, in: context) { $0.set(.isDone, false) }
    }
  }

  enum Edit: OfBucketList {
    static let title = Option("--title", "TEXT", "the new title") {
      try StoredText.title.required($0)
    }
    static let declaration = CommandDeclaration(
      "Change an item",
      arguments: [.trip, ArgumentDeclaration("ITEM", .one, completes: .item)],
      options: [title, values],
      examples: ["trips bucket edit Paris Louvre --details 'closed on Tuesdays' --reserved"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let day = try on.day(arguments, in: context)
      try changeItems(arguments, on: day, in: context) { draft in
        draft = try BucketCommand.draft(arguments, in: context)
        draft.set(.title, try arguments.value(Self.title))
        if draft.isEmpty, day == nil { throw UsageError.nothingToDo("say what to change") }
      }
    }
  }

  enum Remove: OfBucketList {
    static let declaration = CommandDeclaration(
      "Remove items", arguments: [.trip, items],
      examples: ["trips bucket remove Paris Louvre"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      let items = Array(arguments.words.dropFirst())
      let outcome = try context.openStore(.writing).removeItems(items, of: reference)
      try context.print(itemsOf: outcome, verb: "Removed")
    }
  }
}

/// A command that prints items of a bucket list.
protocol OfBucketList: Command {}

extension OfBucketList {
  static var columnNames: [String]? { ItemReport.columns.map(\.name) }

  fileprivate static func changeItems(
    _ arguments: ParsedArguments, on day: TripDay? = nil, in context: Context,
    _ describe: (inout BucketListDraft) throws -> Void
  ) throws {
    let reference = try arguments.tripReference()
    var draft = BucketListDraft()
    try describe(&draft)
    let items = Array(arguments.words.dropFirst())
    let outcome = try context.openStore(.writing).editItems(
      items, of: reference, draft, on: day)
    try context.print(itemsOf: outcome, verb: "Changed")
  }
}
