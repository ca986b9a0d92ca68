/// What is wrong with a value that a person typed, as the end of a sentence.
///
/// It names neither the option nor the command: who asked for the value adds that.
package struct ValueError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Whether it is a day, perhaps in the form of another program.
  let isOfDay: Bool

  package init(_ description: String, isOfDay: Bool = false) {
    self.description = description
    self.isOfDay = isOfDay
  }
}
