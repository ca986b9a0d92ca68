// Days in words, in English.

extension CalendarDate {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// From 1 to 12; nil unless it is a name or its first three letters, in lower case.
  static func month(named name: String) -> Int? {
    months.map { $0.lowercased() }.firstIndex { $0 == name || $0.prefix(3) == name }.map { $0 + 1 }
  }

  /// `Jan` … `Dec`.
  package var monthName: String { String(Self.months[components.month - 1].prefix(3)) }

  /// `Thu 10 Dec 2026`.
  var dated: String {
    let (year, _, day) = components
    return "\(weekday.abbreviation) \(day) \(monthName) \(year)"
  }

  /// `6 Apr`, `6 Apr 2027`.
  package func short(withYear: Bool = false) -> String {
    let (year, _, day) = components
    return "\(day) \(monthName)" + (withYear ? " \(year)" : "")
  }

  /// `Tue 6 Apr`; with its year if that is not clear from the trip.
  package func short(in trip: Trip?) -> String {
    "\(weekday.abbreviation) \(short(withYear: needsYear(in: trip)))"
  }

  /// Whether the trip spans more than a year, or no day of the trip is in the year of this one.
  fileprivate func needsYear(in trip: Trip?) -> Bool {
    guard let trip else { return false }
    let years = trip.startDate.components.year...trip.endDate.components.year
    return trip.days > 366 || !years.contains(components.year)
  }
}

extension ClosedRange<CalendarDate> {
  /// `6 Apr`, `6–8 Apr`, `30 Apr – 2 May`; with years if the trip spans several.
  package func short(in trip: Trip?) -> String {
    let hasYears = lowerBound.needsYear(in: trip) || upperBound.needsYear(in: trip)
    let (first, last) = (lowerBound.short(withYear: hasYears), upperBound.short(withYear: hasYears))
    if lowerBound == upperBound { return first }
    let (one, other) = (lowerBound.components, upperBound.components)
    return (one.year, one.month) == (other.year, other.month)
      ? "\(one.day)–\(last)" : "\(first) – \(last)"
  }

  /// `Tue 6 Apr` for one day, otherwise `6–8 Apr`.
  package func label(in trip: Trip) -> String {
    lowerBound == upperBound ? lowerBound.short(in: trip) : short(in: trip)
  }

  /// `free`, `3 free days`.
  package var free: String {
    lowerBound == upperBound ? "free" : "\(lowerBound.days(until: upperBound) + 1) free days"
  }
}
