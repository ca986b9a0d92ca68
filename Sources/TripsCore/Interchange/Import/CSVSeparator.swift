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
    guard let byte = bytes.first, bytes.count == 1, Self.isValidSeparator(Unicode.Scalar(byte))
    else {
      throw ValueError("use one character such as ';', or 'tab'")
    }
    self.byte = byte
  }

  /// Detects it from the header: whichever of `,`, `;`, tab and `|` is most frequent outside quotes.
  init(guessedFrom start: [UInt8]) {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in start.drop(while: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
      counts[byte, default: 0] += 1
    }
    let separators = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
    byte = separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? Self.comma.byte
  }

  /// The separator in a first line such as `sep=;`, which Excel understands; nil for any other
  /// line.
  init?(declaredIn line: [UInt8]) {
    let bare = line.filter { $0 != UInt8(ascii: "\"") }
    guard bare.count == 5,
      bare.prefix(4).elementsEqual("sep=".utf8) || bare.prefix(4).elementsEqual("SEP=".utf8),
      Self.isValidSeparator(Unicode.Scalar(bare[4]))
    else { return nil }
    byte = bare[4]
  }

  private static func isValidSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t": true
    case "\"", "0"..."9", "A"..."Z", "a"..."z": false
    default: (0x20..<0x7F).contains(scalar.value)
    }
  }
}
