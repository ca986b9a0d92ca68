extension StringProtocol {
  /// Whether it is a whole number as people write one: ASCII digits, at least one.
  @inlinable
  package var isDigits: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }
}
