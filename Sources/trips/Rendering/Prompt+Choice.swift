extension Prompt {
  /// Asks for one of a few words, of which a unique beginning is enough.
  ///
  /// - Returns: nil for the default.
  func choose(
    _ question: String, among words: [String], default standard: String
  ) throws -> String? {
    let choices = words.contains(standard) ? words : words + [standard]
    let answer = try ask(question, default: standard) { text in
      let begun = choices.filter { $0.hasPrefix(text.lowercased()) }
      guard begun.count == 1 else { throw ChoiceError(text: text, choices: choices) }
      return begun[0]
    }
    return answer == standard ? nil : answer
  }
}
