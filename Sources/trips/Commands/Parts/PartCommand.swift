import TripsCore

/// The commands for the items of trips, or for their stays.
enum PartCommand<Kind: PartKind> {
  static var node: CommandNode {
    CommandNode(
      Kind.command, abstract: "Manage a trip's \(Kind.noun)s: \(Kind.meaning)",
      [
        CommandNode("add", Add.self), CommandNode("list", aliases: ["ls"], List.self),
        CommandNode("edit", Edit.self), CommandNode(Kind.mark.set.name, MarkOn.self),
        CommandNode(Kind.mark.unset.name, MarkOff.self),
        CommandNode("remove", aliases: ["rm", "delete"], Remove.self),
        CommandNode("attach", Attach.self),
      ])
  }

  enum Add: OfParts {
    typealias Parts = Kind
    static var declaration: CommandDeclaration {
      CommandDeclaration(
        "Add \(Kind.noun)s to a trip", discussion: Kind.discussions.add,
        arguments: [.trip, ArgumentDeclaration(Kind.argument.placeholder, .many)],
        options: [Kind.values, Confirmation.dryRun],
        examples: Kind.examples.add)
    }

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let (draft, days) = try Kind.draft(arguments, in: context)
      let label = Kind.Stored.label
      let drafts = try arguments.words.dropFirst().map { word in
        var draft = draft
        let name = try UsageError.naming(word, of: Kind.argument.placeholder) {
          try label.declaration.text?.required(word)
        }
        draft.set(label, name)
        return draft
      }
      try change(arguments, "Added", in: context) { try $0.add(drafts, days, to: $1) }
    }
  }

  enum Edit: ChangesParts {
    typealias Parts = Kind
    static var declaration: CommandDeclaration {
      CommandDeclaration(
        "Change \(Kind.noun)s", discussion: Kind.discussions.edit,
        arguments: [.trip, Kind.argument],
        options: [
          Kind.name.option, Kind.values, Kind.removals, Confirmation.dryRun,
        ],
        examples: Kind.examples.edit)
    }

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      var (draft, days) = try Kind.draft(arguments, in: context)
      draft.set(Kind.name.column, try arguments.value(Kind.name.option))
      if draft.isEmpty, days.isEmpty { throw UsageError.nothingToDo("say what to change") }
      try edit(arguments, draft, days, in: context)
    }
  }

  enum MarkOn: ChangesParts {
    typealias Parts = Kind
    static var declaration: CommandDeclaration {
      CommandDeclaration(
        "Mark \(Kind.noun)s as \(Kind.mark.set.state)", arguments: [.trip, Kind.argument],
        options: [Confirmation.dryRun], examples: Kind.examples.mark)
    }

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      try mark(true, arguments, in: context)
    }
  }

  enum MarkOff: ChangesParts {
    typealias Parts = Kind
    static var declaration: CommandDeclaration {
      CommandDeclaration(
        "Mark \(Kind.noun)s as \(Kind.mark.unset.state)", arguments: [.trip, Kind.argument],
        options: [Confirmation.dryRun], examples: Kind.examples.unmark)
    }

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      try mark(false, arguments, in: context)
    }
  }

  enum Remove: ChangesParts {
    typealias Parts = Kind
    static var declaration: CommandDeclaration {
      CommandDeclaration(
        "Remove \(Kind.noun)s", arguments: [.trip, Kind.argument],
        options: [Confirmation.dryRun],
        examples: Kind.examples.remove)
    }

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let words = Array(arguments.words.dropFirst())
      try change(arguments, "Removed", in: context) {
        try $0.remove(Kind.Stored.self, words, of: $1)
      }
    }
  }

  /// Attaches rows to a trip after a deletion or migration left them without one.
  enum Attach: ChangesParts {
    typealias Parts = Kind
    static var declaration: CommandDeclaration {
      CommandDeclaration(
        "Attach \(Kind.noun)s without a trip to a trip",
        discussion: """
          Moves \(Kind.noun)s that belong to no trip into TRIP. 'trips doctor' lists them with \
          their ids.
          """,
        arguments: [
          .trip, ArgumentDeclaration("ID", .many, "the id of a \(Kind.noun) without a trip"),
        ],
        options: [Confirmation.dryRun], examples: Kind.examples.attach)
    }

    static func run(_ arguments: ParsedArguments, in context: Context) throws {
      let ids = try arguments.words.dropFirst().map { word in
        guard word.isDigits, let id = Int64(word), id > 0 else {
          throw UsageError.invalidValue(word, of: "ID", reason: "an id is a whole number above 0")
        }
        return id
      }
      try change(arguments, "Attached", in: context) {
        try $0.attach(Kind.Stored.self, ids, to: $1)
      }
    }
  }
}

/// A command that prints items, or stays.
protocol OfParts: Command {
  associatedtype Parts: PartKind
}

extension OfParts {
  static var columnNames: [String]? { Parts.columns.map(\.name) }

  /// Makes a change to the trip that is the first argument, and prints the changed rows.
  static func change(
    _ arguments: ParsedArguments, _ verb: String, in context: Context,
    _ work: (Store, TripReference) throws -> TripOutcome
  ) throws {
    let reference = try arguments.tripReference()
    try context.print(
      partsOf: work(context.openStore(.writing), reference), Parts.self, verb: verb)
  }

}

/// A command that changes items, or stays, and prints the changes.
protocol ChangesParts: OfParts {}

extension ChangesParts {
  static var columnNames: [String]? { ChangeReport.columns.map(\.name) }

  static func edit(
    _ arguments: ParsedArguments, _ draft: StatedRow<Parts.Stored>, _ days: Parts.Stored.Days,
    in context: Context
  ) throws {
    let words = Array(arguments.words.dropFirst())
    try change(arguments, "Changed", in: context) { try $0.edit(words, of: $1, draft, days) }
  }

  static func mark(
    _ isSet: Bool, _ arguments: ParsedArguments, in context: Context
  ) throws {
    var draft = StatedRow<Parts.Stored>()
    draft.set(Parts.mark.column, isSet)
    try edit(arguments, draft, Parts.Stored.Days(), in: context)
  }
}
