import Platform

/// The lines that a text in HTML shows: some web clients (Google, Outlook) write descriptions so.
enum HTMLLines {
  /// Tags that begin a line of their own.
  private static let blocks: Set = [
    "blockquote", "body", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "html",
    "li", "ol", "p", "pre", "table", "tr", "ul",
  ]
  private static let inline: Set = [
    "a", "b", "br", "code", "em", "font", "head", "i", "img", "s", "script", "small", "span",
    "strong", "style", "sub", "sup", "tbody", "td", "th", "title", "u",
  ]
  /// Elements whose content is not shown.
  private static let hidden: Set = ["script", "style", "title"]

  /// Whether a text has tags such as `<br>`, `<p>` or `<a …>`.
  static func isIn(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "<")) && pieces(of: text).contains { $0.tag != nil }
  }

  static func text(of html: String) -> String {
    let pieces = pieces(of: html)
    // Where tags make the lines, a line break is a blank.
    let hasLines = pieces.contains { $0.tag == "br" || $0.tag.map(blocks.contains) == true }
    var text = Scalars()
    var hiddenBy: String?
    var link: (address: String, label: String)?
    for piece in pieces {
      guard let tag = piece.tag else {
        if hiddenBy != nil { continue }
        let words = decoded(piece.text)
        link?.label += words
        for scalar in words.unicodeScalars {
          guard hasLines, isBreak(scalar) else {
            text.append(scalar)
            continue
          }
          if let last = text.last, last != " ", !isBreak(last) { text.append(" ") }
        }
        continue
      }
      if hidden.contains(tag) { hiddenBy = piece.isEnd ? nil : tag }
      if tag == "br" || (blocks.contains(tag) && text.last.map { $0 != "\n" } == true) {
        while text.last?.properties.isWhitespace == true, text.last.map(isBreak) == false {
          text.removeLast()
        }
        text.append("\n")
      }
      guard tag == "a" else { continue }
      if !piece.isEnd {
        link = (address(in: piece.text), "")
      } else if let (address, label) = link {
        if !address.isEmpty, !address.ends(with: label) { text += " (\(address))".unicodeScalars }
        link = nil
      }
    }
    return String(text)
  }

  private typealias Scalars = String.UnicodeScalarView

  /// Words, or a tag with its attributes as text.
  private struct Piece {
    var tag: String?
    var isEnd = false
    let text: String
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }

  private static func pieces(of html: String) -> [Piece] {
    var pieces: [Piece] = []
    var words = Scalars()
    var scalars = html.unicodeScalars[...]
    while let open = scalars.firstIndex(of: "<") {
      words += scalars[..<open]
      scalars = scalars[open...]
      // Up to the next `<`, so that a text of nothing else is read in one pass.
      guard let close = scalars.dropFirst().firstIndex(where: { $0 == ">" || $0 == "<" }),
        scalars[close] == ">", let tag = tag(scalars[scalars.index(after: open)..<close])
      else {
        words.append(scalars.removeFirst())
        continue
      }
      pieces += [Piece(text: String(words)), tag]
      words = Scalars()
      scalars = scalars[scalars.index(after: close)...]
    }
    words += scalars
    return pieces + [Piece(text: String(words))]
  }

  /// Nil for what a person wrote between angle brackets.
  private static func tag(_ scalars: Scalars.SubSequence) -> Piece? {
    let isEnd = scalars.starts(with: "/".unicodeScalars)
    let body = isEnd ? scalars.dropFirst() : scalars
    let name = String(body.prefix { $0.properties.isASCIIHexDigit || $0.properties.isAlphabetic })
    let rest = body.dropFirst(name.unicodeScalars.count)
    let tag = name.lowercased()
    guard blocks.contains(tag) || inline.contains(tag), mayFollow(String(rest)) else { return nil }
    return Piece(tag: tag, isEnd: isEnd, text: String(rest))
  }

  /// The attributes of a tag have values: `<A 12>` is a seat.
  private static func mayFollow(_ attributes: String) -> Bool {
    let isBlank = { (scalar: Unicode.Scalar) in scalar == "/" || scalar.properties.isWhitespace }
    return attributes.unicodeScalars.allSatisfy(isBlank)
      || attributes.unicodeScalars.first.map(isBlank) == true
        && attributes.utf8.contains(UInt8(ascii: "="))
  }

  private static func address(in attributes: String) -> String {
    guard let range = attributes.firstRange(of: "href=\"") else { return "" }
    return decoded(String(attributes[range.upperBound...].unicodeScalars.prefix { $0 != "\"" }))
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  private static func decoded(_ text: String) -> String {
    var result = Scalars()
    var scalars = text.unicodeScalars[...]
    while let start = scalars.firstIndex(of: "&") {
      result += scalars[..<start]
      scalars = scalars[start...]
      let rest = scalars.dropFirst()
      guard let end = rest.prefix(12).firstIndex(where: { scalar in scalar == ";" }),
        let text = Self.entity(String(rest[..<end]))
      else {
        result.append(scalars.removeFirst())
        continue
      }
      result += text.unicodeScalars
      scalars = scalars[scalars.index(after: end)...]
    }
    result += scalars
    return String(result)
  }

  private static func entity(_ name: String) -> String? {
    if let text = names[name] { return text }
    guard let digits = name.rest(after: "#") else { return nil }
    let code = digits.lowercased().rest(after: "x").map { UInt32($0, radix: 16) } ?? UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
