import TripsCore

extension Weekday {
  /// The first day of the week in the environment's locale; Monday if it has none.
  static func first(of environment: (String) -> String?) -> Weekday {
    let names = ["LC_ALL", "LC_TIME", "LANG"].compactMap(environment)
    guard let locale = names.first(where: { !$0.isEmpty }),
      let rest = locale.parts(separatedBy: "_").dropFirst().first
    else { return .monday }
    let territory = Substring(rest.unicodeScalars.prefix(2))
    func lists(_ codes: String) -> Bool { codes.parts(separatedBy: " ").contains(territory) }
    return lists(sundayFirst) ? .sunday : lists(saturdayFirst) ? .saturday : .monday
  }

  // The week data of Unicode's CLDR 47 (supplemental/weekData).
  private static let sundayFirst = """
    AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO MT MX \
    MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
    """
  private static let saturdayFirst = "AE AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY"
}
