/// Text that a web client has turned into HTML (Google, Outlook), as it was before.
enum EventMarkup {
  /// Those that such a client writes; what else stands between `<` and `>` is a person's.
  private static let tags: Set = [
    "!--", "!doctype", "a", "abbr", "article", "aside", "b", "big", "blockquote", "body", "br",
    "caption", "center", "cite", "code", "col", "colgroup", "dd", "del", "details", "div", "dl",
    "dt", "em", "figcaption", "figure", "font", "footer", "h1", "h2", "h3", "h4", "h5", "h6",
    "head", "header", "hr", "html", "html-blob", "i", "img", "input", "ins", "kbd", "label", "li",
    "main", "mark", "meta", "nav", "o:p", "ol", "p", "pre", "q", "s", "samp", "script", "section",
    "small", "span", "strike", "strong", "style", "sub", "summary", "sup", "table", "tbody", "td",
    "tfoot", "th", "thead", "title", "tr", "tt", "u", "ul", "var", "wbr",
  ]
  /// The tags that show it to be markup.
  private static let marks: Set = [
    "a", "b", "br", "div", "em", "font", "html", "html-blob", "i", "li", "p", "pre", "span",
    "strong", "table", "u", "ul",
  ]
  /// What has lines of its own: a line ends before it and behind it.
  private static let blocks: Set = [
    "article", "aside", "blockquote", "caption", "center", "dd", "details", "div", "dl", "dt",
    "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li",
    "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tr", "ul",
  ]
  /// What stands between these is not shown.
  private static let hidden = ["script", "style", "title"]
  private static let closings = ["</html>", "</body>", "</div>", "</p>", "</ul>", "</ol>"]

  /// A person who writes of tags need not close them.
  static func isIn(_ text: String) -> Bool {
    let found = tags(in: text)
    return found.contains("br") || marks.contains { found.contains($0) && found.contains("/\($0)") }
  }

  /// Whether a web client has made markup of what was written. Most leave no line break; where tags stood
  /// in that already, which are meant, there are more of them or they are escaped.
  static func isIn(_ text: String, writtenAs written: String) -> Bool {
    // What was written stands in the text rather without its entities, or its tags.
    func stands(in plain: String, notIn text: String, by isEnd: (Character) -> Bool) -> Bool {
      let former = written.split(whereSeparator: isEnd)
      func missing(in text: String) -> Int {
        var missing = former
        missing.remove(text.split(whereSeparator: isEnd))
        return missing.count
      }
      return missing(in: plain) < missing(in: text)
    }
    guard isIn(text) else {
      // Without any tag it may be told by what had to be escaped.
      if text == written || !text.contains("&") { return false }
      let plain = withoutEntities(text)
      if stands(in: plain, notIn: text, by: \.isWhitespace) { return true }
      if text.contains("\n") { return false }
      return StoredText.formed(plain) == written
        || (hasEscapes(text) && !hasEscapes(written) && written.contains { "&<>\"'".contains($0) })
    }
    guard text.contains("\n") else {
      return !isIn(written) || breakCount(text) > breakCount(written)
        || (text.contains("&lt;") && !written.contains("&lt;"))
    }
    let lines = text.split(separator: "\n")
    // Some leave line breaks, and in another program somebody may have typed one.
    let areLines = !lines.dropLast().contains { EventDescription.isHeader($0) }
    if areLines, stands(in: removed(from: joined(text)), notIn: text, by: { $0 == "\n" }) {
      return true
    }
    if isIn(written) { return isDocument(text) && !isDocument(written) }
    if lines.count > 1, lines.dropLast().allSatisfy({ lastTag(of: $0) == "br" }) { return true }
    let end = StoredText.formed(String(lines.last ?? "")).lowercased()
    return text.first == "<" && closings.contains { end.hasSuffix($0) && isClosed($0, in: text) }
  }

  /// Whether each tag of a kind is closed: a person who writes of one may close it only.
  private static func isClosed(_ closing: String, in text: String) -> Bool {
    let name = String(closing.dropFirst(2).dropLast())
    var depth = 0
    split(text) { _, tag, _ in depth += tag == name ? 1 : tag == "/" + name ? -1 : 0 }
    return depth == 0
  }

  /// An event's text of another program, as somebody typed it there. What a person writes of tags has line
  /// breaks of its own.
  ///
  /// - Parameter written: what stood there, as far as it is known.
  static func plain(_ text: String, writtenAs written: String = "") -> String {
    isIn(text, writtenAs: written) ? removed(from: joined(text)) : text
  }

  /// Whether it ends within a tag or an entity, as where a server has cut it.
  static func isBroken(_ text: String) -> Bool {
    let end = text.suffix(100)
    if let tag = end.lastIndex(of: "<"), !end[tag...].contains(">") {
      let name = end[end.index(after: tag)...].first
      return name.map { $0.isLetter || "/!".contains($0) } ?? true
    }
    guard let entity = end.lastIndex(of: "&") else { return false }
    return end[end.index(after: entity)...].allSatisfy { $0 == "#" || ($0.isASCII && $0.isLetter) }
  }

  private static func tags(in text: String) -> Set<String> {
    var found: Set<String> = []
    split(text) { _, tag, _ in if let tag { found.insert(tag) } }
    return found
  }

  private static func isDocument(_ text: String) -> Bool {
    ["<!doctype", "<html"].contains(where: text.prefix(10).lowercased().hasPrefix)
  }

  /// Whether the line breaks between its tags are its writer's: a document's are not, but where it says so.
  private static func keepsLines(_ text: String) -> Bool {
    !isDocument(text) || tags(in: text).contains("pre")
      || ["white-space:pre", "white-space: pre"].contains(where: text.contains)
  }

  private static func hasEscapes(_ text: String) -> Bool {
    ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"].contains(where: text.contains)
  }

  /// Without the line breaks of the markup itself, which are blanks. Lines before and behind it, without
  /// any tag, were typed in a program that shows it as it is, and so was one that begins with a box.
  static func joined(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let tagged = lines.indices.filter { hasTag(lines[$0]) }
    guard let first = tagged.first, let last = tagged.last else { return text }
    let keepsLines = keepsLines(text)
    var (markup, former) = ("", Substring())
    for line in lines[first...last] where !line.isEmpty {
      if !markup.isEmpty, !endsLine(former) {
        markup += keepsLines || EventDescription.isItem(line) ? "\n" : " "
      }
      markup += line
      former = line
    }
    var below = lines[(last + 1)...]
    if lastTag(of: former) == "br", let line = below.popFirst() { markup += line }
    return (lines[..<first] + [markup[...]] + below).joined(separator: "\n")
  }

  /// Whether a line ends with a tag behind which another one begins.
  private static func endsLine(_ line: Substring) -> Bool {
    lastTag(of: line).map { $0 == "br" || isBlock($0) } ?? false
  }

  /// The tag with which a line ends.
  private static func lastTag(of line: Substring) -> String? {
    guard line.last == ">", let start = line.lastIndex(of: "<") else { return nil }
    var name: String?
    split(String(line[start...])) { _, tag, _ in name = name ?? tag }
    return name
  }

  private static func hasTag(_ line: Substring) -> Bool {
    var found = false
    split(String(line)) { _, tag, _ in if tag != nil { found = true } }
    return found
  }

  private static func breakCount(_ text: String) -> Int {
    var count = 0
    split(text) { _, tag, _ in if let tag, tag == "br" || isBlock(tag) { count += 1 } }
    return count
  }

  private static func isBlock(_ tag: String) -> Bool {
    blocks.contains(tag.hasPrefix("/") ? String(tag.dropFirst()) : tag)
  }

  /// - Parameter hidesStyle: whether what stands between the tags of a style, a script or a title is not
  ///   shown; in what a person typed of such tags it is.
  static func removed(from text: String, hidesStyle: Bool = true) -> String {
    let tags = tags(in: text)
    var (result, label) = ("", "")
    var link: String?
    var isHidden = false
    split(text) { words, tag, attributes in
      if isHidden {
        isHidden = !hidden.contains { tag == "/" + $0 }
        return
      }
      isHidden =
        hidesStyle
        && tag.map { hidden.contains($0) && tags.contains("/" + $0) } ?? false
      result += words
      label += words
      if let tag, tag == "br" || isBlock(tag) {
        // Blanks between blocks are the markup's.
        if tag != "br" { while result.last == " " { result.removeLast() } }
        if tag == "br" || result.last.map({ $0 != "\n" }) ?? false { result += "\n" }
      }
      if tag == "img", let words = attribute("alt", in: attributes) {
        result += words
        label += words
      }
      if tag == "td" || tag == "th", let last = result.last, !last.isWhitespace { result += " " }
      if tag == "a" {
        (link, label) = (attribute("href", in: attributes), "")
      } else if tag == "/a", let address = link {
        let isAtEnd = result.hasSuffix(label)
        if isAtEnd { result.removeLast(label.count) }
        result += isAtEnd ? told(label, address) : " (\(address))"
        link = nil
      }
    }
    // A line of nothing but blanks is how an editor keeps it open.
    return withoutEntities(result).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.allSatisfy(\.isWhitespace) ? "" : $0 }.joined(separator: "\n")
  }

  /// Without all that some clients take for tags, and leave out: what stands between angle brackets and
  /// begins with a letter, as an address in a mail does.
  static func withoutBrackets(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let opening = rest.firstIndex(of: "<") {
      result += rest[..<opening]
      let behind = rest[opening...].dropFirst()
      let isTag = behind.first.map { $0.isLetter || "/!".contains($0) } ?? false
      if isTag, let closing = behind.firstIndex(where: { "<>".contains($0) }),
        behind[closing] == ">"
      {
        rest = behind[closing...].dropFirst()
      } else {
        result += "<"
        rest = behind
      }
    }
    return result + rest
  }

  static func hasBrackets(_ text: String) -> Bool { withoutBrackets(text) != text }

  /// What an attribute says: `href="…"`.
  private static func attribute(_ name: String, in attributes: Substring) -> String? {
    let sought = "\(name)="
    let place = attributes.indices.first {
      attributes[$0].isWhitespace
        && attributes[$0...].dropFirst().prefix(sought.count).lowercased() == sought
    }
    guard let place,
      let start = attributes.index(
        place, offsetBy: sought.count + 1, limitedBy: attributes.endIndex),
      start < attributes.endIndex
    else { return nil }
    let quote = attributes[start]
    guard quote == "\"" || quote == "'" else {
      return String(attributes[start...].prefix { !$0.isWhitespace })
    }
    return String(attributes[attributes.index(after: start)...].prefix { $0 != quote })
  }

  /// Calls `body` with each piece of text, and the tag behind it, such as `br` or `/p`, with what else
  /// stands in that; nil at the end.
  private static func split(_ text: String, _ body: (Substring, String?, Substring) -> Void) {
    var start = text.startIndex
    var rest = text[...]
    var hasComments = true
    // By scalars: a combining mark behind a tag would join with its end.
    let scalars = text.unicodeScalars
    while let opening = rest.unicodeScalars.firstIndex(of: "<") {
      rest = rest[scalars.index(after: opening)...]
      if hasComments, rest.hasPrefix("!--") {
        // What stands in a comment is none of the text, tags among it.
        if let end = rest.firstRange(of: "-->") {
          body(text[start..<opening], "!--", "")
          start = end.upperBound
          rest = text[start...]
          continue
        }
        hasComments = false
      }
      guard let closing = rest.unicodeScalars.firstIndex(where: { $0 == ">" || $0 == "<" }),
        scalars[closing] == ">"
      else { continue }
      let name = rest[..<closing].prefix { !$0.isWhitespace }.lowercased()
      let tag = name.hasSuffix("/") ? String(name.dropLast()) : name
      guard tags.contains(tag.hasPrefix("/") ? String(tag.dropFirst()) : tag) else { continue }
      body(text[start..<opening], tag, rest[..<closing].dropFirst(name.count))
      start = scalars.index(after: closing)
      rest = text[start...]
    }
    body(text[start...], nil, "")
  }
}
