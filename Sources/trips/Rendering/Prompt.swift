/// Asks on the error stream, so that a pipe never carries a question.
struct Prompt {
  private let context: Context

  /// Nil where nobody can answer: no terminal at both ends, or `--no-input`.
  init?(_ context: Context) {
    guard context.terminal.isInput, context.terminal.isError, !context.globals.neverAsks
    else { return nil }
    self.context = context
  }

  /// Asks for a text; an empty answer is the default.
  ///
  /// - Parameter parse: throws what is wrong with an answer, and the question is asked again.
  /// - Throws: `Refusal.cancelled` at the end of the input.
  func ask<Value>(
    _ question: String, default standard: String, parse: (String) throws -> Value
  ) throws -> Value {
    while true {
      let answer = try answer(to: standard.isEmpty ? question : "\(question) [\(standard)]")
      do {
        return try parse(answer.isEmpty ? standard : answer)
      } catch {
        try context.errorOutput.write("  " + SafeText.visible("\(error)") + "\n")
      }
    }
  }

  /// Asks for a yes; anything else is a no.
  func confirm(_ question: String) throws -> Bool {
    let answer = try answer(to: "\(question) [y/N]").lowercased()
    return answer == "y" || answer == "yes"
  }

  private func answer(to question: String) throws -> String {
    try context.errorOutput.write(SafeText.visible(question) + ": ")
    try context.errorOutput.flush()
    guard let line = context.readLine() else {
      try context.errorOutput.write("\n")
      throw Refusal.cancelled
    }
    return line
  }
}
