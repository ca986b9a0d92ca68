/// A day of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31.
///
/// A date rather than an instant, so that time zones cannot move a trip.
package struct CalendarDate: Hashable, Sendable {
  /// Days since 0001-01-01, which is 0.
  package let dayNumber: Int

  static let lastDayNumber = 3_652_058

  /// 0001-01-01.
  package static let first = CalendarDate(checkedDayNumber: 0)

  /// 9999-12-31.
  package static let last = CalendarDate(checkedDayNumber: lastDayNumber)

  private init(checkedDayNumber: Int) {
    dayNumber = checkedDayNumber
  }

  /// Nil outside the years 0001 to 9999.
  package init?(dayNumber: Int) {
    guard (0...Self.lastDayNumber).contains(dayNumber) else { return nil }
    self.dayNumber = dayNumber
  }

  /// Nil if the calendar has no such day (2026-02-30).
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(month, of: year)
    else { return nil }
    dayNumber = Self.daysBefore(year: year, month: month) + day - 1
  }

  /// Parses exactly `YYYY-MM-DD` in ASCII digits; nil for anything else and for an invalid date.
  ///
  /// Foundation's parsers are not used: they accept 2026-02-30, full-width digits and spaces.
  package init?(_ text: String) {
    var text = text
    let date = text.withUTF8 { CalendarDate(utf8: UnsafeRawBufferPointer($0)) }
    guard let date else { return nil }
    self = date
  }

  /// Like `init(_:)`, from the bytes of the text.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-")
    else { return nil }
    var areDigits = true
    func digit(_ index: Int) -> Int {
      let value = bytes[index] &- UInt8(ascii: "0")
      areDigits = areDigits && value < 10
      return Int(value)
    }
    let year = digit(0) * 1_000 + digit(1) * 100 + digit(2) * 10 + digit(3)
    let month = digit(5) * 10 + digit(6)
    let day = digit(8) * 10 + digit(9)
    guard areDigits else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day `count` days later (earlier, if negative); nil outside the years 0001 to 9999.
  package func adding(days count: Int) -> CalendarDate? {
    let (sum, overflow) = dayNumber.addingReportingOverflow(count)
    return overflow ? nil : CalendarDate(dayNumber: sum)
  }

  /// The number of days until `other`; negative if it is earlier.
  package func days(until other: CalendarDate) -> Int {
    other.dayNumber - dayNumber
  }

  package var weekday: Weekday {
    // 0001-01-01 was a Monday.
    Weekday.allCases[dayNumber % 7]
  }

  package var components: (year: Int, month: Int, day: Int) {
    // Every fourth and every 400th year ends with an extra day, which belongs to the shorter cycle
    // before it.
    let (fourHundreds, inFourHundred) = dayNumber.quotientAndRemainder(dividingBy: 146_097)
    let hundreds = min(inFourHundred / 36_524, 3)
    let (fours, inFour) = (inFourHundred - hundreds * 36_524).quotientAndRemainder(
      dividingBy: 1_461)
    let ones = min(inFour / 365, 3)
    var rest = inFour - ones * 365
    let year = fourHundreds * 400 + hundreds * 100 + fours * 4 + ones + 1
    var month = 1
    while rest >= Self.daysInMonth(month, of: year) {
      rest -= Self.daysInMonth(month, of: year)
      month += 1
    }
    return (year, month, rest + 1)
  }

  /// The number of days in this month.
  package var daysInMonth: Int {
    let (year, month, _) = components
    return Self.daysInMonth(month, of: year)
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func daysBefore(year: Int, month: Int) -> Int {
    let past = year - 1
    let years = past * 365 + past / 4 - past / 100 + past / 400
    // Months as if February had 30 days (Dershowitz and Reingold, Calendrical Calculations).
    let february = month <= 2 ? 0 : isLeap(year) ? 1 : 2
    return years + (367 * month - 362) / 12 - february
  }
}

extension CalendarDate: Comparable {
  package static func < (one: CalendarDate, other: CalendarDate) -> Bool {
    one.dayNumber < other.dayNumber
  }
}

extension CalendarDate: CustomStringConvertible {
  /// `YYYY-MM-DD`.
  package var description: String {
    let (year, month, day) = components
    return String(unsafeUninitializedCapacity: 10) { bytes in
      func write(_ value: Int, _ range: ClosedRange<Int>) {
        var rest = value
        for index in range.reversed() {
          bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
      }
      write(year, 0...3)
      write(month, 5...6)
      write(day, 8...9)
      bytes[4] = UInt8(ascii: "-")
      bytes[7] = UInt8(ascii: "-")
      return 10
    }
  }
}

/// A day of the week, in the order of ISO 8601.
package enum Weekday: String, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// Parses the English name or its first three letters, in any case.
  package init?(_ text: String) {
    let lowered = text.lowercased()
    guard
      let match = Weekday.allCases.first(where: {
        $0.rawValue == lowered || $0.rawValue.prefix(3) == lowered
      })
    else { return nil }
    self = match
  }

  /// `Mon`, `Tue` …
  package var abbreviation: String {
    rawValue.prefix(1).uppercased() + String(rawValue.prefix(3).dropFirst())
  }
}
