/// An exact amount: a count of minor units in a currency, never a floating-point number.
package struct Money: Hashable, Sendable {
  /// Cents for the euro, yen for the yen, fils for the dinar; at least 0.
  package let minorUnits: Int64
  package let currency: Currency

  /// The largest amount that may be typed, in minor units: multiplied by the 3,652,059 days of the
  /// longest trip, it still fits in 64 bits.
  package static let largest: Int64 = 999_999_999_999

  package init(minorUnits: Int64, currency: Currency) {
    self.minorUnits = minorUnits
    self.currency = currency
  }

  /// Whether a typed amount ends in letters, which name its currency.
  package static func namesCurrency(_ text: String) -> Bool {
    text.utf8.last.map(isLetter) ?? false
  }

  /// Parses `120`, `120.50`, `120EUR` or `120.50 EUR`.
  ///
  /// - Parameters:
  ///   - defaultCurrency: the currency if the text names none.
  ///   - isOfFile: whether it may name any currency by three capital letters.
  /// - Throws: `ValueError` for a sign, an exponent, a separator, a currency that ISO 4217 does not
  ///   list, or more decimals than the currency has.
  package init(
    _ text: String, defaultCurrency: Currency, isOfFile: Bool = false
  ) throws(ValueError) {
    var number = Substring(text)
    var currency = defaultCurrency
    let letters = text.utf8.reversed().prefix { Self.isLetter($0) }.count
    if letters > 0, letters < text.utf8.count {
      let code = String(text.unicodeScalars.suffix(letters))
      number = Substring(text.unicodeScalars.dropLast(letters))
      number = number.rest(before: " ") ?? number
      try Self.checkIsNumber(number)
      let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { (65...90).contains($0) }
      guard let named = isOfFile && isCode ? Currency(stored: code) : Currency(code) else {
        throw ValueError("ISO 4217 lists no currency '\(code)'")
      }
      currency = named
    }
    self.init(minorUnits: try Self.minorUnits(number, of: currency), currency: currency)
  }

  /// The minor units of a plain decimal number such as `120.50`.
  static func minorUnits(
    _ number: Substring, of currency: Currency
  ) throws(ValueError) -> Int64 {
    try checkIsNumber(number)
    let parts = number.parts(separatedBy: ".")
    let decimals = parts.count == 2 ? parts[1] : ""
    let exponent = currency.exponent
    guard decimals.utf8.count <= exponent else {
      throw ValueError(
        currency == .unknown
          ? "no currency has more than \(exponent) decimals"
          : "\(currency.code) has \(exponent == 0 ? "no" : "at most \(exponent)") decimals")
    }
    let padding = String(repeating: "0", count: exponent - decimals.utf8.count)
    // It may turn out to be in yen, which have no decimals.
    let largest = currency == .unknown ? largest * 10_000 : largest
    guard let units = Int64(parts[0] + decimals + padding), units <= largest else {
      throw ValueError(
        currency == .unknown
          ? "the largest amount is \(Self.largest)"
          : "the largest amount is \(Money(minorUnits: largest, currency: currency))")
    }
    return units
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }

  /// Digits, optionally followed by a point and digits; every other form has its own error message.
  private static func checkIsNumber(_ number: Substring) throws(ValueError) {
    let parts = number.parts(separatedBy: ".")
    if parts.count <= 2, parts.allSatisfy(\.isDigits) { return }
    if number.begins(with: "-") { throw ValueError("an amount is never negative") }
    let hasWord = number.unicodeScalars.contains(where: \.properties.isAlphabetic)
    let bare = String(
      String.UnicodeScalarView(
        number.unicodeScalars.filter { $0.properties.generalCategory != .currencySymbol })
    ).trimmingWhitespace()
    if !hasWord, bare.unicodeScalars.contains(where: ",'’_ \u{A0}\u{202F}".unicodeScalars.contains)
    {
      throw ValueError(
        "write the amount without separators, and a point before the decimals",
        remedy: .decimalMark)
    }
    if bare != number {
      throw ValueError(
        "write the currency as a code, such as 120.50 EUR", remedy: .decimalMark)
    }
    throw ValueError("write an amount such as 120, 120.50 or 120.50 EUR")
  }

  /// The number alone, with all decimals of the currency: `120.50`.
  package var amount: String {
    Self.amount(minorUnits, exponent: currency.exponent)
  }

  static func amount(_ minorUnits: some BinaryInteger, exponent: Int) -> String {
    let digits = String(minorUnits.magnitude)
    let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.utf8.count)) + digits
    let sign = minorUnits < 0 ? "-" : ""
    guard exponent > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(exponent)).\(padded.suffix(exponent))"
  }
}

extension Money: CustomStringConvertible {
  /// `120.50 EUR`.
  package var description: String { "\(amount) \(currency.code)" }
}
