/// The problem with a typed value, as the end of a sentence.
///
/// The caller adds the option or command.
package struct ValueError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Advice for values that another program wrote.
  let remedy: ImportProblem.Remedy?

  package init(_ description: String) {
    self.init(description, remedy: nil)
  }

  init(_ description: String, remedy: ImportProblem.Remedy?) {
    self.description = description
    self.remedy = remedy
  }
}
