/// An offset in days or months, forwards or backwards.
package struct CalendarOffset: Hashable, Sendable {
  package let days: Int
  /// Kept apart from days, since months differ in length.
  package let months: Int

  package static func days(_ count: Int) -> CalendarOffset {
    CalendarOffset(days: count, months: 0)
  }

  package static func months(_ count: Int) -> CalendarOffset {
    CalendarOffset(days: 0, months: count)
  }

  private init(days: Int, months: Int) {
    self.days = days
    self.months = months
  }

  /// Parses `+1w`, `-2d`, `+1m` or `+1y`; the sign is the direction.
  package init(_ text: String) throws(ValueError) {
    guard let offset = Self(signed: text) else {
      guard Self(unsigned: Substring(text)) == nil else {
        throw ValueError("add a sign: +\(text) or -\(text)")
      }
      throw ValueError("use an offset such as +1w, -2d, +1m or +1y")
    }
    self = offset
  }

  /// Nil for anything but a sign, one to nine digits and `d`, `w`, `m` or `y`.
  init?(signed text: String) {
    if let offset = text.rest(after: "+").flatMap(Self.init(unsigned:)) {
      self = offset
    } else if let offset = text.rest(after: "-").flatMap(Self.init(unsigned:)) {
      self = Self(days: -offset.days, months: -offset.months)
    } else {
      return nil
    }
  }

  /// Like `init(signed:)`, without the sign.
  init?(unsigned text: Substring) {
    let digits = Substring(text.unicodeScalars.dropLast())
    guard let unit = text.unicodeScalars.last, (1...9).contains(digits.utf8.count),
      digits.isDigits, let count = Int(digits)
    else { return nil }
    switch unit {
    case "d": self = .days(count)
    case "w": self = .days(count * 7)
    case "m": self = .months(count)
    case "y": self = .months(count * 12)
    default: return nil
    }
  }
}

extension CalendarDate {
  /// The day moved by the offset, or the last day of a month that has no such day. Nil outside the
  /// years 0001 to 9999.
  package func adding(_ offset: CalendarOffset) -> CalendarDate? {
    guard offset.months != 0 else { return adding(days: offset.days) }
    let (year, month, day) = components
    let months = year * 12 + month - 1 + offset.months
    guard months >= 12, let first = CalendarDate(year: months / 12, month: months % 12 + 1, day: 1)
    else { return nil }
    return first.adding(days: min(day, first.daysInMonth) - 1)
  }
}
