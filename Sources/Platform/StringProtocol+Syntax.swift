/// Syntax is bytes. A `Character` can hide a separator: `;` and a combining mark behind it (U+0301) are
/// one, and so are U+0600 and the `;` behind that. So what splits text, quotes it or looks for
/// punctuation in it never goes by characters: it uses these, `utf8` or `unicodeScalars`.
extension StringProtocol {
  @inlinable
  package func begins(with text: some StringProtocol) -> Bool {
    utf8.starts(with: text.utf8)
  }

  @inlinable
  package func ends(with text: some StringProtocol) -> Bool {
    utf8.suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// What follows `text`; nil where it does not begin with that.
  @inlinable
  package func rest(after text: some StringProtocol) -> SubSequence? {
    begins(with: text) ? self[utf8.index(startIndex, offsetBy: text.utf8.count)...] : nil
  }

  /// What precedes `text`; nil where it does not end with that.
  @inlinable
  package func rest(before text: some StringProtocol) -> SubSequence? {
    guard ends(with: text) else { return nil }
    return self[..<utf8.index(startIndex, offsetBy: utf8.count - text.utf8.count)]
  }

  /// The parts between the separators; two in a row have an empty one between them.
  @inlinable
  package func parts(separatedBy separator: Unicode.Scalar) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    for index in unicodeScalars.indices where unicodeScalars[index] == separator {
      parts.append(self[start..<index])
      start = unicodeScalars.index(after: index)
    }
    return parts + [self[start...]]
  }

  /// The text with a backslash before each of these.
  @inlinable
  package func escaping(_ isSpecial: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if isSpecial(scalar) { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
