extension EventMarkup {
  /// The addresses by way of which clients lead (Google, Outlook).
  private static let redirections = ["google.com/url?", "safelinks.protection.outlook.com/?"]

  /// The words of a link with its address behind them, unless they are it, as where a client has found one
  /// in a text; it may lead by way of another one, and be cut where it is shown.
  static func told(_ label: String, _ address: String) -> String {
    let both = "\(label) (\(address))"
    if address.isEmpty { return label }
    // It is shown as a picture.
    if label.allSatisfy(\.isWhitespace) { return label + address }
    if address.hasPrefix("tel:") {
      return address.filter(\.isNumber) == label.filter(\.isNumber) ? label : both
    }
    let isAddress =
      label.contains("://") || label.contains("@") || (label.contains(".") && !label.contains(" "))
    let shown = unescaped(withoutEntities(label).prefix { $0 != "…" })
    let plain = unescaped(destination(of: withoutEntities(address)))
    guard isAddress, plain.lowercased().utf8.count == plain.utf8.count,
      let place = plain.lowercased().firstRange(of: shown.lowercased())
    else { return both }
    let (start, rest) = (plain[..<place.lowerBound], plain[place.upperBound...])
    let ways = ["", "http://", "https://", "http://www.", "https://www.", "mailto:"]
    guard ways.contains(start.lowercased()) else { return both }
    // The name of a site that stands for one of its pages is a person's word.
    if label.contains("…") { return (shown + rest).replacing("&", with: "&amp;") }
    return ["", "/"].contains(rest) ? label : both
  }

  /// Where an address leads by way of another one.
  private static func destination(of address: String) -> Substring {
    guard redirections.contains(where: address.contains) else { return address[...] }
    let values = address.split(whereSeparator: { "?&".contains($0) }).compactMap { part in
      ["q=", "url="].first(where: part.hasPrefix).map { part.dropFirst($0.count) }
    }
    return values.first ?? address[...]
  }

  /// Without percent encoding (RFC 3986 section 2.1).
  private static func unescaped(_ address: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = address.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
