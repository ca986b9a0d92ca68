/// Shows help about a command.
struct HelpCommand: Command {
  static let declaration = CommandDeclaration(
    "Show help about a command",
    arguments: [
      ArgumentDeclaration(
        "COMMAND", .any, "the command, with its group before it", completes: .command)
    ],
    examples: ["trips help add", "trips help bucket add"])

  private let path: [CommandNode]

  init(_ arguments: ParsedArguments) throws {
    path = try CommandLineTool.parser.find(arguments.words)
  }

  func run(in context: Context) throws {
    try HelpText(path: path, width: context.terminal.width).write(to: context.output)
  }
}
