import Platform

/// The mark that begins the decimals of an amount.
package enum DecimalMark: String, CaseIterable, Sendable {
  case point = "."
  case comma = ","
}

/// An amount as it was written, by the one rule for commands and files: `120.50`, `1.234,50 €`.
///
/// It becomes money once its currency is known, which may be that of the value that it replaces.
package struct WrittenAmount: Hashable, Sendable {
  let text: String
  /// The currency that is named; nil for none.
  package let currency: Currency?
  /// The currency if nothing else determines it.
  private let otherwise: Currency
  private let whole: String
  private let decimals: String
  /// The mark, if thousands could be meant: `1.250`.
  private let doubtful: DecimalMark?

  /// - Parameters:
  ///   - code: the currency named next to the amount; it may be empty.
  ///   - otherwise: the currency if nothing else determines it, and that of `$` if it is a dollar.
  ///   - mark: the mark that begins decimals; if nil, both do.
  ///   - isOfFile: whether it may name any currency by three capital letters.
  /// - Throws: `ValueError` for another form.
  package init(
    _ text: String, currency code: String = "", otherwise: Currency, mark: DecimalMark? = nil,
    isOfFile: Bool = false
  ) throws(ValueError) {
    let parts = try AmountParts(text)
    guard parts.before.isEmpty || parts.after.isEmpty else {
      throw ValueError("it names two currencies")
    }
    let named = try Currency.named(
      parts.before + parts.after, dollar: otherwise, isOfFile: isOfFile)
    let beside = try Currency.named(code, dollar: otherwise, isOfFile: isOfFile)
    if let named, let beside, named != beside {
      throw ValueError("the currency given next to it is \(code)")
    }
    (self.text, currency, self.otherwise) = (text, named ?? beside, otherwise)
    (whole, decimals, doubtful) = try parts.digits(mark)
  }

  /// - Parameter known: the currency of an amount that names none.
  /// - Throws: `ValueError` if it may mean two amounts, or has more decimals than its currency.
  package func money(_ known: Currency?) throws(ValueError) -> Money {
    let currency = currency ?? known ?? otherwise
    let exponent = currency.exponent
    var decimals = Substring(decimals)
    while decimals.ends(with: "0") { decimals.removeLast() }
    if let doubtful, doubtful == .comma || exponent < 3 {
      let other = decimals.utf8.count < 3 ? " or \(short(decimals))" : ""
      throw ValueError(
        "'\(doubtful.rawValue)' may separate thousands or begin decimals; "
          + "write \(whole)\(self.decimals)\(other)", remedy: .decimalMark)
    }
    guard decimals.utf8.count <= exponent else {
      throw ValueError(
        currency == .unknown
          ? "no currency has more than \(exponent) decimals"
          : "\(currency.code) has \(exponent == 0 ? "no" : "at most \(exponent)") decimals")
    }
    let padding = String(repeating: "0", count: exponent - decimals.utf8.count)
    // It may turn out to be in yen, which have no decimals.
    let largest = currency == .unknown ? Money.largest * 10_000 : Money.largest
    guard let units = Int64(whole + decimals + padding), units <= largest else {
      throw ValueError(
        currency == .unknown
          ? "the largest amount is \(Money.largest)"
          : "the largest amount is \(Money(minorUnits: largest, currency: currency))")
    }
    return Money(minorUnits: units, currency: currency)
  }

  private func short(_ decimals: Substring) -> String {
    decimals.isEmpty ? whole : "\(whole).\(decimals)"
  }
}

/// The number of an amount, and the words before and after it.
private struct AmountParts {
  private let number: Substring.UnicodeScalarView
  let before: String
  let after: String

  private static let form = ValueError("write an amount such as 120, 120.50 or 120.50 EUR")

  init(_ text: String) throws(ValueError) {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: Self.isDigit),
      let last = scalars.lastIndex(where: Self.isDigit)
    else { throw Self.form }
    let end = scalars.index(after: last)
    number = scalars[first..<end]
    before = String(scalars[..<first]).trimmingWhitespace()
    after = String(scalars[end...]).trimmingWhitespace()
    if before.unicodeScalars.contains(where: "-−".unicodeScalars.contains) {
      throw ValueError("an amount is never negative")
    }
    if before.unicodeScalars.contains("+") { throw ValueError("an amount has no sign") }
    if number.contains(where: { !Self.isDigit($0) && Self.grouping($0) == nil }) {
      throw Self.form
    }
    for beside in [before.unicodeScalars.last, after.unicodeScalars.first] {
      if let beside, DecimalMark(rawValue: String(beside)) != nil {
        throw ValueError("digits belong on both sides of '\(beside)'")
      }
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }

  /// The kind of mark that may be between digits: a point, a comma, a space or an apostrophe.
  private static func grouping(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case ".", ",": scalar
    case "'", "’": "'"
    case " ", "\u{A0}", "\u{2009}", "\u{202F}": " "
    default: nil
    }
  }

  /// The digits before and after the mark, and the mark if it may group thousands.
  ///
  /// - Parameter mark: the mark that begins decimals; if nil, the last one does.
  func digits(
    _ mark: DecimalMark?
  ) throws(ValueError) -> (whole: String, decimals: String, doubtful: DecimalMark?) {
    let marks = number.compactMap { DecimalMark(rawValue: String($0)) }
    let decimal = mark ?? marks.last ?? .point
    let parts = number.split(omittingEmptySubsequences: false) {
      String($0) == decimal.rawValue
    }
    let decimals = parts.count == 2 ? String(parts[1]) : ""
    guard parts.count <= 2, decimals.isEmpty || decimals.isDigits else {
      throw ValueError(
        "only one '\(decimal.rawValue)' may begin its decimals", remedy: .decimalMark)
    }
    let isDoubtful = mark == nil && marks.count == 1 && decimals.utf8.count == 3
    return (try Self.whole(parts[0]), decimals, isDoubtful ? decimal : nil)
  }

  /// Digits, whose thousands may be separated.
  private static func whole(_ number: Substring.UnicodeScalarView) throws(ValueError) -> String {
    let marks = number.compactMap(grouping)
    let groups = number.split(omittingEmptySubsequences: false) { !isDigit($0) }
    guard marks.allSatisfy({ $0 == marks[0] }), marks.isEmpty || groups[0].count <= 3,
      groups.dropFirst().allSatisfy({ $0.count == 3 })
    else {
      throw ValueError("marks may only separate thousands: 1 250 000", remedy: .decimalMark)
    }
    return groups.map { String($0) }.joined()
  }
}

extension Currency {
  /// The currency of a code or a sign; nil for no text.
  ///
  /// - Parameters:
  ///   - dollar: the currency of `$`, if it is a dollar.
  ///   - isOfFile: whether any three capital letters are a code.
  fileprivate static func named(
    _ word: String, dollar: Currency, isOfFile: Bool
  ) throws(ValueError) -> Currency? {
    switch word {
    case "": return nil
    case "€": return Currency(stored: "EUR")
    case "£": return Currency(stored: "GBP")
    case "¥": return Currency(stored: "JPY")
    case "zł": return Currency(stored: "PLN")
    case "$" where dollar.isDollar: return dollar
    case "$": throw ValueError("'$' may be several currencies; write a code, such as 120 USD")
    default: break
    }
    guard word.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) }) else {
      throw ValueError("write the currency as a code, such as 120.50 EUR")
    }
    let isCode = word.utf8.count == 3 && word.utf8.allSatisfy { (65...90).contains($0) }
    guard let currency = isOfFile && isCode ? Currency(stored: word) : Currency(word) else {
      throw ValueError("ISO 4217 lists no currency '\(word)'")
    }
    return currency
  }
}
