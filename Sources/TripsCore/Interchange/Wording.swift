/// `1 day`, `2 days`.
package func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// Texts that the readable formats share.
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

  /// Escapes characters that could hide or reorder text as `\u{202E}`: control characters except
  /// line breaks and tabs, the bidi controls of CVE-2021-42574 and invisible characters. Joiners,
  /// variation selectors and tags are kept, since scripts and emoji need them.
  static func visible(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF:
        result.unicodeScalars.append(scalar)
      case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF,
        _ where scalar.properties.isDefaultIgnorableCodePoint:
        result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// `\u{202E}`.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
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

/// `the dates of 1 stay and 2 items were not`, of a trip that was moved; nil if there are none.
package func datesLeft(stays: Int, items: Int) -> String? {
  let parts = [(stays, "stay"), (items, "item")].filter { $0.0 > 0 }.map(counted)
  return parts.isEmpty ? nil : "the dates of \(parts.joined(separator: " and ")) were not"
}
