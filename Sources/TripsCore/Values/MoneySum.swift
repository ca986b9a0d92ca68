/// A sum of amounts in one currency, in 128 bits, so that it cannot overflow even if another program
/// has stored huge amounts. A sum beyond 64 bits is `too large` in every output.
package struct MoneySum: Hashable, Sendable, CustomStringConvertible {
  package let minorUnits: Int128
  package let currency: Currency

  private var isTooLarge: Bool { Int64(exactly: minorUnits) == nil }

  /// The number alone, with all decimals of the currency: `120.50`; or `too large`.
  package var amount: String {
    isTooLarge ? "too large" : Money.amount(minorUnits, exponent: currency.exponent)
  }

  /// `120.50 EUR`.
  package var description: String { "\(amount) \(currency.code)" }
}

extension [Money] {
  /// A sum per currency, sorted by code; currencies are never added to each other.
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

/// The sum of costs in one currency, and what of it is paid.
package struct CostSum: Sendable {
  package let sum: MoneySum
  package let paid: MoneySum
}

extension [CostSum] {
  /// - Parameter paid: some of the costs.
  init(_ costs: [Money], paid: [Money]) {
    let paid = paid.addedByCurrency
    self = costs.addedByCurrency.map { sum in
      CostSum(
        sum: sum,
        paid: paid.first { $0.currency == sum.currency }
          ?? MoneySum(minorUnits: 0, currency: sum.currency))
    }
  }
}
