import Testing

@testable import TripsCore

/// The one rule for amounts, with EUR as the default.
struct MoneyTests {
  private static let euro = Currency(stored: "EUR")

  @Test(arguments: [
    ("120", "120.00 EUR"), ("120.5", "120.50 EUR"), ("120,50", "120.50 EUR"), ("0", "0.00 EUR"),
    ("0.01", "0.01 EUR"), ("007", "7.00 EUR"), ("120.50 USD", "120.50 USD"),
    ("120USD", "120.00 USD"), ("12.50 eur", "12.50 EUR"), ("CHF 28,5", "28.50 CHF"),
    ("€12.50", "12.50 EUR"), ("12,50€", "12.50 EUR"), ("80 £", "80.00 GBP"), ("¥800", "800 JPY"),
    ("1 250,00 zł", "1250.00 PLN"), ("zł 5", "5.00 PLN"), ("1.250,00", "1250.00 EUR"),
    ("1,250.00", "1250.00 EUR"), ("1'250.00", "1250.00 EUR"), ("1’250", "1250.00 EUR"),
    ("1 250 000", "1250000.00 EUR"), ("1\u{A0}250\u{202F}000,5", "1250000.50 EUR"),
    ("1.250.000,00", "1250000.00 EUR"), ("120.5000", "120.50 EUR"), ("48000.0 JPY", "48000 JPY"),
    ("1.250 KWD", "1.250 KWD"), ("1.2345CLF", "1.2345 CLF"), ("5 DEM", "5.00 DEM"),
    ("500 ITL", "500 ITL"), (" 120 ", "120.00 EUR"), ("9999999999.99", "9999999999.99 EUR"),
  ])
  func reads(text: String, written: String) throws {
    #expect(try Money(text, defaultCurrency: Self.euro).description == written)
  }

  @Test(arguments: [
    ("1.250", "'.' may separate thousands or begin decimals; write 1250 or 1.25"),
    ("1,250 JPY", "',' may separate thousands or begin decimals; write 1250 or 1.25"),
    ("1,250 KWD", "',' may separate thousands or begin decimals; write 1250 or 1.25"),
    ("1,000", "',' may separate thousands or begin decimals; write 1000 or 1"),
    ("1.125", "'.' may separate thousands or begin decimals; write 1125"),
    ("1.250.000", "only one '.' may begin its decimals"),
    ("1.250,000.5", "only one '.' may begin its decimals"),
    ("1250 000", "marks may only separate thousands: 1 250 000"),
    ("12 50", "marks may only separate thousands: 1 250 000"),
    ("1 250'000", "marks may only separate thousands: 1 250 000"),
    ("1  250", "marks may only separate thousands: 1 250 000"),
    ("12.34,5", "marks may only separate thousands: 1 250 000"),
    ("1250,000.50", "marks may only separate thousands: 1 250 000"),
    ("12€50", "write an amount such as 120, 120.50 or 120.50 EUR"),
    ("12 EUR 50", "write an amount such as 120, 120.50 or 120.50 EUR"),
    ("1e3", "write an amount such as 120, 120.50 or 120.50 EUR"),
    ("nan", "write an amount such as 120, 120.50 or 120.50 EUR"),
    (".5", "digits belong on both sides of '.'"), ("12.", "digits belong on both sides of '.'"),
    ("12,€", "digits belong on both sides of ','"), ("-1", "an amount is never negative"),
    ("−5", "an amount is never negative"), ("€ -5", "an amount is never negative"),
    ("+5", "an amount has no sign"),
    ("12.50 Fr.", "write the currency as a code, such as 120.50 EUR"),
    ("5 ₽", "write the currency as a code, such as 120.50 EUR"),
    ("€5 EUR", "it names two currencies"), ("120 XYZ", "ISO 4217 lists no currency 'XYZ'"),
    ("$5", "'$' may be several currencies; write a code, such as 120 USD"),
    ("120.505", "'.' may separate thousands or begin decimals; write 120505"),
    ("120.5051", "EUR has at most 2 decimals"), ("120.5JPY", "JPY has no decimals"),
    ("1.2345 KWD", "KWD has at most 3 decimals"),
    ("10000000000.00", "the largest amount is 9999999999.99 EUR"),
    ("99999999999999999999", "the largest amount is 9999999999.99 EUR"),
  ])
  func refuses(text: String, reason: String) {
    let error = #expect(throws: ValueError.self) { try Money(text, defaultCurrency: Self.euro) }
    #expect(error?.description == reason)
  }

  @Test(arguments: [
    ("1.250", ",", "1250.00 EUR"), ("1,250", ",", "1.25 EUR"), ("1,25", ",", "1.25 EUR"),
    ("1.250.000", ",", "1250000.00 EUR"), ("28.50", ",", nil), ("1,250", ".", "1250.00 EUR"),
    ("1.250", ".", "1.25 EUR"), ("1,250.5", ",", nil), ("1,250 KWD", ",", "1.250 KWD"),
  ])
  func readsTheGivenMark(text: String, mark: String, written: String?) throws {
    let mark = try #require(DecimalMark(rawValue: mark))
    let money = try? WrittenAmount(text, otherwise: Self.euro, mark: mark).money(nil)
    #expect(money?.description == written)
  }

  /// The currency of the value that an amount replaces decides what it means.
  @Test func dependsOnTheCurrencyItReplaces() throws {
    let amount = try WrittenAmount("1.250", otherwise: Self.euro)
    #expect(try amount.money(Currency(stored: "KWD")).description == "1.250 KWD")
    #expect(throws: ValueError.self) { try amount.money(nil) }
    let named = try WrittenAmount("5 €", otherwise: .usd)
    #expect(try named.money(Currency(stored: "KWD")).description == "5.00 EUR")
  }

  @Test(arguments: [("USD", "5.00 USD"), ("CAD", "5.00 CAD"), ("EUR", nil)])
  func readsADollar(currency: String, written: String?) {
    let money = try? Money("$5", defaultCurrency: Currency(stored: currency))
    #expect(money?.description == written)
  }

  /// Another program may have stored any code.
  @Test func readsAnyCodeInAFile() throws {
    let amount = try WrittenAmount("120 XYZ", otherwise: .usd, isOfFile: true)
    #expect(try amount.money(nil).description == "120.00 XYZ")
    #expect(throws: ValueError.self) { try WrittenAmount("1 Xyz", otherwise: .usd, isOfFile: true) }
  }

  @Test func readsACurrencyBesideTheAmount() throws {
    #expect(
      try WrittenAmount("1.5", currency: "KWD", otherwise: .usd).money(nil).description
        == "1.500 KWD")
    #expect(throws: ValueError("the currency given next to it is NOK")) {
      try WrittenAmount("80 €", currency: "NOK", otherwise: .usd)
    }
  }

  /// The trip provides the currency later.
  @Test func acceptsAmountsThatFitAnyCurrency() throws {
    for text in ["9999999999.99", "999999999999", "99999999.9999", "1.250"] {
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
    "NaN", "inf", "0x10", "", " ", "EUR", "١٢٠", "１２０", "1_000", "12.5 EU", "1.2.3",
  ])
  func refusesMalformedNumbers(text: String) {
    #expect(throws: ValueError.self) { try Money(text, defaultCurrency: .usd) }
  }
}
