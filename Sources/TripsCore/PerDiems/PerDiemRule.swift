/// The rule by which a per diem is calculated: what each day gets, and what provided meals take off.
///
/// No rate tables are built in, since they differ by country and year: users know their own.
package struct PerDiemRule: Hashable, Sendable {
  package enum Days: Hashable, Sendable {
    /// The full amount for every day.
    case full
    /// The full amount for every night.
    case nights
    /// Another amount for the first and last day.
    case firstLast(Part)
  }

  /// A share of the full amount, or an amount of its own.
  package enum Part: Hashable, Sendable {
    /// In hundredths of a percent: 7,500 is 75 %.
    case share(hundredths: Int)
    /// In minor units of the trip's currency.
    case amount(minorUnits: Int64)
  }

  package let days: Days
  /// What a breakfast, a lunch and a dinner take off; nil if meals do not count.
  private let meals: [Part]?

  package static let full = PerDiemRule(days: .full, meals: nil)

  private init(days: Days, meals: [Part]?) {
    (self.days, self.meals) = (days, meals)
  }

  /// Parses `full`, `nights`, `first-last:75%` or `first-last:90.00`, and a second part for meals:
  /// `full,meals:20%/40%/40%` or `full,meals:5.60/11.20/11.20`.
  ///
  /// - Parameter currency: the currency of the trip's per diem, which limits an amount's decimals.
  package init(_ text: String, currency: Currency) throws(ValueError) {
    let parts = text.parts(separatedBy: ",")
    switch parts[0] {
    case "full": days = .full
    case "nights": days = .nights
    default:
      guard let part = parts[0].rest(after: "first-last:") else { throw Self.form }
      days = .firstLast(try Part(part, of: currency))
    }
    guard parts.count > 1 else {
      meals = nil
      return
    }
    guard parts.count == 2, let list = parts[1].rest(after: "meals:") else { throw Self.form }
    let taken = list.parts(separatedBy: "/")
    guard taken.count == SingleDays.Meal.allCases.count else {
      throw ValueError("write what breakfast, lunch and dinner take off: meals:20%/40%/40%")
    }
    var meals: [Part] = []
    for part in taken { meals.append(try Part(part, of: currency)) }
    self.meals = meals
  }

  private static let form = ValueError(
    "use full, nights, first-last:75% or first-last:90.00, and for meals add ',meals:20%/40%/40%'")

  package var hasMeals: Bool { meals != nil }

  /// What a meal takes off; nil if meals do not count.
  func part(of meal: SingleDays.Meal) -> Part? { meals?[meal.index] }

  /// Whether it contains an amount, which only means something in its currency.
  var hasAmount: Bool {
    var parts = meals ?? []
    if case .firstLast(let part) = days { parts.append(part) }
    return parts.contains { if case .amount = $0 { true } else { false } }
  }

  /// The stored form, which `init` can parse.
  package func text(exponent: Int) -> String { text { Money.amount($0, exponent: exponent) } }

  /// The stored form of a rule whose currency is not known yet (`Currency.unknown`): with as few
  /// decimals as possible, so that it fits most currencies.
  package var textWithoutCurrency: String {
    text { Part.short(Money.amount($0, exponent: Currency.unknown.exponent)) }
  }

  private func text(_ amount: (Int64) -> String) -> String {
    let text =
      switch days {
      case .full: "full"
      case .nights: "nights"
      case .firstLast(let part): "first-last:\(part.text(amount))"
      }
    let taken = meals.map { $0.map { $0.text(amount) }.joined(separator: "/") }
    return text + (taken.map { ",meals:\($0)" } ?? "")
  }
}

extension PerDiemRule.Part {
  fileprivate init(_ text: Substring, of currency: Currency) throws(ValueError) {
    if let share = text.rest(before: "%") {
      self = .share(hundredths: try Self.share(share))
    } else {
      self = .amount(minorUnits: try Money.minorUnits(String(text), of: currency))
    }
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

  fileprivate func text(_ amount: (Int64) -> String) -> String {
    switch self {
    case .share(let hundredths): Self.short(Money.amount(hundredths, exponent: 2)) + "%"
    case .amount(let units): amount(units)
    }
  }

  /// A decimal number without trailing zeros.
  fileprivate static func short(_ number: String) -> String {
    var number = number
    while number.ends(with: "0") { number.removeLast() }
    if number.ends(with: ".") { number.removeLast() }
    return number
  }
}
