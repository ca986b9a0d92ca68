/// A command line up to the cursor, as a POSIX shell or fish splits it.
///
/// Nothing is expanded or run: a completion must not do what the line would.
struct ShellWords {
  /// Without their quotes. The last is the one under the cursor, which may be empty.
  private(set) var words: [String] = []
  /// The quote that is open at the cursor.
  private(set) var quote: Unicode.Scalar?
  /// How much of the last word bash has taken for a word of its own, up to an unquoted `=` or `:`.
  private(set) var splitPrefix = ""

  init(_ line: String) {
    var current = String.UnicodeScalarView()
    var isInWord = false
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        if quote == "\"", !Self.isSpecialInQuotes(scalar) { current.append("\\") }
        current.append(scalar)
        isEscaped = false
      } else if let open = quote {
        if scalar == open {
          quote = nil
        } else if scalar == "\\", open == "\"" {
          isEscaped = true
        } else {
          current.append(scalar)
        }
      } else if scalar == "\\" {
        isEscaped = true
        isInWord = true
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
        isInWord = true
        // bash completes what stands behind the quote.
        splitPrefix = String(current)
      } else if scalar == " " || scalar == "\t" || scalar == "\n" {
        if isInWord { words.append(String(current)) }
        (current, isInWord, splitPrefix) = ("".unicodeScalars, false, "")
      } else {
        current.append(scalar)
        isInWord = true
        if scalar == "=" || scalar == ":" { splitPrefix = String(current) }
      }
    }
    words.append(String(current))
  }

  /// A word as it must stand on the line behind what stands there already; nil for one that cannot.
  func quoted(_ word: String) -> String? {
    guard let rest = word.rest(after: splitPrefix) else { return splitPrefix.isEmpty ? word : nil }
    switch quote {
    case "'": return rest.parts(separatedBy: "'").joined(separator: "'\\''")
    case "\"": return rest.escaping(Self.isSpecialInQuotes)
    default: return rest.escaping { !Self.isPlain($0) }
    }
  }

  /// Whether a shell takes it for more than itself between double quotes.
  static func isSpecialInQuotes(_ scalar: Unicode.Scalar) -> Bool {
    "\\\"$`".unicodeScalars.contains(scalar)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic
      || "0123456789-_./%+@,:=".unicodeScalars.contains(scalar)
  }
}
