import TripsCore

/// The commands for the stays of a trip.
enum StayCommand {
  static let node = CommandNode(
    "stay", abstract: "Change or show the stays of a trip",
    [
      CommandNode("add", Add.self), CommandNode("list", aliases: ["ls"], List.self),
      CommandNode("edit", Edit.self), CommandNode("confirm", Confirm.self),
      CommandNode("unconfirm", Unconfirm.self), CommandNode("remove", aliases: ["rm"], Remove.self),
      CommandNode("attach", Attach.self),
      // Kept from release 1.0.0.
      CommandNode("set", isHidden: true, Set.self),
      CommandNode("show", isHidden: true, List.self),
    ])

  static let from = Option(
    "--from", "DATE", completes: .tripDay,
    "check-in: a date, day3, or a weekday, the first within the trip"
  ) { try TripDayExpression($0) }
  static let to = Option(
    "--to", "DATE", completes: .tripDay,
    "check-out: a date, day3, or a weekday, the first from the check-in on"
  ) { try TripDayExpression($0) }
  static let nights = Option("--nights", counting: "nights from the check-in; 0 for a day room")
  static let address = Option("--address", "TEXT", "its address") {
    try StoredText.address.normalized($0)
  }
  static let confirmed = Flag("--confirmed", "the booking is confirmed")
  static let values: OptionGroup = [from, to, nights, address, CostOption.cost, confirmed]
  static let stay = ArgumentDeclaration(
    "STAY", .optional, "an id, a place or a part of it; not needed if there is only one",
    completes: .stay)

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
        Without dates, the stay covers the whole trip. With --from alone, it lasts to the end of \
        the trip; with --to or --nights alone, it begins at the start. A stay with the same place \
        and nights is updated instead.
        """,
      arguments: [.trip, ArgumentDeclaration("PLACE", "its name")],
      options: [values],
      examples: [
        "trips stay add Japan 'Hotel Asakusa' --nights 5 --cost 98000JPY",
        "trips stay add Japan 'Machiya Gion' --from day10 --to fri --confirmed",
      ])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      var draft = try draft(arguments)
      draft.set(.placeName, try place(arguments.words[1]))
      try CostOption.set(of: &draft, arguments, in: context)
      let nights = try nights(arguments, in: context)
      let store = try context.openStore(.writing)
      try context.printStay(store.addStay(draft, nights, to: reference), isNew: true)
    }
  }

  enum List: OfStay {
    static let declaration = CommandDeclaration(
      "Show the stays of a trip", arguments: [.trip], options: [TimeTravel.at],
      examples: ["trips stay list Paris"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      let trip = try context.openStore(.reading).trip(reference)
      try context.print(trip.livingAccommodations)
      if trip.livingAccommodations.isEmpty {
        context.noteNothing("'\(trip.name)' (\(trip.id)) has no stay")
      }
    }
  }

  enum Edit: OfStay {
    static let name = Option("--name", "PLACE", "its new name") {
      try StoredText.placeName.required($0)
    }
    static let noDates = Flag("--no-dates", "remove the dates: it covers the whole trip")
    static let declaration = CommandDeclaration(
      "Change a stay",
      discussion: """
        --from changes only the check-in, --to only the check-out. If the nights of a confirmed \
        stay change, it is no longer confirmed, unless --confirmed is given.
        """,
      arguments: [.trip, stay], options: [name, values, noDates, CostOption.noCost],
      examples: ["trips stay edit Japan asakusa --nights 4 --cost 78400"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      var draft = try draft(arguments)
      draft.set(.placeName, try arguments.value(name))
      try CostOption.setOrClear(of: &draft, arguments, in: context)
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
      try context.printStay(store.removeStay(arguments.stay, of: reference))
    }
  }

  enum Set: OfStay {
    static let declaration = CommandDeclaration(
      "Set the only stay of a trip",
      discussion: """
        A new place is not confirmed, unless --confirmed is given.
        """,
      arguments: [.trip, ArgumentDeclaration("PLACE", "its name")],
      options: [address, confirmed],
      examples: ["trips stay set Paris 'Hôtel du Nord' --address '102 Quai de Jemmapes'"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      var draft = try draft(arguments)
      draft.set(.placeName, try place(arguments.words[1]))
      try context.printStay(context.openStore(.writing).setStay(draft, of: reference))
    }
  }
}

/// A command for the stays of a trip, which prints them.
protocol OfStay: Command {}

extension OfStay {
  static var jsonFields: FieldKind? { StayField.self }

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
    try context.printStay(store.editStay(arguments.stay, of: reference, draft, nights))
  }
}

extension ParsedArguments {
  /// The second argument, if there is one.
  fileprivate var stay: String? { words.count > 1 ? words[1] : nil }
}
