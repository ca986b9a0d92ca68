/// Prints the manual page.
enum ManCommand: Command {
  static let declaration = CommandDeclaration(
    "Print the manual page, for man(1)",
    examples: ["trips man | man -l -", "trips man > ~/.local/share/man/man1/trips.1"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    try context.output.write(ManPage().text)
  }
}
