/// A command line up to the cursor, split as a POSIX shell or fish does.
///
/// Nothing is expanded or run, since completion must not have side effects.
struct ShellWords {
  /// The words without their quotes. The last is the one under the cursor and may be empty.
  private(set) var words: [String] = []
  /// The quote that is open at the cursor.
  private(set) var quote: Unicode.Scalar?
  /// The part of the last word that bash treats as a word of its own, up to an unquoted `=` or `:`.
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
        // bash completes only the part after the quote.
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

  /// A word quoted for insertion at the cursor; nil if it cannot be quoted there.
  func quoted(_ word: String) -> String? {
    guard let rest = word.rest(after: splitPrefix) else { return splitPrefix.isEmpty ? word : nil }
    switch quote {
    case "'": return rest.parts(separatedBy: "'").joined(separator: "'\\''")
    case "\"": return Self.inDoubleQuotes(rest)
    default: return rest.escaping { !Self.isPlain($0) }
    }
  }

  /// Whether a shell treats it specially between double quotes.
  static func isSpecialInQuotes(_ scalar: Unicode.Scalar) -> Bool {
    "\\\"$`".unicodeScalars.contains(scalar)
  }

  /// Text as it is written between double quotes. They do not protect `!` from an interactive bash,
  /// which would insert an earlier command, so it is written between single quotes.
  private static func inDoubleQuotes(_ text: some StringProtocol) -> String {
    text.escaping(isSpecialInQuotes).parts(separatedBy: "!").joined(separator: #""'!'""#)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar.properties.isAlphabetic
      || "0123456789-_./%+@,:=".unicodeScalars.contains(scalar)
  }
}

extension ShellWords {
  /// A word for a command line that a person may copy, in double quotes if it needs them.
  static func word(_ text: String) -> String {
    text.unicodeScalars.allSatisfy(isPlain) ? text : "\"\(inDoubleQuotes(text))\""
  }
}
