/// An ISO 4217 currency: its code and the number of decimals of its amounts.
package struct Currency: Hashable, Sendable {
  /// Three capital ASCII letters.
  package let code: String

  package static let usd = Currency(stored: "USD")

  /// The currency of an amount until the store provides it; amounts must fit every currency.
  package static let unknown = Currency(stored: "")

  /// Parses a code in any case; nil if ISO 4217 lists no such currency.
  package init?(_ text: String) {
    let code = text.uppercased()
    guard code.utf8.count == 3, Self.isListed(code) else { return nil }
    self.code = code
  }

  /// A code from the store, accepted unchecked: another program may know currencies that this one
  /// does not, and a trip must not disappear because of that.
  package init(stored code: String) {
    self.code = code
  }

  /// Whether `$` is its sign.
  var isDollar: Bool {
    ["USD", "AUD", "CAD", "HKD", "NZD", "SGD", "TWD"].contains(code)
  }

  /// The number of decimals: 2 for most, 0 for the yen, 3 for some dinars, and 4, the maximum, for
  /// the Chilean unit of account.
  package var exponent: Int {
    switch code {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND",
      "VUV", "XAF", "XOF", "XPF":
      0
    // Historic ones.
    case "ADP", "BEF", "BYB", "BYR", "ESP", "GRD", "ITL", "LUF", "MGF", "PTE", "TPE", "TRL": 0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "CLF", "UYW", Self.unknown.code: 4
    default: 2
    }
  }

  private static func isListed(_ code: String) -> Bool {
    let bytes = Array(code.utf8)
    return Currency(stored: code).exponent != 2
      || withTwoDecimals.withUTF8Buffer { codes in
        stride(from: 0, to: codes.count, by: 4).contains { codes[$0..<$0 + 3].elementsEqual(bytes) }
      }
  }

  // The other codes of ISO 4217 (list one, then the historic ones of list three), without funds
  // codes, metals and test codes, in which nothing is paid. A string, since building a set would
  // cost every run, and a search costs only runs that need it.
  private static let withTwoDecimals: StaticString = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF \
    CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD \
    HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA \
    MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN \
    QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP \
    TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG \
    AFA ALK ANG AOK AON AOR ARA ARP ARY ATS AYM AZM BAD BGJ BGK BGL BGN BOP BRB BRC BRE BRN BRR \
    BUK CNX CSD CSJ CSK CUC CYP DDM DEM ECS EEK ESB FIM FRF GEK GHC GHP GNE GNS GQE GWE GWP HRD \
    HRK IEP ILP ILR ISJ LAJ LSM LTL LTT LVL LVR MLF MRO MTL MTP MVQ MXP MZE MZM NIC NLG PEH PEI \
    PES PLZ RHD ROK ROL RUR SDD SDP SIT SKK SLL SRG STD SUR TJR TMM UAK UGS UGW UYN UYP VEB VEF \
    VNC XEU YDD YUD YUM YUN ZAL ZMK ZRN ZRZ ZWC ZWD ZWL ZWN ZWR
    """
}
