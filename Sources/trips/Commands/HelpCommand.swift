/// Shows help about a command.
enum HelpCommand: Command {
  static let declaration = CommandDeclaration(
    "Show help for a command",
    arguments: [
      ArgumentDeclaration(
        "COMMAND", .any, "the command, with its group before it", completes: .command)
    ],
    examples: ["trips help add", "trips help bucket add", "trips help options"])

  /// What is asked for instead of a command.
  static let options = "options"

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let width = context.terminal.width
    try context.output.write(
      arguments.words == [Self.options]
        ? HelpText.ofGlobalOptions(width: width)
        : HelpText(path: CommandLineTool.parser.find(arguments.words), width: width).text)
  }
}
