/// Prints what makes a shell complete commands, options and the names of trips.
struct CompletionsCommand: Command {
  static let declaration = CommandDeclaration(
    "Print the completions for a shell",
    discussion: "The first lines of what it prints say where it goes.",
    arguments: [
      ArgumentDeclaration(
        "SHELL", "bash, zsh or fish", completes: .words(CompletionShell.allCases.map(\.rawValue)))
    ],
    examples: ["source <(trips completions bash)", "trips completions fish | source"])

  private let shell: CompletionShell

  init(_ arguments: ParsedArguments) throws {
    let word = arguments.words[0]
    let choices = CompletionShell.allCases.map(\.rawValue)
    guard let shell = CompletionShell(rawValue: word) else {
      throw UsageError.invalidValue(
        word, of: "SHELL", reason: ChoiceError(text: word, choices: choices).description)
    }
    self.shell = shell
  }

  func run(in context: Context) throws {
    try context.output.write(shell.script)
  }
}
