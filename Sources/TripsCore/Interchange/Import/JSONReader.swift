import Platform

/// A JSON value. Numbers are kept as text, since an amount must never become a floating-point
/// number.
indirect enum JSONValue {
  typealias Members = [(key: String, value: JSONValue)]

  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(Members)

  /// The word for it in messages.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// Parses JSON (RFC 8259) strictly from a file, one value at a time.
struct JSONReader {
  static let maximumDepth = 64
  /// The limit of bytes in a top-level value; a trip with thousands of items fits.
  static let maxBytes = 64 << 20
  /// The limit of names in an object.
  static let maxMembers = 1_000

  let file: InputFile
  private(set) var start = 0

  /// Reads one value.
  ///
  /// - Throws: `ImportProblem`, `FileError`.
  mutating func value() throws -> JSONValue {
    start = file.offset
    return try value(depth: 1)
  }

  /// Skips whitespace and returns the next byte without consuming it; nil at the end.
  func peekPastSpace() throws -> UInt8? {
    while let byte = try file.peek() {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      _ = try file.next()
    }
    return nil
  }

  func problem(_ reason: String) -> ImportProblem {
    ImportProblem(line: file.line, "the JSON is invalid: \(reason)", isFatal: true)
  }

  private func value(depth: Int) throws -> JSONValue {
    guard depth <= Self.maximumDepth else {
      throw problem("it is nested deeper than \(Self.maximumDepth) levels")
    }
    guard let byte = try peekPastSpace() else { throw problem("the file ends too early") }
    switch byte {
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["): return .array(try array(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw problem("found \(Self.shown(byte)) instead of a value")
    }
  }

  private func object(depth: Int) throws -> JSONValue.Members {
    var members: JSONValue.Members = []
    var names: Set<String> = []
    try eachPiece(until: UInt8(ascii: "}")) {
      guard try peekPastSpace() == UInt8(ascii: "\"") else {
        throw problem("a name in quotes is missing")
      }
      let key = try string()
      guard key.utf8.count <= 1_000 else { throw problem("a name has more than 1,000 bytes") }
      guard names.insert(key).inserted else {
        throw problem("'\(key)' appears twice in one object")
      }
      guard members.count < Self.maxMembers else {
        throw problem("an object has more than \(Self.maxMembers) names")
      }
      try expect(":")
      members.append((key, try value(depth: depth + 1)))
    }
    return members
  }

  private func array(depth: Int) throws -> [JSONValue] {
    var elements: [JSONValue] = []
    try eachPiece(until: UInt8(ascii: "]")) { elements.append(try value(depth: depth + 1)) }
    return elements
  }

  /// Reads the elements between two brackets; the first bracket is next.
  private func eachPiece(until bracket: UInt8, _ piece: () throws -> Void) throws {
    _ = try file.next()
    guard try peekPastSpace() != bracket else {
      _ = try file.next()
      return
    }
    repeat { try piece() } while try continues(until: bracket)
  }

  /// Reads a comma or the closing bracket.
  private func continues(until bracket: UInt8) throws -> Bool {
    let byte = try peekPastSpace()
    guard byte == UInt8(ascii: ",") || byte == bracket else {
      throw problem(byte == nil ? "the file ends too early" : "a comma or a bracket is missing")
    }
    _ = try file.next()
    try checkSize()
    return byte != bracket
  }

  private func checkSize() throws {
    if file.offset - start > Self.maxBytes { throw problem("one record is larger than 64 MiB") }
  }

  private func expect(_ scalar: Unicode.Scalar) throws {
    guard try peekPastSpace() == UInt8(ascii: scalar) else {
      throw problem("'\(scalar)' is missing")
    }
    _ = try file.next()
  }

  private func word(_ text: String, _ value: JSONValue) throws -> JSONValue {
    for byte in text.utf8 {
      guard try file.peek() == byte else { throw problem("'\(text)' is misspelt") }
      _ = try file.next()
    }
    return value
  }

  private func number() throws -> String {
    var text = ""
    while let byte = try file.peek() {
      guard (48...57).contains(byte) || "+-.eE".utf8.contains(byte) else { break }
      text.unicodeScalars.append(Unicode.Scalar(byte))
      _ = try file.next()
      if text.utf8.count > 100 { throw problem("a number has more than 100 characters") }
    }
    guard Self.isNumber(text) else { throw problem("'\(text)' is not a number") }
    return text
  }

  /// A sign, digits without a leading zero, a fraction and an exponent (RFC 8259 section 6).
  private static func isNumber(_ text: String) -> Bool {
    var scalars = text.unicodeScalars[...]
    func digits() -> Substring.UnicodeScalarView {
      let digits = scalars.prefix { "0"..."9" ~= $0 }
      scalars = scalars.dropFirst(digits.count)
      return digits
    }
    if scalars.first == "-" { scalars.removeFirst() }
    let whole = digits()
    guard !whole.isEmpty, whole.count == 1 || whole.first != "0" else { return false }
    if scalars.first == "." {
      scalars.removeFirst()
      if digits().isEmpty { return false }
    }
    if scalars.first == "e" || scalars.first == "E" {
      scalars.removeFirst()
      if scalars.first == "-" || scalars.first == "+" { scalars.removeFirst() }
      if digits().isEmpty { return false }
    }
    return scalars.isEmpty
  }

  static func shown(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte) ? "'\(Unicode.Scalar(byte))'" : "byte \(byte)"
  }
}

// MARK: - Strings

extension JSONReader {
  private func string() throws -> String {
    _ = try file.next()
    var bytes: [UInt8] = []
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    while let byte = try file.peekPastText(until: quote, or: backslash, into: &bytes) {
      if byte < 0x20 { throw problem("a control character is not escaped in a string") }
      _ = try file.next()
      switch byte {
      case quote:
        guard let text = String(validating: bytes) else {
          throw problem("a string is not valid UTF-8")
        }
        return text
      case backslash: try escape(into: &bytes)
      default: bytes.append(byte)
      }
      try checkSize()
    }
    throw problem("the file ends inside a string")
  }

  private func escape(into bytes: inout [UInt8]) throws {
    switch try file.next() {
    case let byte? where "\"\\/".utf8.contains(byte): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try unicodeEscape()
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default: throw problem("it has an invalid escape sequence")
    }
  }

  /// Four hexadecimal digits, or two times four for a surrogate pair.
  private func unicodeEscape() throws -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, try file.next() == UInt8(ascii: "\\"),
      try file.next() == UInt8(ascii: "u")
    else { throw problem("half of a surrogate pair is missing") }
    let second = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw problem("half of a surrogate pair is missing") }
    return scalar
  }

  private func hexadecimal() throws -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try file.next(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else { throw problem("'\\u' needs four hexadecimal digits") }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
