import TripsCore

/// The commands for the stays of a trip.
enum StayCommand {
  static let node = CommandNode(
    "stay", abstract: "Show or change a trip's stays",
    [
      CommandNode("add", Add.self), CommandNode("list", aliases: ["ls"], List.self),
      CommandNode("edit", Edit.self), CommandNode("confirm", Confirm.self),
      CommandNode("unconfirm", Unconfirm.self), CommandNode("remove", aliases: ["rm"], Remove.self),
      CommandNode("attach", Attach.self),
    ])

  static let from = Option(
    "--from", "DATE", completes: .date,
    "check-in: a date, day3, or a weekday within the trip"
  ) { try TripDayExpression($0) }
  static let to = Option(
    "--to", "DATE", completes: .date,
    "check-out: a date, day3, or a weekday within the trip"
  ) { try TripDayExpression($0) }
  static let nights = Option("--nights", counting: "nights from the check-in; 0 for a day room")
  static let address = Option("--address", "TEXT", "the address") {
    try StoredText.address.normalized($0)
  }
  static let confirmed = Flag("--confirmed", "the booking is confirmed")
  static let values: OptionGroup = [from, to, nights, address, CostOption.options, confirmed]
  static let stay = ArgumentDeclaration("STAY", .optional, completes: .stay)

  fileprivate static func draft(
    _ arguments: ParsedArguments
  ) throws -> StayDraft {
    var draft = StayDraft()
    draft.set(.address, try arguments.value(address))
    if arguments.isSet(confirmed) { draft.set(.isConfirmed, true) }
    return draft
  }

  fileprivate static func nights(
    _ arguments: ParsedArguments, in context: Context
  ) throws -> StayNights {
    try arguments.refuse(to, with: nights)
    var result = StayNights()
    result.from = try from.day(arguments, in: context)
    result.to = try to.day(arguments, in: context)
    result.count = try arguments.value(nights)
    return result
  }

  fileprivate static func place(_ word: String) throws -> String {
    try UsageError.naming(word, of: "PLACE") { try StoredText.placeName.required(word) }
  }

  enum Add: OfStay {
    static let declaration = CommandDeclaration(
      "Add a stay",
      discussion: """
        Adds a place to sleep to a trip. Without dates, the stay covers the whole trip. With \
        --from alone, it lasts to the end of the trip; with --to or --nights alone, it begins at \
        the start.
        """,
      arguments: [.trip, ArgumentDeclaration("PLACE", "the name of the place")],
      options: [values],
      examples: [
        "trips stay add Japan 'Hotel Asakusa' --nights 5 --cost 98000JPY",
        "trips stay add Japan 'Machiya Gion' --from day10 --to day12 --confirmed",
      ])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      var draft = try draft(arguments)
      draft.set(.placeName, try place(arguments.words[1]))
      try CostOption.set(of: &draft, arguments, in: context)
      let nights = try nights(arguments, in: context)
      let store = try context.openStore(.writing)
      try context.print(staysOf: store.addStay(draft, nights, to: reference), verb: "Added")
    }
  }

  enum List: OfStay {
    static let declaration = CommandDeclaration(
      "Show the stays of a trip, or of all trips",
      discussion: """
        Lists where you sleep. Without TRIP, lists the stays of every trip that matches the \
        filters, and stays without a trip.
        """,
      arguments: [.trips(.optional)],
      options: [TripFilters.options, GlobalOptions.csvOptions, TimeTravel.at],
      examples: ["trips stay list Paris", "trips stay list --upcoming"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let listed = try ListedRelations(arguments, .livingAccommodations, in: context)
      let stays = listed.trips.flatMap(\.livingAccommodations) + listed.orphans.stays
      try Report(StayReport.columns, in: context).write(stays)
      if stays.isEmpty { listed.noteNothing("stay", in: context) }
    }
  }

  enum Edit: OfStay {
    static let name = Option("--name", "PLACE", "the new name") {
      try StoredText.placeName.required($0)
    }
    static let noDates = Flag(
      "--no-dates", "remove the dates, so that the stay covers the whole trip")
    static let declaration = CommandDeclaration(
      "Change a stay",
      discussion: """
        Changes the values that you give: --from changes only the check-in, --to only the \
        check-out. If the nights of a confirmed stay change, it is no longer confirmed, unless \
        --confirmed is given.
        """,
      arguments: [.trip, stay], options: [name, values, noDates],
      examples: ["trips stay edit Japan asakusa --nights 4 --cost 78400"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      var draft = try draft(arguments)
      draft.set(.placeName, try arguments.value(name))
      try CostOption.set(of: &draft, arguments, in: context)
      var nights = try nights(arguments, in: context)
      for option in [from, to] { try arguments.refuse(option, with: noDates) }
      try arguments.refuse(StayCommand.nights, with: noDates)
      nights.areAll = arguments.isSet(noDates)
      if draft.isEmpty, nights.isEmpty { throw UsageError.nothingToDo("say what to change") }
      try edit(arguments, draft, nights, in: context)
    }
  }

  enum Confirm: OfStay {
    static let declaration = CommandDeclaration(
      "Mark a stay as confirmed", arguments: [.trip, stay],
      examples: ["trips stay confirm Paris"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      try confirm(true, arguments, in: context)
    }
  }

  enum Unconfirm: OfStay {
    static let declaration = CommandDeclaration(
      "Mark a stay as not confirmed", arguments: [.trip, stay],
      examples: ["trips stay unconfirm Paris"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      try confirm(false, arguments, in: context)
    }
  }

  enum Remove: OfStay {
    static let declaration = CommandDeclaration(
      "Remove a stay", arguments: [.trip, stay],
      examples: ["trips stay remove Paris"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      let store = try context.openStore(.writing)
      try context.print(
        staysOf: store.removeStay(arguments.stay, of: reference), verb: "Removed")
    }
  }
}

/// A command that prints stays.
protocol OfStay: Command {}

extension OfStay {
  static var columnNames: [String]? { StayReport.columns.map(\.name) }

  fileprivate static func confirm(
    _ isConfirmed: Bool, _ arguments: ParsedArguments, in context: Context
  ) throws {
    var draft = StayDraft()
    draft.set(.isConfirmed, isConfirmed)
    try edit(arguments, draft, StayNights(), in: context)
  }

  fileprivate static func edit(
    _ arguments: ParsedArguments, _ draft: StayDraft, _ nights: StayNights, in context: Context
  ) throws {
    let reference = try arguments.tripReference()
    let store = try context.openStore(.writing)
    try context.print(
      staysOf: store.editStay(arguments.stay, of: reference, draft, nights), verb: "Changed")
  }
}

extension ParsedArguments {
  /// The second argument, if there is one.
  fileprivate var stay: String? { words.count > 1 ? words[1] : nil }
}
