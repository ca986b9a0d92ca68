import Platform

/// The visible lines of an HTML text, as some web clients (Google, Outlook) write descriptions.
enum HTMLLines {
  /// Tags that begin a new line.
  private static let blocks: Set = [
    "blockquote", "body", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr",
    "html", "li", "ol", "p", "pre", "table", "tr", "ul",
  ]
  private static let inline: Set = [
    "a", "b", "br", "code", "em", "font", "i", "img", "s", "small", "span", "strong", "sub", "sup",
    "tbody", "td", "th", "u",
  ]

  /// Text, or a tag with its attributes as text.
  private typealias Piece = (tag: String?, isEnd: Bool, text: String)

  private typealias Scalars = String.UnicodeScalarView

  /// Whether a text has tags such as `<br>`, `<p>` or `<a …>`.
  static func isIn(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "<")) && pieces(of: text).contains { $0.tag != nil }
  }

  static func text(of html: String) -> String {
    let pieces = pieces(of: html)
    // If tags make the lines, a line break is a blank.
    func beginsLine(_ piece: Piece) -> Bool { piece.tag.map(blocks.contains) == true }
    let hasLines = pieces.contains { $0.tag == "br" || beginsLine($0) }
    var text = Scalars()
    var link: (address: String, label: String)?
    for piece in pieces {
      if piece.tag == nil {
        let words = decoded(piece.text)
        link?.label += words
        for scalar in words.unicodeScalars {
          if !hasLines || scalar != "\n" {
            text.append(scalar)
          } else if let last = text.last, !"\n ".unicodeScalars.contains(last) {
            text.append(" ")
          }
        }
      } else if piece.tag == "br" || (beginsLine(piece) && text.last.map { $0 != "\n" } == true) {
        text.append("\n")
      } else if piece.tag == "a", !piece.isEnd {
        link = (address(in: piece.text), "")
      } else if piece.tag == "a", let (address, label) = link {
        if !address.isEmpty, !address.ends(with: label) { text += " (\(address))".unicodeScalars }
        link = nil
      }
    }
    return String(text)
  }

  private static func pieces(of html: String) -> [Piece] {
    var pieces: [Piece] = []
    var words = Scalars()
    var scalars = StoredText.unifyingLineBreaks(html).unicodeScalars[...]
    while let open = scalars.firstIndex(of: "<") {
      words += scalars[..<open]
      scalars = scalars[open...]
      // Up to the next `<`, so that a text of nothing else takes one pass.
      guard let close = scalars.dropFirst().firstIndex(where: { $0 == ">" || $0 == "<" }),
        scalars[close] == ">", let tag = tag(scalars[..<close].dropFirst())
      else {
        words.append(scalars.removeFirst())
        continue
      }
      pieces += [(nil, false, String(words)), tag]
      words = Scalars()
      scalars = scalars[close...].dropFirst()
    }
    return pieces + [(nil, false, String(words + scalars))]
  }

  /// Nil for text that a user typed between angle brackets, such as the seat `<A 12>`: attributes
  /// have values.
  private static func tag(_ scalars: Scalars.SubSequence) -> Piece? {
    let isEnd = scalars.starts(with: "/".unicodeScalars)
    let body = isEnd ? scalars.dropFirst() : scalars
    let name = String(
      body.prefix { $0.isASCII && ($0.properties.isAlphabetic || (48...57).contains($0.value)) })
    let attributes = body.dropFirst(name.unicodeScalars.count)
    let isBlank = { (scalar: Unicode.Scalar) in scalar == "/" || scalar.properties.isWhitespace }
    let tag = name.lowercased()
    guard blocks.contains(tag) || inline.contains(tag), attributes.first.map(isBlank) ?? true,
      attributes.allSatisfy(isBlank) || attributes.contains(where: { mark in mark == "=" })
    else { return nil }
    return (tag, isEnd, String(attributes))
  }

  private static func address(in attributes: String) -> String {
    guard let range = attributes.firstRange(of: "href=\"") else { return "" }
    return decoded(String(attributes[range.upperBound...].unicodeScalars.prefix { $0 != "\"" }))
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  private static func decoded(_ text: String) -> String {
    let parts = text.parts(separatedBy: "&")
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      let name = String(part.unicodeScalars.prefix { $0 != ";" })
      if let text = entity(name), let rest = part.rest(after: name + ";") {
        result += text + rest
      } else {
        result += "&" + part
      }
    }
  }

  private static func entity(_ name: String) -> String? {
    if let text = entities[name] { return text }
    guard let digits = name.rest(after: "#") else { return nil }
    let code = digits.lowercased().rest(after: "x").map { UInt32($0, radix: 16) } ?? UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
