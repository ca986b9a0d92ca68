import Testing

@testable import TripsCore

struct MoneyTests {
  @Test(arguments: [
    ("120", "120.00 USD"), ("120.5", "120.50 USD"), ("120.50", "120.50 USD"), ("0", "0.00 USD"),
    ("0.01", "0.01 USD"), ("120EUR", "120.00 EUR"), ("120.50 EUR", "120.50 EUR"),
    ("120eur", "120.00 EUR"), ("5000JPY", "5000 JPY"), ("1.234 KWD", "1.234 KWD"),
    ("1.2345CLF", "1.2345 CLF"), ("007", "7.00 USD"), ("9999999999.99", "9999999999.99 USD"),
  ])
  func readsExactly(text: String, written: String) throws {
    #expect(try Money(text, defaultCurrency: .usd).description == written)
  }

  @Test(arguments: [
    ("120.505", "USD has at most 2 decimals"), ("120.5JPY", "JPY has no decimals"),
    ("1.2345 KWD", "KWD has at most 3 decimals"), ("-1", "an amount is never negative"),
    ("1,000", "write the amount without separators, and a point before the decimals"),
    ("1'000", "write the amount without separators, and a point before the decimals"),
    ("1 000", "write the amount without separators, and a point before the decimals"),
    ("1.234,50 €", "write the amount without separators, and a point before the decimals"),
    ("12.50 Fr.", "write an amount such as 120, 120.50 or 120.50 EUR"),
    ("28.00 €", "write the currency as a code, such as 120.50 EUR"),
    ("120 XYZ", "ISO 4217 lists no currency 'XYZ'"),
    ("CHF 50", "write an amount such as 120, 120.50 or 120.50 EUR"),
    ("10000000000.00", "the largest amount is 9999999999.99 USD"),
    ("99999999999999999999", "the largest amount is 9999999999.99 USD"),
  ])
  func explainsARefusal(text: String, reason: String) {
    let error = #expect(throws: ValueError.self) { try Money(text, defaultCurrency: .usd) }
    #expect(error?.description == reason)
  }

  /// The trip provides the currency later.
  @Test func acceptsAmountsThatFitAnyCurrency() throws {
    for text in ["9999999999.99", "999999999999", "99999999.9999"] {
      _ = try Money(text, defaultCurrency: .unknown)
    }
    #expect(throws: ValueError("the largest amount is 999999999999")) {
      try Money("1000000000000", defaultCurrency: .unknown)
    }
    #expect(throws: ValueError("no currency has more than 4 decimals")) {
      try Money("1.23456", defaultCurrency: .unknown)
    }
  }

  @Test(arguments: [
    "1e3", "NaN", "nan", "inf", "infinity", "0x10", "", " ", "EUR", "EUR 120", "€120", "120€", "+5",
    ".5", "5.", "1.2.3", "١٢٠", "１２０", "120  EUR", " 120", "120 ", "−5", "1_000", "12.5 EU",
  ])
  func refusesMalformedNumbers(text: String) {
    #expect(throws: ValueError.self) { try Money(text, defaultCurrency: .usd) }
  }
}

struct PerDiemTests {
  @Test(arguments: [
    ("full", 1, "120.00 = 120.00 EUR"), ("full", 5, "5 × 120.00 = 600.00 EUR"),
    ("nights", 1, "0 × 120.00 = 0.00 EUR"), ("nights", 4, "3 × 120.00 = 360.00 EUR"),
    ("first-last:75%", 1, "90.00 = 90.00 EUR"),
    ("first-last:75%", 2, "90.00 + 90.00 = 180.00 EUR"),
    ("first-last:75%", 5, "90.00 + 3 × 120.00 + 90.00 = 540.00 EUR"),
    ("first-last:90.00", 5, "90.00 + 3 × 120.00 + 90.00 = 540.00 EUR"),
    ("first-last:14", 3, "14.00 + 120.00 + 14.00 = 148.00 EUR"),
    ("first-last:0%", 3, "0.00 + 120.00 + 0.00 = 120.00 EUR"),
  ])
  func showsItsFormula(rule: String, days: Int, formula: String) throws {
    let perdiem = try Money("120EUR", defaultCurrency: .usd)
    let rule = try PerDiemRule(rule, currency: perdiem.currency)
    #expect(PerDiemEstimate(perdiem: perdiem, rule: rule, days: days).formula == formula)
  }

  @Test(arguments: [
    ("0.01", "50%", "0.01"), ("0.01", "49.99%", "0.00"), ("120.15", "75%", "90.11"),
    ("0.10", "33.33%", "0.03"), ("9999999999.99", "100%", "9999999999.99"),
  ])
  func roundsHalfUpToTheMinorUnit(amount: String, share: String, edge: String) throws {
    let perdiem = try Money(amount, defaultCurrency: .usd)
    let rule = try PerDiemRule("first-last:\(share)", currency: .usd)
    #expect(PerDiemEstimate(perdiem: perdiem, rule: rule, days: 1).total.amount == edge)
  }

  @Test func reportsASumOfHugeAmounts() throws {
    let foreign = Money(minorUnits: .max, currency: .usd)
    let estimate = PerDiemEstimate(perdiem: foreign, rule: .full, days: 2)
    #expect(estimate.formula == "2 × 92233720368547758.07 = too large USD")
    let edge = PerDiemEstimate(
      perdiem: foreign, rule: .firstLastShare(hundredths: 9_999), days: 1)
    #expect(edge.total.amount == "92224496996510903.29")
    let longest = PerDiemEstimate(
      perdiem: foreign, rule: .full, days: CalendarDate.lastDayNumber + 1)
    #expect([longest.total, longest.total].addedByCurrency.first?.amount == "too large")
  }

  @Test(arguments: [
    "", "Full", "first-last", "first-last:", "first-last:101%", "first-last:-1%", "first-last:%",
    "first-last:75.555%", "first-last:90.005", "first-last:1e2", "half", "first-last:90EUR",
    "first-last:1.2.3%",
  ])
  func refusesOtherRules(text: String) {
    #expect(throws: ValueError.self) { try PerDiemRule(text, currency: .usd) }
  }

  @Test(arguments: ["full", "nights", "first-last:75%", "first-last:66.67%", "first-last:90.00"])
  func keepsTheFormOfARule(text: String) throws {
    #expect(try PerDiemRule(text, currency: .usd).text(exponent: 2) == text)
  }
}
