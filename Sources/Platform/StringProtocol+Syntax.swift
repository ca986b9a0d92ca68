/// Syntax is bytes. A `Character` can hide a separator: `;` followed by a combining mark (U+0301)
/// is one character; another is U+0600 followed by `;`. Code that splits text, quotes it or looks
/// for punctuation therefore uses these functions, `utf8` or `unicodeScalars`.
extension StringProtocol {
  @inlinable
  package func begins(with text: some StringProtocol) -> Bool {
    utf8.starts(with: text.utf8)
  }

  @inlinable
  package func ends(with text: some StringProtocol) -> Bool {
    utf8.suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// The rest after `text`; nil if it does not begin with that.
  @inlinable
  package func rest(after text: some StringProtocol) -> SubSequence? {
    begins(with: text) ? self[utf8.index(startIndex, offsetBy: text.utf8.count)...] : nil
  }

  /// The part before `text`; nil if it does not end with that.
  @inlinable
  package func rest(before text: some StringProtocol) -> SubSequence? {
    guard ends(with: text) else { return nil }
    return self[..<utf8.index(startIndex, offsetBy: utf8.count - text.utf8.count)]
  }

  /// The parts between the separators; two in a row enclose an empty part.
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

  /// The text with each of these escaped by a backslash.
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
