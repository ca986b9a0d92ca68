/// The rule by which a per diem is calculated.
///
/// No rate tables are built in, since they differ by country and year: users know their own.
package enum PerDiemRule: Hashable, Sendable {
  /// The full amount for every day.
  case full
  /// A share of it for the first and last day, in hundredths of a percent (7,500 is 75 %).
  case firstLastShare(hundredths: Int)
  /// Another amount for the first and last day, in minor units of the trip's currency.
  case firstLastAmount(minorUnits: Int64)
  /// The full amount for every night.
  case nights

  /// Parses `full`, `nights`, `first-last:75%` or `first-last:90.00`.
  ///
  /// - Parameter currency: the currency of the trip's per diem, which limits an amount's decimals.
  package init(_ text: String, currency: Currency) throws(ValueError) {
    switch text {
    case "full": self = .full
    case "nights": self = .nights
    default:
      guard let part = text.rest(after: "first-last:") else {
        throw ValueError("use full, nights, first-last:75% or first-last:90.00")
      }
      if let share = part.rest(before: "%") {
        self = .firstLastShare(hundredths: try Self.share(share))
      } else {
        self = .firstLastAmount(minorUnits: try Self.minorUnits(String(part), of: currency))
      }
    }
  }

  private static func minorUnits(
    _ number: String, of currency: Currency
  ) throws(ValueError) -> Int64 {
    guard number.utf8.allSatisfy("0123456789.".utf8.contains) else {
      throw ValueError("the amount has no currency, and a point before its decimals: 90.00")
    }
    return try WrittenAmount(number, otherwise: currency, mark: .point).money(nil).minorUnits
  }

  private static func share(_ number: Substring) throws(ValueError) -> Int {
    let parts = number.parts(separatedBy: ".")
    let decimals = parts.count == 2 ? parts[1] : ""
    guard parts.count <= 2, parts.allSatisfy(\.isDigits), decimals.utf8.count <= 2,
      parts[0].utf8.count <= 3,
      let whole = Int(parts[0]), let part = Int((decimals + "00").prefix(2)),
      whole * 100 + part <= 10_000
    else { throw ValueError("a share is a percentage from 0% to 100%, such as 75%") }
    return whole * 100 + part
  }

  /// The stored form, which `init` can parse.
  package func text(exponent: Int) -> String {
    switch self {
    case .full: return "full"
    case .nights: return "nights"
    case .firstLastAmount(let units): return "first-last:\(Money.amount(units, exponent: exponent))"
    case .firstLastShare(let hundredths):
      return "first-last:\(Self.short(Money.amount(Int64(hundredths), exponent: 2)))%"
    }
  }

  /// The stored form of a rule whose currency is not known yet (`Currency.unknown`): with as few
  /// decimals as possible, so that it fits most currencies.
  package var textWithoutCurrency: String { shortText(exponent: Currency.unknown.exponent) }

  /// Like `text(exponent:)`, with as few decimals as possible.
  func shortText(exponent: Int) -> String {
    guard case .firstLastAmount(let units) = self, exponent > 0 else {
      return text(exponent: exponent)
    }
    return "first-last:\(Self.short(Money.amount(units, exponent: exponent)))"
  }

  /// A decimal number without trailing zeros.
  private static func short(_ number: String) -> String {
    var number = number
    while number.ends(with: "0") { number.removeLast() }
    if number.ends(with: ".") { number.removeLast() }
    return number
  }
}

/// The per diem of a trip, with the formula that explains it. An estimate, since it ignores meals
/// and local rules.
package struct PerDiemEstimate: Hashable, Sendable {
  /// Consecutive equal days: their number, and the amount of each in minor units.
  struct Part: Hashable, Sendable {
    let count: Int
    let minorUnits: Int64
  }

  let parts: [Part]
  package let currency: Currency

  package init(perdiem: Money, rule: PerDiemRule, days: Int) {
    parts = Self.parts(perdiem: perdiem, rule: rule, days: days)
    currency = perdiem.currency
  }

  private static func parts(perdiem: Money, rule: PerDiemRule, days: Int) -> [Part] {
    let full = perdiem.minorUnits
    switch rule {
    case .full: return [Part(count: days, minorUnits: full)]
    case .nights: return [Part(count: days - 1, minorUnits: full)]
    case .firstLastAmount(let part): return firstLast(part, full, days)
    case .firstLastShare(let hundredths): return firstLast(share(hundredths, of: full), full, days)
    }
  }

  /// The only day of a one-day trip is both first and last.
  private static func firstLast(_ edge: Int64, _ full: Int64, _ days: Int) -> [Part] {
    if days == 1 { return [Part(count: 1, minorUnits: edge)] }
    let between = days > 2 ? [Part(count: days - 2, minorUnits: full)] : []
    return [Part(count: 1, minorUnits: edge)] + between + [Part(count: 1, minorUnits: edge)]
  }

  /// Rounds half up to the minor unit, in 128-bit arithmetic to avoid overflow.
  private static func share(_ hundredths: Int, of amount: Int64) -> Int64 {
    Int64((Int128(amount) * Int128(hundredths) + 5_000) / 10_000)
  }
}

extension PerDiemEstimate {
  package var total: MoneySum {
    let units = parts.reduce(Int128(0)) { $0 + Int128($1.count) * Int128($1.minorUnits) }
    return MoneySum(minorUnits: units, currency: currency)
  }

  /// `90.00 + 3 × 120.00 + 90.00 = 540.00 EUR`.
  package var formula: String {
    let terms = parts.map { part in
      let amount = Money.amount(part.minorUnits, exponent: currency.exponent)
      return part.count == 1 ? amount : "\(part.count) × \(amount)"
    }
    return "\(terms.joined(separator: " + ")) = \(total)"
  }

  /// The sum of some days, counted from 0; never more than the whole. With the rule `nights`, the
  /// last day counts nothing.
  package func total(ofDays days: Range<Int>) -> MoneySum {
    var sum: Int128 = 0
    var start = 0
    for part in parts {
      let count = min(days.upperBound, start + part.count) - max(days.lowerBound, start)
      sum += Int128(max(0, count)) * Int128(part.minorUnits)
      start += part.count
    }
    return MoneySum(minorUnits: sum, currency: currency)
  }
}
