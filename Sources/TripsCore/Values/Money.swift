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

  /// Parses an amount as `WrittenAmount` does.
  package init(_ text: String, defaultCurrency: Currency) throws(ValueError) {
    self = try WrittenAmount(text, otherwise: defaultCurrency).money(nil)
  }

  /// Parses an amount without a currency, as rules and single days have it: digits, with a point
  /// before the decimals.
  static func minorUnits(_ digits: String, of currency: Currency) throws(ValueError) -> Int64 {
    guard digits.utf8.allSatisfy("0123456789.".utf8.contains) else {
      throw ValueError("the amount has no currency, and a point before its decimals: 90.00")
    }
    return try WrittenAmount(digits, otherwise: currency, mark: .point).money(nil).minorUnits
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
