/// What is wrong with a value that a person typed, as the end of a sentence.
///
/// It names neither the option nor the command: who asked for the value adds that.
package struct ValueError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// What may help where another program wrote the value.
  let remedy: ImportProblem.Remedy?

  package init(_ description: String) {
    self.init(description, remedy: nil)
  }

  init(_ description: String, remedy: ImportProblem.Remedy?) {
    self.description = description
    self.remedy = remedy
  }
}
