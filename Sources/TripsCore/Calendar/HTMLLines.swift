import Platform

/// The visible lines of HTML, in which some calendars write descriptions.
///
/// Any tag is dropped; comments, styles and scripts are dropped with their content.
enum HTMLLines {
  /// Tags that end a line.
  private static let ends: Set = [
    "br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6",
  ]
  private static let hidden: Set = ["style", "script"]
  /// Tags that identify a text as HTML.
  private static let known = ends.union(hidden).union([
    "a", "b", "body", "em", "font", "hr", "html", "i", "ol", "span", "strong", "table", "tbody",
    "td", "u", "ul",
  ])

  private enum Piece {
    case text(Substring.UTF8View)
    /// Its name.
    case tag(String)

    func isTag(of names: Set<String>) -> Bool {
      if case .tag(let name) = self { names.contains(name) } else { false }
    }
  }

  /// Whether text contains tags such as `<br>` or `<p>`.
  static func isIn(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "<")) && pieces(of: text).contains { $0.isTag(of: known) }
  }

  static func text(of html: String) -> String {
    let pieces = pieces(of: html)
    // If tags make the lines, a line break is a space.
    let hasLines = pieces.contains { $0.isTag(of: ends) }
    let newline = UInt8(ascii: "\n")
    var text: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .tag("br"): text.append(newline)
      case .tag(let name) where ends.contains(name):
        if text.last ?? newline != newline { text.append(newline) }
      case .tag: break
      case .text(let words):
        for byte in decoded(String(decoding: words, as: UTF8.self)).utf8 {
          if !hasLines || byte != newline {
            text.append(byte)
          } else if text.last ?? newline != newline {
            text.append(UInt8(ascii: " "))
          }
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Each byte is read a bounded number of times: an unclosed part is dropped up to the end.
  private static func pieces(of html: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(html).utf8
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      if start > rest.startIndex { pieces.append(.text(rest[..<start])) }
      let body = rest[start...].dropFirst()
      if body.starts(with: "!--".utf8) {
        rest = body.after("-->")
      } else if let end = body.firstIndex(where: isBracket), body[end] == UInt8(ascii: ">"),
        let name = tag(body[..<end])
      {
        pieces.append(.tag(name))
        rest = body[end...].dropFirst()
        if hidden.contains(name), body.first != UInt8(ascii: "/") {
          rest = rest.after("</\(name)>")
        }
      } else {
        pieces.append(.text(rest[start..<body.startIndex]))
        rest = body
      }
    }
    return rest.isEmpty ? pieces : pieces + [.text(rest)]
  }

  private static func isBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  /// The name of a tag. Nil for text that a user typed between angle brackets, such as an address or
  /// the seat `<A 12>`: attributes have values.
  private static func tag(_ body: Substring.UTF8View) -> String? {
    if body.first == UInt8(ascii: "!") { return "" }
    let body = body.drop { $0 == UInt8(ascii: "/") }
    let name = body.prefix { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x3A).contains($0) }
    let others = body.dropFirst(name.count)
    guard let first = name.first, first > 0x3A, name.count < 20,
      others.allSatisfy({ $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: " ") }) && name.last != 0x3A
        || others.first == UInt8(ascii: " ") && others.contains(UInt8(ascii: "="))
    else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
  ]

  private static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let parts = text.parts(separatedBy: "&")
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      let name = String(part.unicodeScalars.prefix(10).prefix { $0 != ";" })
      if let text = entities[name] ?? scalar(name), let rest = part.rest(after: name + ";") {
        result += text
        result += rest
      } else {
        result += "&"
        result += part
      }
    }
  }

  /// The text of `#39` or `#x27`.
  private static func scalar(_ name: String) -> String? {
    guard let digits = name.rest(after: "#") else { return nil }
    let number = digits.rest(after: "x").map { UInt32($0, radix: 16) } ?? UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}

extension Substring.UTF8View {
  /// The rest after a word, in lower or upper case; empty without it.
  fileprivate func after(_ word: String) -> Self {
    var rest = self
    while let start = rest.firstIndex(of: word.utf8.first ?? 0) {
      rest = rest[start...]
      if String(decoding: rest.prefix(word.utf8.count), as: UTF8.self).lowercased() == word {
        return rest.dropFirst(word.utf8.count)
      }
      rest = rest.dropFirst()
    }
    return rest.suffix(0)
  }
}
