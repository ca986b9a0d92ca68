/// A sum of amounts in one currency. It has 128 bits, so that no number of trips makes it pass them,
/// whatever amounts another program has written.
package struct MoneySum: Hashable, Sendable, CustomStringConvertible {
  package let minorUnits: Int128
  package let currency: Currency

  /// Whether it has more minor units than 64 bits hold: it is named then, and no number shown.
  package var isTooLarge: Bool { Int64(exactly: minorUnits) == nil }

  /// The number alone, with all decimals of the currency: `120.50`.
  package var amount: String { Money.amount(minorUnits, exponent: currency.exponent) }

  /// `120.50 EUR`.
  package var description: String { "\(amount) \(currency.code)" }
}

extension [Money] {
  /// A sum for each currency, in the order of their codes: never one across them.
  package var addedByCurrency: [MoneySum] {
    map { MoneySum(minorUnits: Int128($0.minorUnits), currency: $0.currency) }.addedByCurrency
  }
}

extension [MoneySum] {
  package var addedByCurrency: [MoneySum] {
    if isEmpty { return [] }
    var sums: [Currency: Int128] = [:]
    for sum in self { sums[sum.currency, default: 0] += sum.minorUnits }
    return sums.map { MoneySum(minorUnits: $0.value, currency: $0.key) }
      .sorted { $0.currency.code < $1.currency.code }
  }
}
