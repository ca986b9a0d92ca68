/// The decimal mark of amounts in another program's CSV.
package enum DecimalMark: String, CaseIterable, Sendable {
  case point = "."
  case comma = ","

  /// Converts an amount to the form of `Money`: `1.234,50 €` becomes `1234.50 EUR`. Nil for another
  /// form.
  ///
  /// - Parameter dollar: the currency of `$`.
  func plain(_ text: String, dollar: Currency? = nil) -> String? {
    let grouping: Unicode.Scalar = self == .comma ? "." : ","
    let mark: Unicode.Scalar = self == .comma ? "," : "."
    var currency = ""
    var hasSign = false
    var parts = [""]
    for scalar in text.unicodeScalars {
      switch scalar {
      case "0"..."9": parts[parts.count - 1].unicodeScalars.append(scalar)
      case mark, grouping: parts += [String(scalar), ""]
      case "€", "£", "¥", "$":
        guard let sign = Self.currency(of: scalar, dollar: dollar), currency.isEmpty else {
          return nil
        }
        currency = sign
        hasSign = true
      case "'", "’", " ", "\u{A0}", "\u{202F}": continue
      case _ where !hasSign && scalar.isASCII && scalar.properties.isAlphabetic:
        currency.unicodeScalars.append(scalar)
      default: return nil
      }
    }
    // Alternating digits and marks: '1' '.' '234' ',' '50'.
    let marks = stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    let digits = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }
    let hasDecimals = marks.last == String(mark)
    let groups = hasDecimals ? digits.dropLast() : digits[...]
    guard marks.dropLast(hasDecimals ? 1 : 0).allSatisfy({ $0 == String(grouping) }),
      groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }), groups.first?.isEmpty == false
    else { return nil }
    let number = groups.joined() + (hasDecimals ? "." + (digits.last ?? "") : "")
    return currency.isEmpty ? number : "\(number) \(currency)"
  }

  private static func currency(of sign: Unicode.Scalar, dollar: Currency?) -> String? {
    switch sign {
    case "€": "EUR"
    case "£": "GBP"
    case "¥": "JPY"
    default: dollar?.code
    }
  }
}
