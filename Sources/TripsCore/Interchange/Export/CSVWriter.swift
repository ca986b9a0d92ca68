/// The apostrophe before text that a spreadsheet would run as a formula.
package enum CSVWriter {
  /// Puts an apostrophe before text that a spreadsheet would run as a formula.
  ///
  /// Text that begins with apostrophes followed by such a formula gets one more, so that removing
  /// one is always correct (https://owasp.org/www-community/attacks/CSV_Injection).
  package static func guarded(_ text: String) -> String {
    isFormula(text) ? "'" + text : text
  }

  /// Removes the apostrophe that `guarded` added.
  package static func unguarded(_ text: String) -> String {
    text.utf8.first == UInt8(ascii: "'") && isFormula(text)
      ? String(text.unicodeScalars.dropFirst()) : text
  }

  /// Whether text begins a formula, after apostrophes, spaces and invisible marks, even in
  /// full-width characters: spreadsheets trim cells and fold their width.
  private static func isFormula(_ text: String) -> Bool {
    let rest = text.unicodeScalars.drop { $0 == "'" }
    if let first = rest.first, "\t\r\n".unicodeScalars.contains(first) { return true }
    let sign = rest.first {
      !($0 == "'" || $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint)
    }
    return sign.map("=+-@＝＋－＠".unicodeScalars.contains) ?? false
  }
}

extension [UInt8] {
  /// Appends a guarded cell. Invalid UTF-8 becomes U+FFFD, as in every output.
  package mutating func append(
    csv text: UnsafeRawBufferPointer, separator: UInt8 = CSVSeparator.comma.byte
  ) {
    let isPlain = text.allSatisfy { byte in
      byte < 0x80 && byte != separator && byte != UInt8(ascii: "\"") && byte >= 0x20
    }
    // A formula never begins with a letter or a digit.
    if let first = text.first, isPlain, first >= UInt8(ascii: "0"), first != UInt8(ascii: "="),
      first != UInt8(ascii: "@")
    {
      return append(contentsOf: text)
    }
    if text.isEmpty { return }
    append(csv: String(decoding: text, as: UTF8.self), separator: separator)
  }

  mutating func append(csv text: String, separator: UInt8 = CSVSeparator.comma.byte) {
    let cell = CSVWriter.guarded(text)
    let mustBeQuoted = cell.utf8.contains { byte in
      byte == separator || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
    }
    guard mustBeQuoted else { return append(contentsOf: cell.utf8) }
    append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }
}
