/// The arguments and options of a command, declared once, with the text of its help.
struct CommandDeclaration: Sendable {
  /// One sentence without a full stop.
  let abstract: String
  /// Further paragraphs of the help; may be empty.
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

/// A node in the tree of commands: a command that runs, a group of commands, or both.
///
/// The tree holds only names and types. Declarations are built on demand: a start builds one.
struct CommandNode: Sendable {
  /// One word: `add`.
  let name: String
  let aliases: [String]
  /// The command that runs if no subcommand is given; nil for a mere group.
  let command: (any Command.Type)?
  private let makeChildren: @Sendable () -> [CommandNode]
  private let abstract: String

  /// - Parameters:
  ///   - abstract: the abstract of a group.
  ///   - children: created when the command is typed, since the types of generic commands cost a
  ///     tenth of a start.
  init(
    _ name: String, aliases: [String] = [], _ command: (any Command.Type)? = nil,
    abstract: String = "", _ children: @autoclosure @escaping @Sendable () -> [CommandNode] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.command = command
    self.abstract = abstract
    makeChildren = children
  }

  /// The subcommands.
  var children: [CommandNode] { makeChildren() }

  var declaration: CommandDeclaration {
    command?.declaration ?? CommandDeclaration(abstract)
  }

  func isCalled(_ word: String) -> Bool {
    name == word || aliases.contains(word)
  }
}

/// Commands under a common heading of the help.
struct CommandGroup: Sendable {
  let title: String
  let commands: [CommandNode]

  init(_ title: String, _ commands: [CommandNode]) {
    self.title = title
    self.commands = commands
  }
}

extension [CommandNode] {
  /// The full name of a command: `bucket add`.
  var name: String { map(\.name).joined(separator: " ") }
}

/// A command: parses its words into values, does its work, prints the result.
protocol Command: SendableMetatype {
  static var declaration: CommandDeclaration { get }

  /// The columns that `--columns` may name; nil if it prints none.
  static var columnNames: [String]? { get }

  /// Whether '--json' has an effect.
  static var printsJSON: Bool { get }

  /// Parses all words before it opens anything.
  static func run(_ arguments: ParsedArguments, in context: Context) throws
}

extension Command {
  static var columnNames: [String]? { nil }
  static var printsJSON: Bool { true }
}
