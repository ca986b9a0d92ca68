/// The per diem of a trip, with the formula that explains it.
package struct PerDiemEstimate: Hashable, Sendable {
  /// Consecutive days of one amount.
  package struct Run: Hashable, Sendable {
    /// Where 0 is the first day of the trip.
    package var days: Range<Int>
    let minorUnits: Int64
  }

  /// All days of the trip, in order.
  private(set) var runs: [Run] = []
  package let currency: Currency
  private let rule: PerDiemRule
  /// In minor units.
  private let full: Int64

  /// - Parameter singleDays: by day, in order and within the trip.
  /// - Throws: `ValueError` for the amount of a single day that the currency does not allow.
  package init(
    perdiem: Money, rule: PerDiemRule, days: Int,
    singleDays: [(day: Int, value: SingleDays.Day)] = []
  ) throws(ValueError) {
    (full, currency, self.rule) = (perdiem.minorUnits, perdiem.currency, rule)
    var next = 0
    for (day, value) in singleDays {
      add(next..<day, of: days)
      let own = try value.minorUnits(in: currency).map { Self.scale * Int128($0) }
      add(day..<day + 1, own ?? base(day, of: days), value.meals)
      next = day + 1
    }
    add(next..<days, of: days)
  }

  /// Shares are in hundredths of a percent.
  private static let scale: Int128 = 10_000

  /// What the rule gives a day, exactly. The only day of a one-day trip is both first and last.
  private func base(_ day: Int, of days: Int) -> Int128 {
    switch rule.days {
    case .nights where day == days - 1: 0
    case .firstLast(let part) where day == 0 || day == days - 1: exact(part)
    case .full, .nights, .firstLast: Self.scale * Int128(full)
    }
  }

  private func exact(_ part: PerDiemRule.Part) -> Int128 {
    switch part {
    case .share(let hundredths): Int128(full) * Int128(hundredths)
    case .amount(let units): Self.scale * Int128(units)
    }
  }

  /// Adds days without a value of their own. Those between the first and the last are equal.
  private mutating func add(_ range: Range<Int>, of days: Int) {
    if range.isEmpty { return }
    let middle = range.clamped(to: 1..<max(1, days - 1))
    for part in [
      range.lowerBound..<middle.lowerBound, middle, middle.upperBound..<range.upperBound,
    ]
    where !part.isEmpty {
      add(part, base(part.lowerBound, of: days), [])
    }
  }

  /// Adds equal days. A day is never below 0, and rounded once, after its meals: half up, to the
  /// minor unit.
  private mutating func add(_ days: Range<Int>, _ base: Int128, _ meals: [SingleDays.Meal]) {
    let taken = meals.reduce(0) { sum, meal in sum + (rule.part(of: meal).map(exact) ?? 0) }
    let amount = Int64((max(0, base - taken) + Self.scale / 2) / Self.scale)
    if let last = runs.last, last.minorUnits == amount {
      runs[runs.count - 1].days = last.days.lowerBound..<days.upperBound
    } else {
      runs.append(Run(days: days, minorUnits: amount))
    }
  }
}

extension PerDiemEstimate {
  package var total: MoneySum { Self.sum(of: runs, currency) }

  /// `90.00 + 3 × 120.00 + 90.00 = 540.00 EUR`. With the rule `nights`, the last day is not in it.
  package var formula: String {
    let hidesLast = rule.days == .nights && runs.count > 1 && runs.last?.minorUnits == 0
    let terms = (hidesLast ? runs.dropLast() : runs[...]).map { run in
      let amount = Money.amount(run.minorUnits, exponent: currency.exponent)
      return run.days.count == 1 ? amount : "\(run.days.count) × \(amount)"
    }
    return "\(terms.joined(separator: " + ")) = \(total)"
  }

  /// The runs of some days.
  package func runs(in days: Range<Int>) -> [Run] {
    runs.compactMap { run in
      let part = run.days.clamped(to: days)
      return part.isEmpty ? nil : Run(days: part, minorUnits: run.minorUnits)
    }
  }

  /// The sum of some days.
  package func total(ofDays days: Range<Int>) -> MoneySum { Self.sum(of: runs(in: days), currency) }

  private static func sum(of runs: [Run], _ currency: Currency) -> MoneySum {
    let units = runs.reduce(Int128(0)) { $0 + Int128($1.days.count) * Int128($1.minorUnits) }
    return MoneySum(minorUnits: units, currency: currency)
  }
}
