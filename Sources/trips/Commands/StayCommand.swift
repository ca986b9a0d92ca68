import TripsCore

/// The commands on where one stays on a trip.
enum StayCommand {
  static let node = CommandNode(
    "stay", abstract: "Change or show where to stay on a trip",
    [
      CommandNode("set", Set.self), CommandNode("confirm", Confirm.self),
      CommandNode("unconfirm", Unconfirm.self), CommandNode("show", Show.self),
      CommandNode("remove", aliases: ["rm"], Remove.self),
      CommandNode("attach", Attach.self),
    ])

  enum Set: OfStay {
    static let address = Option("--address", "TEXT", "where it is") {
      try StoredText.address.normalized($0)
    }
    static let confirmed = Flag("--confirmed", "the booking is confirmed")
    static let declaration = CommandDeclaration(
      "Say where to stay",
      discussion: "Another place is not confirmed, unless you say so.",
      arguments: [.trip, ArgumentDeclaration("PLACE", "what it is called")],
      options: [address, confirmed],
      examples: ["trips stay set Paris 'Hôtel du Nord' --address '102 Quai de Jemmapes'"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      try setStay(arguments, in: context) { draft in
        let place = arguments.words[1]
        let name = try UsageError.naming(place, of: "PLACE") {
          try StoredText.placeName.required(place)
        }
        draft.set(.placeName, name)
        draft.set(.address, try arguments.value(Self.address))
        if arguments.isSet(Self.confirmed) { draft.set(.isConfirmed, true) }
      }
    }
  }

  enum Confirm: OfStay {
    static let declaration = CommandDeclaration(
      "Say that the booking is confirmed", arguments: [.trip],
      examples: ["trips stay confirm Paris"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      try setStay(arguments, in: context) { $0.set(.isConfirmed, true) }
    }
  }

  enum Unconfirm: OfStay {
    static let declaration = CommandDeclaration(
      "Say that the booking is not confirmed", arguments: [.trip],
      examples: ["trips stay unconfirm Paris"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      try setStay(arguments, in: context) { $0.set(.isConfirmed, false) }
    }
  }

  enum Show: OfStay {
    static let declaration = CommandDeclaration(
      "Show where to stay", arguments: [.trip], options: [TimeTravel.at],
      examples: ["trips stay show Paris"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      let trip = try context.openStore(.reading).trip(reference)
      try context.print(trip.livingAccommodations)
      if trip.livingAccommodations.isEmpty {
        context.noteNothing("'\(trip.name)' (\(trip.id)) has no stay")
      }
    }
  }

  enum Remove: OfStay {
    static let declaration = CommandDeclaration(
      "Take the stay away", arguments: [.trip],
      examples: ["trips stay remove Paris"])

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let reference = try arguments.tripReference()
      try context.printStay(context.openStore(.writing).removeStay(of: reference))
    }
  }
}

/// A command on the stay of a trip, which prints it.
protocol OfStay: Command {}

extension OfStay {
  static var jsonFields: FieldKind? { StayField.self }

  fileprivate static func setStay(
    _ arguments: ParsedArguments, in context: Context,
    _ describe: (inout StayDraft) throws -> Void
  ) throws {
    let reference = try arguments.tripReference()
    var draft = StayDraft()
    try describe(&draft)
    try context.printStay(context.openStore(.writing).setStay(draft, of: reference))
  }
}
