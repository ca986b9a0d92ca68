import Platform

/// A content line of iCalendar (RFC 5545 section 3.1).
struct ICSLine {
  /// In capitals.
  let name: String
  /// By name, in capitals; parameters with several values have all of them.
  let parameters: [String: String]
  /// Escaped; `text` unescapes it.
  let value: String
  /// The line in the file, from 1.
  let number: Int

  /// The unescaped value (section 3.3.11); a backslash before anything else is kept.
  var text: String { Self.text(of: value) }

  /// The value as a word in capitals.
  var word: String { Self.word(value) }

  static func word(_ text: String) -> String { text.uppercased().trimmingWhitespace() }

  /// The unescaped values of a list, without empty ones.
  static func texts(of list: String) -> [String] {
    var parts: [String.UnicodeScalarView] = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in list.unicodeScalars {
      if scalar == ",", !isEscaped {
        parts.append(String.UnicodeScalarView())
      } else {
        parts[parts.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return parts.map { text(of: String($0)).trimmingWhitespace() }.filter { !$0.isEmpty }
  }

  static func text(of value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var result = ""
    var isEscaped = false
    for scalar in value.unicodeScalars {
      guard isEscaped else {
        if scalar == "\\" { isEscaped = true } else { result.unicodeScalars.append(scalar) }
        continue
      }
      isEscaped = false
      switch scalar {
      case "n", "N": result += "\n"
      case "\\", ";", ",", "\"", ":": result.unicodeScalars.append(scalar)
      default:
        result += "\\"
        result.unicodeScalars.append(scalar)
      }
    }
    return isEscaped ? result + "\\" : result
  }
}

/// Reads content lines from a file, which may end in CR, LF or both, and unfolds them.
struct ICSReader {
  /// The limit of bytes in an unfolded line.
  static let maxBytes = 64 << 20

  let file: InputFile

  /// The next non-empty line, unfolded, and its number; nil at the end.
  func line() throws -> (number: Int, bytes: [UInt8])? {
    if file.offset == 0 { try file.skipByteOrderMark() }
    while try file.peek() != nil {
      let number = file.line
      let bytes = try unfolded()
      if !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return (number, bytes) }
    }
    return nil
  }

  /// - Throws: `ImportProblem` for a line that is not a property.
  static func property(_ bytes: [UInt8], number: Int) throws(ImportProblem) -> ICSLine {
    guard bytes.count <= Self.maxBytes else {
      throw ImportProblem(line: number, "the line is longer than 64 MiB")
    }
    guard let text = String(validating: bytes) else {
      throw ImportProblem(
        line: number, "the line is not valid UTF-8", remedy: .encoding)
    }
    guard let line = Self.parse(text, number: number) else {
      throw ImportProblem(line: number, "the line is not a property of iCalendar")
    }
    return line
  }

  /// Unfolds before decoding, since some programs fold inside a character.
  private func unfolded() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = try file.next() {
      guard try file.endsLine(byte) else {
        // The rest of an overlong line is not stored.
        if bytes.count <= Self.maxBytes { bytes.append(byte) }
        continue
      }
      guard let next = try file.peek(), next == 0x20 || next == 0x09 else { return bytes }
      _ = try file.next()
    }
    return bytes
  }

  static func parse(_ text: String, number: Int) -> ICSLine? {
    guard let colon = colon(in: text) else { return nil }
    let parts = parts(text)
    guard let name = parts.first?.uppercased(), !name.isEmpty,
      name.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) || $0 == 45 })
    else { return nil }
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() {
      let scalars = part.unicodeScalars
      guard let equals = scalars.firstIndex(of: "=") else { continue }
      let name = ICSLine.word(String(scalars[..<equals]))
      if name.isEmpty { continue }
      parameters[name] = String(
        String.UnicodeScalarView(scalars[scalars.index(after: equals)...].filter { $0 != "\"" }))
    }
    let value = text.unicodeScalars[text.unicodeScalars.index(after: colon)...]
    return ICSLine(name: name, parameters: parameters, value: String(value), number: number)
  }

  /// The name and the parameters of a content line, as written.
  static func parts(_ text: String) -> [String] {
    var isQuoted = false
    return text.unicodeScalars[..<(colon(in: text) ?? text.endIndex)]
      .split(omittingEmptySubsequences: false) { scalar in
        if scalar == "\"" { isQuoted.toggle() }
        return scalar == ";" && !isQuoted
      }.map(String.init)
  }

  /// The first occurrence outside quotes.
  private static func colon(in text: String) -> String.Index? {
    var isQuoted = false
    return text.unicodeScalars.firstIndex { scalar in
      if scalar == "\"" { isQuoted.toggle() }
      return scalar == ":" && !isQuoted
    }
  }
}
