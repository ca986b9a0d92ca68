import Testing

@testable import TripsCore

struct PerDiemTests {
  @Test(arguments: [
    ("full", 1, "120.00 = 120.00 EUR"), ("full", 5, "5 × 120.00 = 600.00 EUR"),
    ("nights", 1, "0.00 = 0.00 EUR"), ("nights", 4, "3 × 120.00 = 360.00 EUR"),
    ("first-last:75%", 1, "90.00 = 90.00 EUR"),
    ("first-last:75%", 2, "2 × 90.00 = 180.00 EUR"),
    ("first-last:75%", 5, "90.00 + 3 × 120.00 + 90.00 = 540.00 EUR"),
    ("first-last:90.00", 5, "90.00 + 3 × 120.00 + 90.00 = 540.00 EUR"),
    ("first-last:14", 3, "14.00 + 120.00 + 14.00 = 148.00 EUR"),
    ("first-last:0%", 3, "0.00 + 120.00 + 0.00 = 120.00 EUR"),
  ])
  func showsItsFormula(rule: String, days: Int, formula: String) throws {
    let perdiem = try Money("120EUR", defaultCurrency: .usd)
    let rule = try PerDiemRule(rule, currency: perdiem.currency)
    #expect(try PerDiemEstimate(perdiem: perdiem, rule: rule, days: days).formula == formula)
  }

  @Test(arguments: [
    ("0.01", "50%", "0.01"), ("0.01", "49.99%", "0.00"), ("120.15", "75%", "90.11"),
    ("0.10", "33.33%", "0.03"), ("9999999999.99", "100%", "9999999999.99"),
  ])
  func roundsHalfUpToTheMinorUnit(amount: String, share: String, edge: String) throws {
    let perdiem = try Money(amount, defaultCurrency: .usd)
    let rule = try PerDiemRule("first-last:\(share)", currency: .usd)
    #expect(try PerDiemEstimate(perdiem: perdiem, rule: rule, days: 1).total.amount == edge)
  }

  @Test func reportsASumOfHugeAmounts() throws {
    let foreign = Money(minorUnits: .max, currency: .usd)
    let estimate = try PerDiemEstimate(perdiem: foreign, rule: .full, days: 2)
    #expect(estimate.formula == "2 × 92233720368547758.07 = too large USD")
    let edge = try PerDiemEstimate(
      perdiem: foreign, rule: PerDiemRule("first-last:99.99%", currency: .usd), days: 1)
    #expect(edge.total.amount == "92224496996510903.29")
    let longest = try PerDiemEstimate(
      perdiem: foreign, rule: .full, days: CalendarDate.lastDayNumber + 1)
    #expect([longest.total, longest.total].addedByCurrency.first?.amount == "too large")
  }

  @Test(arguments: [
    "", "Full", "first-last", "first-last:", "first-last:101%", "first-last:-1%", "first-last:%",
    "first-last:75.555%", "first-last:90.005", "first-last:1e2", "half", "first-last:90EUR",
    "first-last:1.2.3%", "full,", "full,meals", "full,meals:", "full,meals:20%", "meals:1/2/3",
    "full,meals:1/2", "full,meals:1/2/3/4", "full,meals:1/2/3,meals:1/2/3", "full, meals:1/2/3",
    "full,meals:1/2/-3", "full,meals:1/2/3.005", "full,meals:1/2/3EUR", "full,nights",
  ])
  func refusesOtherRules(text: String) {
    #expect(throws: ValueError.self) { try PerDiemRule(text, currency: .usd) }
  }

  @Test(arguments: [
    "full", "nights", "first-last:75%", "first-last:66.67%", "first-last:90.00",
    "full,meals:20%/40%/40%", "nights,meals:5.60/11.20/11.20",
    "first-last:90.00,meals:0.00/33.3%/100%",
  ])
  func keepsTheFormOfARule(text: String) throws {
    #expect(try PerDiemRule(text, currency: .usd).text(exponent: 2) == text)
  }
}
