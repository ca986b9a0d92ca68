/// Shows help for a command or a topic.
enum HelpCommand: Command {
  static let printsJSON = false
  static let declaration = CommandDeclaration(
    "Show help for a command or a topic",
    arguments: [
      ArgumentDeclaration(
        "COMMAND", .any,
        "a command, with its group before it, or a topic: values, dates, json or options",
        completes: .command)
    ],
    examples: ["trips help add", "trips help bucket add", "trips help dates"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let width = context.terminal.width
    let topic = Manual.topics.first { [$0.name] == arguments.words }
    try context.output.write(
      topic.map { HelpText.text(of: $0, width: width) }
        ?? HelpText(path: CommandLineTool.parser.find(arguments.words), width: width).text)
  }
}
