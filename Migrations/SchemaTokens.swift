internal import Platform

/// The tokens of a statement, without comments, spacing, line ends and letter case.
enum SchemaTokens {
  /// The tokens in lower case, separated by one blank. String literals are unchanged, and quotes
  /// around names are removed.
  static func normalized(_ sql: String) -> String {
    var scanner = Scanner(rest: Array(sql.utf8)[...])
    var tokens: [String] = []
    while let token = scanner.next() { tokens.append(token) }
    while tokens.last?.utf8.elementsEqual(";".utf8) == true { tokens.removeLast() }
    return tokens.joined(separator: " ")
  }

  static func hash(_ text: String) -> FNV1a {
    var hash = FNV1a()
    hash.add(text.utf8)
    return hash
  }

  private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func next() -> String? {
      skipBlanksAndComments()
      guard let first = rest.first else { return nil }
      switch first {
      case UInt8(ascii: "'"): return "'" + quoted(until: first) + "'"
      case UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(until: first).lowercased()
      case UInt8(ascii: "["): return quoted(until: UInt8(ascii: "]")).lowercased()
      case let byte where Self.isWord(byte): return word()
      default:
        rest.removeFirst()
        return String(decoding: [first], as: UTF8.self)
      }
    }

    private mutating func skipBlanksAndComments() {
      while let first = rest.first {
        if first <= 0x20 {
          rest.removeFirst()
        } else if first == UInt8(ascii: "-"), rest.starts(with: "--".utf8) {
          rest = rest.drop { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        } else if first == UInt8(ascii: "/"), rest.starts(with: "/*".utf8) {
          rest = rest.dropFirst(2)
          while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
          rest = rest.dropFirst(2)
        } else {
          return
        }
      }
    }

    private mutating func word() -> String {
      let word = rest.prefix(while: Self.isWord)
      rest = rest.dropFirst(word.count)
      return String(decoding: word, as: UTF8.self).lowercased()
    }

    private mutating func quoted(until end: UInt8) -> String {
      var bytes: [UInt8] = []
      rest.removeFirst()
      while let byte = rest.popFirst() {
        if byte == end {
          guard rest.first == end, end != UInt8(ascii: "]") else { break }
          rest.removeFirst()
        }
        bytes.append(byte)
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
        true
      default: false
      }
    }
  }
}
