/// The character between the cells of a CSV.
package struct CSVSeparator: Sendable {
  static let comma = CSVSeparator(byte: UInt8(ascii: ","))

  let byte: UInt8

  private init(byte: UInt8) { self.byte = byte }

  /// Parses one ASCII character that is neither a letter, a digit nor a quote; `tab` is a tab.
  ///
  /// - Throws: `ValueError`.
  package init(_ text: String) throws(ValueError) {
    let bytes = text == "tab" || text == "\\t" ? [0x09] : Array(text.utf8)
    guard let byte = bytes.first, bytes.count == 1, Self.mayPart(Unicode.Scalar(byte)) else {
      throw ValueError("use one character such as ';', or 'tab'")
    }
    self.byte = byte
  }

  /// Detects it from the first lines: of `,`, `;`, tab and `|`, the one that, outside quotes, gives
  /// most lines as many cells as the header; of several, the one with more cells.
  init(guessedFrom start: [UInt8]) {
    var guesses = [",", ";", "\t", "|"].map { Guess(separator: UInt8(ascii: $0)) }
    var isQuoted = false
    var isEmpty = true
    func endLine() {
      if !isEmpty { for index in guesses.indices { guesses[index].endLine() } }
      isEmpty = true
    }
    for byte in start {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else if byte != UInt8(ascii: "\r") {
        isEmpty = false
        for index in guesses.indices where guesses[index].separator == byte {
          guesses[index].count += 1
        }
      }
    }
    endLine()
    var best = Guess(separator: Self.comma.byte)
    for guess in guesses where guess.isBetter(than: best) { best = guess }
    byte = best.separator
  }

  private static func mayPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t": true
    case "\"", "0"..."9", "A"..."Z", "a"..."z": false
    default: (0x20..<0x7F).contains(scalar.value)
    }
  }
}

/// A candidate separator.
private struct Guess {
  let separator: UInt8
  /// Its count in this line.
  var count = 0
  private var countInHeader: Int?
  private var agreeingLines = 0

  init(separator: UInt8) { self.separator = separator }

  mutating func endLine() {
    if count == countInHeader ?? count { agreeingLines += 1 }
    countInHeader = countInHeader ?? count
    count = 0
  }

  func isBetter(than other: Guess) -> Bool {
    guard let own = countInHeader, own > 0 else { return false }
    return (agreeingLines, own) > (other.agreeingLines, other.countInHeader ?? 0)
  }
}
