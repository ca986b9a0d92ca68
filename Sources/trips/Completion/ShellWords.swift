/// A command line up to the cursor, as a POSIX shell or fish splits it.
///
/// Nothing is expanded or run: a completion must not do what the line would.
struct ShellWords {
  /// Without their quotes. The last is the one under the cursor, which may be empty.
  private(set) var words: [String] = []
  /// The quote that is open at the cursor.
  private(set) var quote: Character?
  /// How much of the last word bash has taken for a word of its own, up to an unquoted `=` or `:`.
  private(set) var splitPrefix = ""

  init(_ line: String) {
    var current = ""
    var isInWord = false
    var isEscaped = false
    for character in line {
      if isEscaped {
        if quote == "\"", !"\\\"$`".contains(character) { current.append("\\") }
        current.append(character)
        isEscaped = false
      } else if let open = quote {
        if character == open {
          quote = nil
        } else if character == "\\", open == "\"" {
          isEscaped = true
        } else {
          current.append(character)
        }
      } else if character == "\\" {
        isEscaped = true
        isInWord = true
      } else if character == "'" || character == "\"" {
        quote = character
        isInWord = true
        // bash completes what stands behind the quote.
        splitPrefix = current
      } else if character == " " || character == "\t" || character == "\n" {
        if isInWord { words.append(current) }
        (current, isInWord, splitPrefix) = ("", false, "")
      } else {
        current.append(character)
        isInWord = true
        if character == "=" || character == ":" { splitPrefix = current }
      }
    }
    words.append(current)
  }

  /// A word as it must stand on the line behind what stands there already; nil for one that cannot.
  func quoted(_ word: String) -> String? {
    guard word.hasPrefix(splitPrefix) else { return splitPrefix.isEmpty ? word : nil }
    let rest = word.dropFirst(splitPrefix.count)
    switch quote {
    case "'":
      return rest.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''")
    case "\"":
      return String(rest.flatMap { "\\\"$`".contains($0) ? ["\\", $0] : [$0] })
    default:
      return String(rest.flatMap { Self.isPlain($0) ? [$0] : ["\\", $0] })
    }
  }

  private static func isPlain(_ character: Character) -> Bool {
    !character.isASCII || character.isLetter || character.isNumber
      || "-_./%+@,:=".contains(character)
  }
}
