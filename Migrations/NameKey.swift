internal import Platform

/// The name of a trip for comparison by de-duplication: in NFC and trimmed, as names are stored
/// today.
///
/// A name with more successive marks than NFC allows here, stored by another program, is its own
/// key.
package enum NameKey {
  package static func key(of name: String) -> String {
    let text = name.trimmingWhitespace()
    return text.inNFC ?? text
  }
}

extension String {
  package func trimmingWhitespace() -> String {
    func isSpace(_ scalar: Unicode.Scalar?) -> Bool {
      guard let scalar else { return false }
      return scalar.isASCII
        ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value)
        : scalar.properties.isWhitespace
    }
    guard isSpace(unicodeScalars.first) || isSpace(unicodeScalars.last) else { return self }
    var rest = unicodeScalars[...]
    while isSpace(rest.first) { rest.removeFirst() }
    while isSpace(rest.last) { rest.removeLast() }
    return String(rest)
  }
}
