/// A currency of ISO 4217: its code and how many decimals its amounts have.
package struct Currency: Hashable, Sendable {
  /// Three capital ASCII letters.
  package let code: String

  package static let usd = Currency(stored: "USD")

  /// That of an amount of which only the store knows it: what fits any currency fits it.
  package static let unknown = Currency(stored: "")

  /// Reads a code in any case; nil if ISO 4217 lists no such currency.
  package init?(_ text: String) {
    let code = text.uppercased()
    guard code.utf8.count == 3, Self.isListed(code) else { return nil }
    self.code = code
  }

  /// Takes a code from the store as it is: another program may know a currency that this one does
  /// not, and a trip must not vanish for it.
  package init(stored code: String) {
    self.code = code
  }

  /// How many digits stand after the point: 2 for most, 0 for the yen, 3 for some dinars, and 4, the
  /// most that there are, for the Chilean unit of account.
  package var exponent: Int {
    if self == .unknown { return 4 }
    if Self.withoutDecimals.contains(code) { return 0 }
    if Self.withThreeDecimals.contains(code) { return 3 }
    return Self.withFourDecimals.contains(code) ? 4 : 2
  }

  private static func isListed(_ code: String) -> Bool {
    withTwoDecimals.contains(code) || withoutDecimals.contains(code)
      || withThreeDecimals.contains(code) || withFourDecimals.contains(code)
  }

  // The active codes of ISO 4217 (list one) with their minor units; funds codes, metals and test
  // codes are left out, as nobody is paid a per diem in them. Strings to search rather than sets:
  // building a set would cost every run, a search costs only who uses it.
  private static let withoutDecimals = CodeList(
    codes: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF")
  private static let withThreeDecimals = CodeList(codes: "BHD IQD JOD KWD LYD OMR TND")
  private static let withFourDecimals = CodeList(codes: "CLF UYW")
  private static let withTwoDecimals = CodeList(
    codes: """
      AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF \
      CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD \
      HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA \
      MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN \
      QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP \
      TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
      """)
}

/// Codes of three letters, parted by blanks.
private struct CodeList: Sendable {
  let codes: StaticString

  func contains(_ code: String) -> Bool {
    let wanted = Array(code.utf8)
    return codes.withUTF8Buffer { bytes in
      stride(from: 0, to: bytes.count, by: 4).contains { start in
        bytes[start..<min(start + 3, bytes.count)].elementsEqual(wanted)
      }
    }
  }
}
