/// `1 day`, `2 days`.
package func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// Text that the readable formats share.
package enum Wording {
  /// `6 days, 5 nights`.
  package static func length(of trip: Trip) -> String {
    "\(counted(trip.days, "day")), \(counted(trip.nights, "night"))"
  }

  /// ` (planned, reserved)`; empty if it is neither.
  package static func state(of item: BucketListItem) -> String {
    let words = [item.isInPlan ? "planned" : nil, item.hasReservation ? "reserved" : nil]
    let states = words.compactMap(\.self).joined(separator: ", ")
    return states.isEmpty ? "" : " (\(states))"
  }
}

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
}
