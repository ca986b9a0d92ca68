/// Prints the script with which a shell completes commands, options and names of trips.
enum CompletionsCommand: Command {
  static let printsJSON = false
  static let declaration = CommandDeclaration(
    "Print the completion script for a shell",
    discussion: """
      Prints a script that completes commands, options and the names in your store. Its first \
      lines tell you where to put it.
      """,
    arguments: [
      ArgumentDeclaration(
        "SHELL", "bash, zsh or fish", completes: .words(CompletionShell.allCases.map(\.rawValue)))
    ],
    examples: ["source <(trips completions bash)", "trips completions fish | source"])

  static func run(_ arguments: ParsedArguments, in context: Context) throws {
    let word = arguments.words[0]
    let shell = try UsageError.naming(word, of: "SHELL") { try CompletionShell.chosen(word) }
    try context.output.write(shell.script)
  }
}
