/// Prints the manual page.
struct ManCommand: Command {
  static let declaration = CommandDeclaration(
    "Print the manual page, for man(1)",
    examples: ["trips man | man -l -", "trips man > ~/.local/share/man/man1/trips.1"])

  init(arguments: ParsedArguments) throws {}

  func run(in context: Context) throws {
    try context.output.write(ManPage().text)
  }
}
