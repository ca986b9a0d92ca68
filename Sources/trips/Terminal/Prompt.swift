import Platform
import TripsCore

/// Asks questions on the error stream, so that a pipe never contains one.
struct Prompt {
  private let context: Context

  /// Nil if questions are impossible: no terminal, or `--no-input`.
  init?(_ context: Context) {
    guard context.terminal.isInput, context.terminal.isError, !context.globals.neverAsks
    else { return nil }
    self.context = context
  }

  /// Asks for a value until the answer is valid.
  ///
  /// - Parameters:
  ///   - standard: the default to show, if any.
  ///   - parse: throws the reason if an answer is invalid.
  /// - Returns: nil for an empty answer, or if the default was typed.
  /// - Throws: `Refusal.cancelled` at the end of the input.
  func ask<Value>(
    _ question: String, default standard: String = "", parse: (String) throws -> Value
  ) throws -> Value? {
    while true {
      do {
        let answer = try answer(to: standard.isEmpty ? question : "\(question) [\(standard)]")
        return answer.isEmpty || answer == standard ? nil : try parse(answer)
      } catch  where !(error is Refusal || error is OutputError) {
        try context.errorOutput.write("  " + wrapped("\(error)", indent: 2) + "\n")
      }
    }
  }

  /// Asks for one of a few words; a unique prefix is enough.
  ///
  /// - Returns: nil for the default.
  func choose(
    _ question: String, among words: [String], default standard: String
  ) throws -> String? {
    let choices = words.contains(standard) ? words : words + [standard]
    let answer = try ask(question, default: standard) { text in
      let begun = choices.filter { $0.begins(with: text.lowercased()) }
      guard begun.count == 1 else { throw ChoiceError(text: text, choices: choices) }
      return begun[0]
    }
    return answer == standard ? nil : answer
  }

  /// Asks for confirmation.
  ///
  /// - Throws: `Refusal.cancelled` for anything else.
  func confirm(_ question: String) throws {
    do {
      if try ["y", "yes"].contains(answer(to: "\(question) [y/N]").lowercased()) { return }
    } catch is ValueError {}
    throw Refusal.cancelled
  }

  private func answer(to question: String) throws -> String {
    // Set before the question is visible and could be answered by ^C.
    Interruption.isAsking.store(true, ordering: .sequentiallyConsistent)
    defer { Interruption.isAsking.store(false, ordering: .sequentiallyConsistent) }
    try context.errorOutput.write(wrapped(question + ":") + " ")
    try context.errorOutput.flush()
    guard let line = context.readLine() else {
      try context.errorOutput.write("\n")
      throw Refusal.cancelled
    }
    guard let text = String(validating: line) else {
      throw ValueError("the answer is not valid UTF-8")
    }
    return text
  }

  private func wrapped(_ text: String, indent: Int = 0) -> String {
    // The space before the answer needs a cell.
    let width = context.terminal.errorWidth - 1
    return TextWrapping.wrapped(SafeText.visible(text), to: width, indent: indent)
  }
}
