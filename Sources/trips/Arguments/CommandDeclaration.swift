/// A command as it is declared, once, with all that can be typed after it.
struct CommandDeclaration: Sendable {
  /// One word: `add`.
  let name: String
  let aliases: [String]
  /// One sentence without a full stop.
  let abstract: String
  /// What help says beyond the abstract and the options; may be empty.
  let discussion: String
  let arguments: [ArgumentDeclaration]
  let options: [OptionDeclaration]
  let examples: [String]

  init(
    _ name: String, aliases: [String] = [], _ abstract: String, discussion: String = "",
    arguments: [ArgumentDeclaration] = [], options: [OptionDeclaration] = [],
    examples: [String] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.examples = examples
  }

  func isCalled(_ word: String) -> Bool {
    name == word || aliases.contains(word)
  }
}

/// A place in the tree of commands: a command that runs, one that only holds others, or both.
indirect enum CommandNode: Sendable {
  case command(any Command.Type)
  case commandWithChildren(any Command.Type, [CommandNode])
  case group(CommandDeclaration, [CommandNode])

  var declaration: CommandDeclaration {
    switch self {
    case .command(let type), .commandWithChildren(let type, _): type.declaration
    case .group(let declaration, _): declaration
    }
  }

  var children: [CommandNode] {
    switch self {
    case .command: []
    case .commandWithChildren(_, let children), .group(_, let children): children
    }
  }

  /// What runs if no other command is named after it.
  var command: (any Command.Type)? {
    switch self {
    case .command(let type), .commandWithChildren(let type, _): type
    case .group: nil
    }
  }
}

/// A command that runs: words in, work done, text out.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// The fields that `--json` may name; nil where all are printed.
  static var jsonFields: FieldKind? { get }

  /// Turns the words into values. It opens nothing.
  ///
  /// - Throws: `UsageError`.
  init(_ arguments: ParsedArguments) throws

  func run(in context: Context) throws
}

extension Command {
  static var jsonFields: FieldKind? { nil }
}
