import Platform

/// The visible lines of HTML, in which some calendars write descriptions.
enum HTMLLines {
  /// Tags that begin a new line.
  private static let blocks: Set = ["br", "div", "li", "ol", "p", "ul"]
  /// Tags that are removed, while their text is kept.
  private static let inline: Set = ["a", "b", "body", "em", "html", "i", "span", "strong", "u"]

  /// Whether text contains tags such as `<br>` or `<p>`.
  static func isIn(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "<")) && pieces(of: text).contains { $0.tag != nil }
  }

  static func text(of html: String) -> String {
    let pieces = pieces(of: html)
    // If tags make the lines, a line break is a space.
    let hasLines = pieces.contains { $0.tag.map(blocks.contains) == true }
    var text = String.UnicodeScalarView()
    var address = ""
    for piece in pieces {
      if piece.tag == "br" || (piece.tag.map(blocks.contains) == true && text.last ?? "\n" != "\n")
      {
        text.append("\n")
      } else if piece.tag == "a" {
        // The target of a link follows its text.
        if !address.isEmpty { text += " (\(address))".unicodeScalars }
        address = decoded(
          piece.text.parts(separatedBy: "\"").dropFirst().first.map(String.init) ?? "")
      } else if piece.tag == nil {
        let words = decoded(piece.text)
        if !words.isEmpty, address.ends(with: words) { address = "" }
        for scalar in words.unicodeScalars {
          let isBreak = hasLines && scalar == "\n"
          if !isBreak { text.append(scalar) } else if text.last ?? "\n" != "\n" { text.append(" ") }
        }
      }
    }
    return String(text)
  }

  /// Text, and tags with their attributes.
  private static func pieces(of html: String) -> [(tag: String?, text: String)] {
    var pieces: [(tag: String?, text: String)] = []
    for part in html.parts(separatedBy: "<") {
      guard let end = part.unicodeScalars.firstIndex(of: ">"),
        let tag = tag(part.unicodeScalars[..<end])
      else {
        pieces.append((nil, pieces.isEmpty ? String(part) : "<\(part)"))
        continue
      }
      let rest = part.unicodeScalars[part.unicodeScalars.index(after: end)...]
      pieces += [(tag, String(part.unicodeScalars[..<end])), (nil, String(rest))]
    }
    return pieces
  }

  /// Nil for text that a user typed between angle brackets, such as the seat `<A 12>`: attributes
  /// have values.
  private static func tag(_ scalars: Substring.UnicodeScalarView.SubSequence) -> String? {
    let body = scalars.drop { $0 == "/" }
    let name = String(body.prefix { $0.isASCII && $0.properties.isAlphabetic }).lowercased()
    let otherScalars = body.dropFirst(name.unicodeScalars.count)
    guard blocks.contains(name) || inline.contains(name),
      otherScalars.allSatisfy({ $0 == "/" || $0 == " " }) || otherScalars.contains("=")
    else { return nil }
    return name
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "#39": "'", "nbsp": " ",
  ]

  private static func decoded(_ text: String) -> String {
    let parts = text.parts(separatedBy: "&")
    return parts.dropFirst().reduce(into: String(parts[0])) { result, part in
      let name = String(part.unicodeScalars.prefix { $0 != ";" })
      if let text = entities[name], let rest = part.rest(after: name + ";") {
        result += text + rest
      } else {
        result += "&" + part
      }
    }
  }
}
