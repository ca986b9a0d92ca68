internal import Platform

/// The name of a trip as de-duplication compares it: in NFC and trimmed, as names come in.
///
/// Another program may have stored one with more marks in a row than text in NFC has here: that one is
/// its own key.
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
