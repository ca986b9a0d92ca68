/// The lines that a text in HTML shows: some web clients (Google, Outlook) write descriptions so.
enum HTMLLines {
  /// A tag that begins a line of its own.
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

  /// Scalars of one tag, so that a text of nothing but `<` is read in one pass.
  private static let longestTag = 4_000

  /// Whether a text has tags such as `<br>`, `<p>` or `<a …>`.
  static func isIn(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return false }
    return pieces(of: text).contains { if case .tag = $0 { true } else { false } }
  }

  static func text(of html: String) -> String {
    let pieces = pieces(of: html)
    // Where tags make the lines, a line break is a blank.
    let hasLines = pieces.contains { $0.tag == "br" || $0.tag.map(blocks.contains) == true }
    var text = String.UnicodeScalarView()
    var hiddenBy: String?
    var link: (address: String, label: String)?
    for piece in pieces {
      switch piece {
      case .text(let words):
        if hiddenBy != nil { continue }
        link?.label += decoded(words)
        for scalar in decoded(words).unicodeScalars {
          let isBreak = hasLines && (scalar == "\n" || scalar == "\r")
          guard isBreak else {
            text.append(scalar)
            continue
          }
          if let last = text.last, last != "\n", last != " " { text.append(" ") }
        }
      case .tag(let name, let isEnd, let attributes):
        if hidden.contains(name) { hiddenBy = isEnd ? nil : name }
        if name == "br" || (blocks.contains(name) && text.last.map { $0 != "\n" } == true) {
          while text.last == " " { text.removeLast() }
          text.append("\n")
        }
        if name == "a", !isEnd {
          link = (address(in: attributes), "")
        } else if name == "a", let (address, label) = link {
          if !address.isEmpty, !decoded(address).hasSuffix(label) {
            text.append(contentsOf: " (\(decoded(address)))".unicodeScalars)
          }
          link = nil
        }
      }
    }
    return String(text)
  }

  private enum Piece {
    case text(String)
    case tag(String, isEnd: Bool, attributes: String)

    var tag: String? { if case .tag(let name, _, _) = self { name } else { nil } }
  }

  private static func pieces(of html: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = html.unicodeScalars[...]
    var words = String.UnicodeScalarView()
    while let open = rest.firstIndex(of: "<") {
      words.append(contentsOf: rest[..<open])
      rest = rest[open...]
      guard let close = rest.prefix(longestTag).firstIndex(of: ">"),
        let tag = tag(rest[rest.index(after: open)..<close])
      else {
        words.append("<")
        rest = rest.dropFirst()
        continue
      }
      pieces.append(.text(String(words)))
      pieces.append(tag)
      words = String.UnicodeScalarView()
      rest = rest[rest.index(after: close)...]
    }
    words.append(contentsOf: rest)
    return pieces + [.text(String(words))]
  }

  /// Nil for what a person wrote between angle brackets.
  private static func tag(_ content: Substring.UnicodeScalarView) -> Piece? {
    let isEnd = content.first == "/"
    let body = content.drop { $0 == "/" }
    let name = String(body.prefix { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
      .lowercased()
    let rest = body.dropFirst(name.unicodeScalars.count)
    guard blocks.contains(name) || inline.contains(name),
      rest.first.map({ $0 == " " || $0 == "/" || $0 == "\n" || $0 == "\t" }) ?? true
    else { return nil }
    return .tag(name, isEnd: isEnd, attributes: String(rest))
  }

  private static func address(in attributes: String) -> String {
    guard let range = attributes.firstRange(of: "href=\"") else { return "" }
    return String(attributes[range.upperBound...].unicodeScalars.prefix { $0 != "\"" })
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  private static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(of: "&") {
      result.append(contentsOf: rest[..<start])
      rest = rest[start...]
      let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
      guard rest.dropFirst(name.count + 1).first == ";", let decoded = entity(String(name)) else {
        result.append("&")
        rest = rest.dropFirst()
        continue
      }
      result.append(contentsOf: decoded.unicodeScalars)
      rest = rest.dropFirst(name.count + 2)
    }
    result.append(contentsOf: rest)
    return String(result)
  }

  private static func entity(_ name: String) -> String? {
    if let text = names[name] { return text }
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.dropFirst()
    let isHex = digits.utf8.first.map { $0 | 0x20 == UInt8(ascii: "x") } == true
    let code = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return code.flatMap(Unicode.Scalar.init).map { String($0) }
  }
}
