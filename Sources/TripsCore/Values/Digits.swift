extension StringProtocol {
  /// Whether it is a whole number: one or more ASCII digits.
  @inlinable
  package var isDigits: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }
}
