/// What can be typed after a command, declared once, and what help says about it.
struct CommandDeclaration: Sendable {
  /// One sentence without a full stop.
  let abstract: String
  /// What help says beyond the abstract and the options; may be empty.
  let discussion: String
  let arguments: [ArgumentDeclaration]
  let options: [OptionDeclaration]
  let examples: [String]

  init(
    _ abstract: String, discussion: String = "", arguments: [ArgumentDeclaration] = [],
    options: OptionGroup = [], examples: [String] = []
  ) {
    self.abstract = abstract
    self.discussion = discussion
    self.arguments = arguments
    self.options = options.declarations
    self.examples = examples
  }
}

/// A place in the tree of commands: a command that runs, one that only holds others, or both.
///
/// The tree knows names and types. What a command declares is made where it is asked for: at the
/// start of the tool only the wanted one's is.
struct CommandNode: Sendable {
  /// One word: `add`.
  let name: String
  let aliases: [String]
  /// What runs if no other command is named after it; nil for one that only holds others.
  let command: (any Command.Type)?
  let children: [CommandNode]
  /// Whether help and completions leave it out: one that is kept for old scripts.
  let isHidden: Bool
  private let abstract: String

  /// - Parameter abstract: of a command that only holds others.
  init(
    _ name: String, aliases: [String] = [], isHidden: Bool = false,
    _ command: (any Command.Type)? = nil, abstract: String = "", _ children: [CommandNode] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.isHidden = isHidden
    self.command = command
    self.children = children
    self.abstract = abstract
  }

  var declaration: CommandDeclaration {
    command?.declaration ?? CommandDeclaration(abstract)
  }

  func isCalled(_ word: String) -> Bool {
    name == word || aliases.contains(word)
  }
}

/// Commands that belong together, under a heading of the help.
struct CommandGroup: Sendable {
  let title: String
  let commands: [CommandNode]

  init(_ title: String, _ commands: [CommandNode]) {
    self.title = title
    self.commands = commands
  }
}

extension [CommandNode] {
  /// The declared name of a command with the groups above it: `bucket add`.
  var name: String { map(\.name).joined(separator: " ") }
}

/// A command that runs: words in, work done, text out.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// The fields that `--json` may name; nil where all are printed.
  static var jsonFields: FieldKind? { get }

  /// Turns the words into values, and then, not before, opens what it needs.
  static func run(_ arguments: ParsedArguments, in context: Context) throws
}

extension Command {
  static var jsonFields: FieldKind? { nil }
}
