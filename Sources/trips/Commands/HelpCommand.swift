/// Shows help about a command.
struct HelpCommand: Command {
  static let declaration = CommandDeclaration(
    "Show help about a command",
    arguments: [
      ArgumentDeclaration(
        "COMMAND", .any, "the command, with its group before it", completes: .command)
    ],
    examples: ["trips help add", "trips help bucket add", "trips help options"])

  /// What is asked for instead of a command.
  static let options = "options"

  /// Nil for the options of every command.
  private let path: [CommandNode]?

  init(_ arguments: ParsedArguments) throws {
    path =
      arguments.words == [Self.options]
      ? nil : try CommandLineTool.parser.find(arguments.words)
  }

  func run(in context: Context) throws {
    let width = context.terminal.width
    try context.output.write(
      path.map { HelpText(path: $0, width: width).text } ?? HelpText.ofGlobalOptions(width: width))
  }
}
